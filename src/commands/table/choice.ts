import { showControls } from '../../output/index.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { Unit } from './units.ts';

/** Which tables of a document are wanted. */
export interface Choice {
  /** A name, or a number from 1 when no sheet has it as its name. */
  readonly sheet: string | null;
  readonly table: number | null;
}

export interface Chooser {
  wants(unit: Unit): boolean;
  readonly isOne: boolean;
  /** For messages. */
  readonly what: string;
}

export function chooser({ sheet, table }: Choice): Chooser {
  if (table !== null) return { wants: ({ number }) => number === table, isOne: true, what: `table ${table}` };
  if (sheet === null) return { wants: () => true, isOne: false, what: 'tables' };
  // Readers give no other sheet.
  return { wants: ({ kind }) => kind === 'sheet', isOne: true, what: `sheet "${sheet}"` };
}

export function severalTables(path: string, first: Unit, second: Unit): SallyportError {
  const shown = [first, second].map(
    ({ kind, number, name }) => `${kind} ${number}${name === '' ? '' : ` "${showControls(name)}"`}`,
  );
  return new SallyportError('InvalidArgs', {
    reason: `"${path}" has more than one table (${shown.join(', ')}, …): choose one with --sheet or --table, or write all with --out-dir`,
    next: listHint,
  });
}

/** What was wanted may have been behind the damage. */
export function lostTables(path: string, damage: string): SallyportError {
  return new SallyportError('CorruptInput', {
    path,
    reason: `no table could be read from what is left of it. ${damage.replace(/\.$/, '')}`,
  });
}

/** Nothing would be written, which must not look as if it had been. */
export function noTables(path: string): SallyportError {
  return new SallyportError('InvalidArgs', {
    reason: `"${path}" has no tables with anything in them`,
    next: 'Run "doc extract --in <document>" for its text; a sheet without cells is written when --sheet or --table names it.',
  });
}

export function notThere(path: string, what: string): SallyportError {
  return new SallyportError('InvalidArgs', { reason: `"${path}" has no ${what}`, next: listHint });
}

const listHint = 'Run "table to-csv --list --in <document>" for the tables that it has.';
