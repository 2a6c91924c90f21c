import { showPath } from '../files/index.ts';
import { checkVersion, readFile, versionOf } from './file-content.ts';
import { defineFileTool, problem } from './file-tool.ts';

const mostCounted = 10_000;

export const edit = defineFileTool({
  name: 'Edit',
  nature: { changes: 'anything', repeatable: false, reachesOut: false },
  description:
    'Replace one piece of a text file of the workspace. old_string must be in the file exactly once, with its spaces and line ends; take ' +
    'more lines around it when it is not unique. All other bytes stay as they are; in a file with CRLF line ends both strings may have LF.',
  schema: async () => (await import('../protocol/file-tools.ts')).editInputSchema,
  plan({ path, old_string, new_string, expected_version: expected }, place) {
    const file = place(path);
    return {
      command: `Edit ${showPath(file)}`,
      args: { path: file, ...(expected === undefined ? {} : { expected_version: expected.slice(0, 100) }) },
      effects: [
        { kind: 'read', target: file },
        { kind: 'write', target: file },
      ],
      run({ root }) {
        if (old_string === new_string) throw problem('INVALID_PARAM', 'old_string and new_string are the same');
        const before = readFile(root, file);
        checkVersion(file, before.version, expected);
        const { bytes, line } = replaceOnce(file, before.bytes, old_string, new_string);
        root.write(file, bytes, { replace: true }); // the gate has kept what the effects say will be replaced
        const version = versionOf(bytes);
        return {
          data: { applied: true, version },
          text: `Edited ${showPath(file)} at line ${line}; it has ${bytes.length} bytes now.`,
          recorded: { applied: true, version, bytes: bytes.length, line },
        };
      },
    };
  },
});

/** In bytes, so that what is no UTF-8 elsewhere in the file survives. */
function replaceOnce(file: string, content: Buffer, from: string, to: string): { bytes: Buffer; line: number } {
  const ends = lineEnds(content);
  const [old, fresh] = [from, to].map((text) => Buffer.from(ends === 'crlf' ? text.replace(/\r?\n/g, '\r\n') : text));
  const { count, first } = occurrences(content, old!);
  if (count !== 1) {
    const often = count >= mostCounted ? `at least ${count} times` : `${count} times`;
    const advice = count === 0 ? 'read the file and copy the text exactly' : 'add lines around it that make it unique';
    throw problem('INVALID_PARAM', `old_string is in "${showPath(file)}" ${often}, not once: ${advice}`);
  }
  const bytes = Buffer.concat([content.subarray(0, first), fresh!, content.subarray(first + old!.length)]);
  return { bytes, line: 1 + countLines(content.subarray(0, first)) };
}

/** Overlapping ones count: which of them would be meant? */
function occurrences(content: Buffer, part: Buffer): { count: number; first: number } {
  const first = content.indexOf(part);
  let count = 0;
  for (let at = first; at >= 0 && count < mostCounted; at = content.indexOf(part, at + 1)) count++;
  return { count, first };
}

/** Mixed ends are kept by changing nothing. */
function lineEnds(content: Buffer): 'crlf' | 'other' {
  let at = content.indexOf(10);
  if (at < 0) return 'other';
  for (; at >= 0; at = content.indexOf(10, at + 1)) if (content[at - 1] !== 13) return 'other';
  return 'crlf';
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}
