import { showControls } from '../../output/index.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { Unit } from './units.ts';

/** Which tables of a document are wanted. */
export interface Choice {
  /** A name, or a number from 1. */
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
  const isNumber = /^\d{1,5}$/.test(sheet);
  return {
    wants: ({ kind, name, number }) =>
      kind === 'sheet' && (name.toLowerCase() === sheet.toLowerCase() || (isNumber && number === Number(sheet))),
    isOne: true,
    what: `sheet "${sheet}"`,
  };
}

export function severalTables(path: string, first: Unit, second: Unit): SallyportError {
  const shown = [first, second].map(
    ({ kind, number, name }) => `${kind} ${number}${name === '' ? '' : ` "${showControls(name)}"`}`,
  );
  return new SallyportError('InvalidArgs', {
    reason: `"${path}" has more than one table (${shown.join(', ')}, …): choose one with --sheet or --table, or write all with --out-dir`,
    usage: 'table to-csv --list --in <document>',
  });
}
