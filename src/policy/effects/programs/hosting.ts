import { defineProgram, type Part, type Reader } from '../define.ts';
import { runsOption } from '../languages/attached.ts';
import { headOf, textOf } from '../words.ts';

const item: Part = {
  quiet: true,
  subs: {
    'list ls view status diff checks get search watch browse logs show': 'contact',
    download: { options: { '-D --dir -O --output=': 'write' }, effects: 'contact' },
    'delete rm remove purge archive transfer unlink revoke': 'contact + change remote force: removes it',
    'checkout co': 'contact + change repository',
  },
  otherwise: 'contact + change remote',
};

const sends = 'contact + change remote';
/** `section.name=value`: sections and names that stand for programs, or for code that is loaded. */
const versionSetting: Reader = (value, found, call) => {
  const text = textOf(value);
  const [, key = '', set = ''] = /^([^=]*)=(.*)$/s.exec(text ?? '') ?? [];
  const isStarting = /alias|hook|pager|edit|tool|ssh|tunnel|merge|diff|cmd|command|program|extension|backend|helper/i;
  if (text !== undefined && key !== '' && (set === '' || !isStarting.test(key))) return;
  runsOption(value, found, call);
};

/** It asks a person for the title and the text that it is not told. */
const describing: Part = {
  options: {
    '-f --fill --fill-first --fill-verbose -w --web -y --yes --dry-run': 'flag',
    '-t --title -b --body -T --template -m --message --description=': 'flag',
    '-F --body-file=': 'read',
  },
  effects: sends,
  also: [{ if: '!--fill !--title !--body-file tty', effects: 'terminal' }],
};
const unnamed = [{ if: '!operands tty', effects: 'terminal' }];
const cloning: Part = { operands: { first: 'text', second: 'write' }, effects: 'contact + change repository' };

/** Places where repositories live, and other systems for versions. */
export const hosting = [
  defineProgram({
    names: 'gh glab hub tea bb jira linear',
    summary: 'Speaks to a place where repositories live.',
    quiet: true,
    isGlobal: true,
    options: {
      '-R --repo --hostname --json -q --jq -t --template -L --limit -b --body --title -B --base -H --head=': 'text',
      '-F --body-file=': 'read',
      '-w --web': 'text',
    },
    subs: {
      'version help completion status search browse': 'contact',
      'pr mr': {
        ...item,
        subs: { ...item.subs, merge: 'contact + change remote force: merges', create: describing },
      },
      issue: { ...item, subs: { ...item.subs, create: describing } },
      'run workflow cache label project ruleset org': item,
      'codespace cs': {
        ...item,
        subs: {
          ...item.subs,
          ssh: {
            options: { '-c --codespace=': 'text', '--config': 'flag' },
            effects: 'contact',
            also: [{ if: '!operands !--config', effects: 'terminal' }],
          },
          cp: { operands: { rest: 'read', last: 'write' }, effects: 'contact' },
        },
      },
      gist: {
        ...item,
        subs: {
          ...item.subs,
          create: { options: { '-d --desc -f --filename=': 'text' }, operands: 'read', effects: sends },
          edit: { options: { '-a --add=': 'read' }, effects: sends },
          clone: cloning,
        },
      },
      repo: {
        ...item,
        subs: {
          ...item.subs,
          'fork sync': 'contact + change repository',
          clone: cloning,
          create: { effects: sends, also: unnamed },
        },
      },
      release: {
        ...item,
        subs: {
          ...item.subs,
          create: { effects: 'contact + change remote force: publishes a release', also: unnamed },
          upload: { operands: { first: 'text', rest: 'read' }, effects: 'contact + change remote' },
        },
      },
      'secret variable ssh-key gpg-key': {
        quiet: true,
        subs: { 'list ls': 'contact' },
        otherwise: 'contact + change remote force: secrets and keys',
      },
      auth: {
        subs: {
          status: { options: { '-t --show-token': 'read: secret token' }, effects: 'contact' },
          token: 'read: secret token',
        },
        otherwise: 'terminal + change settings',
      },
      api: {
        options: {
          '-X --method=': 'text',
          '-f -F --raw-field --field=': 'change remote',
          '--input=': 'read',
          '-H --header=': 'text',
        },
        effects: 'contact',
        inspect(call, found) {
          const method = call.values('-X').map((word) => headOf(word).toUpperCase())[0];
          if (method === 'DELETE') found.effect({ kind: 'change', thing: 'remote', force: true });
          else if (method !== undefined && method !== 'GET') found.effect({ kind: 'change', thing: 'remote' });
        },
      },
      'alias config extension ext': {
        quiet: true,
        subs: { 'list ls get search': 'quiet' },
        otherwise: 'change settings + run: may run programs',
      },
    },
    otherwise: 'run: an extension',
    examples: {
      'gh pr list': 'contact',
      'gh pr create --title x': 'contact, change remote',
      'gh pr create': 'contact, change remote, terminal',
      'gh issue create -F a.md': 'read a.md, contact, change remote',
      'gh repo create': 'contact, change remote, terminal',
      'gh repo create x': 'contact, change remote x',
      'gh repo delete a/b --yes': 'contact, change remote a/b force',
      'gh api -X DELETE /repos/a/b': 'contact, change remote force',
      'gh auth token': 'read',
      'gh auth status': 'contact',
      'gh auth status -t': 'read, contact',
      'gh gist create .env': 'read .env, contact, change remote .env',
      'gh repo clone a/b ../b': 'write ../b, contact, change repository a/b',
      'gh codespace ssh': 'contact, terminal',
      'gh codespace ssh -- ls': 'contact',
      'gh --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'hg bzr fossil p4 jj darcs repo sapling got',
    summary: 'Other systems for versions, with a copy of the repository here.',
    quiet: true,
    isGlobal: true,
    options: {
      '-R --cwd --repository=': 'folder',
      '--config --config-toml --config-file=': versionSetting,
      '-m --message -r --revision -u --username=': 'text',
    },
    subs: {
      'status st stat log diff di info blame annotate ls list cat show heads branches tags summary id paths root':
        'quiet',
      'pull incoming in clone fetch sync': 'contact: repository + change repository',
      'update up checkout co': {
        options: { '-C --clean': 'change uncommitted-work force' },
        effects: 'change repository',
      },
      'push submit': {
        options: { '-f --force': 'change remote-history force' },
        effects: 'contact: repository + change remote',
      },
      'revert rollback strip purge clean abandon undo restore': 'change uncommitted-work',
      'delete del rm remove': { operands: 'delete', effects: 'change repository' },
    },
    otherwise: 'change repository',
    examples: {
      'hg st': 'quiet',
      'hg update -C': 'change uncommitted-work force, change repository',
      'hg push -f': 'change remote-history force, contact, change remote',
      'hg --config alias.x=!rm st': 'run alias.x=!rm',
      'hg --config extensions.purge= st': 'quiet',
      'hg --config ui.username=a st': 'quiet',
    },
  }),
  defineProgram({
    names: 'svn cvs',
    summary: 'Other systems for versions, with a repository elsewhere.',
    quiet: true,
    isGlobal: true,
    options: {
      '--diff-cmd --diff3-cmd --editor-cmd --config-dir=': 'run: option: settings may name programs',
      '--config-option=': versionSetting,
      '-m --message -r --revision --username --password --depth=': 'text',
    },
    subs: {
      'status st stat log diff di info blame ls list cat propget pg proplist pl': 'quiet',
      'update up checkout co switch sw export relocate': 'contact: repository + change repository',
      'commit ci copy cp import lock unlock mkdir': 'contact: repository + change remote',
      'revert cleanup': 'change uncommitted-work',
      'delete del rm remove': { operands: 'delete', effects: 'change repository' },
    },
    otherwise: 'change repository',
    examples: {
      'svn st': 'quiet',
      'svn revert -R .': 'change uncommitted-work .',
      'svn diff --diff-cmd ./x': 'run ./x',
    },
  }),
];
