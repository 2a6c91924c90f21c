import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Folder } from './files/index.ts';
import { adminConfigPath, userConfigPath } from './platform/places.ts';
import { wrongIn, type CustomRule } from './policy/shell/custom.ts';
import type { ConfigEntry } from './protocol/core.ts';
import { SallyportError } from './protocol/errors.ts';
import { parseHostRule } from './protocol/host-rule.ts';
import type { SecretSetting } from './protocol/secret.ts';
import type { SandboxMode } from './protocol/sandbox.ts';
import { wrongSecret } from './secrets.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Origin = 'built-in' | 'user' | 'workspace' | 'admin';

export interface Config {
  readonly 'redact.patterns': readonly string[];
  readonly 'redact.env': readonly string[];
  readonly 'policy.rules': readonly CustomRule[];
  readonly 'policy.allowed_paths': readonly string[];
  readonly 'policy.env': readonly string[];
  readonly 'policy.read_tools': boolean;
  readonly 'sandbox.mode': SandboxMode;
  readonly 'network.allow': readonly string[];
  readonly 'secrets.allow': readonly SecretSetting[];
  readonly 'retention.days': number;
  readonly 'retention.max_bytes': number;
  readonly 'undo.max_bytes': number;
}

interface Key<T> {
  readonly summary: string;
  readonly default: T;
  /** Gives the value, or says what is wrong with it. */
  check(value: unknown): T | { wrong: string };
  /** Lists add up over the layers; of single values the last layer's counts. */
  readonly merge: 'add' | 'replace';
  /** Why a workspace, which may come from a stranger, cannot set it; absent when it can only make things stricter. */
  readonly notFromWorkspace?: string;
  /** What of a workspace's value makes things stricter, if anything does, and why the rest is not taken. */
  stricter?(value: T): { readonly taken: T | undefined; readonly left?: string };
}

const sandboxModes: readonly SandboxMode[] = ['auto', 'off', 'required', 'sandbox-runtime'];

/** Every key of the config files; docs and `config show` derive from it. */
export const configKeys: { readonly [K in keyof Config]: Key<Config[K]> } = {
  'redact.patterns': {
    summary: 'Regular expressions (JavaScript, flags gu) whose matches are hidden in output, records and artifacts.',
    default: [],
    check: (value) => listOf(value, isPattern, 'a list of regular expressions'),
    merge: 'add',
    notFromWorkspace: 'a pattern of a stranger can be made to run for ever',
  },
  'redact.env': {
    summary: 'Names of environment variables whose values are secret, besides those that look so.',
    default: [],
    check: (value) => listOf(value, (name) => /^\w+$/.test(name), 'a list of variable names'),
    merge: 'add',
  },
  'policy.rules': {
    summary:
      'Rules of your own for shell commands; see docs/policy.md. Of a workspace, those that allow are not taken.',
    default: [],
    check(value) {
      if (!Array.isArray(value) || value.length > 1000) return { wrong: 'it takes a list of rules' };
      const wrong = value.map(wrongIn).find((problem) => problem !== undefined);
      return wrong === undefined ? (value as CustomRule[]) : { wrong };
    },
    merge: 'add',
    stricter(rules) {
      const taken = rules.filter(({ decision }) => decision !== 'allow');
      const left = rules.filter((rule) => !taken.includes(rule)).map(({ id }) => id);
      return { taken, ...(left.length > 0 ? { left: `it allows, which a workspace cannot: ${left.join(', ')}` } : {}) };
    },
  },
  'policy.allowed_paths': {
    summary: 'Folders besides the workspace in which shell commands may write and delete.',
    default: [],
    check: (value) => listOf(value, (path) => path.startsWith('/'), 'a list of absolute paths'),
    merge: 'add',
    notFromWorkspace: 'it would let a repository reach out of its folder',
  },
  'policy.env': {
    summary: 'Names of environment variables that shell commands get besides the usual ones.',
    default: [],
    check: (value) => listOf(value, (name) => /^\w+$/.test(name), 'a list of variable names'),
    merge: 'add',
    notFromWorkspace: 'it would hand secrets to a repository',
  },
  'policy.read_tools': {
    summary: 'Whether the Bash tool leaves ls, cat, head, tail, grep, find and rg to LS, Read, Grep and Glob.',
    default: true,
    check: (value) => (typeof value === 'boolean' ? value : { wrong: 'it takes true or false' }),
    merge: 'replace',
    stricter: (value) =>
      value ? { taken: value } : { taken: undefined, left: 'a workspace can only switch it on, not off' },
  },
  'sandbox.mode': {
    summary:
      'Whether shell commands run in a sandbox: auto (where the machine has one), required (or not at all), off, sandbox-runtime (by the package @anthropic-ai/sandbox-runtime, or not at all). See docs/sandbox.md.',
    default: 'auto',
    check: (value) =>
      sandboxModes.includes(value as SandboxMode)
        ? (value as SandboxMode)
        : { wrong: `it takes ${sandboxModes.join(', ')}` },
    merge: 'replace',
    notFromWorkspace: 'it would let a repository out of its box',
  },
  'network.allow': {
    summary:
      'Hosts that shell commands may reach from their sandbox: example.com, *.example.com:8443, "GET,HEAD example.com". See docs/sandbox.md.',
    default: [],
    check: (value) => listOf(value, (text) => parseHostRule(text) !== undefined, 'a list of hosts'),
    merge: 'add',
    notFromWorkspace: 'it would let a repository send out what it likes',
  },
  'secrets.allow': {
    summary: 'Secrets and the one program that gets each: {name, from, program}. See docs/sandbox.md.',
    default: [],
    check(value) {
      if (!Array.isArray(value) || value.length > 100) return { wrong: 'it takes a list of secrets' };
      const wrong = value.map(wrongSecret).find((problem) => problem !== undefined);
      return wrong === undefined ? (value as SecretSetting[]) : { wrong };
    },
    merge: 'add',
    notFromWorkspace: 'it would hand secrets to a repository',
  },
  'retention.days': {
    summary: 'Runs older than this go when "sallyport runs prune" is called.',
    default: 90,
    check: (value) => positive(value),
    merge: 'replace',
    notFromWorkspace: 'it would let a repository erase its own traces',
  },
  'retention.max_bytes': {
    summary: 'How much records and spilled output may take before "sallyport runs prune" removes the oldest.',
    default: 1024 ** 3,
    check: (value) => positive(value),
    merge: 'replace',
    notFromWorkspace: 'it would let a repository erase its own traces',
  },
  'undo.max_bytes': {
    summary: 'How much of what runs changed or deleted is kept for "sallyport undo"; the oldest goes first.',
    default: 1024 ** 3,
    check: (value) => positive(value),
    merge: 'replace',
    notFromWorkspace: 'it would let a repository switch undo off',
  },
};

export interface LoadedConfig {
  readonly values: Config;
  readonly entries: readonly ConfigEntry[];
}

/** Reads the layers built-in < user < workspace < admin. A file that cannot be understood is an error, not an empty file. */
export async function loadConfig(workspace: string, env: Env): Promise<LoadedConfig> {
  const layers = readLayers(workspace, env);
  return layers.length > 0 ? configOf(layers, await import('yaml')) : configOf([]);
}

/** The same for callers that cannot wait. */
export function loadConfigSync(workspace: string, env: Env): LoadedConfig {
  const layers = readLayers(workspace, env);
  return layers.length > 0 ? configOf(layers, createRequire(import.meta.url)('yaml') as Yaml) : configOf([]);
}

type Yaml = Pick<typeof import('yaml'), 'parseDocument'>;

interface Layer {
  readonly origin: Origin;
  readonly file: string;
  readonly text: string;
}

function readLayers(workspace: string, env: Env): Layer[] {
  return configFiles(workspace, env).flatMap(({ origin, file }) => {
    const text = readIfThere(file);
    return text === undefined ? [] : [{ origin, file, text }];
  });
}

/** Without a layer, nothing is parsed. */
function configOf(texts: readonly Layer[], yaml?: Yaml): LoadedConfig {
  const layers = texts.map(({ origin, file, text }) => ({
    origin,
    file,
    given: yaml ? parseLayer(text, file, yaml) : new Map<string, unknown>(),
  }));
  const values: Record<string, unknown> = {};
  const entries = Object.entries<Key<unknown>>(configKeys).map(([key, definition]) => {
    let value = definition.default;
    let from: { origin: Origin; file: string | null } = { origin: 'built-in', file: null };
    const ignored: string[] = [];
    for (const { origin, file, given } of layers) {
      if (!given.has(key)) continue;
      const checked = definition.check(given.get(key));
      if (isWrong(checked)) throw invalid(file, `${key}: ${checked.wrong}`);
      if (origin === 'workspace' && definition.notFromWorkspace) {
        ignored.push(`${file}: ${definition.notFromWorkspace}`);
        continue;
      }
      const stricter = origin === 'workspace' ? definition.stricter?.(checked) : undefined;
      if (stricter?.left !== undefined) ignored.push(`${file}: ${stricter.left}`);
      const taken = stricter ? stricter.taken : checked;
      if (taken === undefined) continue;
      value = definition.merge === 'add' ? [...(value as unknown[]), ...(taken as unknown[])] : taken;
      from = { origin, file };
    }
    values[key] = value;
    return { key, value, ...from, ignored };
  });
  return { values: values as unknown as Config, entries };
}

export function configFiles(workspace: string, env: Env): { origin: Origin; file: string }[] {
  return [
    { origin: 'user', file: userConfigPath(env) },
    { origin: 'workspace', file: join(workspace, 'sallyport.yaml') },
    { origin: 'admin', file: adminConfigPath(env) },
  ];
}

function parseLayer(text: string, file: string, { parseDocument }: Yaml): Map<string, unknown> {
  const document = parseDocument(text, { maxAliasCount: 0 } as never);
  const problem = document.errors[0];
  if (problem) throw invalid(file, problem.message.split('\n')[0] ?? 'not YAML');
  const flat = new Map<string, unknown>();
  let given: unknown;
  try {
    given = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw invalid(file, (error as Error).message);
  }
  if (given === null || given === undefined) return flat;
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid(file, 'it has to be a mapping of keys');
  for (const [group, members] of Object.entries(given)) {
    const known = Object.keys(configKeys).filter((key) => key.startsWith(`${group}.`));
    if (known.length === 0 || typeof members !== 'object' || members === null) {
      throw invalid(
        file,
        `"${group}" is no group of settings; there are ${[...new Set(Object.keys(configKeys).map((key) => key.split('.')[0]))].join(', ')}`,
      );
    }
    for (const [name, value] of Object.entries(members as object)) {
      const key = `${group}.${name}`;
      if (!known.includes(key)) throw invalid(file, `there is no setting "${key}"; "${group}" has ${known.join(', ')}`);
      flat.set(key, value);
    }
  }
  return flat;
}

/** Neither a link nor a FIFO: the workspace may come from a stranger. */
function readIfThere(file: string): string | undefined {
  if (!existsSync(dirname(file))) return undefined;
  try {
    using folder = Folder.open(realpathSync(dirname(file)));
    return folder.read(basename(file), 64 * 1024)?.toString('utf8');
  } catch (error) {
    throw invalid(file, (error as Error).message);
  }
}

function listOf(value: unknown, valid: (item: string) => boolean, what: string): readonly string[] | { wrong: string } {
  const fine =
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every((item) => typeof item === 'string' && item !== '' && valid(item));
  return fine ? (value as string[]) : { wrong: `it takes ${what}` };
}

function isPattern(source: string): boolean {
  try {
    return !new RegExp(source, 'gu').test('');
  } catch {
    return false;
  }
}

function positive(value: unknown): number | { wrong: string } {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : { wrong: 'it takes a whole number above 0' };
}

function isWrong(value: unknown): value is { wrong: string } {
  return typeof value === 'object' && value !== null && 'wrong' in value;
}

function invalid(file: string, reason: string): SallyportError {
  return new SallyportError('InvalidArgs', {
    reason: `The config file ${file} is not valid: ${reason.replace(/[.:]+$/, '')}`,
    next: 'Correct the file; docs/config.md describes every setting.',
  });
}
