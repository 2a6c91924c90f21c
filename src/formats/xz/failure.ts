import { SallyportError } from '../../protocol/errors.ts';

export function corrupt(reason: string): SallyportError {
  return new SallyportError('CorruptInput', { path: 'xz data', reason });
}

export function unsupported(what: string, reason: string): SallyportError {
  return new SallyportError('NotSupported', {
    format: what,
    platform: 'any system',
    reason,
    next: 'Unpack it with the xz program, or have it packed again with plain "xz -6".',
  });
}
