import type { Doubt, ShellCommand, ShellEffect } from '../../protocol/shell.ts';
import { rememberFetched, markRemote } from './remote.ts';
import type { State } from './state.ts';
import { needsFolder } from './targets.ts';
import type { Call, Frame, Walker } from './walker.ts';

export interface Known {
  readonly name: string | null;
  readonly sub?: string | undefined;
  readonly isBuiltin: boolean;
  readonly isQuiet: boolean;
  readonly isUnknown: boolean;
  readonly effects: readonly ShellEffect[];
}

/** Puts a command into the journal. */
export function emit(
  call: Call,
  known: Known,
  state: { readonly cwd: State['cwd'] },
  frame: Frame,
  walker: Walker,
  more: readonly Doubt[] = [],
): ShellCommand {
  const all = markRemote(withLinked([...call.effects, ...known.effects], call, walker), call, walker);
  const effects = walker.budget.takeEffects(all);
  const doubts: Doubt[] = [...(call.doubts ?? []), ...more];
  if (state.cwd === undefined && effects.some(needsFolder)) {
    doubts.push({ kind: 'folder', text: 'The folder it runs in is known only at run time', span: call.span });
  }
  const command: ShellCommand = {
    name: known.name,
    sub: known.sub,
    argv: call.words,
    assignments: call.assignments,
    cwd: state.cwd,
    span: call.span,
    path: frame.path,
    stdin: call.stdin,
    effects,
    isUnknown: known.isUnknown,
    isQuiet: known.isQuiet,
    isBuiltin: known.isBuiltin,
    doubts,
  };
  rememberFetched(command, walker);
  walker.journal.commands.push(command);
  return command;
}

/** What is done by way of a link that was made before is done where it leads: `ln -s .git/hooks h; cp x h/pre-commit`. */
function withLinked(effects: readonly ShellEffect[], { span }: Call, { files }: Walker): readonly ShellEffect[] {
  if (!files.hasLinks) return effects;
  return effects.flatMap((effect) => {
    const { target } = effect;
    if (target?.path === undefined) return effect;
    return [
      effect,
      ...files.linked(target.path, span).map((path) => ({ ...effect, target: { ...target, path, text: path } })),
    ];
  });
}
