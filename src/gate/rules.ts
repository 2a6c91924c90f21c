import { customRule, shellRules, type CustomRule, type ShellRule } from '../policy/shell/index.ts';
import { SallyportError } from '../protocol/errors.ts';
import { checkShell, type ShellParts } from './shell-check.ts';

/** Our rules and those of the config files; each of the latter is tried on its own examples before it counts. */
export function rulesFor(
  { custom, readTools }: { custom: readonly CustomRule[]; readTools: boolean },
  parts: Omit<ShellParts, 'rules'>,
): readonly ShellRule[] {
  const own = readTools ? shellRules : shellRules.filter(({ id }) => id !== 'tool.read-search');
  const theirs = custom.map(customRule);
  for (const rule of theirs) {
    if (shellRules.some(({ id }) => id === rule.id)) {
      const reason = `the policy rule "${rule.id}" has the id of a built-in one; give it another`;
      throw new SallyportError('InvalidArgs', { reason, usage: 'sallyport config show --origin' });
    }
    prove(rule, parts);
  }
  return [...own, ...theirs];
}

function prove(rule: ShellRule, parts: Omit<ShellParts, 'rules'>): void {
  const speaks = (command: string) => {
    const question = { command, cwd: '.', shell: 'bash', preset: 'guarded', isBoxed: true, tool: '' } as const;
    const { judgement } = checkShell(question, { ...parts, rules: [rule], onDisk: false });
    return judgement.verdict.rules.includes(rule.id);
  };
  const missed = rule.hits.find((line) => !speaks(line));
  const caught = rule.passes.find(speaks);
  if (missed === undefined && caught === undefined) return;
  const reason =
    missed === undefined
      ? `the policy rule "${rule.id}" speaks about "${caught}", which stands under not_match`
      : `the policy rule "${rule.id}" does not speak about "${missed}", which stands under match`;
  throw new SallyportError('InvalidArgs', { reason, usage: 'sallyport config show --origin' });
}
