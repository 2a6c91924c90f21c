import { looksMisread, nameEncodings, type NameEncoding } from '../../formats/zip/names.ts';
import { isSallyportError } from '../../protocol/errors.ts';
import type { Flags } from '../../protocol/flags.ts';
import { counted } from '../counted.ts';
import type { CommandContext, CommandResult, Limits } from '../define.ts';
import type { Selection } from './select.ts';

// What the archive commands have in common.

const gib = 1024 ** 3;

export const archiveLimits: Limits = {
  inputBytes: 64 * gib,
  outputBytes: 64 * gib,
  timeMs: 600_000,
  memoryBytes: 256 * 1024 ** 2,
};

export const selectionFlags = {
  include: {
    kind: 'text',
    maxLength: 4096,
    summary:
      'Only names that match one of these patterns, separated by commas: docs/**,*.md. One without a slash is looked for in every folder.',
  },
  exclude: { kind: 'text', maxLength: 4096, summary: 'Not names that match one of these patterns.' },
} as const satisfies Flags;

export const inputFlags = {
  in: { kind: 'path', access: 'read', required: true, summary: 'The archive.' },
  encoding: {
    kind: 'choice',
    choices: nameEncodings,
    default: 'auto',
    summary:
      'Of names that do not say theirs; auto takes UTF-8 where it is valid, else CP437 in a zip and none in a tar.',
  },
  member: { kind: 'text', maxLength: 4096, summary: 'Only the entry of exactly this name.' },
  ...selectionFlags,
} as const satisfies Flags;

export const listFlags = {
  ...inputFlags,
  max: { kind: 'integer', min: 0, max: 100_000, default: 200, summary: 'How many entries to show.' },
  out: { kind: 'path', access: 'write', summary: 'Writes the whole list to this new file, one JSON object per line.' },
} as const satisfies Flags;

export const extractFlags = {
  ...inputFlags,
  dest: {
    kind: 'path',
    access: 'write',
    required: true,
    summary: 'The folder to unpack into; made when it is missing.',
  },
  'max-files': { kind: 'integer', min: 1, max: 1_000_000, default: 2000, summary: 'Refuses archives with more files.' },
  'max-bytes': {
    kind: 'integer',
    min: 1,
    max: 64 * gib,
    default: gib / 2,
    summary: 'Refuses archives that unpack to more bytes.',
  },
  'max-entry-bytes': { kind: 'integer', min: 1, max: 64 * gib, summary: 'Skips entries that are larger.' },
  'strip-components': {
    kind: 'integer',
    min: 0,
    max: 100,
    default: 0,
    summary: 'Leaves out this many leading folders of each name.',
  },
  atomic: {
    kind: 'switch',
    summary: 'All or nothing: a failure or a cancel takes back everything, and puts back files that were replaced.',
  },
  'no-symlinks': { kind: 'switch', summary: 'Links are never made; this says so, and changes nothing.' },
} as const satisfies Flags;

interface ExtractArgs extends Partial<Record<'include' | 'exclude' | 'member', string | undefined>> {
  readonly dest: string;
  readonly overwrite?: boolean;
  readonly atomic?: boolean;
  readonly encoding: NameEncoding;
  readonly 'max-files': number;
  readonly 'max-bytes': number;
  readonly 'max-entry-bytes'?: number | undefined;
  readonly 'strip-components': number;
}

/** The flags of an extraction as its job takes them. */
export function extractOptions(args: ExtractArgs) {
  return {
    ...selectionOf(args),
    dest: args.dest,
    encoding: args.encoding,
    overwrite: args.overwrite === true,
    atomic: args.atomic === true,
    maxFiles: args['max-files'],
    maxBytes: args['max-bytes'],
    maxEntryBytes: args['max-entry-bytes'] ?? Infinity,
    stripComponents: args['strip-components'],
  };
}

export function selectionOf({
  include,
  exclude,
  member,
}: Partial<Record<'include' | 'exclude' | 'member', string | undefined>>): Selection {
  return {
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(member === undefined ? {} : { member }),
  };
}

/** What the jobs that list archives give back. */
interface Report {
  readonly count_total: number;
  readonly total_bytes: number;
  readonly entries: readonly { name: string; uncompressed_bytes: number; modified_time_ms: number }[];
}

/** Prints a list, a line per entry and the totals, names the file that holds the whole, and gives the rest as the result. */
export function listResult(
  report: CommandResult,
  archive: string,
  out: string | null,
  to: Pick<CommandContext, 'print' | 'artifact'>,
): CommandResult {
  const { total_bytes: bytes, ...result } = report as unknown as Report;
  const { entries, count_total: count } = result;
  for (const { name, uncompressed_bytes, modified_time_ms } of entries) {
    const time = new Date(modified_time_ms);
    const shown = Number.isNaN(time.getTime()) ? '?'.padEnd(16) : time.toISOString().slice(0, 16).replace('T', ' ');
    to.print(`${String(uncompressed_bytes).padStart(12)}  ${shown}  ${name}\n`);
  }
  const cut = entries.length < count ? `; the first ${entries.length} are shown, --out writes all` : '';
  to.print(`${counted(count, 'entry', 'entries')}, ${counted(bytes, 'byte')} unpacked${cut}\n${encodingHint(entries)}`);
  if (out !== null)
    to.artifact({ path: out, mime: 'application/x-ndjson', description: `All ${count} entries of ${archive}.` });
  return result;
}

/** Prints what an extraction has written, also one that fails, and gives its result. */
export async function extractResult(
  work: Promise<CommandResult>,
  archive: string,
  dest: string,
  to: Pick<CommandContext, 'print' | 'artifact'>,
): Promise<CommandResult> {
  try {
    const report = await work;
    to.print(extractText(report, dest));
    to.artifact({ path: dest, mime: 'inode/directory', description: `What was unpacked from ${archive}.` });
    return { in: archive, dest, ...report };
  } catch (error) {
    if (isSallyportError(error) && 'files_written' in error.result) to.print(extractText(error.result, dest));
    throw error;
  }
}

function extractText(report: Readonly<Record<string, unknown>>, dest: string): string {
  const skipped = Object.entries(report['skipped'] as Record<string, number>).filter(([, count]) => count > 0);
  const rest =
    skipped.length === 0 ? '' : `; skipped ${skipped.map(([reason, count]) => `${count} ${reason}`).join(', ')}`;
  const hint = encodingHint(report['skipped_samples'] as { name: string }[]);
  const [files, bytes] = [Number(report['files_written']), Number(report['bytes_written'])];
  return `${counted(files, 'file')}, ${counted(bytes, 'byte')} written to ${dest}${rest}\n${hint}`;
}

function encodingHint(entries: readonly { name: string }[]): string {
  return entries.some(({ name }) => looksMisread(name))
    ? 'Some names are in another encoding: try --encoding gbk (Chinese) or cp932 (Japanese).\n'
    : '';
}
