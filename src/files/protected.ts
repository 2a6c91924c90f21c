import { isPlain, sameNameKey, type Access } from './name.ts';

/** A group of paths that needs a person (`ask`) or is closed (`never`), at any depth of the workspace. */
export interface ProtectedRule {
  readonly id: string;
  /** Ends a sentence that names the path. */
  readonly reason: string;
  readonly read: 'free' | 'ask';
  readonly write: 'ask' | 'never';
  /**
   * Names between slashes, `*` for any part of a name, a last `**` for all that is below, a first `/` for the
   * workspace's top folder only. Writing to a parent as a whole (`.docker` of `.docker/config.json`) counts too.
   */
  readonly paths: readonly string[];
  readonly except?: readonly string[];
}

/**
 * The rule that protects a path, if one does. `state` leads from the workspace to the state folder; `[]` when the
 * workspace is the state folder.
 *
 * @example findProtected(['lib', '.GIT', 'hooks', 'pre-commit'], 'write', { state: ['.agents'] })?.id; // 'git.hooks'
 */
export function findProtected(
  segments: readonly string[],
  access: Access,
  options: { readonly state: readonly string[]; readonly makesFolder?: boolean },
): ProtectedRule | undefined {
  const keys = segments.map(protectedKey);
  // Who makes a folder replaces nothing: `.github` may be made for the sake of what is free in it.
  const replaces = access === 'write' && options.makesFolder !== true;
  if (access === 'write' && isState(keys, options.state, replaces)) return stateRule;
  if (!keys.some(mayMatch)) return undefined;
  const rules = access === 'write' ? protectedRules : protectedRules.filter((rule) => rule.read === 'ask');
  const isExcepted = (rule: ProtectedRule) => rule.except?.some((path) => covers(path, keys)) ?? false;
  return (
    rules.find((rule) => rule.paths.some((path) => covers(path, keys)) && !isExcepted(rule)) ??
    (replaces ? rules.find((rule) => rule.paths.some((path) => isBelow(path, keys))) : undefined)
  );
}

/** False for a name that no rule knows, wherever it stands: a path of such names is free unless it leads to state. */
export function mayBeProtected(name: string): boolean {
  return mayMatch(protectedKey(name));
}

/**
 * Left free on purpose: `.gitattributes` (a filter or diff driver runs only if a config names its program),
 * `.editorconfig`, `CLAUDE.md` and `AGENTS.md` (text that a model reads, no program), `.ci/` (too common a name),
 * public keys and certificates. Not seen: a bare repository under an ordinary name, which only its content tells.
 */
export const protectedRules: readonly ProtectedRule[] = [
  {
    id: 'git.hooks',
    reason: 'git runs what is in it',
    read: 'free',
    write: 'ask',
    paths: [
      '.git/hooks/**',
      '*.git/hooks/**',
      '.githooks/**',
      '.husky/**',
      '.lefthook/**',
      'lefthook.*',
      '.lefthook.*',
      'lefthook-local.*',
      '.lefthook-local.*',
      '.pre-commit-config.yaml',
      '.pre-commit-config.yml',
      '.overcommit.yml',
      'simple-git-hooks.*',
      '.simple-git-hooks.*',
    ],
  },
  {
    id: 'git.config',
    reason: 'it tells git which programs to run and which repository to use',
    read: 'free',
    write: 'ask',
    paths: ['.git/config', '*.git/config', '.git/info/attributes', '.gitmodules', '.gitconfig', '.config/git/**'],
  },
  {
    id: 'git.folder',
    reason: 'only git itself should change its store, and a file of this name redirects git to another one',
    read: 'free',
    write: 'ask',
    paths: ['.git/**'],
  },
  {
    id: 'secret.env',
    reason: 'it usually holds passwords and tokens',
    read: 'ask',
    write: 'ask',
    paths: ['.env', '.env.*', '.env-*', '.env_*', '.envrc', '.direnv/**'],
    except: ['example', 'sample', 'template', 'dist'].flatMap((kind) => [`.env.${kind}`, `.env.*.${kind}`]),
  },
  {
    id: 'secret.credentials',
    reason: 'it holds credentials',
    read: 'ask',
    write: 'ask',
    paths: [
      '.ssh/**',
      '.gnupg/**',
      '.aws/**',
      '.azure/**',
      '.kube/**',
      '.config/gcloud/**',
      '.config/gh/**',
      '.config/git/credentials',
      '.docker/config.json',
      '.cargo/credentials*',
      '.gem/credentials',
      '.m2/settings.xml',
      '.terraform.d/credentials*',
      '.git-credentials',
      '.netrc',
      '_netrc',
      '.npmrc',
      '.pypirc',
      '.pgpass',
      '.my.cnf',
      // People type passwords into shells and consoles.
      '.bash_history',
      '.zsh_history',
      '.sh_history',
      '.psql_history',
      '.mysql_history',
      '.python_history',
      '.node_repl_history',
    ],
  },
  {
    id: 'secret.key',
    reason: 'it looks like a private key',
    read: 'ask',
    write: 'ask',
    paths: [
      'id_rsa',
      'id_dsa',
      'id_ecdsa',
      'id_ecdsa_sk',
      'id_ed25519',
      'id_ed25519_sk',
      '*.key',
      '*key*.pem',
      '*private*.pem',
      '*.p12',
      '*.pfx',
      '*.ppk',
      '*.keystore',
      '*.jks',
      '*.kdbx',
    ],
  },
  {
    id: 'shell.startup',
    reason: 'a shell, a session or a package manager runs or obeys it',
    read: 'free',
    write: 'ask',
    paths: [
      '.bashrc',
      '.bash_profile',
      '.bash_login',
      '.bash_logout',
      '.bash_aliases',
      '.profile',
      '.zshrc',
      '.zshenv',
      '.zprofile',
      '.zlogin',
      '.zlogout',
      '.kshrc',
      '.cshrc',
      '.tcshrc',
      '.login',
      '.inputrc',
      '.xinitrc',
      '.xprofile',
      '.xsession',
      '.xsessionrc',
      '.tmux.conf',
      '.screenrc',
      '*profile.ps1',
      '.config/fish/**',
      '.config/autostart/**',
      '.config/systemd/**',
      'library/launchagents/**',
      '.yarnrc',
      '.yarnrc.yml',
    ],
  },
  {
    id: 'editor.config',
    reason: 'an editor runs tasks and programs that it names',
    read: 'free',
    write: 'ask',
    paths: [
      '.vscode/**',
      '*.code-workspace',
      '.idea/**',
      '.zed/**',
      '.fleet/**',
      '.devcontainer/**',
      '.devcontainer.json',
      '.vim*/**',
      '.nvimrc',
      '.nvim.lua',
      '.gvimrc',
      '.exrc',
      '.config/nvim/**',
      '.emacs',
      '.emacs.d/**',
      '.dir-locals.el',
    ],
  },
  {
    id: 'agent.config',
    reason: 'it tells an agent what it may run',
    read: 'free',
    write: 'ask',
    paths: [
      '.agents/**',
      '.claude/**',
      '.mcp.json',
      '.codex/**',
      '.gemini/**',
      '.cursor/**',
      '.opencode/**',
      'opencode.json',
      'opencode.jsonc',
      '.kimi/**',
      '.copilot/**',
      '.windsurf/**',
      '/sallyport.yaml',
    ],
  },
  {
    id: 'sallyport.user-state',
    reason: 'Sallyport keeps its key and its settings there',
    read: 'ask',
    write: 'never',
    paths: ['.local/state/sallyport/**', '.config/sallyport/**'],
  },
  {
    id: 'ci.config',
    reason: 'a build server runs what it says',
    read: 'free',
    write: 'ask',
    paths: [
      '.github/workflows/**',
      '.github/actions/**',
      '.gitea/workflows/**',
      '.forgejo/workflows/**',
      '.gitlab-ci.yml',
      '.gitlab/ci/**',
      '.circleci/**',
      '.buildkite/**',
      '.woodpecker*/**',
      'jenkinsfile*',
      'azure-pipelines*',
      'bitbucket-pipelines.yml',
      '.travis.yml',
      '.drone.yml',
      '.cirrus.yml',
      'appveyor.yml',
      '.appveyor.yml',
    ],
  },
];

/** What `state` in `findProtected` stands for; its paths hold when the workspace is the state folder. */
export const stateRule: ProtectedRule = {
  id: 'sallyport.state',
  reason: 'Sallyport keeps its own records there',
  read: 'free',
  write: 'never',
  paths: ['/audit/**', '/artifacts/*/runs/**', '/artifacts/*/out/**', '/skills/**', '/.gitignore'],
};

function isState(keys: readonly string[], state: readonly string[], replaces: boolean): boolean {
  if (keys.length === 0) return false;
  if (state.length === 0)
    return stateRule.paths.some((path) => covers(path, keys) || (replaces && isBelow(path, keys)));
  return state.every((name, index) => index >= keys.length || matches(protectedKey(name), keys[index]!));
}

interface Pattern {
  readonly anchored: boolean;
  readonly deep: boolean;
  readonly names: readonly string[];
}

const patterns: ReadonlyMap<string, Pattern> = new Map(
  [...protectedRules, stateRule].flatMap(({ paths, except = [] }) =>
    [...paths, ...except].map((path) => [path, parsePattern(path)]),
  ),
);

const firstNames = protectedRules.flatMap((rule) => rule.paths.map((path) => split(path).names[0]!));
const literalFirstNames: ReadonlySet<string> = new Set(firstNames.filter((name) => !name.includes('*')));
const starredNames = firstNames.filter((name) => name.includes('*'));
const anyStarredName = new RegExp(starredNames.map((name) => glob(name).source).join('|'), 's');
/** The first or, where there are not as many, the last three letters of each pattern: cheaper than the expression. */
const heads: ReadonlySet<string> = new Set(
  starredNames
    .map((name) => name.slice(0, name.indexOf('*')))
    .flatMap((head) => (head.length < 3 ? [] : head.slice(0, 3))),
);
const tails: ReadonlySet<string> = new Set(starredNames.filter((name) => name.indexOf('*') < 3).map(tailOf));

/** Of a name's key. Quick and never wrong when it says no: nearly every path ends here. */
export function mayMatch(key: string): boolean {
  if (literalFirstNames.has(key) || key.includes('~')) return true;
  if (key.length < 3 || (!heads.has(key.slice(0, 3)) && !tails.has(key.slice(-3)))) return false;
  return anyStarredName.test(key);
}

function tailOf(pattern: string): string {
  const tail = pattern.slice(pattern.lastIndexOf('*') + 1);
  if (tail.length < 3) throw new TypeError(`"${pattern}" has no three letters at either end`);
  return tail.slice(-3);
}

function covers(path: string, keys: readonly string[]): boolean {
  const { deep, names } = split(path);
  return starts(path, keys).some((rest) => (deep ? rest >= names.length : rest === names.length));
}

/** Whether a protected path lies below the one given: who replaces or removes a folder does so with all that is in it. */
function isBelow(path: string, keys: readonly string[]): boolean {
  // `library` of `library/launchagents` is too ordinary a name to be closed for its sake.
  if (/^[a-z]/.test(path)) return false;
  return starts(path, keys).some((rest) => rest < split(path).names.length);
}

/** Where the pattern fits as far as the path goes: how many names of the path are left from there on. */
function starts(path: string, keys: readonly string[]): number[] {
  const { anchored, names } = split(path);
  const rests = anchored ? [keys.length] : keys.map((_, start) => keys.length - start);
  return rests.filter((rest) => names.every((name, index) => index >= rest || matches(name, keys.at(index - rest)!)));
}

function split(path: string): Pattern {
  return patterns.get(path) ?? parsePattern(path);
}

function parsePattern(path: string): Pattern {
  const names = path.split('/').filter((name) => name !== '' && name !== '**');
  return { anchored: path.startsWith('/'), deep: path.endsWith('/**'), names };
}

function matches(name: string, key: string): boolean {
  if (name === key || (name.includes('*') && made(globs, name, glob).test(key))) return true;
  return key.includes('~') && made(shortNames, name, shortName).test(key);
}

/** By the names in the rules: to make them anew for each `HEAD~2` would take milliseconds. */
const globs = new Map<string, RegExp>();
const shortNames = new Map<string, RegExp>();

function made(known: Map<string, RegExp>, name: string, make: (name: string) => RegExp): RegExp {
  const expression = known.get(name) ?? make(name);
  known.set(name, expression);
  return expression;
}

function glob(name: string): RegExp {
  return new RegExp(`^${escape(name)}$`, 's');
}

/** Windows opens `.git` as `GIT~1`, and past the fourth such name as two letters and a hash: `GI7EBA~1`. */
function shortName(name: string): RegExp {
  const [, base = '', extension = ''] = /^\.*(.*?)(?:\.([^.]*))?$/s.exec(name) ?? [];
  const letters = base.replace(/[. ]/g, '');
  const prefix = (length: number) =>
    escape(letters.split('*', 1)[0]!.slice(0, length)) + (letters.includes('*') ? '.*' : '');
  const end = extension === '' ? '(?:\\..*)?' : `\\.${escape(extension.slice(0, 3))}`;
  return new RegExp(`^(?:${prefix(6)}|${prefix(2)}[0-9a-f]{4})~\\d+${end}$`, 's');
}

function escape(name: string): string {
  return name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
}

/** Windows drops a stream's name and dots and spaces at the end: `.git::$INDEX_ALLOCATION` and `.git. ` are `.git`. */
function protectedKey(segment: string): string {
  if (isPlain(segment)) return segment.toLowerCase();
  const key = sameNameKey(segment);
  return key.replace(/:.*$/s, '').replace(/[. ]+$/, '') || key;
}
