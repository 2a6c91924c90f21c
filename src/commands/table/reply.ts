import { counted } from '../counted.ts';
import type { CommandContext, CommandResult } from '../define.ts';
import type { Converted, ConvertedTable } from './to-csv.ts';

/** Prints the table, or what there is and where it went, and gives what is known about it as the result. */
export function reply(
  given: CommandResult,
  to: Pick<CommandContext, 'print' | 'artifact'> & { readonly list: boolean },
): CommandResult {
  const { text, ...result } = given as unknown as Converted;
  const { in: source, tables, warnings } = result;
  if (text !== undefined) to.print(text);
  else {
    for (const table of tables) {
      if (!to.list && table.out === undefined) continue;
      if (table.out !== undefined)
        to.artifact({ path: table.out, mime: 'text/csv', description: `${nameOf(table)} of ${source}.` });
      to.print(
        `${nameOf(table)}: ${counted(table.rows, 'row')}, ${counted(table.columns, 'column')}${table.out ? `, written to ${table.out}` : ''}\n`,
      );
    }
    if (tables.length === 0) to.print(`${source} (${result.format}) has no tables\n`);
    for (const warning of warnings) to.print(`warning: ${warning}\n`);
  }
  return result;
}

function nameOf({ kind, number, name, hidden }: ConvertedTable): string {
  return `${kind === 'sheet' ? 'Sheet' : 'Table'} ${number}${name === '' ? '' : ` "${name}"`}${hidden ? ' (hidden)' : ''}`;
}
