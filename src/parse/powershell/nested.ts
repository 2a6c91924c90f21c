import { limits } from '../bash/budget.ts';
import { display, knownText } from '../bash/text.ts';
import { runInOtherShell } from '../other-shell.ts';
import type { Nested, ShellEffect, Stdin, Word } from '../../protocol/shell.ts';
import { pathTarget } from './paths.ts';
import type { State } from './state.ts';
import { isRemote, remoteScript, type Call, type Frame, type Walker } from './walker.ts';

/** Runs the code that a command brings along; gives back what the command itself does by it. */
export function runNested(nested: Nested, call: Call, state: State, frame: Frame, walker: Walker): ShellEffect[] {
  if (frame.depth >= limits.depth) {
    walker.journal.doubt('too-deep', `Code within code, more than ${limits.depth} deep`, call.span);
    return [];
  }
  // `Invoke-Expression` and its like run in this shell, everything else in another one.
  const isHere = nested.kind !== 'argv' && nested.via === 'Invoke-Expression';
  const child = isHere ? state : state.clone();
  if (nested.cwd) child.cwd = pathTarget(nested.cwd, { ...walker.context, cwd: state.cwd }).path;
  const inner: Frame = {
    ...frame,
    path: [...frame.path, nested.via],
    span: call.span,
    stdin: call.stdin,
    items: undefined,
    depth: frame.depth + 1,
  };
  switch (nested.kind) {
    case 'argv': {
      const more: Word = { pieces: [{ unknown: 'argument' }], isPattern: false, isSplit: true, span: call.span };
      const words = nested.more ? [...nested.words, more] : nested.words;
      if (words.length > 0)
        walker.call(
          { words, operator: '', effects: [], stdin: call.stdin, span: call.span, isProgram: true },
          child,
          inner,
        );
      return [];
    }
    case 'script':
      return runCode(nested, nested.text, child, inner, walker);
    case 'input':
      return runInput(nested, call.stdin, call, child, inner, walker);
    case 'file':
      return runFile(nested, nested.path, call, child, inner, walker);
  }
}

type Script = Exclude<Nested, { kind: 'argv' }>;

function runCode({ shell }: Script, text: Word, child: State, frame: Frame, walker: Walker): ShellEffect[] {
  const from = text.pieces.flatMap((piece) => (typeof piece === 'object' ? (piece.from ?? []) : []));
  const effects = isRemote(from, walker) ? [remoteScript] : [];
  const span = frame.span ?? text.span;
  if (shell === 'powershell') {
    walker.text(text.pieces, child, frame, span);
    return effects;
  }
  runInOtherShell({ shell, text: text.pieces, span }, { cwd: child.cwd, path: frame.path }, walker);
  return effects;
}

function runInput(nested: Script, stdin: Stdin, call: Call, child: State, frame: Frame, walker: Walker): ShellEffect[] {
  if (stdin.kind === 'inherited') return [];
  if (stdin.kind === 'file') return runFile(nested, stdin.path, call, child, frame, walker);
  const effects = stdin.kind === 'pipe' && isRemote(stdin.from, walker) ? [remoteScript] : [];
  const inner: Frame = { ...frame, stdin: { kind: 'inherited' } };
  if (stdin.text) return [...runCode(nested, stdin.text, child, inner, walker), ...effects].slice(0, 1);
  const name = display(call.words[0]?.pieces ?? []);
  walker.journal.doubt('dynamic-code', `What "${name}" reads is run as code`, call.span);
  return effects;
}

export function runFile(
  nested: Script,
  path: Word,
  call: Call,
  child: State,
  frame: Frame,
  walker: Walker,
): ShellEffect[] {
  const { context } = walker;
  if (knownText(path.pieces) === '-') return runInput(nested, call.stdin, call, child, frame, walker);
  const target = pathTarget(path, { ...context, cwd: child.cwd });
  const run: ShellEffect = { kind: 'run', target };
  if (target.path === undefined) {
    walker.journal.doubt('dynamic-code', 'The file that is run is known only at run time', path.span);
    return [run];
  }
  if (walker.fetched.has(target.path)) return [run, { ...remoteScript, target }];
  const script = path.isPattern ? undefined : context.readScript(target.path);
  if (script === undefined) return [run];
  return [run, ...runCode(nested, { ...path, pieces: [script], isPattern: false }, child, frame, walker)];
}
