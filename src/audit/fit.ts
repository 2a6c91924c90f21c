import { recordLimits } from '../protocol/limits.ts';
import type { RunRecord } from '../protocol/run-record.ts';

/** The text of a record's file, always short enough to be read back: of one that is not, texts and lists are cut. */
export function fittedText(record: RunRecord): string {
  const whole = textOf(record);
  if (isShort(whole)) return whole;
  for (const size of sizes) {
    const text = textOf({ ...shortened(record, size), truncated: true });
    if (isShort(text)) return text;
  }
  return textOf({ ...shortened({ ...record, parsed: null, result: null }, smallest), truncated: true });
}

interface Size {
  readonly characters: number;
  readonly items: number;
}

const smallest: Size = { characters: 256, items: 16 };
const sizes: readonly Size[] = [{ characters: 4096, items: 1000 }, { characters: 1024, items: 100 }, smallest];

function textOf(record: RunRecord): string {
  return `${JSON.stringify(record)}\n`;
}

function isShort(text: string): boolean {
  return text.length <= recordLimits.bytes && Buffer.byteLength(text) <= recordLimits.bytes;
}

function shortened<T>(value: T, size: Size): T {
  return cut(value, size) as T;
}

/** Only what JSON knows is in a record, and nothing in it is nested deeply. */
function cut(value: unknown, size: Size): unknown {
  if (typeof value === 'string')
    return value.length <= size.characters ? value : `${value.slice(0, size.characters)}…`.toWellFormed();
  if (Array.isArray(value)) return value.slice(0, size.items).map((item) => cut(item, size));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part, size)]));
}
