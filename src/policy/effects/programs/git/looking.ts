import type { Part } from '../../define.ts';
import { contentShown, linesShown } from '../../languages/git-content.ts';
import { remote } from '../../languages/git.ts';

/** Letters mean other things here and there, so only what matters is listed. */
const history: Part = {
  quiet: true,
  options: {
    '--output=': 'write',
    '--output-indicator-new --output-indicator-old --output-indicator-context=': 'text',
    '--ext-diff': 'run: option: programs that the settings name',
    '-O=': 'read',
    '-S -G -U -l -n -C=': 'text',
    '-L=': linesShown,
    '-p -u --patch': 'flag',
    '--stat --numstat --shortstat --name-only --name-status --summary --no-patch': 'flag',
    '--format --pretty --grep --author --since --until --after --before=': 'text',
    '--no-index': 'text',
    '--contents --ignore-revs-file=': 'read',
  },
  also: [{ if: '--no-index', operands: 'read' }],
  inspect: contentShown,
};

/** Subcommands that only look. */
export const looking: Readonly<Record<string, Part | string>> = {
  'rev-list': { quiet: true, options: { '--output=': 'write' } },
  'status describe rev-parse ls-files ls-tree merge-base name-rev show-ref for-each-ref': 'quiet',
  'show-branch cherry count-objects check-ignore check-attr var fsck verify-commit verify-tag version help': 'quiet',
  'log show diff shortlog whatchanged range-diff diff-tree diff-files diff-index blame annotate': {
    ...history,
    options: { ...history.options, '-C': 'text' },
  },
  'cat-file': { quiet: true, inspect: contentShown },
  grep: {
    quiet: true,
    inspect: contentShown,
    options: {
      '-O --open-files-in-pager[=]': 'program',
      '-f=': 'read',
      '-e=': 'flag',
      '-A -B -C -m --max-depth --threads=': 'text',
      '--no-index': 'flag',
    },
    also: [{ if: '--no-index', effects: 'read recursive: what is in this folder' }],
  },
  archive: {
    quiet: true,
    options: {
      '-o --output=': 'write',
      '--add-file=': 'read',
      '--remote=': remote,
      '--exec=': 'program',
      '--format --prefix --add-virtual-file --mtime=': 'text',
    },
  },
  difftool: {
    options: {
      '-x --extcmd=': 'program',
      '-y --no-prompt': 'flag',
      '-t --tool=': 'text',
      '--tool-help': 'help',
    },
    operands: [],
    effects: 'run: a tool for differences',
    also: [
      { if: '!-x', effects: 'terminal' },
      { if: '-x !-y', effects: 'terminal' },
    ],
  },
  mergetool: 'terminal + run: a tool for merges',
  'gui citool': 'terminal',
};
