import { constants, inflateSync } from 'node:zlib';
import type { DocumentInput } from '../document/input.ts';

const maxPackedBytes = 1024 * 1024;
const maxUnpackedBytes = 4 * 1024 * 1024;
const maxObjects = 10_000;
/** Deflate makes nothing smaller than by this. */
const mostRatio = 1032;

/** The dictionary of a stream that holds other objects (PDF 1.5), at the beginning of a text. */
const holder = /^[^]{0,4000}?\/Type\s*\/ObjStm\b[^]*?>>\s*stream\r?\n/;

export interface Packed {
  /** By number, each as it would stand in the file by itself. */
  readonly objects: ReadonlyMap<number, string>;
  /** How many bytes were read and made at the most. */
  readonly cost: number;
}

/**
 * What a stream of objects holds, of one that is cut off the objects before the cut. `text` is what stands at the place `at` of the file;
 * undefined where it is another object.
 */
export function packedObjects(input: DocumentInput, text: string, at: number): Packed | undefined {
  if (!text.includes('/ObjStm')) return undefined;
  const end = text.indexOf('endobj');
  const head = holder.exec(end < 0 ? text : text.slice(0, end))?.[0];
  if (head === undefined || head.includes('/DecodeParms')) return undefined;
  const entry = (name: string) => Number(new RegExp(`/${name}\\s+(\\d{1,9})(?!\\d|\\s+\\d+\\s+R)`).exec(head)?.[1]);
  const start = at + head.length;
  const length = Math.max(0, Math.min(entry('Length') || maxPackedBytes, maxPackedBytes, input.bytes - start));
  const { data, isWhole } = unpacked(input.read(start, length), head.includes('/FlateDecode'));
  return {
    objects: objectsIn(data, entry('N'), entry('First'), isWhole),
    cost: length + (isWhole ? data.length : Math.min(length * mostRatio, maxUnpackedBytes)),
  };
}

function objectsIn(data: Buffer, count: number, first: number, isWhole: boolean): Map<number, string> {
  const objects = new Map<number, string>();
  const most = Math.min(count || 0, maxObjects) * 2;
  const places = data.toString('latin1', 0, first).trim().split(/\s+/, most).map(Number);
  const last = isWhole ? data.length : -1;
  for (let index = 0; index + 1 < places.length; index += 2) {
    const [number, from, next] = [places[index]!, first + places[index + 1]!, places[index + 3]];
    const to = next === undefined ? last : first + next;
    if (number > 0 && from < to && to <= data.length) objects.set(number, data.toString('latin1', from, to));
  }
  return objects;
}

function unpacked(bytes: Uint8Array, isPacked: boolean): { data: Buffer; isWhole: boolean } {
  if (!isPacked) return { data: Buffer.from(bytes), isWhole: true };
  for (const finishFlush of [constants.Z_FINISH, constants.Z_SYNC_FLUSH])
    try {
      const data = inflateSync(bytes, { maxOutputLength: maxUnpackedBytes, finishFlush });
      return { data, isWhole: finishFlush === constants.Z_FINISH };
    } catch {
      // Cut off, then damaged as well.
    }
  return { data: Buffer.alloc(0), isWhole: false };
}
