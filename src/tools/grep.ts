import type { CommandContext } from '../commands/index.ts';
import {
  candidates,
  newTally,
  openCollector,
  readLines,
  searchMs,
  type GrepInput,
  type Match,
  type Matches,
} from '../commands/search/index.ts';
import { showPath } from '../files/index.ts';
import { SallyportError } from '../protocol/errors.ts';
import { defineFileTool, problem } from './file-tool.ts';
import { checkGlob, leftOut, unhurried } from './search.ts';

const timeMs = 10_000;
/** What a command line can hold, with room to spare. */
const batch = { files: 5_000, chars: 256 * 1024 };

export const grep = defineFileTool({
  name: 'Grep',
  nature: { changes: 'nothing', repeatable: true, reachesOut: false },
  description:
    'Search the lines of text files of the workspace with a regular expression, capitals or not unless case_sensitive is true. Never looks into ' +
    '.git; leaves out binary and protected files, node_modules and what .gitignore names unless path names the folder or file.',
  schema: async () => (await import('../protocol/file-tools.ts')).grepInputSchema,
  plan({ pattern, path, include, case_sensitive, context, limit }, place, workspace) {
    const start = place(path);
    const search: GrepInput = {
      pattern,
      path: start,
      caseSensitive: case_sensitive,
      context,
      limit,
      ...(include === undefined ? {} : { include }),
    };
    return {
      command: `Grep ${showPath(pattern)} in ${showPath(start)}${include === undefined ? '' : ` (${showPath(include)})`}`,
      args: { pattern, path: start, case_sensitive, context, limit, ...(include === undefined ? {} : { include }) },
      effects: [{ kind: 'read', target: start }],
      limits: { timeMs },
      async run(given) {
        check(search, given);
        const fast = await withRipgrep(search, given, workspace);
        const found = fast ?? ((await given.offload('grep', search)) as unknown as Matches);
        const { matches, isFull, searched } = found;
        const truncated = isFull || found.isCut;
        const headline = `Grep ${showPath(pattern)} in ${showPath(start)}: ${matches.length} matches.`;
        return {
          data: { matches, truncated },
          text: [headline, ...leftOut(found, isFull), ...largeOnes(found), ...matches.map(lineOf)].join('\n'),
          recorded: { matches: matches.length, searched, truncated, engine: fast ? 'ripgrep' : 'own' },
        };
      },
    };
  },
});

function check({ path, include }: GrepInput, { root }: CommandContext): void {
  if (include !== undefined) checkGlob('include', include);
  const found = path === '.' ? undefined : root.stat(path);
  if (!found && path !== '.') throw new SallyportError('NotFound', { path: showPath(path) });
  if (found?.kind !== 'file') return;
  root.read(path); // says in its own words what is in the way
  if (readLines(root, path) === 'binary') throw problem('BINARY_FILE', `"${showPath(path)}" is a binary file`);
}

/**
 * Ripgrep only says which lines fit. What they hold is read through the workspace's own door: a file that became a link meanwhile gives
 * nothing away. Undefined when there is no ripgrep, or it cannot do it.
 */
async function withRipgrep(
  search: GrepInput,
  { root, signal }: CommandContext,
  workspace: string,
): Promise<Matches | undefined> {
  const { findRipgrep, searchWithRipgrep } = await import('../backends/ripgrep/index.ts');
  const program = findRipgrep(workspace, process.env);
  if (program === undefined) return undefined;
  const tally = newTally();
  const collector = openCollector(search);
  let [searched, large, isFull] = [0, 0, false];

  const until = performance.now() + searchMs;
  const look = async (files: readonly string[]): Promise<boolean> => {
    const { pattern, caseSensitive, limit } = search;
    const hits = await searchWithRipgrep(
      program,
      { pattern, caseSensitive, files, maxLines: limit + 1 },
      { workspace, signal },
    );
    if (!hits) return false;
    searched += files.length;
    let [file, lines]: [string, ReturnType<typeof readLines>] = ['', 'closed'];
    for (const hit of hits) {
      if (hit.file !== file) {
        [file, lines] = [hit.file, readLines(root, hit.file)];
        if (lines === 'large') large++;
      }
      if (typeof lines === 'string' || hit.line > lines.length) continue;
      isFull ||= !collector.add(file, lines, hit.line - 1);
      if (isFull) break;
    }
    return true;
  };

  let [files, chars]: [string[], number] = [[], 0];
  for await (const file of unhurried(candidates(root, search, tally), signal)) {
    files.push(file);
    chars += file.length;
    if (files.length < batch.files && chars < batch.chars) continue;
    if (!(await look(files))) return undefined;
    [files, chars] = [[], 0];
    if (performance.now() > until) tally.isCut = true;
    if (isFull || tally.isCut) break;
  }
  if (!isFull && files.length > 0 && !(await look(files))) return undefined;
  const { ignored, closed } = tally;
  return { matches: collector.matches, isFull, isCut: tally.isCut, searched, ignored, closed, large };
}

function largeOnes({ large }: Matches): string[] {
  return large > 0 ? [`[Left out: ${large} files that are too large.]`] : [];
}

/** As grep prints it: a colon after the line that fits, a dash after those around it. */
function lineOf({ file, line, text, before = [], after = [] }: Match): string {
  const name = showPath(file);
  const around = (lines: readonly string[], from: number) => lines.map((row, at) => `${name}-${from + at}-${row}`);
  return [...around(before, line - before.length), `${name}:${line}:${text}`, ...around(after, line + 1)].join('\n');
}
