import type { PlanContext } from '../../protocol/shell.ts';
import type { State } from './state.ts';
import type { Atom } from './scan.ts';
import { knownText, type Text } from './text.ts';
import { lookUp } from './variables.ts';

/** `~`, `~+`, `~-` at the start of a word, and after `=` and `:` in the value of an assignment; `~user` of others stays unknown. */
export function expandTilde(
  atoms: readonly Atom[],
  kind: 'word' | 'value' | 'argument',
  state: State,
  context: PlanContext,
): readonly Atom[] {
  if (!atoms.some((atom) => 'text' in atom && !atom.isQuoted && atom.text.includes('~'))) return atoms;
  const isValue = kind !== 'word';
  const result: Atom[] = [];
  atoms.forEach((atom, index) => {
    if (!('text' in atom) || atom.isQuoted) {
      result.push(atom);
      return;
    }
    const before = atoms[index - 1];
    let rest = atom.text;
    let isStart =
      (index === 0 && kind !== 'argument') ||
      (isValue && before !== undefined && 'text' in before && !before.isQuoted && before.text.endsWith(':'));
    for (let step = 0; rest !== '' && step < 1_000; step++) {
      const prefix = isStart ? (isValue ? /^~([\w+.-]*)(?=\/|$|:)/ : /^~([\w+.-]*)(?=\/|$|:|=~)/).exec(rest) : null;
      // A quoted or expanded part right after the name makes it no login name.
      const isWhole = prefix && (prefix[0].length < rest.length || atoms[index + 1] === undefined);
      if (prefix && isWhole) {
        // Before `:` and `=~` in a word, bash expands nothing else of the word, or not this either: `~:$x`.
        const isOdd = !isValue && /^[:=]/.test(rest.slice(prefix[0].length)) && atoms.length > 1;
        const folder = isOdd ? undefined : folderOf(prefix[1] as string, state, context);
        if (folder === undefined) result.push({ unknown: { unknown: 'variable', name: prefix[0] } });
        else result.push({ text: folder, isQuoted: true });
        rest = rest.slice(prefix[0].length);
        isStart = false;
        continue;
      }
      // In an argument like `name=~/x` the value starts at the `=`.
      const colon = isValue ? rest.search(kind === 'argument' && step === 0 && index === 0 ? /=/ : /:/) : -1;
      const end = colon < 0 ? rest.length : colon + 1;
      result.push({ text: rest.slice(0, end), isQuoted: false });
      rest = rest.slice(end);
      isStart = true;
    }
  });
  return result;
}

function folderOf(name: string, state: State, context: PlanContext): string | undefined {
  if (name !== '' && name !== '+' && name !== '-') return folderOfUser(name, context.home);
  const variable = name === '+' ? 'PWD' : name === '-' ? 'OLDPWD' : 'HOME';
  const folder: Text | undefined = lookUp(variable, state, context)?.value;
  return folder && knownText(folder);
}

/** Only who is there for sure: bash leaves the `~name` of nobody as it is. */
function folderOfUser(name: string, home: string): string | undefined {
  if (name === 'root') return home.startsWith('/Users/') ? '/var/root' : '/root';
  return home.endsWith(`/${name}`) ? home : undefined;
}
