import { parse, type AnsiCQuotedPart } from 'unbash';

/**
 * The text of `$'…'`; undefined when it is not followed.
 * The parser takes `\x{72}` for plain text, which is `r` to bash, and a backslash before a newline for a line that goes on.
 */
export function ansiText({ text, value }: AnsiCQuotedPart): string | undefined {
  if (!/\\(?:x\{|\n)/.test(text)) return value;
  if (text.includes('\\c') || text.length > 4_096) return undefined;
  const rewritten = text.replace(/\\(?:x\{([0-9a-fA-F]*)\}?|[^])/g, (escape: string, digits: string | undefined) => {
    if (escape === '\\\n') return '\\\\\n';
    // Of any number of digits the lowest byte counts; none is the end of the string.
    return digits === undefined ? escape : `\\x${digits.slice(-2).padStart(2, '0')}`;
  });
  const command = parse(rewritten).commands[0]?.command;
  const part = command?.type === 'Command' ? command.name?.parts?.[0] : undefined;
  return part?.type === 'AnsiCQuoted' ? part.value : undefined;
}
