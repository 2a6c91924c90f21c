import { branchFilters, type Undo } from './branch-filters.ts';
import { corrupt, unsupported } from './failure.ts';
import { LZMA2_ID, readUint32, type FilterFlags } from './header.ts';

/** A sink of bytes that are valid during the call. */
export interface Stage {
  write(bytes: Uint8Array): void;
  end(): void;
}

const DELTA_ID = 0x03;

/** The stages that undo the filters of a block; `filters` are in the order of its header, without LZMA2. */
export function createFilters(filters: readonly FilterFlags[], emit: (bytes: Uint8Array) => void): Stage {
  let stage: Stage = { write: emit, end() {} };
  for (const filter of filters) stage = createStage(filter, stage);
  return stage;
}

const PIECE = 64 * 1024;

function createStage(filter: FilterFlags, next: Stage): Stage {
  const { undo, start } = filter.id === DELTA_ID ? deltaFilter(filter) : branchFilter(filter);
  let buffer = new Uint8Array(0);
  let kept = 0;
  let position = start;
  return {
    write(bytes) {
      for (let at = 0; at < bytes.length;) {
        const piece = bytes.subarray(at, at + PIECE);
        at += piece.length;
        const size = kept + piece.length;
        if (size > buffer.length) {
          const larger = new Uint8Array(size);
          larger.set(buffer.subarray(0, kept));
          buffer = larger;
        }
        buffer.set(piece, kept);
        const done = undo(buffer, size, position);
        position = (position + done) | 0;
        if (done > 0) next.write(buffer.subarray(0, done));
        buffer.copyWithin(0, done, size);
        kept = size - done;
      }
    },
    end() {
      if (kept > 0) next.write(buffer.subarray(0, kept));
      next.end();
    },
  };
}

interface Filter {
  readonly undo: Undo;
  readonly start: number;
}

/** Branch filters (.xz format 5.3.2) may have the position of their first byte as property. */
function branchFilter({ id, properties }: FilterFlags): Filter {
  if (id === LZMA2_ID) throw corrupt('LZMA2 is not its last filter');
  const kind = branchFilters.get(id);
  if (!kind) throw unsupported('This kind of xz data', `its filter (${id}) is not known`);
  const start = properties.length === 4 ? readUint32(properties, 0) : 0;
  if ((properties.length !== 0 && properties.length !== 4) || start % kind.alignment !== 0)
    throw corrupt('a filter has impossible properties');
  return { undo: kind.create(), start: start | 0 };
}

/** Delta (5.3.3): every byte is the difference to the one `distance` before it. */
function deltaFilter({ properties }: FilterFlags): Filter {
  if (properties.length !== 1) throw corrupt('a filter has impossible properties');
  const distance = properties[0]! + 1;
  const past = new Uint8Array(256);
  const undo: Undo = (bytes, size, position) => {
    for (let at = 0; at < size; at++) {
      const value = (bytes[at]! + past[(position + at - distance) & 255]!) & 255;
      bytes[at] = value;
      past[(position + at) & 255] = value;
    }
    return size;
  };
  return { undo, start: 0 };
}
