import type { Described, Word } from '../../protocol/shell.ts';
import { inputOf } from './known-output.ts';
import type { State } from './state.ts';
import { resolvePath } from './targets.ts';
import { display } from './text.ts';
import type { Call, Walker } from './walker.ts';
import { fileNameOf, type FileName } from './written.ts';

/** What a program writes may be what it reads, and may be run by what comes after. */
export function rememberWritten(call: Call, described: Described | undefined, { cwd }: State, walker: Walker): void {
  const { effects = [], content } = described ?? {};
  const writes = effects.filter(({ kind, target }) => kind === 'write' && target).slice(0, mostCopies);
  // What is unpacked here may be anything.
  if (cwd !== undefined && effects.some(({ kind, target, recursive }) => kind === 'write' && !target && recursive))
    walker.files.change(cwd, true);
  if (writes.length === 0) return;
  const sources = effects.filter(
    ({ kind, target, note }) => (kind === 'read' || kind === 'delete') && target && note !== 'found',
  );
  const input = inputOf(call);
  const isLink = content === 'linked';
  const isKnown = isLink || content === 'copied';
  for (const { target, note, recursive } of writes) {
    const to = fileNameOf(target as Word, cwd);
    if (to === undefined) continue;
    if (note !== 'folder' && content === undefined) walker.files.change(to, recursive === true);
    if (input) walker.files.write(to, input, content === 'added');
    else if (note !== 'folder' && !isKnown && (sources.length === 0 || walker.files.isWritten(to)))
      walker.files.write(to, [{ unknown: 'input' }]);
    const from = sources.slice(0, mostCopies).map((source) => fileNameOf(source.target as Word, cwd));
    if (call.stdin.kind === 'file') from.push(fileNameOf(call.stdin.path, cwd));
    for (const source of from) {
      if (source === undefined) continue;
      walker.files.copy(source, to, content === undefined);
      // What is written by the one name is read by the other.
      if (isLink) walker.files.copy(to, source);
      if (isLink) for (const at of linksTo(source, to)) walker.files.link(at, source, call.span);
    }
    if (isLink)
      for (const word of call.words.slice(1, 1 + mostCopies)) rememberLink(display(word.pieces), to, call, walker);
  }
}

/** A link is read in the folder that it is in. */
function rememberLink(text: string, to: FileName, { span }: Call, { files }: Walker): void {
  if (/^[/-]/.test(text)) return;
  for (const link of linksTo(text, to)) {
    const from = resolvePath(text, link.slice(0, link.lastIndexOf('/')) || '/');
    if (from === undefined) continue;
    files.copy(from, link);
    files.link(link, from, span);
  }
}

/** It has this name, or that of what it leads to, in a folder of this name. */
function linksTo(text: string, to: FileName): FileName[] {
  return [to, `${to}/${text.slice(text.lastIndexOf('/') + 1)}`];
}

const mostCopies = 8;
