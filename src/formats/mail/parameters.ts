import { decodeBytes, decodeWords } from './words.ts';

export interface FieldValue {
  /** In small letters: `text/plain`, `attachment`. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const maxParameters = 100;

/** A field with parameters (RFC 2045, 5.1), those in pieces and other encodings too (RFC 2231). */
export function parseField(text: string): FieldValue {
  const flat = text.replace(/\n[ \t]*/g, ' ').slice(0, 64 * 1024);
  const [, value = ''] = /^\s*([^;\s]*)/.exec(flat) ?? [];
  const raw = new Map<string, string>();
  const parameter = /;\s*([^\s=;"]{1,100})\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;
  for (const [, name = '', quoted, plain = ''] of flat.matchAll(parameter)) {
    if (raw.size >= maxParameters) break;
    const key = name.toLowerCase();
    if (!raw.has(key)) raw.set(key, quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1'));
  }
  const parameters = new Map<string, string>();
  for (const name of new Set([...raw.keys()].map((key) => key.replace(/\*.*/, '')))) {
    const joined = raw.get(name);
    parameters.set(name, joined === undefined ? extended(name, raw) : decodeWords(joined));
  }
  return { value: value.toLowerCase(), parameters };
}

/** `name*=utf-8''%e4%b8%ad`, or `name*0*=…; name*1=…`. */
function extended(name: string, raw: ReadonlyMap<string, string>): string {
  const whole = raw.get(`${name}*`);
  const pieces = whole === undefined ? numbered(name, raw) : [[whole, true] as const];
  const [, charset] = pieces[0]?.[1] ? (/^([^']*)'[^']*'/.exec(pieces[0][0]) ?? []) : [];
  const bytes = pieces.map(([piece, isCoded], index) => {
    if (!isCoded) return Buffer.from(piece);
    const data = index === 0 ? piece.replace(/^[^']*'[^']*'/, '') : piece;
    return Buffer.from(
      data.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    );
  });
  return decodeBytes(Buffer.concat(bytes), charset);
}

function numbered(name: string, raw: ReadonlyMap<string, string>): (readonly [text: string, isCoded: boolean])[] {
  const pieces: [string, boolean][] = [];
  for (let index = 0; index < maxParameters; index++) {
    const coded = raw.get(`${name}*${index}*`);
    const piece = coded ?? raw.get(`${name}*${index}`);
    if (piece === undefined) break;
    pieces.push([piece, coded !== undefined]);
  }
  return pieces;
}
