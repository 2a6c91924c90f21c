import { findProtected, parsePath } from '../../files/index.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { defineRule } from '../rule.ts';

export const pathProtected = defineRule({
  id: 'path.protected',
  summary: 'Paths that run code later or hold secrets need a person; our own state is closed to everybody.',
  decide({ planned, state }) {
    const hits = planned.effects.flatMap(({ kind, target, makesFolder = false }) => {
      const access = kind === 'read' ? 'read' : 'write';
      const segments = tryParse(target, access);
      const rule = segments && findProtected(segments, access, { state, makesFolder });
      return rule ? [{ target, rule, never: access === 'write' && rule.write === 'never' }] : [];
    });
    const worst = hits.find(({ never }) => never) ?? hits[0];
    if (!worst) return undefined;
    const { rule, target } = worst;
    return {
      decision: worst.never ? 'deny' : 'ask',
      level: 'high',
      reason: `${target} is protected (${rule.id}): ${rule.reason}`,
      refusal: new SallyportError('ProtectedPath', { path: target, rule: rule.id, reason: rule.reason }),
      paths: hits.filter(({ never }) => !never).map((hit) => hit.target),
    };
  },
  examples: [
    {
      when: {
        planned: { name: 'x', sub: null, args: {}, effects: [{ kind: 'write', target: '.git/hooks/pre-commit' }] },
      },
      decision: 'ask',
    },
    {
      when: { planned: { name: 'x', sub: null, args: {}, effects: [{ kind: 'read', target: '.env' }] } },
      decision: 'ask',
    },
    {
      when: {
        planned: { name: 'x', sub: null, args: {}, effects: [{ kind: 'write', target: '.agents/audit/chain.jsonl' }] },
      },
      decision: 'deny',
    },
    {
      when: {
        planned: { name: 'x', sub: null, args: {}, effects: [{ kind: 'write', target: '.github', makesFolder: true }] },
      },
      decision: 'none',
    },
    {
      when: { planned: { name: 'x', sub: null, args: {}, effects: [{ kind: 'write', target: 'notes.md' }] } },
      decision: 'none',
    },
  ],
});

/** What does not parse is for the rule about paths outside. */
function tryParse(target: string, access: 'read' | 'write'): string[] | undefined {
  try {
    return parsePath(target, access);
  } catch {
    return undefined;
  }
}
