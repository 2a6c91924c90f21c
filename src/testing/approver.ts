import type { Approver, Question } from '../protocol/approver.ts';

/** A human who answers by script, and remembers what was asked. */
export function scriptedApprover(answer: (question: Question) => 'allow' | 'deny'): {
  approver: Approver;
  asked: Question[];
} {
  const asked: Question[] = [];
  const approver: Approver = (question) => {
    asked.push(question);
    return Promise.resolve({ answer: answer(question), who: 'script', how: 'testing' });
  };
  return { approver, asked };
}
