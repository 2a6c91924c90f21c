import type { Described, Doubt, ShellCommand, Word } from '../../protocol/shell.ts';
import { literalWord } from '../bash/text.ts';
import { runNested } from './nested.ts';
import { effectIn } from './paths.ts';
import { joinedText, knownItems, knownValue, sourcesOf, unknownValue, type State, type Value } from './state.ts';
import type { Expression } from './syntax.ts';
import { rootOf, watchVariable } from './variables.ts';
import { rememberFetched, wordOf, type Call, type Frame, type Walker } from './walker.ts';

type Member = Extract<Expression, { type: 'member' }>;

/** A property is only looked at; that of a file which names it is as good as the file. */
export function propertyOf(member: Member, state: State, frame: Frame, walker: Walker): Value {
  const of = walker.value(member.of, state, frame);
  const name = knownValue(walker.value(member.name, state, frame))?.toLowerCase();
  if (name !== undefined && /^(?:fullname|path|providerpath|pspath|value)$/.test(name) && !member.isStatic) return of;
  return unknownValue('substitution', undefined, sourcesOf(of));
}

/** A method is asked about like a program: `[io.file]::delete`, `.downloadstring`. */
export function callMember(
  member: Member,
  args: readonly Expression[],
  state: State,
  frame: Frame,
  walker: Walker,
): Value {
  const { journal } = walker;
  if (walker.budget.isSpent) return unknownValue('substitution');
  const { result, commands, doubts } = journal.capture(() => ({
    of: walker.value(member.of, state, frame),
    name: knownValue(walker.value(member.name, state, frame))?.toLowerCase(),
    values: args.map((arg) => walker.value(arg, state, frame)),
  }));
  const { of, name, values } = result;
  // `[array]::Reverse($a)`: a text does not change, the items of a list may.
  if (name === undefined || !onlyReads.test(name))
    for (const each of [member.of, ...args]) {
      const variable = rootOf(each);
      if ((state.variables.get(variable)?.length ?? 0) > 1)
        state.variables.set(variable, unknownValue('variable', variable));
    }
  const span = frame.span ?? member.span;
  watchVariable(rootOf(member), [], span, walker);
  const words = values.map((value, at) => wordOf(joinedText(value), frame.span ?? args[at]?.span ?? span));
  const from = [...sourcesOf(of), ...values.flatMap(sourcesOf)];
  const called = calledOf(member, name);
  const done = name === undefined ? undefined : computed(name, of, values);
  const isBlock = of.some((text) => text.some((piece) => typeof piece === 'object' && walker.blocks.has(piece)));
  const isPlanned = isBlock && name?.startsWith('invoke') === true;
  const described = called === undefined ? undefined : ask(called, words, member, span, walker);
  if ((described && isMere(described)) || isPlanned) {
    journal.commands.push(...commands);
    journal.doubts.push(...doubts);
    return done ?? unknownValue('substitution', undefined, from);
  }
  const shown = called ?? 'a method';
  const call: Call = {
    words: [literalWord(shown, span), ...words],
    operator: '',
    effects: [],
    stdin: frame.stdin,
    span,
  };
  const effects = (described?.effects ?? []).map((effect) => effectIn(effect, { ...walker.context, cwd: state.cwd }));
  const before = state.cwd;
  const inner = journal.capture(() => {
    for (const nested of described?.nested ?? []) effects.push(...runNested(nested, call, state, frame, walker));
  });
  const own: Doubt[] = (described?.doubts ?? [`What ${shown} does is not known`]).map((text) => ({
    kind: 'dynamic-code',
    text,
    span,
  }));
  const command: ShellCommand = {
    name: shown,
    argv: call.words,
    assignments: [],
    cwd: before,
    span,
    path: frame.path,
    stdin: frame.stdin,
    effects,
    isUnknown: !described,
    isQuiet: described?.isQuiet === true && own.length === 0,
    isBuiltin: true,
    doubts: [...doubts, ...own, ...inner.doubts],
  };
  rememberFetched(command, walker);
  walker.budget.commands -= 1;
  journal.commands.push(command, ...commands, ...inner.commands);
  return unknownValue('substitution', undefined, [command, ...from]);
}

/** It computes something: no file, no code and no doubt comes with it. */
function isMere({ isQuiet, effects, nested, doubts }: Described): boolean {
  return isQuiet && effects.length + nested.length + doubts.length === 0;
}

const onlyReads = /^(?:contains|indexof|foreach|where|get\w*|tostring|equals|join|concat|combine|exists|is\w+)$/;

function calledOf({ of, isStatic }: Member, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (!isStatic) return `.${name}`;
  return of.type === 'type' ? `[${plainType(of.name)}]::${name}` : undefined;
}

function plainType(name: string): string {
  return name
    .toLowerCase()
    .replace(/\s/g, '')
    .replace(/^system\./, '');
}

function ask(
  name: string,
  args: readonly Word[],
  { of }: Member,
  span: Call['span'],
  walker: Walker,
): Described | undefined {
  const stdin = { kind: 'inherited' } as const;
  if (name.endsWith('::new') && of.type === 'type')
    return walker.context.describe({ name: 'New-Object', args: [literalWord(of.name, span), ...args], stdin });
  return walker.context.describe({ name, args, stdin });
}

/** What becomes of known text. */
function computed(name: string, of: Value, values: readonly Value[]): Value | undefined {
  const text = knownValue(of);
  if (text === undefined) return undefined;
  const [first, second] = values.map((value) => (knownItems(value)?.length === 1 ? knownValue(value) : undefined));
  switch (name) {
    case 'tostring':
    case 'trim':
      return values.length === 0 ? [[text.trim()]] : undefined;
    case 'tolower':
    case 'tolowerinvariant':
      return [[text.toLowerCase()]];
    case 'toupper':
    case 'toupperinvariant':
      return [[text.toUpperCase()]];
    case 'replace':
      return first && second !== undefined ? [[text.replaceAll(first, () => second).slice(0, 4096)]] : undefined;
    default:
      return undefined;
  }
}
