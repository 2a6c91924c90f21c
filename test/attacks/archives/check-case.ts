import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Reason } from './attack.ts';
import type { Case } from './corpus.ts';

/** What a command made of an archive. */
export interface Outcome {
  readonly code?: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/** What differs between the expected answer and what happened; empty when all is well. */
export function problemsOf(expected: Case, listed: Outcome, extracted: Outcome, dest: string): string[] {
  return [
    ...listProblems(expected.list, listed),
    ...extractProblems(expected, extracted, treeOf(dest)),
    ...[listed, extracted].flatMap(({ result }) =>
      isPrintable(result) ? [] : ['a name is not escaped in the result'],
    ),
  ];
}

function listProblems(expected: Case['list'], { code = 'ok', result }: Outcome): string[] {
  if (typeof expected === 'string') return code === expected ? [] : [`list says ${code}, not ${expected}`];
  const names = ((result['entries'] ?? []) as { name: string }[]).map(({ name }) => name);
  return code === 'ok' && names.join() === expected.join() ? [] : [`list says ${code} ${names.join()}`];
}

interface Tree {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly problems: readonly string[];
}

/** A link that was there before is to be there still. */
function extractProblems(
  { extract: expected, before = {} }: Case,
  { code, result }: Outcome,
  { files, problems }: Tree,
): string[] {
  const found: string[] = [...problems];
  if (code !== expected.code) found.push(`extract says ${code ?? 'ok'}, not ${expected.code ?? 'ok'}`);
  const wanted = new Map(Object.entries(expected.files ?? {}));
  for (const [name, what] of Object.entries(before))
    if (typeof what === 'object' && 'link' in what) wanted.set(name, what.link);
  for (const [name, content] of files) {
    const want = wanted.get(name);
    if (want !== content.length && want !== content.toString()) found.push(`${name} should not be there, or not so`);
  }
  if (code === undefined) {
    for (const name of wanted.keys()) if (!files.has(name)) found.push(`${name} is missing`);
    const skipped = (result['skipped'] ?? {}) as Record<Reason, number>;
    for (const [reason, count] of Object.entries(skipped))
      if (count !== (expected.skipped?.[reason as Reason] ?? 0))
        found.push(`${count} entries are skipped as ${reason}`);
  }
  return found;
}

/** All below a folder; special files, bad mode bits and temporary files are problems. Links count as files with their target. */
export function treeOf(folder: string): Tree {
  const files = new Map<string, Buffer>();
  const problems: string[] = [];
  const visit = (path: string) => {
    for (const name of readdirSync(join(folder, path))) {
      const below = path === '' ? name : `${path}/${name}`;
      const stat = lstatSync(join(folder, below));
      if (stat.isSymbolicLink()) files.set(below, readlinkSync(join(folder, below), 'buffer'));
      else if (!stat.isFile() && !stat.isDirectory()) problems.push(`${below} is neither a file nor a folder`);
      else if ((stat.mode & 0o7022) !== 0) problems.push(`${below} has the mode ${stat.mode.toString(8)}`);
      if (stat.isFile()) files.set(below, readFileSync(join(folder, below)));
      if (stat.isDirectory()) visit(below);
    }
  };
  if (existsSync(folder)) visit('');
  return { files, problems };
}

/** Nothing in it moves a cursor, breaks a line or runs backwards. */
function isPrintable(value: unknown): boolean {
  if (typeof value === 'string') return !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(value);
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isPrintable);
}
