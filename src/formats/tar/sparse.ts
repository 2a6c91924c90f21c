import { corrupt } from '../corrupt.ts';
import { numberAt, sizeOf } from './header.ts';
import { decimal } from './pax.ts';

// Files with holes: GNU tar stores the parts that hold data, and a map of where they belong.
// https://www.gnu.org/software/tar/manual/html_node/Sparse-Formats.html

/** Parts of a file that are not holes, in order; none is empty. */
export type SparseMap = readonly { readonly at: number; readonly length: number }[];

export interface ContentSink {
  /** All of it, in the place of `write` and `end`; where there is none, they are called. */
  whole?(content: Uint8Array): void;
  write(chunk: Uint8Array): void;
  /** Zeros that were not stored. */
  skip(bytes: number): void;
  end(): void;
}

/** A map of four million parts costs more than the file is worth; honest ones have some dozens. */
const maxParts = 10_000;
const maxMapBytes = 1024 * 1024;

/** The map of an old GNU header (type S): four places in the header, 21 in each block that may follow. */
export class OldMapReader {
  readonly realSize: number;
  readonly #numbers: number[] = [];
  readonly #archive: string;
  #isWhole: boolean;

  constructor(header: Buffer, archive: string) {
    this.#archive = archive;
    this.realSize = sizeOf(numberAt(header, 483, 495, archive), archive);
    this.#take(header, 386, 4);
    this.#isWhole = header[482] === 0;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  push(block: Buffer): void {
    this.#take(block, 0, 21);
    this.#isWhole = block[504] === 0;
  }

  map(stored: number): SparseMap {
    return checkedMap(this.#numbers, this.realSize, stored, this.#archive);
  }

  #take(block: Buffer, from: number, places: number): void {
    for (let at = from; at < from + places * 24 && block[at + 12] !== 0; at += 24)
      this.#numbers.push(numberAt(block, at, at + 12, this.#archive), numberAt(block, at + 12, at + 24, this.#archive));
    if (this.#numbers.length > maxParts * 2) throw corrupt(this.#archive, 'the map of a sparse file is too long');
  }
}

/** The map of the PAX formats 0.0 and 0.1: one list of numbers, separated by commas. */
export function mapOfList(list: Buffer, realSize: number, stored: number, archive: string): SparseMap {
  const numbers = list.length === 0 ? [] : list.toString('latin1').split(',', maxParts * 2 + 1);
  return checkedMap(
    numbers.map((text) => decimal(Buffer.from(text, 'latin1'), archive)),
    realSize,
    stored,
    archive,
  );
}

/** Sorted, without overlaps, within the file, and together as long as what is stored: anything else is a trick. */
function checkedMap(numbers: readonly number[], realSize: number, stored: number, archive: string): SparseMap {
  if (numbers.length % 2 !== 0 || numbers.length > maxParts * 2)
    throw corrupt(archive, 'the map of a sparse file is damaged or too long');
  const parts = [];
  let [end, total] = [0, 0];
  for (let index = 0; index < numbers.length; index += 2) {
    const [at, length] = [sizeOf(numbers[index] as number, archive), sizeOf(numbers[index + 1] as number, archive)];
    if (at < end || at + length > realSize) throw corrupt(archive, 'the map of a sparse file contradicts itself');
    end = at + length;
    total += length;
    if (length > 0) parts.push({ at, length });
  }
  if (total !== stored) throw corrupt(archive, 'the map of a sparse file does not fit what is stored');
  return parts;
}

/** Puts the stored parts where they belong. */
export function expand(sink: ContentSink, map: SparseMap, realSize: number): ContentSink {
  let [part, done, position] = [0, 0, 0];
  return {
    write(chunk) {
      for (let from = 0; from < chunk.length;) {
        const { at, length } = map[part] as SparseMap[number];
        if (position < at) sink.skip(at - position);
        position = Math.max(position, at);
        const take = Math.min(length - done, chunk.length - from);
        sink.write(chunk.subarray(from, from + take));
        [from, done, position] = [from + take, done + take, position + take];
        if (done === length) [part, done] = [part + 1, 0];
      }
    },
    skip: sink.skip.bind(sink),
    end() {
      if (position < realSize) sink.skip(realSize - position);
      sink.end();
    },
  };
}

/** PAX format 1.0 has its map in front of the data: a count, then two lines of digits a part, filled up to whole blocks. */
export function expandMapped(sink: ContentSink, realSize: number, stored: number, archive: string): ContentSink {
  const numbers: number[] = [];
  let count: number | undefined;
  let [line, mapBytes, padding] = ['', 0, 0];
  let expanded: ContentSink | undefined;

  function onLine(text: string): void {
    if (text.startsWith('#')) return;
    const value = sizeOf(decimal(Buffer.from(text, 'latin1'), archive), archive);
    if (count === undefined) {
      count = value;
      if (count > maxParts) throw corrupt(archive, 'the map of a sparse file is too long');
    } else numbers.push(value);
    if (numbers.length === count * 2) padding = (512 - (mapBytes % 512)) % 512;
  }

  function isComplete(): boolean {
    return count !== undefined && numbers.length === count * 2;
  }

  return {
    write(chunk) {
      let from = 0;
      for (; from < chunk.length && !isComplete(); from++) {
        if (++mapBytes > maxMapBytes) throw corrupt(archive, 'the map of a sparse file is too long');
        if (chunk[from] !== 0x0a) line += String.fromCharCode(chunk[from] as number);
        else {
          onLine(line);
          line = '';
        }
      }
      const skipped = Math.min(padding, chunk.length - from);
      padding -= skipped;
      mapBytes += skipped;
      if (!isComplete() || padding > 0) return;
      expanded ??= expand(sink, checkedMap(numbers, realSize, stored - mapBytes, archive), realSize);
      if (from + skipped < chunk.length) expanded.write(chunk.subarray(from + skipped));
    },
    skip: sink.skip.bind(sink),
    end() {
      if (!expanded) throw corrupt(archive, 'the map of a sparse file is cut off');
      expanded.end();
    },
  };
}
