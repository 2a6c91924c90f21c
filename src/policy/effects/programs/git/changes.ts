import type { Part } from '../../define.ts';
import { prefixFromTop } from '../../languages/names.ts';
import { checkedOut, configured, edited, restored, settingsFile } from '../../languages/git.ts';

const message = {
  '-m --message=': 'flag',
  '-F --file=': 'read',
  '-t --template=': 'read',
  '-C --reuse-message=': 'flag',
  '--author --date=': 'text',
};
/** What a commit or a tag says, from elsewhere than an editor. */
const isSaid = '!-m !-F';
const editor = 'terminal: editor';
const picking = { '-i --interactive': 'terminal', '-p --patch': 'terminal' };
const paths = { '--pathspec-from-file=': 'read' };
const discards = 'change uncommitted-work';

/** Subcommands that change the files and the repository here. */
export const changes: Readonly<Record<string, Part | string>> = {
  'add stage': {
    options: { ...picking, ...paths, '-e --edit': 'terminal', '-f --force -A -u -n -v -N --all --update': 'text' },
    operands: 'read',
    effects: 'change repository',
  },
  commit: {
    options: {
      ...message,
      ...paths,
      '--interactive': 'terminal',
      '-p --patch': 'terminal',
      '-c --reedit-message=': 'flag',
      '-e --edit': 'flag',
      '--no-edit': 'flag',
      '--dry-run --short --porcelain --long': 'flag',
      '-i --include --amend --no-verify --allow-empty --allow-empty-message -n -a --all -s -q -v -z': 'text',
      '-S -u --gpg-sign --untracked-files[=]': 'text',
      '--fixup=': 'flag',
      '--cleanup --trailer --squash=': 'text',
    },
    effects: 'change repository',
    inspect: edited,
  },
  rm: {
    options: { ...paths, '-r': 'recursive', '-f --force': 'force', '--cached -n --dry-run': 'flag', '-q': 'text' },
    operands: [{ if: '--cached' }, { each: 'delete' }],
    effects: 'change repository',
  },
  mv: { operands: { rest: 'read + delete: moved', last: 'write' }, effects: 'change repository' },
  restore: {
    options: {
      ...paths,
      '-s --source=': 'text',
      '-p --patch': 'terminal',
      '-S --staged': 'flag',
      '-W --worktree': 'flag',
      '-q --ours --theirs -m --merge': 'text',
    },
    also: [{ if: '-p', effects: discards }],
    inspect: restored,
  },
  checkout: {
    options: {
      ...paths,
      '-f --force': 'flag',
      '-b -B --orphan=': 'flag',
      '-p --patch': 'terminal + change uncommitted-work',
      '-d --detach': 'flag',
      '--ours --theirs': 'flag',
      '-m --merge -q --quiet -t --track --guess --progress -l': 'text',
      '--conflict=': 'text',
    },
    inspect: checkedOut,
  },
  switch: {
    options: { '-f --force --discard-changes': 'change uncommitted-work force', '-c -C --orphan --create=': 'text' },
    effects: 'change repository',
  },
  reset: {
    options: {
      ...paths,
      '--hard': 'change uncommitted-work force',
      '--merge --keep': discards,
      '--soft --mixed -q --quiet -N --intent-to-add': 'text',
      '-p --patch': 'terminal',
    },
    effects: 'change repository',
  },
  clean: {
    options: {
      '-i --interactive': 'terminal',
      '-n --dry-run': 'flag',
      '-f --force -d -x -X -q --quiet': 'text',
      '-e --exclude=': 'text',
    },
    also: [{ if: '!-n', effects: 'change uncommitted-work force: removes files that are in no commit' }],
  },
  stash: {
    options: { ...picking, '-u -a -k -q --include-untracked --all --keep-index': 'text', '-m --message=': 'text' },
    effects: 'change repository',
    subs: {
      list: { quiet: true, options: { '--output=': 'write' } },
      show: { quiet: true, options: { '--output=': 'write' } },
      'drop clear': 'change uncommitted-work force',
      'push save': { options: { ...picking, '-m --message=': 'text' }, effects: 'change repository' },
      'pop apply branch create store': 'change repository',
    },
  },
  branch: {
    quiet: true,
    options: {
      '-D': 'change repository force: removes a branch that is not merged',
      '-M -C': 'change repository force',
      '-d --delete -m -c --move --copy': 'change repository',
      '-f --force': 'force',
      '-a -r -v -l --list --show-current --all --remotes --verbose --merged --no-merged': 'flag',
      '--contains --no-contains --points-at=': 'flag',
      '--sort --format=': 'text',
      '-u --set-upstream-to=': 'change repository',
      '--edit-description': 'terminal',
    },
    also: [{ if: 'operands !-l !-d !-a !-D !-M !-u !--contains', effects: 'change repository' }],
  },
  tag: {
    quiet: true,
    options: {
      ...message,
      '-d --delete -f --force': 'change repository force',
      '-a -s --annotate --sign': 'flag',
      '-u --local-user=': 'flag',
      '-l --list --contains --merged --points-at -v --verify': 'flag',
      '-e --edit': editor,
      '-n[=]': 'text',
      '--sort --format=': 'text',
    },
    also: [
      { if: 'operands !-l !-d', effects: 'change repository' },
      { if: `operands -a !-l ${isSaid}`, effects: editor },
      { if: `operands -u !-l ${isSaid}`, effects: editor },
    ],
  },
  merge: {
    options: { ...message, '-e --edit': editor, '--abort --no-ff --squash -q': 'text', '-s -X --strategy=': 'text' },
    effects: 'change repository',
  },
  rebase: {
    options: {
      '-i --interactive --edit-todo': editor,
      '-x --exec=': 'script',
      '--onto -s -X --strategy=': 'text',
      '--abort --continue --skip --root --autosquash --autostash -f -q': 'text',
    },
    effects: 'change repository: writes history anew',
  },
  bisect: {
    effects: 'change repository',
    subs: { 'log view visualize': 'quiet', run: { style: 'posix', operands: { rest: 'argv' } } },
    otherwise: 'change repository',
  },
  'filter-branch': {
    options: {
      '--env-filter --tree-filter --index-filter --msg-filter --commit-filter --parent-filter=': 'script',
      '--tag-name-filter --setup=': 'script',
      '-f --force': 'text',
      '-d --original --state-branch=': 'text',
    },
    effects: 'change repository force: writes history anew',
  },
  'filter-repo': 'change repository force: writes history anew',
  reflog: {
    quiet: true,
    subs: { exists: 'quiet', 'expire delete': 'change repository force' },
    otherwise: { quiet: true, options: { '--output=': 'write' } },
  },
  'update-ref': 'change repository force: moves or removes a branch past all checks',
  'symbolic-ref': { options: { '-d --delete': 'force' }, effects: 'change repository' },
  worktree: {
    quiet: true,
    subs: {
      list: 'quiet',
      add: { options: { '-b -B --reason=': 'text' }, operands: { first: 'write' }, effects: 'change repository' },
      remove: {
        options: { '-f --force': 'force' },
        operands: 'delete recursive',
        effects: 'change repository',
      },
      'prune lock unlock move repair': 'change repository',
    },
  },
  config: {
    quiet: true,
    isGlobal: true,
    options: {
      '-f --file=': settingsFile,
      '--blob=': 'text',
      '--default --type --comment --value=': 'text',
      '-l --list --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --name-only': 'flag',
      '--global --system': 'flag',
      '--show-origin --show-scope --local --worktree -z --null --bool --int --all': 'text',
      '--unset --unset-all --rename-section --remove-section': 'change settings',
      '--add --replace-all': 'text',
      '-e --edit': 'terminal + change settings',
    },
    subs: {
      'list get': 'quiet',
      set: { inspect: configured },
      'unset rename-section remove-section': 'change settings',
      edit: 'terminal + change settings',
    },
    otherwise: { quiet: true, inspect: configured },
  },
  'cherry-pick revert': {
    options: { '-e --edit': editor, '-n -x --abort --continue --skip -s': 'text', '-m -X --strategy=': 'text' },
    effects: 'change repository',
  },
  apply: {
    options: {
      '--directory --build-fake-ancestor=': 'write recursive',
      '--exclude --include -p -C --whitespace=': 'text',
      '--stat --numstat --summary --check': 'text',
      '--unsafe-paths': 'flag',
    },
    operands: 'read',
    effects: 'change repository',
    also: [{ if: '--unsafe-paths', doubt: 'the difference says where its files are, also outside' }],
  },
  am: { operands: 'read', effects: 'change repository' },
  'format-patch': {
    options: { '-o --output-directory --output=': 'write', '--signature-file --description-file=': 'read' },
    effects: 'change repository',
  },
  bundle: { subs: { create: { operands: { first: 'write' } }, 'verify list-heads': 'quiet', unbundle: discards } },
  init: {
    options: {
      '--template=': 'run: option: hooks from a template',
      '-b --initial-branch --object-format=': 'text',
      '--separate-git-dir=': 'write',
    },
    operands: 'write',
    effects: 'change repository',
  },
  prune: 'change repository force: removes what no branch holds',
  gc: {
    options: { '--prune=': 'change repository force', '--aggressive --auto -q --quiet --force': 'text' },
    effects: 'change repository',
  },
  'read-tree': {
    options: { '--reset': 'change uncommitted-work force', '--index-output=': 'write' },
    effects: 'change repository',
  },
  notes: {
    quiet: true,
    options: { '--ref=': 'text' },
    subs: {
      'list show get-ref': 'quiet',
      edit: `change repository + ${editor}`,
      'add append': {
        options: { ...message, '-c --reedit-message=': editor, '-f --force --allow-empty': 'text' },
        effects: 'change repository',
        also: [{ if: `!--reuse-message ${isSaid}`, effects: editor }],
      },
    },
    otherwise: 'change repository',
  },
  'repack maintenance pack-refs replace rerere sparse-checkout mktree': 'change repository',
  'hash-object': { options: { '-t --path=': 'text' }, operands: 'read', effects: 'change repository' },
  'merge-file': {
    options: { '-L --marker-size=': 'text', '-p --stdout': 'flag' },
    operands: [
      { if: '-p', each: 'read' },
      { first: 'read + write', rest: 'read' },
    ],
    effects: 'change repository',
  },
  'checkout-index': {
    options: { '--prefix=': prefixFromTop, '--stage=': 'text' },
    operands: 'write',
    effects: 'change repository',
  },
  'update-index write-tree commit-tree merge-tree': 'change repository',
  'fast-import': {
    options: { '--export-marks --export-pack-edges=': 'write', '--import-marks=': 'read' },
    effects: 'change repository',
  },
  'fast-export': { quiet: true, options: { '--export-marks=': 'write', '--import-marks=': 'read' } },
  'unpack-objects index-pack': 'change repository',
};
