import { SallyportError } from '../../protocol/errors.ts';
import { defineRule } from '../rule.ts';

export const secretArgument = defineRule({
  id: 'argv.secret',
  summary: 'A line with a secret among its arguments is refused: arguments are recorded and shown.',
  decide({ line, planned, secretsIn }) {
    // The words too: quotes in the middle of a token hide it in the line.
    const words = Object.values(planned.args).filter((value) => typeof value === 'string');
    const kind = [line, ...words].flatMap((text) => secretsIn(text))[0]?.kind;
    if (kind === undefined) return undefined;
    const refusal = new SallyportError('SensitiveArgv', { kind });
    return { decision: 'deny', level: 'high', reason: `an argument looks like a secret (${kind})`, refusal };
  },
  examples: [
    { when: { secretsIn: () => [{ kind: 'github' }] }, decision: 'deny' },
    { when: { line: 'hello' }, decision: 'none' },
  ],
});
