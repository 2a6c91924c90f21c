import { SallyportError } from '../../protocol/errors.ts';
import { defineRule } from '../rule.ts';

export const noNetwork = defineRule({
  id: 'command.network',
  summary: 'In-process commands have no network.',
  decide({ planned, capabilities }) {
    if (!capabilities.includes('network')) return undefined;
    const reason = `"${planned.name}" wants the network, which in-process commands do not have`;
    const refusal = new SallyportError('Denied', {
      reason,
      next: 'Fetch what is needed with another tool and pass it as a file.',
    });
    return { decision: 'deny', level: 'blocked', reason, refusal };
  },
  examples: [
    { when: { capabilities: ['network'] }, decision: 'deny' },
    { when: { capabilities: [] }, decision: 'none' },
  ],
});
