import type { EffectKind, ProgramEffect, ShellCommand, Thing, Word } from '../../../protocol/shell.ts';
import { effectKinds } from '../compile.ts';
import { defineProgram, type Call, type Examples, type Found, type Program, type Reader } from '../define.ts';
import { contacted } from '../hosts.ts';
import { after, headOf, isKnown, literal, shown, textOf, within } from '../words.ts';

const maxValues = 1_024;

/** A cmdlet of PowerShell: its parameters have whole words for names, which may be shortened and have any case. */
export interface Cmdlet {
  readonly names: string;
  readonly summary: string;
  /** It only looks, as long as all its effects are reads. */
  readonly quiet?: true;
  /**
   * Names separated by blanks, the last with `=` when a value follows: `'Path LiteralPath=': 'delete'`.
   * Without any, all that is said with a dash is taken for granted.
   */
  readonly parameters?: Readonly<Record<string, Meaning>>;
  /** The parameters that need no name, in their order. */
  readonly positions?: string;
  /** The parameter that a pipe fills. */
  readonly fromPipe?: string;
  /** What its main parameter is when nobody says. */
  readonly implied?: string;
  /** What it does in any case. */
  readonly effects?: string;
  readonly inspect?: (bound: Bound, found: Found, call: Call) => void;
  readonly examples: Examples;
}

/** As the roles of other programs, with `script` for code of PowerShell. */
export type Meaning = string | Reader;

/** Which value every parameter was given. */
export interface Bound {
  has(parameter: string): boolean;
  values(parameter: string): readonly Word[];
}

export function defineCmdlet({ names, summary, quiet, examples, ...cmdlet }: Cmdlet): Program {
  return defineProgram({
    names,
    summary,
    help: '-?',
    ...(quiet && { quiet }),
    inspect: (call, found) => evaluate(cmdlet, call, found),
    examples,
  });
}

interface Parameter {
  readonly names: readonly string[];
  readonly takesValue: boolean;
  readonly meaning: Meaning;
  readonly effects: readonly ProgramEffect[];
}

const common: readonly Parameter[] = [
  ...'verbose vb debug db whatif wi confirm cf'.split(' ').map((name) => plain(name, false)),
  ...'erroraction ea warningaction wa informationaction infa progressaction proga errorvariable ev warningvariable wv informationvariable iv outvariable ov outbuffer ob pipelinevariable pv'
    .split(' ')
    .map((name) => plain(name, true)),
];

function plain(name: string, takesValue: boolean): Parameter {
  return { names: [name], takesValue, meaning: 'text', effects: [] };
}

type Definition = Pick<Cmdlet, 'parameters' | 'positions' | 'fromPipe' | 'implied' | 'effects' | 'inspect'>;

const compiled = new WeakMap<object, readonly Parameter[]>();

function parametersOf({ parameters }: Definition): readonly Parameter[] {
  if (!parameters) return [];
  let list = compiled.get(parameters);
  if (!list) {
    list = Object.entries(parameters).map(([key, meaning]) => ({
      names: key.replace(/=$/, '').toLowerCase().split(' '),
      takesValue: key.endsWith('='),
      meaning,
      effects: typeof meaning === 'string' ? effectsOf(meaning) : [],
    }));
    compiled.set(parameters, list);
  }
  return list;
}

function evaluate(definition: Definition, call: Call, found: Found): void {
  const binding = new Binding(definition, found);
  binding.sort(call.invocation.args);
  binding.fill(call);
  binding.apply(call);
  for (const effect of effectsOf(definition.effects)) binding.tell(effect);
  definition.inspect?.(binding, found, call);
}

class Binding implements Bound {
  readonly #definition: Definition;
  readonly #found: Found;
  readonly #parameters: readonly Parameter[];
  readonly #given: { readonly parameter: Parameter; readonly values: readonly Word[] }[] = [];
  readonly #positional: (readonly Word[])[] = [];
  #isRecursive = false;
  #isForced = false;

  constructor(definition: Definition, found: Found) {
    this.#definition = definition;
    this.#found = found;
    this.#parameters = parametersOf(definition);
  }

  has(parameter: string): boolean {
    const name = parameter.toLowerCase();
    return this.#given.some((each) => each.parameter.names.includes(name));
  }

  values(parameter: string): readonly Word[] {
    const name = parameter.toLowerCase();
    return this.#given.flatMap((each) => (each.parameter.names.includes(name) ? each.values : []));
  }

  sort(args: readonly Word[]): void {
    let at = 0;
    /** A value with all that belongs to it. */
    const take = (): readonly Word[] => {
      const start = at++;
      while (args[at]?.isListed) at += 1;
      return args.slice(start, at);
    };
    while (at < args.length) {
      const word = args[at] as Word;
      const head = headOf(word);
      // The first item of a list and a text with blanks are values, whatever they begin with.
      const name = args[at + 1]?.isListed ? null : /^[-\u2013-\u2015]([a-z_?][\w?]*)(?:(:)|$)/i.exec(head);
      if (!name || (name[2] === undefined && word.pieces.length > 1)) {
        if (this.#definition.parameters && /^-\S*$/.test(head) && !args[at + 1]?.isListed)
          this.#found.doubt(`${shown(word)} is no parameter`);
        this.#positional.push(take());
        continue;
      }
      at += 1;
      const candidates = this.#find((name[1] as string).toLowerCase());
      const rest = after(word, name[0].length);
      const isAttached = name[2] === ':';
      if (candidates.length === 0) {
        if (this.#definition.parameters) this.#found.doubt(`${shown(word)} is no parameter`);
        continue;
      }
      if (candidates.length > 1 && this.#definition.parameters)
        this.#found.doubt(`${shown(word)} may be several parameters`);
      const takesValue = candidates.some((each) => each.takesValue);
      const values = isAttached && isSaid(rest) ? [rest] : takesValue ? take() : [];
      for (const parameter of candidates) this.#given.push({ parameter, values });
    }
  }

  /** Values without a name go to the parameters that are left, in their order. */
  fill({ invocation: { stdin } }: Call): void {
    const names = this.#definition.positions?.toLowerCase().split(' ') ?? [];
    const open = names.filter((name) => !this.has(name));
    for (const [at, values] of this.#positional.entries()) {
      const parameter = this.#named(open[Math.min(at, open.length - 1)] ?? names[0]);
      if (parameter) this.#given.push({ parameter, values });
    }
    const { fromPipe, implied } = this.#definition;
    if (fromPipe !== undefined && !this.has(fromPipe) && stdin.kind === 'pipe') {
      const parameter = this.#named(fromPipe.toLowerCase());
      const values = stdin.text ? linesOf(stdin.text) : [itemOf(stdin.from)];
      if (parameter) this.#given.push({ parameter, values });
    } else if (implied !== undefined && names[0] !== undefined && !this.has(names[0])) {
      const parameter = this.#named(names[0]);
      if (parameter) this.#given.push({ parameter, values: [literal(implied, { start: 0, end: 0 })] });
    }
  }

  apply(call: Call): void {
    for (const { parameter, values } of this.#given) {
      if (parameter.takesValue || values.some((value) => /^(?:\$?false|0)$/i.test(textOf(value) ?? ''))) continue;
      if (parameter.meaning === 'recursive') this.#isRecursive = true;
      else if (parameter.meaning === 'force') this.#isForced = true;
      else for (const effect of parameter.effects) this.tell(effect);
    }
    let left = maxValues;
    for (const { parameter, values } of this.#given) {
      if (!parameter.takesValue) continue;
      const { meaning, effects } = parameter;
      for (const value of values) {
        if (--left < 0) return this.#found.doubt('more values than are looked at');
        if (typeof meaning === 'function') meaning(value, this.#found, call);
        else if (meaning === 'script') this.#script(value, call);
        else for (const effect of effects) this.tell(effect, value);
      }
    }
  }

  tell(effect: ProgramEffect, target?: Word): void {
    const isFile =
      effect.kind === 'read' || effect.kind === 'delete' || effect.kind === 'write' || effect.thing === 'permissions';
    const raised: ProgramEffect = {
      ...effect,
      ...(this.#isRecursive && isFile && { recursive: true }),
      ...(this.#isForced && effect.kind !== 'read' && (isFile || effect.kind === 'change') && { force: true }),
    };
    if (raised.kind === 'contact' && target) contacted(target, raised, this.#found);
    else this.#found.effect(target ? { ...raised, target } : raised);
  }

  #script(text: Word, { invocation }: Call): void {
    this.#found.nest({ kind: 'script', via: invocation.name, text, shell: 'powershell' });
  }

  /** By its whole name, else by every name that begins so. */
  #find(name: string): readonly Parameter[] {
    const all = [...this.#parameters, ...common];
    const whole = all.filter((each) => each.names.includes(name));
    if (whole.length > 0) return whole;
    const begun = this.#parameters.filter((each) => each.names.some((long) => long.startsWith(name)));
    return begun.length > 0 ? begun : common.filter((each) => each.names.some((long) => long.startsWith(name)));
  }

  #named(name: string | undefined): Parameter | undefined {
    return name === undefined ? undefined : this.#parameters.find((each) => each.names.includes(name));
  }
}

function isSaid(word: Word): boolean {
  return word.pieces.length > 0;
}

/** `change disk force: words`, several joined by ` + `; what is no effect says nothing. */
function effectsOf(text: string | undefined): readonly ProgramEffect[] {
  return (text ?? '').split(' + ').flatMap((part) => {
    const [, kind = '', rest = '', note] = /^(\w+)((?: [\w-]+)*)(?:: (.*))?$/.exec(part) ?? [];
    if (!effectKinds.has(kind)) return [];
    const words = rest
      .trim()
      .split(' ')
      .filter((word) => word !== '');
    const thing = words.find((word) => word !== 'force' && word !== 'recursive') as Thing | undefined;
    return {
      kind: kind as EffectKind,
      ...(thing !== undefined && { thing }),
      ...(words.includes('recursive') && { recursive: true }),
      ...(words.includes('force') && { force: true }),
      ...(note !== undefined && { note }),
    };
  });
}

function linesOf(text: Word): readonly Word[] {
  const known = textOf(text);
  if (known === undefined) return [text];
  return known
    .split('\n')
    .slice(0, 64)
    .map((line) => ({ ...literal(line, text.span), isPattern: /[*?]/.test(line) }));
}

/** What a pipe brings from commands that look into a folder: something in it. */
function itemOf(from: readonly ShellCommand[]): Word {
  const folder = from
    .flatMap(({ effects }) => effects)
    .find(({ kind, note, target }) => kind === 'read' && note !== 'cd' && target?.path !== undefined)?.target;
  const start = folder && !folder.isPattern ? [`${(folder.path as string).replace(/\/$/, '')}/`] : [];
  const named = folder?.isPattern ? literal(folder.path as string, { start: 0, end: 0 }) : undefined;
  if (named) return { ...named, isPattern: true };
  return { pieces: [...start, { unknown: 'argument' }], isPattern: false, isSplit: false, span: { start: 0, end: 0 } };
}

export function isLiteral(word: Word | undefined): word is Word {
  return word !== undefined && isKnown(word);
}

/** What is written through a link goes to its target; that of a symbolic one is told from the folder of the link. */
export function linked(link: Word | undefined, target: Word, isSymbolic: boolean, found: Found): void {
  const folder = /^[^]*[\\/]/.exec((link && textOf(link)) ?? '')?.[0].slice(0, -1);
  const from = isSymbolic && folder !== undefined && folder !== '' ? literal(folder, target.span) : undefined;
  const isRooted = /^(?:[\\/~]|\w+:)/.test(headOf(target));
  found.effect({ kind: 'write', target: isRooted ? target : within(from, target), note: 'link' });
}
