import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import { EngineFault, memoryBytes } from './engine.ts';

/** Turns what PDFium dies of into what a caller can know of. */
export function guarded<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof EngineFault && thrown.reason === 'memory')
      throw new SallyportError('ArchiveTooLarge', {
        reason: `it needs more than ${memoryBytes} bytes of memory when it is unpacked`,
      });
    // Traps of WebAssembly: a bad access, a recursion without end.
    const isTrap = thrown instanceof RangeError || (thrown instanceof Error && thrown.name === 'RuntimeError');
    if (thrown instanceof EngineFault || isTrap) throw corrupt(name, 'PDFium cannot read it');
    throw thrown;
  }
}
