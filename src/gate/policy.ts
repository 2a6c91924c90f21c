import { presets, type Preset, type ShellJudgement } from '../policy/shell/index.ts';
import { SallyportError } from '../protocol/errors.ts';
import type { CheckedCommand, Policy, PolicyCheck } from '../protocol/policy.ts';
import { shellTools, type ShellEffect, type ShellKind, type Word } from '../protocol/shell.ts';
import { checkShell, type ShellParts } from './shell-check.ts';

/** What commands are run in when nobody says. */
const shellHere: ShellKind = process.platform === 'win32' ? 'powershell' : 'bash';

/** The policy as people and programs ask it, beside any run. */
export function createPolicy(parts: ShellParts): Policy {
  return {
    check(
      command,
      { cwd = '.', shell = shellHere, preset = 'guarded', sandboxed = false, tool = 'run_shell' } = {},
    ): PolicyCheck {
      // From JSON and JavaScript anything may come.
      for (const [name, value] of [
        ['command', command],
        ['cwd', cwd],
        ['shell', shell],
        ['preset', preset],
        ['tool', tool],
      ])
        if (typeof value !== 'string') throw wrong(`${name} must be a text`);
      if (!shellTools.includes(tool))
        throw wrong(
          `There is no tool "${tool.slice(0, 40)}" for shell commands; there are ${shellTools.join(' and ')}`,
        );
      const {
        cwd: folder,
        plan,
        judgement,
      } = checkShell(
        { command, cwd, shell: shellNamed(shell), preset: presetNamed(preset), isBoxed: sandboxed, tool },
        parts,
      );
      const { level, decision, rules } = judgement.verdict;
      return {
        command,
        shell,
        cwd: folder,
        preset,
        sandboxed,
        level,
        decision,
        reasons: reasonsOf(judgement),
        rules,
        span: judgement.span,
        doubts: plan.doubts,
        commands: judgement.commands.map(({ command: found, level, decision, votes }): CheckedCommand => ({
          text: found.argv.map(wordText).join(' '),
          name: found.name,
          cwd: found.cwd ?? null,
          span: found.span,
          path: found.path,
          level,
          decision,
          reasons: votes.map(({ reason }) => reason),
          rules: votes.map(({ rule }) => rule),
          effects: found.effects.map(effectText),
          doubts: found.doubts.map(({ text }) => text),
        })),
      };
    },
    rules: () =>
      parts.rules.map(({ id, level, summary, hits, passes }) => ({
        id,
        level,
        summary,
        hits: [...hits],
        passes: [...passes],
      })),
  };
}

/** Also why something is not simply allowed that no rule has an opinion on. */
function reasonsOf({ verdict, commands }: ShellJudgement): string[] {
  if (verdict.reasons.length > 0 || verdict.decision === 'allow') return verdict.reasons;
  const reasons = commands.flatMap(({ command: { name, isUnknown, effects }, level }) => {
    if (level !== 'unrated') return [];
    if (isUnknown) return [`${name ?? 'it'} is a program that is not known`];
    const effect = effects.find(({ kind }) => kind !== 'read' && kind !== 'write');
    return effect ? [`${name ?? 'it'} ${effectText(effect)}, and no rule says that this is harmless`] : [];
  });
  return [...new Set(reasons)];
}

export function presetNamed(name: string): Preset {
  const found = presets.find((preset) => preset === name);
  if (found) return found;
  throw wrong(`There is no preset "${name.slice(0, 40)}"; there are ${presets.join(', ')}`);
}

function shellNamed(name: string): ShellKind {
  if (name === 'bash' || name === 'powershell') return name;
  throw wrong(`There is no shell "${name.slice(0, 40)}"; there are bash and powershell`);
}

function wrong(reason: string): SallyportError {
  return new SallyportError('InvalidArgs', { reason, usage: 'sallyport policy --help' });
}

/** A word as a person reads it; unknown parts are `…`. */
export function wordText({ pieces }: Word): string {
  let text = '';
  for (const piece of pieces) text += typeof piece === 'string' ? piece : '…';
  return /^[\w@%+=:,./…*?[\]{}~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `deletes build and all below`. */
export function effectText({ kind, thing, target, recursive, force, note }: ShellEffect): string {
  let text = kind === 'read' && note === 'cd' ? 'goes to' : kind === 'delete' && thing ? 'removes' : verbs[kind];
  if (thing) text += ` ${thing.replaceAll('-', ' ')}`;
  if (target) text += ` ${target.text}`;
  if (recursive) text += ' and all below';
  if (force && thing) text += ' by force';
  return note === undefined || note === 'cd' ? text : `${text} (${note})`;
}

const verbs: Readonly<Record<ShellEffect['kind'], string>> = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  run: 'runs',
  contact: 'contacts',
  privilege: 'raises privilege',
  terminal: 'waits at a terminal',
  change: 'changes',
};
