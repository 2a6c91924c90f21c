import { isSallyportError, SallyportError } from '../protocol/errors.ts';
import type { Report } from './document/model.ts';

export function corrupt(name: string, reason: string): SallyportError {
  return new SallyportError('CorruptInput', { path: name, reason });
}

/** For a part that the rest of a document does without: undefined when it is damaged, with a warning. */
export function unlessCorrupt<T>(report: Report, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isSallyportError(error) || error.code !== 'CorruptInput') throw error;
    report.warn(`A part was left out: ${error.message}`, 'damaged');
    return undefined;
  }
}
