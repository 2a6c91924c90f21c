import type { EngineExports } from './engine.ts';

/** What is known of a character, in words of four bytes: its code, the text object it is of, and four doubles: left, right, bottom, top. */
export const characterWords = 10;

/** Writes what is known of the characters from `from` to `to` of a page of text to `into`, one behind the other. */
export type CharacterLoop = (textPage: number, from: number, to: number, into: number) => void;

/**
 * Three calls for each character, a few million for a book: each way into WebAssembly costs more than the call does there, so that
 * the loop is put on that side. It is a module of its own, which calls PDFium and writes to its memory.
 */
export function characterLoop({
  memory,
  FPDFText_GetUnicode: code,
  FPDFText_GetTextObject: owner,
  FPDFText_GetCharBox: box,
}: EngineExports): CharacterLoop {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(loopModule), {
    e: { m: memory, code, owner, box },
  });
  return exports['loop'] as CharacterLoop;
}

const stepBytes = characterWords * 4;
const [textPage, at, end, into] = ['20 00', '20 01', '20 02', '20 03'];
const [add, constant] = ['6a', '41'];
const body = [
  '00', // no local variables
  '02 40 03 40', // block, loop
  `${at} ${end} 4e 0d 01`, // out of the block when at >= end
  `${into} ${textPage} ${at} 10 00 36 02 00`, // code(textPage, at), stored at into
  `${into} ${textPage} ${at} 10 01 36 02 04`, // owner(textPage, at), stored at into + 4
  `${textPage} ${at}`,
  ...[8, 16, 24, 32].map((offset) => `${into} ${constant} ${hex(offset)} ${add}`),
  '10 02 1a', // box(textPage, at, into + 8, …), whose result is dropped
  `${at} ${constant} 01 ${add} 21 01`,
  `${into} ${constant} ${hex(stepBytes)} ${add} 21 03`,
  '0c 00 0b 0b 0b', // again; the ends of loop, block and function
].join(' ');

const int = '7f';
const loopModule = Buffer.from(
  [
    '0061736d 01000000',
    // Types: (i32 i32) → i32, (i32 × 6) → i32, (i32 × 4) → nothing.
    section(1, `03 60 02 ${int}${int} 01 ${int} 60 06 ${int.repeat(6)} 01 ${int} 60 04 ${int.repeat(4)} 00`),
    section(
      2,
      `04 ${imported('code', '00 00')} ${imported('owner', '00 00')} ${imported('box', '00 01')} ${imported('m', '02 00 00')}`,
    ),
    section(3, '01 02'),
    section(7, `01 ${text('loop')} 00 03`),
    section(10, `01 ${sized(body)}`),
  ]
    .join('')
    .replaceAll(' ', ''),
  'hex',
);

function section(id: number, content: string): string {
  return `${hex(id)} ${sized(content)}`;
}

function imported(name: string, kind: string): string {
  return `${text('e')} ${text(name)} ${kind}`;
}

function text(value: string): string {
  return sized(Buffer.from(value).toString('hex'));
}

/** With its length before it, which is below 128 for all that is here, and so is one byte. */
function sized(content: string): string {
  return `${hex(content.replaceAll(' ', '').length / 2)} ${content}`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
