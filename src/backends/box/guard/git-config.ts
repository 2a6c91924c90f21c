/** What is left of a git config when everything is taken out that could run a program or lead git elsewhere. */
export interface HarmlessConfig {
  readonly text: string;
  /** The settings that were taken out, as `section.key`. */
  readonly removed: readonly string[];
}

/**
 * Keeps the lines of settings that are known to be harmless, and those that `before` had already. What cannot be read line by line,
 * as git reads it, is taken out too.
 */
export function harmlessConfig(
  text: string,
  { before = '', isInside }: { before?: string | undefined; isInside: (path: string) => boolean },
): HarmlessConfig {
  const had = new Set(settingsOf(before).map(({ key, line }) => `${key}\0${line.trim()}`));
  const removed: string[] = [];
  const kept: string[] = [];
  for (const { key, line, isSection } of settingsOf(text)) {
    if (isSection || had.has(`${key}\0${line.trim()}`) || isHarmless(key, line, isInside)) kept.push(line);
    else removed.push(key);
  }
  return { text: kept.length === 0 ? '' : `${kept.join('\n')}\n`, removed };
}

/** What git itself writes for `init`, `clone`, `remote add`, `branch -u` and `submodule init`. */
const harmless = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)$/,
  /^remote\.[^\0]+\.(url|pushurl|fetch|tagopt|prune|mirror|partialclonefilter|promisor)$/,
  /^branch\.[^\0]+\.(remote|merge|rebase|pushremote|description|vscode-merge-base|gh-merge-base)$/,
  /^submodule\.[^\0]+\.(url|active)$/,
  /^(user\.(name|email)|init\.defaultbranch|pull\.(rebase|ff)|push\.(default|autosetupremote)|rerere\.enabled)$/,
  /^extensions\.(objectformat|partialclone|refstorage)$/,
];

function isHarmless(key: string, line: string, isInside: (path: string) => boolean): boolean {
  // Of a submodule, whose folder lies elsewhere in the same workspace.
  if (key === 'core.worktree') return isInside(/=\s*([\w./-]+)\s*$/.exec(line)?.[1] ?? '');
  // `ext::` runs a program, and so does a path to one as a remote helper.
  const runs = /^(remote|submodule)\./.test(key) && /=\s*"?\s*\w+::/.test(line);
  return !runs && !line.trimEnd().endsWith('\\') && harmless.some((known) => known.test(key));
}

interface Setting {
  /** In small letters but for the name in quotes: `remote.origin.url`. */
  readonly key: string;
  readonly line: string;
  readonly isSection: boolean;
}

function settingsOf(text: string): Setting[] {
  let section = '';
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, , quoted, rest = ''] = /^\s*\[\s*([\w.-]+)(\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line) ?? [];
      if (name !== undefined) {
        section = quoted === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${quoted}`;
        // A setting may stand on the line of its section; there it is never one that git wrote.
        return { key: `${section}.`, line, isSection: rest.trim() === '' };
      }
      const [, key = '?'] = /^\s*([A-Za-z][\w-]*)\s*(?:=|$)/.exec(line) ?? [];
      return { key: `${section}.${key.toLowerCase()}`, line, isSection: /^\s*[#;]/.test(line) };
    });
}
