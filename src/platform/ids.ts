import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford's: no i l o u

/** An id that sorts by time: 48 bits of milliseconds and 80 random bits, as 26 characters. */
export function timeOrderedId(nowMs: number): string {
  let id = '';
  for (let shift = 45; shift >= 0; shift -= 5) id += alphabet[Math.floor(nowMs / 2 ** shift) % 32];
  for (const byte of randomBytes(16)) id += alphabet[byte % 32];
  return id;
}

export function isTimeOrderedId(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{26}$/.test(text);
}

/** The time in an id made by `timeOrderedId`. */
export function timeOfId(id: string): number {
  let time = 0;
  for (let at = 0; at < 10; at++) time = time * 32 + alphabet.indexOf(id.charAt(at));
  return time;
}

export function randomName(): string {
  return randomBytes(8).toString('hex');
}
