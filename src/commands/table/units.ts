import type { Block, Cell, Table } from '../../formats/document/model.ts';

/** What becomes one CSV: a sheet with all that is on it, or a table of another document. */
export interface Unit {
  /** From 1, in the order of the document. */
  readonly number: number;
  readonly kind: 'sheet' | 'table';
  /** Of a sheet, or the caption of a table; may be ''. */
  readonly name: string;
  readonly isHidden: boolean;
  /** Taken once. */
  readonly rows: Iterable<readonly Cell[]>;
}

/** The tables of a document, in order; what nobody takes of one is passed over. Tables within cells follow the one they are in. */
export function* unitsOf(blocks: Generator<Block, void>): Generator<Unit, void> {
  let number = 0;
  try {
    for (let block = next(blocks); block;) {
      if (block.kind === 'part' && block.part === 'sheet') {
        const rest: { block: Block | undefined } = { block: undefined };
        const rows = sheetRows(blocks, rest);
        number = block.number;
        yield unit(number, 'sheet', block.title ?? '', rows, block.isHidden);
        drain(rows);
        block = rest.block;
        continue;
      }
      const tables = block.kind === 'table' ? [block] : [];
      for (let table = tables.shift(); table; table = tables.shift()) {
        const inner: Table[] = [];
        const rows = tableRows(table, inner);
        yield unit(++number, 'table', table.caption ?? '', rows);
        drain(rows);
        tables.unshift(...inner);
      }
      block = next(blocks);
    }
  } finally {
    blocks.return();
  }
}

function unit(number: number, kind: Unit['kind'], name: string, rows: Unit['rows'], isHidden = false): Unit {
  return { number, kind, name: name.replace(/:$/, ''), isHidden, rows };
}

function next(blocks: Generator<Block, void>): Block | undefined {
  const { done, value } = blocks.next();
  return done === true ? undefined : value;
}

function drain(rows: Iterable<unknown>): void {
  for (const _ of rows);
}

/** The rows of everything up to the next part, which goes to `rest`. */
function* sheetRows(
  blocks: Generator<Block, void>,
  rest: { block: Block | undefined },
): Generator<readonly Cell[], void> {
  for (let block = next(blocks); block; block = next(blocks)) {
    if (block.kind === 'part') {
      rest.block = block;
      return;
    }
    if (block.kind === 'table') yield* block.rows;
  }
}

function* tableRows(table: Table, inner: Table[]): Generator<readonly Cell[], void> {
  for (const row of table.rows) {
    for (const { blocks } of row) for (const block of blocks ?? []) if (block.kind === 'table') inner.push(block);
    yield row;
  }
}
