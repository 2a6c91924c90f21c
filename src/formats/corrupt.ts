import { SallyportError } from '../protocol/errors.ts';

export function corrupt(name: string, reason: string): SallyportError {
  return new SallyportError('CorruptInput', { path: name, reason });
}
