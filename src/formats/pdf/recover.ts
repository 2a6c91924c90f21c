import type { DocumentInput } from '../document/input.ts';
import { packedObjects } from './object-streams.ts';

const chunkBytes = 1024 * 1024;
/** What a page says of itself stands in its first bytes. */
const overlap = 4096;
const maxBytes = 256 * 1024 * 1024;
const maxPages = 20_000;
/** Read and made for all streams of objects together. */
const maxUnpacking = 256 * 1024 * 1024;
const maxPackedObjects = 200_000;

/** PDFium opens nothing without it; a file that has lost its first bytes may have all else. */
export function withHeader(input: DocumentInput): DocumentInput {
  const start = Buffer.from(input.read(0, Math.min(1024, input.bytes))).toString('latin1');
  if (start.includes('%PDF-')) return input;
  const header = Buffer.from('%PDF-1.7\n');
  return {
    name: input.name,
    bytes: header.length + input.bytes,
    read(offset, length) {
      const own = header.subarray(offset, offset + length);
      const from = Math.max(0, offset - header.length);
      return own.length === length ? own : Buffer.concat([own, input.read(from, length - own.length)]);
    },
  };
}

/**
 * A file whose end is lost has lost the list of its pages, which PDFium cannot do without. The pages that are there are looked
 * for, and the file gets a new end that lists them, with the objects that only a list that is lost could find in a stream of
 * objects. Nothing when there are no pages.
 */
export function withNewEnd(input: DocumentInput): DocumentInput | undefined {
  const pages = new Map<number, string>();
  const packed = new Map<number, string>();
  let unpacking = 0;
  let highest = 0;
  let lastWhole = 0;
  const size = Math.min(input.bytes, maxBytes);
  for (let from = 0; from < size && pages.size < maxPages; from += chunkBytes) {
    const bytes = input.read(from, Math.min(chunkBytes + overlap, size - from));
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const lastEnd = text.lastIndexOf('endobj');
    if (lastEnd >= 0) lastWhole = from + lastEnd + 'endobj'.length;
    for (const { 1: number = '', 2: generation = '', index } of text.matchAll(/\b(\d{1,8})\s(\d{1,5})\sobj\b/g)) {
      if (index >= chunkBytes) break;
      highest = Math.max(highest, Number(number));
      packed.delete(Number(number));
      const body = text.slice(index, index + overlap);
      const end = body.search(/endobj|stream/);
      const isWhole = end >= 0 || body.length === overlap;
      if (isWhole && /\/Type\s*\/Page\b/.test(end < 0 ? body : body.slice(0, end)))
        pages.set(Number(number), `${number} ${generation} R`);
      const inner = unpacking < maxUnpacking ? packedObjects(input, body, from + index) : undefined;
      unpacking += inner?.cost ?? 0;
      for (const [key, object] of inner?.objects ?? []) {
        if (packed.size >= maxPackedObjects) break;
        highest = Math.max(highest, key);
        packed.set(key, `${key} 0 obj\n${object}\nendobj\n`);
        if (/\/Type\s*\/Page\b/.test(object)) pages.set(key, `${key} 0 R`);
      }
    }
  }
  if (pages.size === 0) return undefined;
  const inStream = endsInStream(input, lastWhole);
  const kept = inStream ? input.bytes : lastWhole;
  const [tree, catalog] = [highest + 1, highest + 2];
  const tail = Buffer.from(
    `${inStream ? '\nendstream\nendobj' : ''}\n${[...packed.values()].join('')}${tree} 0 obj<</Type/Pages/Kids[${[...pages.values()].join(' ')}]/Count ${pages.size}>>endobj\n` +
      `${catalog} 0 obj<</Type/Catalog/Pages ${tree} 0 R>>endobj\n` +
      `trailer<</Root ${catalog} 0 R/Size ${catalog + 1}>>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  );
  return {
    name: input.name,
    bytes: kept + tail.length,
    read(offset, length) {
      if (offset >= kept) return tail.subarray(offset - kept, offset - kept + length);
      const own = Math.min(length, kept - offset);
      const bytes = input.read(offset, own);
      return own === length ? bytes : Buffer.concat([bytes, tail.subarray(0, length - own)]);
    },
  };
}

/** Half a dictionary would take the new end for a part of itself; what is there of a stream can be closed. */
function endsInStream(input: DocumentInput, lastWhole: number): boolean {
  const rest = input.read(lastWhole, Math.min(overlap, input.bytes - lastWhole));
  return /stream\r?\n[^]/.test(Buffer.from(rest).toString('latin1'));
}
