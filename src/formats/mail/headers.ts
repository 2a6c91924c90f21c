import { decodeText } from '../document/charset.ts';
import { decodeWords } from './words.ts';

export type Headers = ReadonlyMap<string, string>;

const maxHeaderBytes = 1024 * 1024;
const maxHeaders = 2000;

/** The header fields from `start` on (RFC 5322, 2.2), by their names in small letters, unfolded but not decoded; and where the body begins. */
export function readHeaders(bytes: Buffer, start: number, end: number): { headers: Headers; body: number } {
  const headers = new Map<string, string>();
  const limit = Math.min(end, start + maxHeaderBytes);
  let [name, at, body] = ['', start, end];
  while (at < limit) {
    const found = bytes.indexOf(0x0a, at);
    const next = found === -1 || found >= end ? end : found + 1;
    const line = bytes.subarray(at, next);
    at = next;
    const text = decodeText(line).replace(/[\r\n]+$/, '');
    if (text === '') {
      body = at;
      break;
    }
    const [, field, value = ''] = /^([!-9;-~]{1,200})[ \t]*:[ \t]*([^]*)$/.exec(text) ?? [];
    if (/^[ \t]/.test(text)) {
      if (name !== '') headers.set(name, `${headers.get(name) ?? ''}\n${text}`);
    } else if (field !== undefined && headers.size < maxHeaders) {
      name = field.toLowerCase();
      // Of fields that come twice the first counts: what was added on the way stands above.
      if (headers.has(name)) name = '';
      else headers.set(name, value);
    } else name = '';
  }
  return { headers, body };
}

/** A field as a person reads it. */
export function shown(headers: Headers, name: string): string {
  return decodeWords((headers.get(name) ?? '').replace(/\n[ \t]+/g, ' ')).trim();
}
