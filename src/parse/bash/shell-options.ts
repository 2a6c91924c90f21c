import type { Span } from '../../protocol/shell.ts';
import type { State } from './state.ts';
import type { Walker } from './walker.ts';

/** Options of `set -o`; with any other name it sets nothing at all, also no arguments. */
export const optionNames: ReadonlySet<string> = new Set(
  `allexport braceexpand emacs errexit errtrace functrace hashall histexpand history ignoreeof interactive-comments keyword
  monitor noclobber noexec noglob nolog notify nounset onecmd physical pipefail posix privileged verbose vi xtrace`.split(
    /\s+/,
  ),
);

/** Letters of `set` that matter to what is run. */
export const optionLetters: Readonly<Record<string, string>> = {
  a: 'allexport',
  B: 'braceexpand',
  e: 'errexit',
  E: 'errtrace',
  H: 'histexpand',
  k: 'keyword',
  m: 'monitor',
  T: 'functrace',
  u: 'nounset',
  x: 'xtrace',
};

/** Options that change what words, variables, names and failures become. */
const notFollowed =
  /^(?:failglob|nocaseglob|cdable_vars|localvar_\w+|compat\d+|execfail|extdebug|keyword|posix|history|histexpand)$/;
const notFollowedOff = /^(?:braceexpand|extquote|interactive_comments)$/;

/** Switches an option of `set` or `shopt` on or off. */
export function switchOption(name: string, isOn: boolean, state: State, walker: Walker, span: Span): void {
  if ((isOn ? notFollowed : notFollowedOff).test(name))
    walker.journal.doubt('arguments', `"${name}" is not followed`, span);
  // Where aliases are expanded they may stand for reserved words, and stay in functions that were read with them.
  if (isOn && name === 'expand_aliases' && state.aliases.size > 0)
    walker.journal.doubt('dynamic-code', 'Aliases are expanded from now on', span);
  if (isOn) state.options.add(name);
  else state.options.delete(name);
}
