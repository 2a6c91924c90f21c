import { parsePath } from '../../files/index.ts';
import { isSallyportError } from '../../protocol/errors.ts';
import { defineRule } from '../rule.ts';

export const pathOutside = defineRule({
  id: 'path.outside',
  summary: 'A path that leads, or could on some system lead, out of the workspace is refused.',
  decide({ planned }) {
    for (const { kind, target } of planned.effects) {
      try {
        parsePath(target, kind === 'read' ? 'read' : 'write');
      } catch (error) {
        if (!isSallyportError(error)) throw error;
        return { decision: 'deny', level: 'outside', reason: error.message, refusal: error };
      }
    }
    return undefined;
  },
  examples: [
    {
      when: { planned: { name: 'x', sub: null, args: {}, effects: [{ kind: 'read', target: '../etc/passwd' }] } },
      decision: 'deny',
    },
    {
      when: { planned: { name: 'x', sub: null, args: {}, effects: [{ kind: 'write', target: '/tmp/a' }] } },
      decision: 'deny',
    },
    {
      when: { planned: { name: 'x', sub: null, args: {}, effects: [{ kind: 'write', target: 'out/a..b' }] } },
      decision: 'none',
    },
  ],
});
