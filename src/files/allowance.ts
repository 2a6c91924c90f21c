import { SallyportError } from '../protocol/errors.ts';

/** How much of something may still be used; what a view uses, the view that it was made from uses too. */
export class Allowance {
  private used = 0;
  private readonly limit: number;
  private readonly parent: Allowance | undefined;
  private readonly refusal: (limit: number) => SallyportError;

  constructor(limit: number, parent: Allowance | undefined, refusal: (limit: number) => SallyportError) {
    this.limit = limit;
    this.parent = parent;
    this.refusal = refusal;
  }

  use(amount: number): void {
    this.used += amount;
    if (this.used > this.limit) throw this.refusal(this.limit);
    this.parent?.use(amount);
  }
}

export function tooMuchRead(limit: number): SallyportError {
  const reason = `this run may read no more than ${limit} bytes of files`;
  return new SallyportError('InvalidArgs', { reason, usage: 'help' });
}

export function tooMuchWritten(limit: number): SallyportError {
  return new SallyportError('OutputTooLarge', { limit, what: 'bytes in files' });
}

export function tooManyFiles(limit: number): SallyportError {
  return new SallyportError('OutputTooLarge', { limit, what: 'files and folders' });
}
