import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openScreen } from './screen.ts';

/** A terminal of so many columns; `script` without one around it, and some CI, give 0, which says that nobody knows. */
function liveOn(columns: number, text: string): string {
  const stream = new PassThrough({ encoding: 'utf8' });
  const terminal = Object.assign(stream, { isTTY: true, columns }) as unknown as NodeJS.WriteStream;
  openScreen(terminal, terminal, { TERM: 'xterm' }).live(text);
  return (stream.read() as string).replace('\r\x1b[2K', '');
}

test('says how far a run is in one line, also where nobody knows how wide the terminal is', () => {
  expect(liveOn(20, 'packing, 12 files, 3.1 MB/s')).toBe('packing, 12 files,…');
  expect(liveOn(0, 'packing, 12 files, 3.1 MB/s')).toBe('packing, 12 files, 3.1 MB/s');
  expect(liveOn(0, 'x'.repeat(100))).toBe(`${'x'.repeat(78)}…`);
});
