import { SallyportError } from '../../protocol/errors.ts';
import { defineRule } from '../rule.ts';

export const unconfirmed = defineRule({
  id: 'confirm.missing',
  summary: 'What changes many files needs --confirm; what replaces files needs --confirm and --overwrite.',
  decide({ planned, confirm }) {
    const needed = confirm === 'always' || (confirm === 'overwrite' && planned.args['overwrite'] === true);
    if (!needed || planned.args['confirm'] === true) return undefined;
    const command = [planned.name, ...(planned.sub === null ? [] : [planned.sub])].join(' ');
    return {
      decision: 'deny',
      level: 'medium',
      reason: '--confirm is missing',
      refusal: new SallyportError('ConfirmRequired', { command }),
    };
  },
  examples: [
    { when: { confirm: 'always' }, decision: 'deny' },
    {
      when: { confirm: 'always', planned: { name: 'x', sub: null, args: { confirm: true }, effects: [] } },
      decision: 'none',
    },
    { when: { confirm: 'overwrite' }, decision: 'none' },
    {
      when: { confirm: 'overwrite', planned: { name: 'x', sub: null, args: { overwrite: true }, effects: [] } },
      decision: 'deny',
    },
  ],
});
