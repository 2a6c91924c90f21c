import type { CommandContext, CommandResult } from '../define.ts';
import type { Extracted } from './write.ts';

const mimes = { md: 'text/markdown', text: 'text/plain', json: 'application/json' } as const;

/** Prints the text, or where it went, and gives what is known about it as the result. */
export function reply(given: CommandResult, to: Pick<CommandContext, 'print' | 'artifact'>): CommandResult {
  const { text, ...result } = given as unknown as Extracted;
  const { in: source, out, mode, status, extracted_chars: chars, warnings } = result;
  if (out === null) to.print(text ?? '');
  else {
    to.artifact({ path: out, mime: mimes[mode], description: `The text of ${source}.` });
    to.print(`${chars} characters of ${source} (${result.format}) written to ${out}; status ${status}\n`);
    for (const warning of warnings) to.print(`warning: ${warning}\n`);
  }
  return result;
}
