import { newTally, walk } from '../commands/search/index.ts';
import { showPath } from '../files/index.ts';
import { defineFileTool } from './file-tool.ts';
import { checkFolder, leftOut, unhurried } from './search.ts';

export const ls = defineFileTool({
  name: 'LS',
  nature: { changes: 'nothing', repeatable: true, reachesOut: false },
  description:
    'List a folder of the workspace, hidden files too. With depth also what is below it, but not inside .git and node_modules unless path ' +
    'names them. Links are shown as links and never followed.',
  schema: async () => (await import('../protocol/file-tools.ts')).lsInputSchema,
  plan({ path, depth, limit }, place) {
    const folder = place(path);
    return {
      command: `LS ${showPath(folder)}`,
      args: { path: folder, depth, limit },
      effects: [{ kind: 'read', target: folder }],
      async run({ root, signal }) {
        checkFolder(root, folder);
        const tally = newTally();
        const entries: { path: string; type: 'file' | 'dir' | 'link' }[] = [];
        let isFull = false;
        for await (const { path, kind } of unhurried(
          walk(root, folder, { depth, honoursIgnore: false }, tally),
          signal,
        )) {
          if (entries.length === limit) {
            isFull = true;
            break;
          }
          // A pipe, a socket or a device is a file to whoever lists it, and refused by whoever opens it.
          entries.push({ path, type: kind === 'other' ? 'file' : kind });
        }
        const truncated = isFull || tally.isCut;
        const marks = { file: '', dir: '/', link: '@' };
        const lines = entries.map(({ path, type }) => showPath(path) + marks[type]);
        const headline = `LS ${showPath(folder)}: ${entries.length} entries (/ is a folder, @ a link).`;
        return {
          data: { entries, truncated },
          text: [headline, ...leftOut(tally, isFull), ...lines].join('\n'),
          recorded: { entries: entries.length, truncated },
        };
      },
    };
  },
});
