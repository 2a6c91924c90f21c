import type { EffectKind, ProgramEffect, Thing, WrittenContent } from '../../protocol/shell.ts';
import type { Guarded, Operands, Part, Reader, Role } from './define.ts';

/** What a role comes to, once its words are read. */
export type Act =
  | { readonly do: 'effect'; readonly effect: ProgramEffect; readonly here: boolean }
  | { readonly do: 'names'; readonly effect: ProgramEffect }
  | { readonly do: 'read'; readonly reader: Reader }
  | { readonly do: 'folder' | 'last-folder' | 'script' | 'script-file' | 'program' | 'argv' | 'argv-beside' }
  | { readonly do: 'help' | 'recursive' | 'force' };

export interface Option {
  readonly names: readonly string[];
  readonly value: 'none' | 'required' | 'pair' | 'optional' | 'argv';
  readonly acts: readonly Act[];
  /** What follows its value are operands. */
  readonly isLast: boolean;
  /** The word after its value belongs to it too. */
  readonly isFollowed: boolean;
}

export type Test = { readonly of: string; readonly holds: boolean };

export interface Positions {
  readonly tests: readonly Test[];
  readonly first: readonly Act[] | undefined;
  readonly second: readonly Act[] | undefined;
  readonly rest: readonly Act[] | undefined;
  readonly last: readonly Act[] | undefined;
  readonly assignments: boolean;
  readonly implied: string | undefined;
}

/** A part in the form the evaluator works with. */
export interface Level extends Required<Pick<Part, 'strict' | 'quiet' | 'isGlobal'>> {
  readonly style: NonNullable<Part['style']>;
  readonly options: ReadonlyMap<string, Option>;
  readonly operands: readonly Positions[];
  readonly acts: readonly Act[];
  readonly also: readonly {
    readonly tests: readonly Test[];
    readonly acts: readonly Act[];
    readonly operands: Positions | undefined;
    readonly doubt: string | undefined;
  }[];
  readonly content: readonly { readonly tests: readonly Test[]; readonly is: WrittenContent }[];
  readonly help: readonly string[];
  readonly forgets: readonly string[];
  readonly mark: Part['mark'] | undefined;
  readonly named: Part['named'] | undefined;
  readonly inspect: Part['inspect'] | undefined;
  /** The level of a subcommand; undefined when it is not listed. */
  readonly sub: ((name: string) => Level | undefined) | undefined;
  readonly otherwise: Level | undefined;
}

export const effectKinds: ReadonlySet<string> = new Set<EffectKind>([
  'read',
  'write',
  'delete',
  'run',
  'contact',
  'privilege',
  'terminal',
  'change',
]);

const things: ReadonlySet<string> = new Set<Thing>([
  'permissions',
  'owner',
  'process',
  'repository',
  'uncommitted-work',
  'remote-history',
  'remote',
  'packages',
  'global-packages',
  'containers',
  'unused-containers',
  'system-packages',
  'cluster',
  'service',
  'schedule',
  'power',
  'disk',
  'kernel',
  'users',
  'firewall',
  'database',
  'cloud',
  'settings',
  'guard',
]);

/** Reads the words of a definition; throws on one that means nothing. */
export function compile(definition: Part | string, inherited: Part['style'] = 'gnu'): Level {
  const part = typeof definition === 'string' ? short(definition) : definition;
  const style = part.style ?? inherited;
  const options = new Map<string, Option>();
  for (const [names, role] of Object.entries(part.options ?? {})) {
    for (const option of compileOption(names, role)) for (const name of option.names) options.set(name, option);
  }
  return {
    strict: part.strict ?? false,
    quiet: part.quiet ?? false,
    isGlobal: part.isGlobal ?? false,
    style,
    options,
    operands: compileOperands(part.operands),
    acts: compileRole(part.effects ?? 'text'),
    content: (part.content ?? []).map(({ is, if: condition }) => ({ tests: compileTests(condition), is })),
    also: (part.also ?? []).map((also) => ({
      tests: compileTests(also.if),
      acts: compileRole(also.effects ?? 'text'),
      operands: compileOperands(also.operands)[0],
      doubt: also.doubt,
    })),
    help: wordsOf(part.help ?? '--help --version'),
    forgets: wordsOf(part.forgets ?? ''),
    mark: part.mark,
    named: part.named,
    inspect: part.inspect,
    sub: part.subs && subFinder(part.subs, style),
    otherwise: part.otherwise === undefined ? undefined : compile(part.otherwise, style),
  };
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

function short(text: string): Part {
  return text === 'quiet' ? { quiet: true } : { effects: text };
}

/** Subcommands are compiled when they are met. */
function subFinder(subs: NonNullable<Part['subs']>, style: Part['style']): Level['sub'] {
  const keys = new Map<string, string>();
  for (const key of Object.keys(subs)) for (const name of key.split(' ')) keys.set(name, key);
  const levels = new Map<string, Level>();
  return (name) => {
    const key = keys.get(name);
    const definition = key === undefined ? undefined : subs[key];
    if (key === undefined || definition === undefined) return undefined;
    let level = levels.get(key);
    if (!level) levels.set(key, (level = compile(definition, style)));
    return level;
  };
}

function compileOption(key: string, role: Role): readonly Option[] {
  const form = key.endsWith('[=]')
    ? 'optional'
    : key.endsWith('==')
      ? 'pair'
      : /=[…_]?$/.test(key)
        ? 'required'
        : 'none';
  const names = key.replace(/(\[=\]|==?[…_]?)$/, '').split(' ');
  if (names.some((name) => name === '' || name.includes('='))) throw new Error(`a definition has the option "${key}"`);
  const acts = compileRole(role);
  const takesArgv = acts.some((act) => act.do === 'argv' || act.do === 'argv-beside');
  const option = (own: readonly string[]): Option => ({
    names: own,
    value: takesArgv ? 'argv' : form,
    acts,
    isLast: key.endsWith('=…'),
    isFollowed: key.endsWith('=_'),
  });
  // Nobody asks for those that are never looked at, so they need not be names of one another.
  return role === 'text' ? names.map((name) => option([name])) : [option(names)];
}

function compileOperands(operands: Part['operands']): readonly Positions[] {
  if (operands === undefined) return [];
  if (typeof operands === 'string' || typeof operands === 'function') return [compilePositions({ each: operands })];
  return isList(operands) ? operands.map(compilePositions) : [compilePositions(operands)];
}

function isList(operands: Operands | readonly Guarded<Operands>[]): operands is readonly Guarded<Operands>[] {
  return Array.isArray(operands);
}

function compilePositions(operands: Guarded<Operands>): Positions {
  const { first, second, last, implied } = operands;
  const rest = operands.rest ?? operands.each;
  return {
    tests: compileTests(operands.if),
    first: actsOf(first),
    second: actsOf(second),
    rest: actsOf(rest),
    last: actsOf(last),
    assignments: operands.assignments ?? false,
    implied,
  };
}

function actsOf(role: Role | undefined): readonly Act[] | undefined {
  return role === undefined ? undefined : compileRole(role);
}

function compileTests(condition: string | undefined): readonly Test[] {
  if (condition === undefined) return [];
  return condition.split(' ').map((word) => ({ of: word.replace(/^!/, ''), holds: !word.startsWith('!') }));
}

function compileRole(role: Role): readonly Act[] {
  if (typeof role === 'function') return [{ do: 'read', reader: role }];
  return role.split(' + ').flatMap(compileWords);
}

function compileWords(text: string): readonly Act[] {
  const colon = text.indexOf(': ');
  const note = colon === -1 ? undefined : text.slice(colon + 2);
  const [head = '', ...words] = (colon === -1 ? text : text.slice(0, colon)).split(' ');
  switch (head) {
    case 'text':
    case 'flag':
      return [];
    case 'folder':
    case 'last-folder':
    case 'script':
    case 'script-file':
    case 'program':
    case 'argv':
    case 'argv-beside':
    case 'help':
    case 'recursive':
    case 'force':
      return [{ do: head }];
  }
  if (head === 'names') {
    const [kind = '', ...others] = words;
    return [{ do: 'names', effect: { ...compileEffect(text, kind, others), note } }];
  }
  const effect = compileEffect(text, head, words);
  const here = words.includes('here');
  return [{ do: 'effect', here, effect: { ...effect, note } }];
}

function compileEffect(text: string, kind: string, words: readonly string[]): ProgramEffect {
  const thing = words.find((word) => things.has(word));
  const isRight =
    effectKinds.has(kind) &&
    (kind === 'change') === (thing !== undefined) &&
    words.every((word) => word === thing || word === 'recursive' || word === 'force' || word === 'here');
  if (!isRight) throw new Error(`a definition says "${text}", which means nothing`);
  return {
    kind: kind as EffectKind,
    thing: thing as Thing | undefined,
    target: undefined,
    recursive: words.includes('recursive') || undefined,
    force: words.includes('force') || undefined,
    note: undefined,
  };
}
