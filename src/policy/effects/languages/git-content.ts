import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found, Reader } from '../define.ts';
import { after, headOf } from '../words.ts';

/** `-L1,5:file`. */
export const linesShown: Reader = (value, found) => {
  const colon = headOf(value).lastIndexOf(':');
  if (colon >= 0) found.effect({ kind: 'read', target: after(value, colon + 1) });
};

/** The files whose content is printed, from the history too: `HEAD:.env`, `-- .env`. */
export function contentShown(call: Call, found: Found): void {
  const sub = call.invocation.args.map(headOf).find((head) => subcommands.has(head)) ?? '';
  if (call.has('--stat') || (needsPatch.has(sub) && !call.has('-p'))) return;
  const pattern = sub === 'grep' && !call.has('-e') && !call.has('-f') ? 1 : 0;
  call.operands.slice(0, maxOperands).forEach((word, at) => {
    const isPath = call.separator !== undefined && at >= call.separator;
    const target = at < pattern && !isPath ? undefined : isPath ? pathspec(word) : pathIn(word);
    if (target) found.effect({ kind: 'read', target });
  });
}

const subcommands = new Set('log show diff shortlog whatchanged blame annotate grep cat-file'.split(' '));
/** They tell messages and names. */
const needsPatch = new Set(['log', 'shortlog', 'whatchanged']);
const maxOperands = 64;

/** git reads patterns itself, and what stands after a colon says how: `:(top)*.env`, `:!left-out`. */
function pathspec(word: Word): Word | undefined {
  const head = headOf(word);
  if (/^:(?:[!^]|\([^)]*exclude)/.test(head)) return undefined;
  const path = after(word, /^:(?:\([^)]*\)|\/)?/.exec(head)?.[0].length ?? 0);
  return /[*?[]/.test(head) ? { ...path, isPattern: true } : path;
}

/** `HEAD~1:path`, `:path`, or what has the form of a file name and of no range. */
function pathIn(word: Word): Word | undefined {
  const head = headOf(word);
  const colon = head.indexOf(':');
  if (/^:[(!^/]/.test(head)) return pathspec(word);
  if (colon >= 0) return after(word, colon + 1);
  return !head.includes('..') && /(?:^|\/)\.[^./]|\.[a-z]\w*$/i.test(head) ? word : undefined;
}
