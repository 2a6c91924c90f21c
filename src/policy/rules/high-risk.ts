import { SallyportError } from '../../protocol/errors.ts';
import { defineRule } from '../rule.ts';

export const highRisk = defineRule({
  id: 'command.high-risk',
  summary: 'A command that declares itself high-risk needs a person every time.',
  decide({ planned, capabilities }) {
    if (!capabilities.includes('high-risk')) return undefined;
    const reason = `"${planned.name}" is a high-risk command`;
    const refusal = new SallyportError('Denied', { reason, next: 'Ask a person to run it, or to approve it.' });
    return { decision: 'ask', level: 'high', reason, refusal };
  },
  examples: [
    { when: { capabilities: ['high-risk'] }, decision: 'ask' },
    { when: { capabilities: ['read', 'write'] }, decision: 'none' },
  ],
});
