import type { ProgramEffect, Word } from '../../protocol/shell.ts';
import { inputOf } from './known-output.ts';
import type { State } from './state.ts';
import { resolvePath } from './targets.ts';
import { display } from './text.ts';
import type { Call, Walker } from './walker.ts';
import { fileNameOf, type FileName } from './written.ts';

/** What a program writes may be what it reads, and may be run by what comes after: `tee`, `cp`, `ln`, `install`. */
export function rememberWritten(call: Call, effects: readonly ProgramEffect[], { cwd }: State, walker: Walker): void {
  const writes = effects.filter(({ kind, target }) => kind === 'write' && target).slice(0, mostCopies);
  if (writes.length === 0) return;
  const sources = effects.filter(
    ({ kind, target, note }) => (kind === 'read' || kind === 'delete') && target && note !== 'found',
  );
  const input = inputOf(call);
  const name = display(call.words[0]?.pieces ?? []).replace(/^.*\//, '');
  const options = call.words.slice(1).map((word) => display(word.pieces));
  const isAppended = name === 'tee' && options.some((option) => /^-\w*a|^--a/.test(option));
  const isLink =
    name === 'ln' || name === 'link' || (name === 'cp' && options.some((option) => /^-\w*[ls]/.test(option)));
  for (const { target, note } of writes) {
    const to = fileNameOf(target as Word, cwd);
    if (to === undefined) continue;
    if (input) walker.files.write(to, input, isAppended);
    else if (note !== 'folder' && !copiers.has(name) && (sources.length === 0 || walker.files.isWritten(to)))
      walker.files.write(to, [{ unknown: 'input' }]);
    const from = sources.slice(0, mostCopies).map((source) => fileNameOf(source.target as Word, cwd));
    if (call.stdin.kind === 'file') from.push(fileNameOf(call.stdin.path, cwd));
    for (const source of from) {
      if (source === undefined) continue;
      walker.files.copy(source, to);
      // What is written by the one name is read by the other.
      if (isLink) walker.files.copy(to, source);
    }
    if (isLink) for (const option of options.slice(0, mostCopies)) rememberLink(option, to, walker);
  }
}

/** A link is read in the folder that it is in. */
function rememberLink(text: string, to: FileName, { files }: Walker): void {
  if (/^[/-]/.test(text)) return;
  const links = [to, `${to}/${text.slice(text.lastIndexOf('/') + 1)}`];
  for (const link of links) {
    const from = resolvePath(text, link.slice(0, link.lastIndexOf('/')) || '/');
    if (from !== undefined) files.copy(from, link);
  }
}

/** What they write is what they read, or nothing. */
const copiers = new Set('cp gcp mv gmv ln gln link install ginstall touch gtouch rsync mkdir'.split(' '));

const mostCopies = 8;
