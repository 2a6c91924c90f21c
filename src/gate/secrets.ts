import type { Secret } from '../protocol/secret.ts';
import type { ShellCheck } from './shell-check.ts';

/** More than one command, a redirect, or a word that is known only when it runs: the secret could go elsewhere. */
const notPlain = /[<>|&;$`(){}\\\n\r*?[\]~#!]/;

/**
 * The secrets that a line gets, by variable: of those whose program it is, when it is nothing but that program with plain words. Every
 * other command of a line would get them too, and could hand them on.
 */
export function secretsFor(
  command: string,
  { plan }: ShellCheck,
  secrets: readonly Secret[],
): Readonly<Record<string, string>> | undefined {
  const [only, ...others] = plan.commands;
  if (!only || others.length > 0 || only.assignments.length > 0 || plan.doubts.length > 0 || notPlain.test(command)) {
    return undefined;
  }
  const words = only.argv.map(({ pieces }) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : '\0')).join(''),
  );
  const handed = secrets.filter(({ program }) => program.split(' ').every((word, index) => words[index] === word));
  return handed.length === 0 ? undefined : Object.fromEntries(handed.map(({ name, value }) => [name, value]));
}
