import type { DocumentFormat, Reader } from './reader.ts';

/** The readers by format; each is loaded when it is needed. */
export const readers: Partial<Readonly<Record<DocumentFormat, () => Promise<Reader>>>> = {
  docx: async () => (await import('../docx/index.ts')).readDocx,
  pptx: async () => (await import('../pptx/index.ts')).readPptx,
  xlsx: async () => (await import('../xlsx/index.ts')).readXlsx,
  ods: async () => (await import('../odf/index.ts')).readOds,
  csv: async () => (await import('../csv/index.ts')).readCsv,
  tsv: async () => (await import('../csv/index.ts')).readTsv,
  odt: async () => (await import('../odf/index.ts')).readOdt,
  odp: async () => (await import('../odf/index.ts')).readOdp,
  text: async () => (await import('./plain.ts')).readPlainText,
};
