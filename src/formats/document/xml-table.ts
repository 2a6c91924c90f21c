import type { Xml } from '../xml/index.ts';
import type { Report, Table } from './model.ts';

export interface RowNames {
  readonly row: string;
  /** Elements around rows that say nothing of them. */
  readonly transparent: ReadonlySet<string>;
}

/** A table, from right behind its `open`; its rows are read as they are taken, and to its end when they are not. */
export function* readXmlTable<Row>(
  xml: Xml,
  report: Report,
  names: RowNames,
  readRow: () => Iterable<Row>,
  asRows: (rows: Iterable<Row>) => Table['rows'],
): Generator<Table, void> {
  const { depth } = xml;
  let isAtEnd = false;
  const isEnd = (event: string) => (isAtEnd = event === 'end' || (event === 'close' && xml.depth === depth));
  function* readRows(): Generator<Row, void> {
    for (let event = xml.next(); !isEnd(event); event = xml.next()) {
      if (event !== 'open' || names.transparent.has(xml.name)) continue;
      if (xml.name === names.row) {
        report.checkStopped();
        yield* readRow();
      } else xml.skip();
    }
  }
  yield { kind: 'table', rows: asRows(readRows()) };
  if (!isAtEnd) while (!isEnd(xml.next()));
}
