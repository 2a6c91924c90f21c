import { readHeaders, type Headers } from './headers.ts';
import { parseField, type FieldValue } from './parameters.ts';
import { unquote } from './words.ts';

/** A message, or a part of one (RFC 2045): what its header says, and where its body is. */
export interface Entity {
  readonly headers: Headers;
  readonly type: FieldValue;
  readonly disposition: FieldValue;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

export function readEntity(bytes: Buffer, start: number, end: number, usual = 'text/plain'): Entity {
  const { headers, body } = readHeaders(bytes, start, end);
  const type = parseField(headers.get('content-type') ?? usual);
  return {
    headers,
    type: type.value.includes('/') ? type : { ...type, value: 'text/plain' },
    disposition: parseField(headers.get('content-disposition') ?? ''),
    bytes,
    start: body,
    end,
  };
}

const maxParts = 10_000;

export interface Parts {
  readonly parts: readonly Entity[];
  /** Whether the last one ends as it should. */
  readonly isWhole: boolean;
}

/** The parts of a multipart (RFC 2046, 5.1); a last one that is cut off counts. Undefined when no part begins. */
export function partsOf(entity: Entity): Parts | undefined {
  const { bytes, start, end, type } = entity;
  const boundary = type.parameters.get('boundary');
  if (boundary === undefined || boundary === '') return undefined;
  const usual = type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  const mark = Buffer.from(`--${boundary}`);
  const parts: Entity[] = [];
  let open: number | undefined;
  for (let at = bytes.indexOf(mark, start); at !== -1 && at < end; at = bytes.indexOf(mark, at + mark.length)) {
    if (at > start && bytes[at - 1] !== 0x0a) continue;
    const lineEnd = endOfLine(bytes, at, end);
    const rest = bytes.toString('latin1', at + mark.length, lineEnd).trim();
    // A boundary may begin as another does.
    if (rest !== '' && !rest.startsWith('--')) continue;
    if (open !== undefined) parts.push(readEntity(bytes, open, withoutBreak(bytes, open, at), usual));
    open = rest.startsWith('--') ? undefined : lineEnd;
    if (open === undefined || parts.length >= maxParts) return { parts, isWhole: true };
  }
  if (open !== undefined) parts.push(readEntity(bytes, open, end, usual));
  return parts.length > 0 ? { parts, isWhole: false } : undefined;
}

function endOfLine(bytes: Buffer, at: number, end: number): number {
  const found = bytes.indexOf(0x0a, at);
  return found === -1 || found >= end ? end : found + 1;
}

/** The line break before a boundary belongs to the boundary. */
function withoutBreak(bytes: Buffer, start: number, end: number): number {
  let at = end;
  if (at > start && bytes[at - 1] === 0x0a) at--;
  if (at > start && bytes[at - 1] === 0x0d) at--;
  return at;
}

/** The body as it was before it was made fit for sending. */
export function contentOf(entity: Entity): Buffer {
  const { headers, bytes, start, end } = entity;
  switch (encodingOf(headers)) {
    case 'base64':
      return Buffer.from(bytes.toString('latin1', start, end), 'base64');
    case 'quoted-printable':
      return unquote(joinSoftLines(bytes.toString('latin1', start, end), isFlowed(entity)));
    default:
      return bytes.subarray(start, end);
  }
}

/** Whether lines that end with a space go on in the next one (RFC 3676). */
export function isFlowed({ type }: Entity): boolean {
  return type.parameters.get('format')?.toLowerCase() === 'flowed';
}

/** A line that ends with = goes on; blanks at its end were added on the way (RFC 2045, 6.7), unless they say that it flows. */
function joinSoftLines(text: string, keepsBlanks: boolean): string {
  let joined = '';
  for (const line of text.split('\n')) {
    let end = line.length;
    while (end > 0 && ' \t\r'.includes(line[end - 1] as string)) end--;
    if (keepsBlanks && line[end - 1] !== '=') end = line.endsWith('\r') ? line.length - 1 : line.length;
    joined += line[end - 1] === '=' ? line.slice(0, end - 1) : `${line.slice(0, end)}\n`;
  }
  return joined;
}

/** How large the content is, without decoding all of it. */
export function sizeOf(entity: Entity): number {
  const { headers, bytes, start, end } = entity;
  if (encodingOf(headers) !== 'base64') return contentOf(entity).length;
  let count = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    // Letters, digits, + and /; anything else is a break or fills up the end.
    if (
      (byte >= 0x30 && byte <= 0x39) ||
      ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ||
      byte === 0x2b ||
      byte === 0x2f
    )
      count++;
  }
  return Math.floor((count * 3) / 4);
}

function encodingOf(headers: Headers): string {
  return (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase();
}
