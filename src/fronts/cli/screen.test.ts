import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { describeProgress } from './exec.ts';
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

test('progress begins with the share, and says bytes as a person would', () => {
  expect(describeProgress({ done: 34_149_999, total: 180_000_000, unit: 'bytes', label: 'extracting' })).toBe(
    'extracting: 18%, 34.1 of 180.0 MB',
  );
  expect(describeProgress({ done: 72, total: 600, unit: 'pages', label: 'reading' })).toBe(
    'reading: 12%, 72 of 600 pages',
  );
  expect(describeProgress({ done: 999_999, unit: 'bytes' })).toBe('1.0 MB');
});
