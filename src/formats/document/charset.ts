import { decodeWestern } from './decoder.ts';

/** Text in UTF-8 or UTF-16 by its mark, else UTF-8 where it is valid, else the encoding that Chinese files mostly have. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  return (wide ? new TextDecoder(wide).decode(bytes) : decodeUnmarked(bytes)).replace(/\r\n?/g, '\n');
}

function decodeUnmarked(bytes: Uint8Array): string {
  for (const label of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  return decodeWestern(bytes);
}
