import { newTally, walk } from '../commands/search/index.ts';
import { showPath } from '../files/index.ts';
import { defineFileTool, problem } from './file-tool.ts';
import { checkFolder, checkGlob, leftOut, unhurried } from './search.ts';

export const glob = defineFileTool({
  name: 'Glob',
  nature: { changes: 'nothing', repeatable: true, reachesOut: false },
  description:
    'Find files of the workspace by a pattern such as "src/**/*.{ts,tsx}", sorted by path, hidden files too. Never looks into .git; leaves out ' +
    'node_modules and what .gitignore names unless path, or the pattern before its first wildcard, names the folder. Gives files, not folders or links.',
  schema: async () => (await import('../protocol/file-tools.ts')).globInputSchema,
  plan({ pattern, path, limit }, place) {
    const folder = place(path);
    const start = place(startOf(folder, pattern));
    return {
      command: `Glob ${showPath(pattern)} in ${showPath(folder)}`,
      args: { pattern, path: folder, limit },
      effects: [folder, ...(start === folder ? [] : [start])].map((target) => ({ kind: 'read' as const, target })),
      async run({ root, signal }) {
        const { fits } = checkGlob('pattern', pattern);
        if (pattern.split('/').includes('..')) throw problem('INVALID_PARAM', 'pattern has a ".." in it');
        checkFolder(root, folder);
        const tally = newTally();
        const paths: string[] = [];
        let isFull = false;
        // The folder that a pattern names need not be there; then nothing fits.
        const isThere = start === '.' || !['file', undefined].includes(root.stat(start)?.kind);
        const found = isThere ? walk(root, start, { honoursIgnore: true }, tally) : [];
        const cut = folder === '.' ? 0 : folder.length + 1;
        for await (const { path, kind } of unhurried(found, signal)) {
          if (kind !== 'file' || !fits(path.slice(cut))) continue;
          if (paths.length === limit) {
            isFull = true;
            break;
          }
          paths.push(path);
        }
        const truncated = isFull || tally.isCut;
        const headline = `Glob ${showPath(pattern)} in ${showPath(folder)}: ${paths.length} files.`;
        return {
          data: { paths, truncated },
          text: [headline, ...leftOut(tally, isFull), ...paths.map(showPath)].join('\n'),
          recorded: { paths: paths.length, truncated },
        };
      },
    };
  },
});

/** Where the walk begins: what the pattern names before its first wildcard is as good as a path, and judged as one. */
function startOf(folder: string, pattern: string): string {
  const names = pattern.split('/');
  const wild = names.findIndex((name) => /[*?[\]{}\\]/.test(name));
  const named = names.slice(0, wild < 0 ? -1 : Math.min(wild, names.length - 1));
  if (named[0] === '') return pattern; // absolute
  return named.length === 0 ? folder : [folder, ...named].join('/');
}
