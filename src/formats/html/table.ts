import type { Block, Cell } from '../document/model.ts';
import { cellOf, plainOf } from '../document/cell.ts';
import { Flow } from './flow.ts';
import type { Attributes } from './tokens.ts';

const maxColumns = 1000;
const maxRows = 65_534;
/** Those are held until the table ends. */
const maxFootRows = 1000;

interface RawCell {
  readonly blocks: readonly Block[];
  readonly columns: number;
  readonly rows: number;
  readonly weight: number;
}

/** A table that is being read; its cells are held until it ends, because only then it is known whether it holds data or a layout. */
export class TableFrame {
  readonly #isLayout: boolean;
  #rows: RawCell[][] = [];
  /** Rows that browsers show last, wherever they stand. */
  #foot: RawCell[][] = [];
  #isFoot = false;
  #row: RawCell[] | undefined;
  #hasHeader = false;
  #caption: string | undefined;
  /** How many things it holds; of a table in a cell, those that the cell holds then. */
  held = 0;

  constructor(attributes: Attributes) {
    this.#isLayout = /^(?:presentation|none)$/i.test(attributes.get('role')?.trim() ?? '');
  }

  startRow(): void {
    this.#row = undefined;
  }

  /** What ends it. */
  startFoot(): () => void {
    [this.#isFoot, this.#row] = [true, undefined];
    return () => {
      [this.#isFoot, this.#row] = [false, undefined];
    };
  }

  /** The flow that takes what is in the cell, and what ends it. */
  startCell(name: string, attributes: Attributes): { flow: Flow; end: () => void } {
    if (name === 'th') this.#hasHeader = true;
    const flow = new Flow();
    const end = () => {
      flow.end();
      this.#row ??= this.#newRow();
      const [columns, rows] = [size(attributes.get('colspan'), maxColumns), size(attributes.get('rowspan'), maxRows)];
      const weight = 1 + flow.weight;
      this.held += weight;
      this.#row.push({ blocks: flow.blocks, columns, rows, weight });
    };
    return { flow, end };
  }

  startCaption(): { flow: Flow; end: () => void } {
    const flow = new Flow();
    const end = () => {
      flow.end();
      this.#caption = plainOf(flow.blocks).replace(/\s+/g, ' ').trim() || undefined;
    };
    return { flow, end };
  }

  /** Rows that are complete. */
  takeRows(): readonly Block[] {
    const row = this.#rows.at(-1) === this.#row ? this.#row : undefined;
    const done = this.#rows.filter((each) => each !== row);
    this.#rows = row ? [row] : [];
    this.held = [...this.#rows, ...this.#foot].flat().reduce((sum, { weight }) => sum + weight, 0);
    return this.#blocksOf(done);
  }

  takeAll(): readonly Block[] {
    return this.#blocksOf([...this.#rows, ...this.#foot]);
  }

  #blocksOf(all: readonly (readonly RawCell[])[]): readonly Block[] {
    const rows = all.filter((row) => row.some(({ blocks }) => blocks.length > 0));
    const caption = this.#caption;
    this.#caption = undefined;
    const before: Block[] = caption === undefined ? [] : [{ kind: 'paragraph', spans: [{ text: caption }] }];
    if (rows.length === 0) return before;
    if (this.#isLayout || isLayout(rows, this.#hasHeader || caption !== undefined))
      return [...before, ...rows.flatMap((row) => row.flatMap(({ blocks }) => blocks))];
    return [
      {
        kind: 'table',
        rows: rows.map((row, index) => row.map((cell) => finish(cell, rows.length - index))),
        ...(caption === undefined ? {} : { caption }),
      },
    ];
  }

  #newRow(): RawCell[] {
    const row: RawCell[] = [];
    (this.#isFoot && this.#foot.length < maxFootRows ? this.#foot : this.#rows).push(row);
    return row;
  }
}

/** Pages and mails are laid out by tables too: one column or one row that holds whole blocks is no data. */
function isLayout(rows: readonly (readonly RawCell[])[], hasHeader: boolean): boolean {
  if (hasHeader) return false;
  const isCell = rows.length === 1 && rows[0]?.length === 1;
  const isLine = rows.length === 1 || rows.every((row) => row.length <= 1);
  return isCell || (isLine && rows.some((row) => row.some(({ blocks }) => isRich(blocks))));
}

function isRich(blocks: readonly Block[]): boolean {
  return blocks.length > 2 || blocks.some(({ kind }) => kind !== 'paragraph' && kind !== 'picture');
}

function finish({ blocks, columns, rows }: RawCell, rowsLeft: number): Cell {
  const covered = Math.min(rows, rowsLeft);
  return { ...cellOf(blocks), ...(columns > 1 ? { columns } : {}), ...(covered > 1 ? { rows: covered } : {}) };
}

function size(text: string | undefined, max: number): number {
  const number = /^\s*(\d{1,9})/.exec(text ?? '')?.[1];
  return Math.min(max, Math.max(1, Number(number ?? 1)));
}
