import { showPath } from '../files/index.ts';
import { defineFileTool, problem } from './file-tool.ts';

export const mkdir = defineFileTool({
  name: 'Mkdir',
  nature: { changes: 'new', repeatable: true, reachesOut: false },
  description:
    'Make a folder in the workspace, with its missing parents. One that is there already is fine (applied is false then).',
  schema: async () => (await import('../protocol/file-tools.ts')).mkdirInputSchema,
  plan({ path }, place) {
    const folder = place(path);
    return {
      command: `Mkdir ${showPath(folder)}`,
      args: { path: folder },
      effects: [{ kind: 'write', target: folder, makesFolder: true }],
      run({ root }) {
        if (root.stat(folder)?.kind === 'file')
          throw problem('CONFLICT', `"${showPath(folder)}" is a file`, 'Choose another name for the folder.');
        const applied = root.mkdir(folder);
        const text = applied
          ? `Made the folder ${showPath(folder)}.`
          : `The folder ${showPath(folder)} is there already.`;
        return { data: { applied }, text, recorded: { applied } };
      },
    };
  },
});
