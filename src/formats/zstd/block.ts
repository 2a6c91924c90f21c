import { MARGIN } from './bits.ts';
import { DamagedBlock } from './failure.ts';
import { Literals } from './literals.ts';
import { Sequences } from './sequences.ts';
import { Window } from './window.ts';

export const maxBlock = 128 * 1024;
/** In the order of their numbers. */
export const blockKinds = ['raw', 'run', 'packed'] as const;
export type BlockKind = (typeof blockKinds)[number];

/** Decodes blocks one after the other; memory depends on what was decoded, up to the window of the frame. */
export class BlockDecoder {
  private readonly bytes = new Uint8Array(MARGIN + maxBlock + MARGIN);
  private readonly view = new DataView(this.bytes.buffer);
  private readonly literals = new Literals(maxBlock);
  private readonly sequences = new Sequences();
  private readonly window: Window;
  private maxSize = 0;

  /** What `emit` gets is valid during the call. */
  constructor(emit: (chunk: Uint8Array) => void) {
    this.window = new Window(maxBlock, emit);
  }

  startFrame(windowSize: number): void {
    this.maxSize = Math.min(windowSize, maxBlock);
    this.literals.startFrame();
    this.sequences.startFrame();
    this.window.startFrame(windowSize);
  }

  endFrame(): void {
    this.window.flush();
  }

  /** `size` is what the header of the block says: of its content if that is plain, else of `stored`. */
  decode(kind: BlockKind, size: number, stored: Uint8Array): void {
    if (size > this.maxSize) throw new DamagedBlock('it is larger than a block may be');
    if (size === 0 && kind !== 'packed') return;
    const { window } = this;
    window.reserve();
    if (kind === 'packed') this.unpack(stored);
    else {
      if (kind === 'raw') window.bytes.set(stored, window.at);
      else window.bytes.fill(stored[0]!, window.at, window.at + size);
      window.at += size;
    }
    window.flushFull();
  }

  private unpack(stored: Uint8Array): void {
    const { bytes, view, literals, maxSize } = this;
    const end = MARGIN + stored.length;
    bytes.set(stored, MARGIN);
    const at = literals.read(bytes, view, MARGIN, end, maxSize);
    this.sequences.run(bytes, view, at, end, literals, this.window, maxSize);
  }
}
