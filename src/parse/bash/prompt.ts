import type { Span } from '../../protocol/shell.ts';
import type { State } from './state.ts';
import { display, isUnknown, type Text } from './text.ts';
import type { Frame, Walker } from './walker.ts';

/** What a text runs that is expanded as a prompt: PS1, PS4, `${x@P}`. */
export function runPrompt(text: Text, state: State, frame: Frame, walker: Walker, span: Span, via: string): void {
  const isKnown = walker.runHidden(text, state, frame, span, via);
  if (text.some(isUnknown))
    walker.journal.doubt('dynamic-code', 'Text that is known only at run time is expanded as a prompt', span);
  // `\044` is a `$`, `$\[(` is `$(`, and a substitution without an end is run up to its last letter but one.
  else if (!isKnown || hidesCode.test(display(text)))
    walker.journal.doubt('dynamic-code', 'Escapes in a prompt may hide code', span);
}

const hidesCode = /\\0*(?:44|140)|\\D|(?<!\\)\$\\|\$\([^)]*\\|\$\{[^}]*\\|`[^`]*\\/;
