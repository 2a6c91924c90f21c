import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What is wrong with the input of a tool, and what it takes instead; a sentence without its full stop. */
export function wrongWith(
  input: unknown,
  { issues: [issue] }: { readonly issues: readonly Issue[] },
  schema: z.ZodType,
) {
  const known = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  return (issue ? problemOf(issue, input, known) : 'The input is not valid').slice(0, 300).toWellFormed();
}

function problemOf(issue: Issue, input: unknown, known: readonly string[]): string {
  const [name] = issue.path;
  if (issue.code === 'unrecognized_keys')
    return `There is no parameter ${short(issue.keys[0] ?? '')}; there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`;
  if (name === undefined) return `The input must be an object with ${known.join(', ')}, not ${kindOf(input)}`;
  const given = (input as Record<PropertyKey, unknown>)[name];
  if (given === undefined) return `Missing required parameter '${String(name)}'`;
  return `${String(name)} ${wrongValue(issue, given)}`;
}

function wrongValue(issue: Issue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${wanted.get(issue.expected) ?? issue.expected}, not ${kindOf(given)}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      return `must be ${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}, not ${String(given)}`;
    case 'too_big':
      if (issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
      return `must be at most ${issue.maximum}, not ${String(given)}`;
    case 'invalid_format':
    case 'custom':
      return issue.message; // the words of the schema itself
    default:
      return 'is not valid';
  }
}

const wanted: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
]);

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isInteger(value)) return String(value);
  return wanted.get(typeof value) ?? 'an object';
}

function short(name: string): string {
  return `'${name.length > 40 ? `${name.slice(0, 40)}…` : name}'`;
}
