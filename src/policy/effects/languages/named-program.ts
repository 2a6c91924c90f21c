import type { Word } from '../../../protocol/shell.ts';
import type { Found } from '../define.ts';
import { textOf } from '../words.ts';

/** They show, pack or carry what they are given; what else they are told to do is found in their own arguments. */
const harmless: ReadonlySet<string> = new Set(
  `cat less more most bat batcat delta diff-so-fancy head tail true false : echo
  zstd unzstd zstdmt pzstd xz unxz pixz gzip gunzip pigz unpigz bzip2 bunzip2 pbzip2 lbzip2 lz4 lzip plzip lzma lzop
  brotli compress uncompress ssh vim vi nvim nano emacs code subl`.split(/\s+/),
);
/** They print what they are given, or nothing; `-o` of less writes a file. */
const printing = /^(cat|true|false|:|less|more|most|bat|batcat|delta|diff-so-fancy)( -[A-NP-Za-np-z]+)*$/;

/** A command line that an option or a setting names: planned, and told apart from what the program does itself. */
export function runsNamed(text: Word, via: string, found: Found): void {
  const known = textOf(text)?.trim();
  if (known === '' || (known !== undefined && printing.test(known))) return;
  if (!isHarmless(known)) found.effect({ kind: 'run', target: text, note: 'option' });
  found.nest({ kind: 'script', via, text, shell: 'bash' });
}

/** Nothing but a harmless program and plain words, without signs of a shell. */
export function isHarmless(line: string | undefined): boolean {
  if (line === undefined || /[^\w\s=:@%+,./-]/.test(line)) return false;
  return harmless.has(line.split(/\s+/)[0] ?? '');
}
