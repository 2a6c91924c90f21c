import { isUtf8 } from 'node:buffer';
import { showPath } from '../files/index.ts';
import { defineFileTool, problem, type Done } from './file-tool.ts';
import { readFile } from './file-content.ts';

const maxLines = 2000;
const maxBytes = 64 * 1024;

export const read = defineFileTool({
  name: 'Read',
  nature: { changes: 'nothing', repeatable: true, reachesOut: false },
  description:
    'Read a text file of the workspace, exactly as it is. Gives at most 2000 lines or 64 KiB at a time; go on with start_line. The version is ' +
    'for expected_version of Edit and Write.',
  schema: async () => (await import('../protocol/file-tools.ts')).readInputSchema,
  plan({ path, start_line, limit }, place) {
    const file = place(path);
    return {
      command: `Read ${showPath(file)}${start_line > 1 ? ` from line ${start_line}` : ''}`,
      args: { path: file, start_line, limit },
      effects: [{ kind: 'read', target: file }],
      run({ root }) {
        const { bytes, version } = readFile(root, file);
        return show(file, bytes, version, start_line, Math.min(limit, maxLines));
      },
    };
  },
});

function show(file: string, bytes: Buffer, version: string, first: number, limit: number): Done {
  const { starts, total } = lineStarts(bytes, first, limit);
  if (first > Math.max(1, total))
    throw problem('INVALID_PARAM', `start_line is ${first}, but "${showPath(file)}" has ${total} lines`);
  const from = starts[0] ?? bytes.length;
  // As many whole lines as there is room for, or a part of one that is longer than that.
  const ends = starts.slice(1).filter((end) => end - from <= maxBytes);
  const to = ends.at(-1) ?? from + wholeCharacters(bytes.subarray(from, from + maxBytes));
  const isPart = ends.length === 0 && to < bytes.length;
  const last = first + Math.max(ends.length, 1) - 1;
  const truncated = to < bytes.length;
  const part = bytes.subarray(from, to);
  const content = part.toString('utf8');
  const notes = [
    `Read ${showPath(file)}: ${total === 0 ? 'it is empty' : `lines ${first} to ${last} of ${total}`}.`,
    ...(isUtf8(part) ? [] : ['[It is not UTF-8: what is no character is shown as \uFFFD.]']),
    ...(isPart ? [`[Truncated: line ${first} is longer than ${maxBytes} bytes; this is its beginning.]`] : []),
    ...(truncated && last < total ? [`[Truncated: go on with start_line ${last + 1}.]`] : []),
  ];
  return {
    data: { content, version, start_line: first, end_line: total === 0 ? 0 : last, total_lines: total, truncated },
    text: content === '' ? notes.join('\n') : `${notes.join('\n')}\n\n${content}`,
    recorded: { version, bytes: part.length, lines: total === 0 ? 0 : last - first + 1 },
  };
}

/** Where the lines from `first` on begin, and where the last of them ends. */
function lineStarts(bytes: Buffer, first: number, limit: number): { starts: number[]; total: number } {
  const starts: number[] = [];
  let total = 0;
  for (let at = 0; at < bytes.length;) {
    total++;
    if (total >= first && starts.length <= limit) starts.push(at);
    const end = bytes.indexOf(10, at);
    at = end < 0 ? bytes.length : end + 1;
  }
  if (starts.length > 0 && starts.length <= limit) starts.push(bytes.length);
  return { starts, total };
}

/** Up to the last byte of a character. */
function wholeCharacters(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 3 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  const lead = bytes[end - 1] ?? 0;
  const needs = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.length - (end - 1) < needs ? end - 1 : bytes.length;
}
