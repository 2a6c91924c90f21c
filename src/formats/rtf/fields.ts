/** The address in the instruction of a field; nothing for a place in the document, and for other fields. */
export function hyperlinkOf(instruction: string): string | undefined {
  if (/^\s*HYPERLINK\s+\\l/i.test(instruction)) return undefined;
  const [, quoted, plain] = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*(?:"([^"]*)"|([^\s"\\]+))/i.exec(instruction) ?? [];
  return quoted ?? plain;
}
