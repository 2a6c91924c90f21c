import { TextDecoder } from 'node:util';
import { corrupt } from '../corrupt.ts';
import { decodeWestern } from '../document/decoder.ts';

/** The text of an XML file: by its byte order mark, else by the encoding that it declares, else UTF-8. Its lines end as XML has it (2.11). */
export function* decodeXml(chunks: Iterable<Uint8Array>, file: string): Generator<string, void> {
  let held = '';
  for (const decoded of decodedChunks(chunks, file)) {
    const text = held + decoded;
    held = text.endsWith('\r') ? '\r' : '';
    const whole = held === '' ? text : text.slice(0, -1);
    yield whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
  }
  if (held !== '') yield '\n';
}

function* decodedChunks(chunks: Iterable<Uint8Array>, file: string): Generator<string, void> {
  let decoder: StreamDecoder | undefined;
  let head = Buffer.alloc(0);
  for (const chunk of chunks) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < headBytes) continue;
    decoder = decoderFor(head, file);
    yield decoder.decode(head, { stream: true });
  }
  yield decoder ? decoder.decode() : decoderFor(head, file).decode(head);
}

/** Where a declaration of the encoding has to end. */
const headBytes = 200;

interface StreamDecoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

function decoderFor(start: Buffer, file: string): StreamDecoder {
  const [first = 0, second = 0] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return new TextDecoder('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return new TextDecoder('utf-16be');
  const head = start.toString('latin1', 0, headBytes);
  const declared =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8';
  // A file whose declaration can be read byte by byte is not in UTF-16, whatever it says.
  if (/^utf-?16/i.test(declared)) return new TextDecoder();
  try {
    const decoder = new TextDecoder(declared);
    return decoder.encoding === 'windows-1252' ? { decode: (bytes) => (bytes ? decodeWestern(bytes) : '') } : decoder;
  } catch {
    throw corrupt(file, `its XML is in an unknown encoding (${declared})`);
  }
}
