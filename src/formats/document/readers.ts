import type { DocumentFormat, Reader } from './reader.ts';

/** The readers by format; each is loaded when it is needed. */
export const readers: Partial<Readonly<Record<DocumentFormat, () => Promise<Reader>>>> = {
  docx: async () => (await import('../docx/index.ts')).readDocx,
  pptx: async () => (await import('../pptx/index.ts')).readPptx,
  html: async () => (await import('../html/index.ts')).readHtml,
  epub: async () => (await import('../epub/index.ts')).readEpub,
  ipynb: async () => (await import('../notebook/index.ts')).readNotebook,
  eml: async () => (await import('../mail/index.ts')).readMail,
  rtf: async () => (await import('../rtf/index.ts')).readRtf,
  text: async () => (await import('./plain.ts')).readPlainText,
};
