import type { DocumentFormat, Reader } from './reader.ts';

/** The readers by format; each is loaded when it is needed. */
export const readers: Partial<Readonly<Record<DocumentFormat, () => Promise<Reader>>>> = {
  pdf: async () => (await import('../pdf/read.ts')).readPdf,
  text: async () => (await import('./plain.ts')).readPlainText,
};
