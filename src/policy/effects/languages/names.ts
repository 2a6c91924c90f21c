import type { Word } from '../../../protocol/shell.ts';
import type { Reader } from '../define.ts';
import { anyName, beside, headOf, literal, merged, textOf } from '../words.ts';

/** A template of a name: the last run of `X` is replaced by something new. */
export const template: Reader = (value, found) => {
  const text = textOf(value) ?? '';
  const run = /X{3,}(?=[^/X]*$)/.exec(text);
  const made: Word['pieces'] = run ? [text.slice(0, run.index), { unknown: 'argument' }] : value.pieces;
  found.effect({ kind: 'write', target: { ...value, pieces: merged(made) } });
};

/** What every name that is written begins with, folders and all. */
export const namePrefix: Reader = (value, found) => {
  found.effect({ kind: 'write', target: { ...value, pieces: [...value.pieces, ...anyName(value.span).pieces] } });
};

/** The same from the top of a repository, wherever it is called. */
export const prefixFromTop: Reader = (value, found, call) => {
  namePrefix(value, found, call);
  const leadsUp = /(?:^|\/)\.\.(?:\/|$)/.test(textOf(value) ?? '..');
  if (leadsUp) found.doubt('a path that leads up from the top of the repository');
};

/** What a link without a name of its own leads to; it is called the same, here. */
export const linkedHere: Reader = (value, found) => {
  found.effect({ kind: 'read', target: value, note: 'link' });
  const name = textOf(value)?.replace(/\/+$/, '').split('/').at(-1);
  const isNamed = name !== undefined && name !== '' && name !== '..';
  // Of several names that a pattern stands for, the last is that of the link.
  const target = value.isPattern ? value : isNamed ? literal(name, value.span) : undefined;
  found.effect({ kind: 'write', target });
};

const endings = /(?:\.(?:gz|z|Z|bz2?|xz|lzma|zst|lz4|br)|-gz|[-_]z)$/;
const endingsOfTar = /\.(?:tgz|taz|tbz2?|txz|tlz|tzst)$/;

/** A file that is packed, or unpacked: what comes out of it lies beside it, and it is gone unless it is kept. */
export const packed: Reader = (value, found, call) => {
  const recursive = call.has('-r') || undefined;
  found.effect({ kind: 'read', target: value, recursive });
  found.effect({ kind: 'write', target: value, recursive });
  const text = textOf(value);
  if (text === undefined || value.isPattern) return;
  const name = text.replace(endings, '').replace(endingsOfTar, '.tar');
  if (name !== text) found.effect({ kind: 'write', target: literal(name, value.span) });
  // The file says what it was called before it was packed.
  if (call.has('-N')) found.effect({ kind: 'write', target: beside(value) });
};

/** `name=file`. */
export const fileAfterEquals =
  (kind: 'read' | 'write'): Reader =>
  (value, found) => {
    const head = headOf(value);
    const [first, ...others] = value.pieces;
    const rest = typeof first === 'string' ? first.slice(head.indexOf('=') + 1) : '';
    found.effect({ kind, target: { ...value, pieces: merged([rest, ...others]) } });
  };
