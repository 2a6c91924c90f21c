import type { Described, Invocation, Nested, ProgramEffect, Word } from '../../protocol/shell.ts';
import type { Act, Level, Positions, Test } from './compile.ts';
import type { Call, Found } from './define.ts';
import { contacted } from './hosts.ts';
import { runsNamed } from './languages/named-program.ts';
import { sortArguments, type Hit } from './options.ts';
import { anyName, below, headOf, literal, replaced, textOf, within } from './words.ts';

const maxArguments = 512;
const maxDepth = 6;
const maxFolders = 8;
/** With these, a name says what is not looked for, or only some of it. */
const inverse = ['!', '-not', '-o', '-or'];
const maxDoubts = 8;

/** What an invocation does, by the definition of its program. */
export function evaluate(invocation: Invocation, program: Level): Described {
  return new Evaluation(invocation).run(program);
}

class Evaluation implements Call, Found {
  readonly invocation: Invocation;
  operands: readonly Word[] = [];
  separator: number | undefined;
  folder: Word | undefined;
  readonly #effects: ProgramEffect[] = [];
  readonly #nested: Nested[] = [];
  readonly #doubts: string[] = [];
  readonly #hits: Hit[] = [];
  readonly #subs: string[] = [];
  #isHelp = false;
  #hasPerhapsValue = false;
  #isRecursive = false;
  #isForced = false;

  constructor(invocation: Invocation) {
    this.invocation = invocation;
  }

  run(program: Level): Described {
    const level = this.#descend(program);
    for (const hit of this.#hits) this.#switch(hit);
    for (const hit of this.#hits) this.#apply(hit, level);
    if (!this.#isHelp) this.#act(level);
    const isQuiet =
      (level.quiet || this.#isHelp) &&
      this.#effects.every(({ kind }) => kind === 'read') &&
      this.#nested.every(({ kind }) => kind === 'argv' || kind === 'script');
    const isForgetful = level.forgets.some((option) => this.has(option));
    const nested = isForgetful ? this.#nested.map((each) => ({ ...each, withoutVariables: true })) : this.#nested;
    const sub = this.#subs.length > 0 ? this.#subs.join(' ') : undefined;
    const content = level.content.find(({ tests }) => this.#holds(tests))?.is;
    const found = this.#nameFound(level.named);
    const effects =
      found === undefined
        ? this.#effects
        : this.#effects.map((effect) => (effect.note === 'found' ? { ...effect, found } : effect));
    return { effects, nested, doubts: this.#doubts, isQuiet, sub, content };
  }

  has(option: string): boolean {
    return this.#hits.some((hit) => hit.option.names.includes(option));
  }

  values(option: string): readonly Word[] {
    return this.#hits.flatMap((hit) => (hit.value && hit.option.names.includes(option) ? [hit.value] : []));
  }

  effect(effect: ProgramEffect): void {
    this.#effects.push(effect);
  }

  nest(nested: Nested): void {
    this.#nested.push(this.folder && !nested.cwd ? { ...nested, cwd: this.folder } : nested);
  }

  doubt(text: string): void {
    if (this.#doubts.length < maxDoubts && !this.#doubts.includes(text)) this.#doubts.push(text);
  }

  /** Sorts the arguments, from subcommand to subcommand. */
  #descend(program: Level): Level {
    let level = program;
    let args: readonly Word[] = this.invocation.args.slice(0, maxArguments);
    if (args.length < this.invocation.args.length) this.doubt('more arguments than are looked at');
    const globals: Level[] = [];
    for (let depth = 0; depth < maxDepth; depth += 1) {
      const [only] = args;
      if (args.length === 1 && only && level.help.includes(textOf(only) ?? '')) {
        this.#isHelp = true;
        return level;
      }
      const sorted = sortArguments(args, [level, ...globals], level.sub !== undefined);
      this.#hits.push(...sorted.hits);
      if (level.strict) for (const text of sorted.strange) this.doubt(text);
      for (const text of sorted.open) this.doubt(text);
      this.operands = sorted.operands;
      this.separator = sorted.separator;
      this.#hasPerhapsValue = sorted.hasPerhapsValue;
      const next = this.#next(level, sorted.operands);
      if (!next) return level;
      if (level.isGlobal) globals.unshift(level);
      // One that is not listed keeps its name as an operand, for whoever has to tell what it is.
      args = next === level.otherwise ? sorted.operands : sorted.operands.slice(1);
      level = next;
    }
    return level;
  }

  #next(level: Level, operands: readonly Word[]): Level | undefined {
    const [word] = operands;
    if (!level.sub || !word) return undefined;
    const name = textOf(word);
    if (name === undefined) {
      this.doubt('the subcommand is known only when it runs');
      return level.otherwise;
    }
    const found = level.sub(name);
    if (found || this.#subs.length === 0) this.#subs.push(name);
    if (!found && !level.otherwise) this.effect({ kind: 'run', target: word, note: 'an unknown subcommand' });
    return found ?? level.otherwise;
  }

  /** What an option says about everything else. */
  #switch({ option, value }: Hit): void {
    for (const act of option.acts) {
      if (act.do === 'help') this.#isHelp = true;
      else if (act.do === 'recursive') this.#isRecursive = true;
      else if (act.do === 'force') this.#isForced = true;
      else if (act.do === 'folder' && value) this.#enter(within(this.folder, value));
      else if (act.do === 'last-folder' && value) this.#enter(value);
    }
  }

  /** Rules about the folder of a `cd` hold for this one too. */
  #enter(folder: Word): void {
    this.folder = folder;
    this.effect({ kind: 'read', target: folder, note: 'cd' });
  }

  #apply(hit: Hit, level: Level): void {
    const via = `${this.invocation.name} ${hit.name}`;
    for (const act of hit.option.acts) {
      if (hit.words && (act.do === 'argv' || act.do === 'argv-beside'))
        this.#nestForFound(hit.words, via, act.do === 'argv-beside', level);
      else if (hit.value) this.#value(act, hit.value, via);
      else if (act.do === 'effect' && hit.option.value !== 'required')
        this.#always([act], act.effect.kind === 'change');
    }
  }

  /** Everything but its options. */
  #act(level: Level): void {
    this.#place(level.operands.find(({ tests }) => this.#holds(tests)));
    this.#always(level.acts);
    for (const also of level.also) {
      if (!this.#holds(also.tests)) continue;
      this.#always(also.acts);
      this.#place(also.operands);
      if (also.doubt !== undefined) this.doubt(also.doubt);
    }
    level.inspect?.(this, this);
  }

  #place(positions: Positions | undefined): void {
    if (!positions) return;
    let operands = this.operands;
    if (operands.length === 0 && positions.implied !== undefined) {
      operands = [literal(positions.implied, { start: 0, end: 0 })];
    }
    const { first, second, rest, last } = positions;
    const assignments = positions.assignments ? leadingAssignments(operands) : 0;
    let from = assignments;
    let end = operands.length;
    const named = [first, second, rest?.some((act) => act.do === 'argv') ? undefined : rest, last];
    for (const [at, acts] of [first, second].entries()) {
      if (!acts) continue;
      const word = operands[from++];
      this.#operand(acts, word);
      // A pattern stands for more than one name: `uniq *` writes to the second.
      if (word?.isPattern === true) for (const later of named.slice(at + 1)) if (later) this.#operand(later, word);
    }
    const ending = last && end > from + (rest ? 1 : 0) ? operands[--end] : undefined;
    if (rest?.some((act) => act.do === 'argv')) {
      if (from < end)
        this.#nestProgram(operands.slice(from, end), this.invocation.name, operands.slice(0, assignments));
      const [value, ...others] = operands;
      if (this.#hasPerhapsValue && value && others.length > 0)
        this.#nestProgram([literal(this.invocation.name, value.span), ...others], this.invocation.name, []);
      return;
    }
    if (rest) for (const word of operands.slice(from, end)) this.#operand(rest, word);
    if (last) this.#operand(last, ending);
    const final = operands.at(-1);
    // One that is the last of all may be several, too: `cp *` writes to the last of them.
    if (final?.isPattern === true && rest && last) this.#operand(ending ? rest : last, final);
  }

  #operand(acts: readonly Act[], word: Word | undefined): void {
    if (!word) return;
    for (const act of acts) this.#value(act, word, this.invocation.name, true);
  }

  #value(act: Act, value: Word, via: string, isOperand = false): void {
    switch (act.do) {
      case 'effect': {
        const effect = isOperand ? this.#raised(act.effect) : act.effect;
        if (effect.kind === 'contact') contacted(value, effect, this);
        else this.#effects.push(withTarget(effect, isPath(effect) && !act.here ? within(this.folder, value) : value));
        return;
      }
      case 'names':
        if (textOf(value) !== '-') this.#effects.push({ kind: 'read', target: within(this.folder, value) });
        this.#effects.push(withTarget(this.#raised(act.effect), anyName(value.span)));
        return;
      case 'read':
        return act.reader(value, this, this);
      case 'script':
        return this.nest({ kind: 'script', via, text: value, shell: 'bash' });
      case 'program':
        return runsNamed(value, via, this);
      case 'script-file':
        return this.nest({ kind: 'file', via, path: within(this.folder, value), shell: 'bash' });
      case 'folder':
        if (isOperand) this.#enter(within(this.folder, value));
        return;
    }
  }

  #always(acts: readonly Act[], isNamed = true): void {
    for (const act of acts) {
      if (act.do !== 'effect') continue;
      // What follows `--` is for another program.
      const target = this.separator === 0 ? undefined : this.operands[0];
      const named = isNamed && (act.effect.kind === 'change' || act.effect.kind === 'run');
      const raised = this.#raised(act.effect);
      this.effect(named && target ? withTarget(raised, target) : raised);
    }
  }

  #raised(effect: ProgramEffect): ProgramEffect {
    if (!this.#isRecursive && !this.#isForced) return effect;
    if (effect.kind === 'terminal' || effect.kind === 'contact' || effect.kind === 'run') return effect;
    return {
      ...effect,
      recursive: (this.#isRecursive && isPath(effect)) || effect.recursive,
      force: this.#isForced || effect.force,
    };
  }

  /** The program of `find -exec`: once for each folder that is looked through. */
  #nestForFound(
    words: readonly Word[],
    via: string,
    isBeside: boolean,
    { mark, named: option, operands }: Level,
  ): void {
    if (mark === undefined) return this.#nestProgram(words, via);
    const text = mark.replace(/^\+/, '');
    const named = operands[0]?.first ? this.operands.slice(1) : this.operands;
    const folders = named.length > 0 ? named : [here];
    if (folders.length > maxFolders) this.doubt('more folders than are looked at');
    const last = this.#nameFound(option);
    // `{}./x` is `./…./x` for what is below the folder, and `../x` for the folder itself.
    if (words.some((word) => headOf(word).includes(`${text}/`) && /\/\.\.(?:\/|$)/.test(headOf(word))))
      this.doubt('a path that leads up from what is found');
    const isJoined = words.some((word) => headOf(word).includes(text) && textOf(word) !== text);
    for (const folder of folders.slice(0, maxFolders)) {
      for (const { name, cwd } of isBeside ? besideFound(folder, last, isJoined) : found(folder, last, isJoined)) {
        const argv = words.map((word) => replaced(word, text, name));
        const isNamed = argv.some((word, index) => word !== words[index]);
        this.#nestProgram(mark.startsWith('+') && !isNamed ? [...argv, name] : argv, via, [], cwd);
      }
    }
  }

  /** The name that everything found has, when it is one and no pattern. */
  #nameFound(option: string | undefined): string | undefined {
    const [only, ...others] = option === undefined ? [] : this.values(option);
    const name = only && others.length === 0 && !inverse.some((each) => this.has(each)) ? textOf(only) : undefined;
    return name !== undefined && /^[^/*?[\\]+$/.test(name) ? name : undefined;
  }

  #nestProgram(words: readonly Word[], via: string, assignments: readonly Word[] = [], cwd?: Word): void {
    if (words.length === 0) return;
    // Only a name that a shell can set matters to what is run, or one by which bash takes a function over.
    const set = assignments.filter((word) => /^(?:[A-Za-z_]\w*|BASH_FUNC_[^=]*)=/.test(headOf(word)));
    const named = set.map((word) => {
      const head = headOf(word);
      const equals = head.indexOf('=');
      const pieces = [head.slice(equals + 1), ...word.pieces.slice(1)].filter((piece) => piece !== '');
      return { name: head.slice(0, equals), value: { ...word, pieces } };
    });
    this.nest({ kind: 'argv', via, words, ...(named.length > 0 && { assignments: named }), ...(cwd && { cwd }) });
  }

  #holds(tests: readonly Test[]): boolean {
    return tests.every(({ of, holds }) => this.#is(of) === holds);
  }

  #is(test: string): boolean {
    switch (test) {
      case 'operands':
        return this.operands.length > 0;
      case 'second':
        return this.operands.length > 1;
      case 'tty':
        return this.invocation.stdin.kind === 'inherited';
      case '--':
        return this.separator !== undefined;
      default:
        return this.has(test);
    }
  }
}

const here = literal('.', { start: 0, end: 0 });

type Place = { readonly name: Word; readonly cwd?: Word };

/** What is found in a folder, and the folder, where that makes a difference. */
function found(folder: Word, last: string | undefined, isJoined: boolean): readonly Place[] {
  return [{ name: below(folder, last) }, ...(isJoined ? [{ name: folder }] : [])];
}

/** The same for a program that is started in the folder of each file: below the folder, and beside the folder. */
function besideFound(folder: Word, last: string | undefined, isJoined: boolean): readonly Place[] {
  const inside = { name: below(here, last), cwd: folder };
  const text = textOf(folder)?.replace(/(?<=.)\/+$/, '');
  if (text === undefined || ((text === '.' || text === '/') && !isJoined)) return [inside];
  const slash = text.lastIndexOf('/');
  const parent = slash === -1 ? '.' : text.slice(0, slash + 1);
  const name = text === '/' ? '/' : `./${text.slice(slash + 1)}`;
  return [inside, { name: literal(name, folder.span), cwd: literal(parent, folder.span) }];
}

function withTarget({ kind, thing, recursive, force, note }: ProgramEffect, target: Word): ProgramEffect {
  return { kind, thing, target, recursive, force, note };
}

function isPath({ kind, thing }: ProgramEffect): boolean {
  return kind === 'read' || kind === 'write' || kind === 'delete' || thing === 'permissions' || thing === 'owner';
}

/** How many words at the front are assignments: env takes everything with a `=` for one, whatever stands before it. */
function leadingAssignments(words: readonly Word[]): number {
  const isAssignment = ({ pieces }: Word) => pieces.some((piece) => typeof piece === 'string' && piece.includes('='));
  const index = words.findIndex((word) => !isAssignment(word));
  return index === -1 ? words.length : index;
}
