import { SallyportError } from '../../protocol/errors.ts';
import type { Flags } from '../../protocol/flags.ts';
import { counted } from '../counted.ts';
import { selectionFlags } from './flags.ts';

export const createFlags = {
  ...selectionFlags,
  mtime: {
    kind: 'text',
    maxLength: 40,
    summary:
      'One time for all entries, so that the same files make the same bytes: 2026-01-31T12:00:00Z, or seconds since 1970.',
  },
} as const satisfies Flags;

/** Milliseconds since 1970; null when no time was given. */
export function fixedTime(text: string | undefined): number | null {
  if (text === undefined) return null;
  // A date without a zone would be another time elsewhere.
  const isIso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const ms = /^\d{1,11}$/.test(text) ? Number(text) * 1000 : isIso && isDay(text.slice(0, 10)) ? Date.parse(text) : NaN;
  if (ms >= 0 && ms <= maxTime) return ms;
  throw new SallyportError('InvalidArgs', {
    reason: `"${text}" is no time between 1970 and 2038 such as 2026-01-31T12:00:00Z or 1769860800`,
    usage: 'help',
  });
}

/** JavaScript takes the 31st of February for the 3rd of March. */
function isDay(date: string): boolean {
  const ms = Date.parse(date);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}

/** The last second that the time of a zip entry holds. */
const maxTime = 0x7fffffff * 1000;

/** What is said of an archive that was made. */
export function packText(report: Readonly<Record<string, unknown>>, out: string): string {
  const skipped = Object.entries(report['skipped'] as Record<string, number>).filter(([, count]) => count > 0);
  const left = skipped.map(([reason, count]) => `${count} ${reason}`).join(', ');
  const changed = Number(report['files_changed']);
  return [
    `${counted(Number(report['files_added']), 'file')} packed into ${out}, ${counted(Number(report['bytes_written']), 'byte')}`,
    ...(left === '' ? [] : [`left out ${left}`]),
    ...(changed === 0 ? [] : [`${changed} shrank or could not be read to their end while they were packed`]),
  ]
    .join('; ')
    .concat('\n');
}
