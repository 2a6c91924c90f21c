import { SallyportError } from '../../protocol/errors.ts';
import { defineRule } from '../rule.ts';

export const secretArgument = defineRule({
  id: 'argv.secret',
  summary: 'A line with a secret among its arguments is refused: arguments are recorded and shown.',
  decide({ line, secretsIn }) {
    const kind = secretsIn(line)[0]?.kind;
    if (kind === undefined) return undefined;
    const refusal = new SallyportError('SensitiveArgv', { kind });
    return { decision: 'deny', level: 'high', reason: `an argument looks like a secret (${kind})`, refusal };
  },
  examples: [
    { when: { secretsIn: () => [{ kind: 'github' }] }, decision: 'deny' },
    { when: { line: 'hello' }, decision: 'none' },
  ],
});
