import { showPath, type Root } from '../files/index.ts';
import { checkVersion, isFolder, versionOf } from './file-content.ts';
import { defineFileTool, problem } from './file-tool.ts';

const maxExistingBytes = 256 * 1024 * 1024;

export const write = defineFileTool({
  name: 'Write',
  nature: { changes: 'anything', repeatable: true, reachesOut: false },
  description:
    'Write a whole file of the workspace; missing folders are made. A file that exists is replaced only with overwrite: true, and with ' +
    'expected_version only if nobody has changed it since it was read. To change a part of a file use Edit.',
  schema: async () => (await import('../protocol/file-tools.ts')).writeInputSchema,
  plan({ path, content, overwrite, expected_version: expected }, place) {
    const file = place(path);
    return {
      command: `Write ${showPath(file)}${overwrite ? ' (overwrite)' : ''}`,
      args: { path: file, overwrite, ...(expected === undefined ? {} : { expected_version: expected.slice(0, 100) }) },
      effects: [{ kind: 'write', target: file }],
      run({ root }) {
        const bytes = Buffer.from(content);
        const isNew = put(root, file, bytes, { overwrite, expected });
        const version = versionOf(bytes);
        return {
          data: { applied: true, version },
          text: `${isNew ? 'Wrote the new file' : 'Replaced'} ${showPath(file)} (${bytes.length} bytes).`,
          recorded: { applied: true, version, bytes: bytes.length, created: isNew },
        };
      },
    };
  },
});

/** Whether the file is new. */
function put(
  root: Root,
  file: string,
  bytes: Uint8Array,
  { overwrite, expected }: { overwrite: boolean; expected: string | undefined },
): boolean {
  const existing = root.stat(file);
  if (existing?.kind === 'dir') throw isFolder(file);
  if (!existing) {
    if (expected !== undefined) throw problem('CONFLICT', `"${showPath(file)}" is gone; a version of it was expected`);
    root.write(file, bytes); // refuses a file that came up meanwhile
    return true;
  }
  if (!overwrite && existing.kind === 'file')
    throw problem(
      'CONFLICT',
      `"${showPath(file)}" exists already`,
      'Read it first; then send overwrite: true to replace it, or choose another name.',
    );
  if (expected !== undefined) checkVersion(file, versionOf(root.read(file, maxExistingBytes)), expected);
  root.write(file, bytes, { replace: true }); // the gate has kept what the effects say will be replaced
  return false;
}
