import type { Command, CommandNode, PipelineNode, AndOr, Statement } from 'unbash';
import type { State } from './state.ts';

/** Builtins that print their words and cannot fail, `cat`, which prints what it reads, and what cuts a path. */
const printers = new Set(['echo', 'printf', 'cat', 'true', ':', 'pwd', 'dirname', 'basename']);

/**
 * Whether all that such code prints is printed for sure. `$(exit; echo ls) rm x` runs rm, and so does every other
 * way to leave early: a failed expansion, `set -e`, a cd that does not work.
 */
export function printsForSure(statements: readonly Statement[], state: State): boolean {
  return statements.every(({ command, background }) => !background && isSure(command, state));
}

export function isSure(node: PipelineNode | AndOr | CommandNode, state: State): boolean {
  switch (node.type) {
    case 'Command':
      return (
        node.name !== undefined &&
        node.prefix.length === 0 &&
        printers.has(node.name.text) &&
        !state.functions.has(node.name.text) &&
        !state.aliases.has(node.name.text) &&
        !(state.options.has('errexit') && state.options.has('inherit_errexit')) &&
        node.suffix.every((item) => item.type !== 'Redirect' && isSafe(item, state))
      );
    case 'Pipeline':
      return node.commands.every((command) => isSure(command, state));
    case 'BraceGroup':
    case 'Subshell':
      return printsForSure(node.body.commands, state);
    default:
      return false;
  }
}

function isSafe(item: Command['suffix'][number], state: State): boolean {
  const isInput = item.type === 'HereDoc' || item.type === 'HereString';
  const text = expandedIn(item);
  return !(isInput ? mayFailInput : mayFail).test(text) && !(text.includes('$') && state.options.has('nounset'));
}

function expandedIn(item: Command['suffix'][number]): string {
  if (item.type === 'HereDoc') return item.delimiter?.quoted ? '' : item.body.text;
  return 'text' in item ? item.text : (item.target?.text ?? '');
}

/** Expansions that end the shell, or the line, when they go wrong. */
const mayFail = /\$\{[^}]*[?:!@]|\$\(\(|\$\[/;

/** The same in what `cat` reads, where a number that is not known is seen in the output. */
const mayFailInput = /\$\{[^}]*[?!@]|\$\{[^}:]*:[^-+=]/;
