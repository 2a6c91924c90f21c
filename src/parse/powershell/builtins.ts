import { display, knownText } from '../bash/text.ts';
import type { ShellEffect, Word } from '../../protocol/shell.ts';
import { parentOf, pathTarget, resolvePath } from './paths.ts';
import { unknownValue, type State, type Value } from './state.ts';
import type { Call, Walker } from './walker.ts';

export interface Done {
  readonly effects: readonly ShellEffect[];
  readonly output?: Value;
}

type Builtin = (args: readonly Word[], state: State, call: Call, walker: Walker) => Done;

/** Commands that change what the shell itself holds, by their names in lower case. */
export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['set-location', goTo],
  [
    'push-location',
    (args, state, ...rest) => {
      const before = state.cwd;
      const { positional, named } = sorted(args);
      const done =
        positional.length > 0 || named.has('path') || named.has('literalpath')
          ? goTo(args, state, ...rest)
          : { effects: [] };
      state.folders.push(before);
      return done;
    },
  ],
  [
    'pop-location',
    (_, state) => {
      const folder = state.folders.length > 0 ? state.folders.pop() : undefined;
      state.previousCwd = state.cwd;
      state.cwd = folder;
      const target = { text: folder ?? '…', isPattern: false, ...(folder !== undefined && { path: folder }) };
      return { effects: [{ kind: 'read', note: 'cd', target }] };
    },
  ],
  [
    'get-location',
    (_, { cwd }) => ({ effects: [], output: cwd === undefined ? unknownValue('variable', 'pwd') : [[cwd]] }),
  ],
  [
    'write-output',
    (args) => ({
      effects: [],
      output: args.filter((word) => !/^-no?e?/i.test(display(word.pieces))).map((word) => word.pieces),
    }),
  ],
  [
    'join-path',
    (args) => {
      const { positional, named } = sorted(args);
      const parts = [named.get('path'), named.get('childpath'), ...positional].filter((word) => word !== undefined);
      return { effects: [], output: [parts.flatMap((word, at) => (at === 0 ? word.pieces : ['/', ...word.pieces]))] };
    },
  ],
  [
    'split-path',
    (args) => {
      const { positional, named } = sorted(args);
      const word = named.get('path') ?? named.get('literalpath') ?? positional[0];
      const text = word && knownText(word.pieces);
      // `-Leaf` and the like give another part of it.
      const isParent = args.every(({ pieces }) => !/^-(?!p|li|r)/i.test(display(pieces)));
      return { effects: [], ...(text !== undefined && isParent && { output: [[parentOf(text)]] }) };
    },
  ],
  ['resolve-path', sameItem],
  ['convert-path', sameItem],
  ['get-item', sameItem],
  [
    'get-childitem',
    (...call) => {
      const [[path]] = (sameItem(...call).output ?? [[]]) as [[string | undefined]];
      if (path === undefined) return { effects: [] };
      return {
        effects: [],
        output: [/[*?]/.test(path) ? [path] : [`${path.replace(/\/$/, '')}/`, { unknown: 'argument' }]],
      };
    },
  ],
  [
    'get-command',
    (args) => {
      const { positional, named } = sorted(args);
      const word = named.get('name') ?? positional[0];
      return { effects: [], ...(word && !word.isPattern && { output: [word.pieces] }) };
    },
  ],
  ['set-alias', setAlias],
  ['new-alias', setAlias],
  ['set-variable', setVariable],
  ['new-variable', setVariable],
]);

function goTo(args: readonly Word[], state: State, _: Call, { context, journal }: Walker): Done {
  const { positional, named } = sorted(args);
  const word = named.get('path') ?? named.get('literalpath') ?? positional[0];
  const text = word && knownText(word.pieces);
  const place = { ...context, cwd: state.cwd };
  const before = state.cwd;
  let target;
  if (text === '-' || text === '+') {
    state.cwd = text === '-' ? state.previousCwd : undefined;
    target = { text, isPattern: false, ...(state.cwd !== undefined && { path: state.cwd }) };
  } else {
    target = word ? pathTarget(word, place) : { text: '~', isPattern: false, path: context.home };
    state.cwd = word?.isPattern ? undefined : word && text === undefined ? undefined : target.path;
  }
  // It stays where it is when nothing is there, and goes on.
  if (state.cwd !== undefined && context.isFolder?.(state.cwd) === false && journal.hasOnlyRead) state.cwd = before;
  else state.previousCwd = before;
  return { effects: [{ kind: 'read', note: 'cd', target }] };
}

function sameItem(args: readonly Word[], state: State, _: Call, { context }: Walker): Done {
  const { positional, named } = sorted(args);
  const word = named.get('path') ?? named.get('literalpath') ?? positional[0];
  const known = word && knownText(word.pieces);
  const path = known === undefined ? undefined : resolvePath(known, { ...context, cwd: state.cwd });
  return { effects: [], ...(path !== undefined && { output: [[path]] }) };
}

function setAlias(args: readonly Word[], state: State, { span }: Call, { journal }: Walker): Done {
  const { positional, named } = sorted(args);
  const rest = positional.slice();
  const name = named.get('name') ?? rest.shift();
  const value = named.get('value') ?? rest.shift();
  const [from, to] = [name && knownText(name.pieces), value && knownText(value.pieces)];
  if (from !== undefined && to !== undefined) state.aliases.set(from.toLowerCase(), to);
  else journal.doubt('dynamic-code', 'An alias is known only at run time', span);
  return { effects: [] };
}

function setVariable(args: readonly Word[], state: State, { span }: Call, { journal }: Walker): Done {
  const { positional, named } = sorted(args);
  const rest = positional.slice();
  const name = knownText((named.get('name') ?? rest.shift())?.pieces ?? [])?.toLowerCase();
  const value = named.get('value') ?? rest.shift();
  if (name === undefined) journal.doubt('dynamic-code', 'The name of a variable is known only at run time', span);
  else state.variables.set(name, value && rest.length === 0 ? [value.pieces] : unknownValue('variable', name));
  return { effects: [] };
}

const withValue = [
  'path',
  'literalpath',
  'childpath',
  'additionalchildpath',
  'stackname',
  'name',
  'value',
  'description',
  'option',
  'scope',
  'visibility',
  'erroraction',
  'ea',
];

/** Parameters by their whole names, and what has none. */
function sorted(args: readonly Word[]): { positional: Word[]; named: Map<string, Word> } {
  const positional: Word[] = [];
  const named = new Map<string, Word>();
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as Word;
    const [head] = word.pieces;
    const found = typeof head === 'string' ? /^[-\u2013-\u2015]([a-z]\w*)(:?)/i.exec(head) : null;
    if (!found) {
      positional.push(word);
      continue;
    }
    const short = (found[1] as string).toLowerCase();
    const name = withValue.find((each) => each === short) ?? withValue.find((each) => each.startsWith(short));
    if (found[2] === ':') {
      const rest = (head as string).slice(found[0].length);
      if (name !== undefined)
        named.set(name, { ...word, pieces: [...(rest === '' ? [] : [rest]), ...word.pieces.slice(1)] });
    } else if (name !== undefined) {
      const value = args[(at += 1)];
      if (value) named.set(name, value);
    }
  }
  return { positional, named };
}
