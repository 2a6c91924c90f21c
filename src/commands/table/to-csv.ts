import { openRandomAccess } from '../../files/index.ts';
import { csvLines } from '../../formats/csv/write.ts';
import type { DocumentFormat } from '../../formats/document/reader.ts';
import { sniff } from '../../formats/document/sniff.ts';
import { showControls } from '../../output/index.ts';
import { readerFor } from '../doc/choose.ts';
import { keepGoing } from '../doc/extract.ts';
import { openReading } from '../doc/reading.ts';
import type { AsyncJob } from '../job.ts';
import { chooser, lostTables, noTables, notThere, severalTables, type Choice } from './choice.ts';
import { openTargets, type TargetOptions } from './targets.ts';
import { unitsOf, type Unit } from './units.ts';

export interface ToCsvInput extends Choice, TargetOptions {
  readonly in: string;
  readonly format: DocumentFormat | 'auto';
  /** Only says what there is. */
  readonly list: boolean;
  readonly guardFormulas: boolean;
}

export interface Converted {
  readonly in: string;
  readonly format: string;
  readonly status: 'ok' | 'partial' | 'empty';
  readonly tables: readonly ConvertedTable[];
  readonly warnings: readonly string[];
  /** When it was not written to a file. */
  readonly text?: string;
}

export interface ConvertedTable {
  readonly number: number;
  readonly kind: Unit['kind'];
  readonly name: string;
  readonly hidden?: true;
  readonly rows: number;
  readonly columns: number;
  readonly out?: string;
}

const maxTables = 10_000;

/** Reads a document table by table and writes the wanted ones as they come. */
export const tableToCsv: AsyncJob<ToCsvInput> = async (input, context) => {
  const { root, checkStopped } = context;
  using file = openRandomAccess(root.openRead(input.in), input.in);
  const reading = openReading(file, context);
  const { document, report } = reading;
  const format = input.format === 'auto' ? sniff(document) : input.format;
  const read = await readerFor(format, input.in);
  const options = { grid: true, ...(input.sheet === null ? {} : { sheet: input.sheet }) };
  using targets = openTargets(root, input);
  const choice = chooser(input);
  const tables: ConvertedTable[] = [];
  let filled: Unit | undefined;
  for (const unit of unitsOf(keepGoing(read(document, report, options), reading))) {
    if (tables.length >= maxTables) {
      report.warn(`Only the first ${maxTables} tables were looked at.`, 'lost');
      break;
    }
    if (!choice.wants(unit)) continue;
    const target = input.list ? undefined : targets.forUnit(unit);
    let [rows, columns] = [0, 0];
    for (const line of csvLines(unit.rows, { guardsFormulas: input.guardFormulas })) {
      checkStopped();
      if (rows === 0 && filled && target?.isOnly === true) throw severalTables(input.in, filled, unit);
      target?.write(line.text);
      rows++;
      columns = Math.max(columns, line.columns);
    }
    if (rows > 0) filled = unit;
    const out = rows > 0 || choice.isOne ? target?.finish() : undefined;
    const { number, kind, name, isHidden } = unit;
    tables.push({
      number,
      kind,
      name: showControls(name),
      ...(isHidden ? { hidden: true } : {}),
      rows,
      columns,
      ...(out ? { out } : {}),
    });
    if (choice.isOne) break;
  }
  if (!input.list && !filled && report.damage !== undefined) throw lostTables(input.in, report.damage);
  if (choice.isOne && tables.length === 0) throw notThere(input.in, choice.what);
  if (!choice.isOne && !input.list && !filled) throw noTables(input.in);
  const text = input.list ? undefined : targets.commit();
  return {
    in: input.in,
    format,
    status: filled === undefined ? 'empty' : report.isPartial ? 'partial' : 'ok',
    tables,
    warnings: report.warnings,
    ...(text === undefined ? {} : { text }),
  } satisfies Converted;
};
