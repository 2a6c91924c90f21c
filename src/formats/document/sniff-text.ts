import { charsetOf, decodeText } from './charset.ts';
import type { DocumentInput } from './input.ts';
import type { DocumentFormat } from './reader.ts';

/** Which of the text formats it is; what looks like several is what its name says. */
export function sniffText(input: DocumentInput, head: Buffer): DocumentFormat | 'unknown' {
  const isWide = /^utf-(?:16|32)/.test(charsetOf(head));
  // A character may be cut at the end of the head, which must not count as a wrong one.
  const lastLine = input.bytes > head.length ? head.lastIndexOf(0x0a) : -1;
  const text = decodeText(lastLine > 0 && !isWide ? head.subarray(0, lastLine) : head).replace(/^\uFEFF/, '');
  const start = text.trimStart();
  const named = byName.get(/\.([a-z0-9]+)$/i.exec(input.name)?.[1]?.toLowerCase() ?? '');
  if (!isWide && isBinary(head.subarray(0, 8192), named !== undefined || isHtml(start))) return 'unknown';
  if (start.startsWith('{') && isNotebook(input, text, named)) return 'ipynb';
  const isMarkdown = /\.(?:md|markdown)$/i.test(input.name);
  // Markdown may begin with tags; a whole page under that name is a page.
  if (isHtml(start) && !(isMarkdown && !isPage(start))) return named === 'eml' && isMail(text) ? 'eml' : 'html';
  if (isMail(text) && named !== 'text' && named !== 'csv' && named !== 'tsv') return 'eml';
  if (named) return named;
  return tableOf(text) ?? 'text';
}

const byName: ReadonlyMap<string, DocumentFormat> = new Map([
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['tab', 'tsv'],
  ['htm', 'html'],
  ['html', 'html'],
  ['xhtml', 'html'],
  ['eml', 'eml'],
  ['mht', 'eml'],
  ['mhtml', 'eml'],
  ['ipynb', 'ipynb'],
  ['txt', 'text'],
  ['md', 'text'],
  ['markdown', 'text'],
  ['log', 'text'],
]);

/** Bytes of 0 are in no text; a few among other text, and those that fill up its end, are passed over where the file says that it is one. */
function isBinary(head: Buffer, claimsText: boolean): boolean {
  if (!head.includes(0)) return false;
  let end = head.length;
  while (end > 0 && head[end - 1] === 0) end--;
  let [zeros, controls] = [0, 0];
  for (const byte of head.subarray(0, end)) {
    if (byte === 0) zeros++;
    else if (byte < 0x20 && !(byte >= 9 && byte <= 13) && byte !== 0x1b) controls++;
  }
  return !claimsText || end === 0 || zeros > end * 0.1 || controls > end * 0.01;
}

function isNotebook(input: DocumentInput, text: string, named: DocumentFormat | undefined): boolean {
  if (named === 'ipynb') return true;
  const tailLength = Math.min(input.bytes, 4096);
  const tail = Buffer.from(input.read(input.bytes - tailLength, tailLength)).toString('latin1');
  return /"cells"\s*:\s*\[/.test(text) && (text.includes('"nbformat"') || tail.includes('"nbformat"'));
}

function isPage(start: string): boolean {
  return /^<(?:!doctype\s+html|html)\b/i.test(afterComments(start));
}

function afterComments(start: string): string {
  return start.replace(/^(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->|\s)+/, '').slice(0, 200);
}

function isHtml(start: string): boolean {
  return /^<(?:!doctype\s+html|html|head|body|meta|title|table|div|p|h[1-6]|article|section|ul|ol)\b/i.test(
    afterComments(start),
  );
}

/** Header lines of RFC 5322, some of them those that every mail has. */
function isMail(text: string): boolean {
  const header = text.slice(0, 16_384).split(/\n\n/, 1)[0] ?? '';
  const lines = header.replace(/^From [^\n]*\n/, '').split('\n');
  if (!lines.every((line) => /^(?:[!-9;-~]+:|[ \t])/.test(line))) return false;
  const known = /^(?:from|to|date|subject|message-id|mime-version|received|return-path|content-type|delivered-to):/i;
  return new Set(lines.flatMap((line) => known.exec(line)?.[0].toLowerCase() ?? [])).size >= 2;
}

/** Lines with the same number of commas or tabs are a table. */
function tableOf(text: string): 'csv' | 'tsv' | undefined {
  const lines = text
    .split('\n', 51)
    .slice(0, 50)
    .filter((line) => line !== '');
  if (lines.length < 2) return undefined;
  for (const [format, mark] of [
    ['tsv', '\t'],
    ['csv', ','],
    ['csv', ';'],
  ] as const) {
    const counts = new Set(lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(mark).length));
    if (counts.size === 1 && !counts.has(1)) return format;
  }
  return undefined;
}
