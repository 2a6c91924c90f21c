import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a chain line says; `seq`, `prev` and `mac` are added when it is signed. */
export type Entry =
  | {
      readonly kind: 'start';
      readonly run_id: string;
      readonly time: string;
      readonly tool: string;
      readonly front: string;
      readonly session: string;
      readonly owner: string;
      readonly cwd: string;
      readonly command: string;
    }
  | {
      readonly kind: 'end';
      readonly run_id: string;
      readonly time: string;
      readonly tool: string;
      readonly exit_code: number | null;
      readonly error_code: string | null;
      /** Of the record file, byte for byte. */
      readonly sha256: string;
    }
  | { readonly kind: 'prune'; readonly time: string; readonly runs: number; readonly through: number };

export type Line = Entry & { readonly v: 1; readonly seq: number; readonly prev: string; readonly mac: string };

/** Longer than any line that is ever written, in bytes. */
export const maxLine = 1 << 20;

/** `prev` of the first line of a chain. */
export const genesis = '0'.repeat(64);

/** One line of the chain: JSON whose last member is the HMAC of the text before it, which holds the HMAC of the line before. */
export function signLine(entry: Entry, seq: number, prev: string, key: Uint8Array): { text: string; mac: string } {
  const body = JSON.stringify({ v: 1, seq, ...entry, prev });
  const mac = hmac(body, key);
  return { text: `${body.slice(0, -1)},"mac":"${mac}"}\n`, mac };
}

/** The line, or undefined when its text was not signed with this key. */
export function readLine(text: string, key: Uint8Array): Line | undefined {
  const at = text.length - tail.length - 64;
  if (at < 0 || text.slice(at - lead.length, at) !== lead || !text.endsWith(tail)) return undefined;
  const mac = text.slice(at, at + 64);
  const body = `${text.slice(0, at - lead.length)}}`;
  const expected = hmac(body, key);
  if (!/^[0-9a-f]{64}$/.test(mac) || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined;
  return { ...(JSON.parse(body) as Omit<Line, 'mac'>), mac } as Line;
}

const lead = ',"mac":"';
const tail = '"}';

function hmac(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
