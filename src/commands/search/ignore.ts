import { compileGlob, GlobProblem, type Glob } from './glob.ts';

/** What one `.gitignore` says; undefined is no opinion. */
export interface IgnoreRules {
  /** It says `*` and no more, as tools do that hide what they make; our own state folder has it. */
  readonly hidesAll: boolean;
  /** The path is relative to the folder of the file. */
  ignores(path: string, isFolder: boolean): boolean | undefined;
}

const maxRules = 2_000;

/** As git reads it: the last rule that fits counts, `!` takes back, a slash ties a rule to the folder, one at the end to folders. */
export function parseIgnore(text: string, options: { readonly exceptWhole?: boolean } = {}): IgnoreRules {
  const rules = text
    .split(/\r?\n/, maxRules)
    .flatMap(parseRule)
    .filter(({ isWhole }) => !(isWhole && options.exceptWhole))
    .reverse();
  return {
    hidesAll: rules.length === 1 && rules[0]?.isWhole === true,
    ignores(path, isFolder) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const rule = rules.find(
        ({ glob, isTied, onlyFolders }) => (isFolder || !onlyFolders) && glob.fits(isTied ? path : name),
      );
      return rule && !rule.takesBack;
    },
  };
}

interface IgnoreRule {
  readonly glob: Glob;
  readonly takesBack: boolean;
  readonly isTied: boolean;
  readonly onlyFolders: boolean;
  /** It stands for all that is in the folder. */
  readonly isWhole: boolean;
}

function parseRule(line: string): IgnoreRule[] {
  const text = line.replace(/(?<!\\)[ \t]+$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const takesBack = text.startsWith('!');
  const onlyFolders = text.endsWith('/');
  const pattern = text.slice(takesBack ? 1 : 0).replace(/\/$/, '');
  const isTied = pattern.includes('/');
  // Braces are ordinary characters to git.
  const glob = tryGlob(pattern.replace(/^\//, '').replace(/\\?([{}])/g, '\\$1'));
  return glob ? [{ glob, takesBack, isTied, onlyFolders, isWhole: !takesBack && /^\/?\*{1,2}$/.test(pattern) }] : [];
}

/** A rule that says nothing hides nothing. */
function tryGlob(pattern: string): Glob | undefined {
  try {
    return compileGlob(pattern);
  } catch (error) {
    if (error instanceof GlobProblem) return undefined;
    throw error;
  }
}
