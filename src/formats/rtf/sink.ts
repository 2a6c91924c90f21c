import { corrupt } from '../corrupt.ts';
import type { Block, Span } from '../document/model.ts';
import { RtfTable, type CellShape } from './table.ts';

/** What \pard resets. */
export interface ParagraphLook {
  readonly heading?: number;
  /** Of a list: the level. */
  readonly depth?: number;
  /** Its first line stands out to the left, as items do whose markers are typed; the level that its indent comes to. */
  readonly hanging?: number;
  /** In how many tables it stands. */
  readonly tables: number;
}

interface Level {
  table: RtfTable;
  row: (readonly Block[])[];
  cell: Block[];
}

type Open = { -readonly [K in keyof Span]: Span[K] };

const maxSpans = 20_000;
/** Texts of a paragraph: joined one by one they take many times their length. */
const maxPieces = 100_000;
/** Cells of a table that are held before it is given in parts; blocks of one cell before it is refused. */
const maxHeld = 50_000;
const maxLevels = 20;

/** Takes the text of the document, of a note or of a box, and puts it into paragraphs and tables. */
export class Sink {
  readonly blocks: Block[] = [];
  /** Boxes that are anchored in the paragraph. */
  readonly after: Block[] = [];
  /** Of the list item that begins, as it is shown. */
  marker: string | undefined;
  readonly #name: string;
  #spans: Open[] = [];
  #pieces = 0;
  readonly #levels: Level[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  text(text: string, look: Omit<Span, 'text'>): void {
    this.#pieces++;
    const last = this.#spans.at(-1);
    if (last && last.style === look.style && last.href === look.href && look.style !== 'math') last.text += text;
    else this.#spans.push({ ...look, text });
  }

  get isLong(): boolean {
    return this.#spans.length >= maxSpans || this.#pieces >= maxPieces || this.after.length >= maxHeld;
  }

  endParagraph(look: ParagraphLook): void {
    const { heading, tables } = look;
    this.#closeTo(tables);
    if (look.hanging !== undefined) this.#takeMarker();
    const depth = look.depth ?? (this.marker === undefined ? undefined : look.hanging);
    const place = tables === 0 ? this.blocks : this.#level(tables).cell;
    const spans = this.#spans;
    [this.#spans, this.#pieces] = [[], 0];
    const isItem = this.marker !== undefined || depth !== undefined;
    if (spans.some(({ text }) => text.trim() !== '')) {
      if (heading !== undefined) place.push({ kind: 'heading', level: heading, spans: this.#numbered(spans) });
      else if (isItem) place.push({ kind: 'item', depth: depth ?? 0, marker: shownMarker(this.marker), spans });
      else place.push({ kind: 'paragraph', spans });
    }
    for (const block of this.after.splice(0)) place.push(block);
    this.marker = undefined;
    if (place !== this.blocks && place.length > maxHeld)
      throw corrupt(this.#name, 'a cell of one of its tables holds too much');
  }

  endCell(look: ParagraphLook): void {
    this.endParagraph(look);
    const level = this.#level(look.tables);
    level.row.push(level.cell);
    level.cell = [];
    if (level.row.length > maxHeld) throw corrupt(this.#name, 'a row of one of its tables has too many cells');
  }

  endRow(tables: number, left: number, shapes: readonly CellShape[]): void {
    this.#closeTo(tables);
    const level = this.#level(tables);
    if (level.cell.length > 0) level.row.push(level.cell.splice(0));
    if (level.row.length > 0) level.table.add({ left, shapes, cells: level.row });
    level.row = [];
    if (tables === 1 && level.table.cells > maxHeld) this.#closeTo(0);
  }

  end(look: ParagraphLook): void {
    this.endParagraph(look);
    for (const [index, level] of this.#levels.entries())
      if (level.row.length > 0 || level.cell.length > 0) this.endRow(index + 1, 0, []);
    this.#closeTo(0);
  }

  #takeMarker(): void {
    const [first] = this.#spans;
    const [typed = '', marker] = /^([•◦▪●○■–—*-]|\d{1,4}[.)]|[a-zA-Z][.)])\t/.exec(first?.text ?? '') ?? [];
    if (!first || marker === undefined) return;
    first.text = first.text.slice(typed.length);
    this.marker ??= marker;
  }

  /** Headings have their numbers in their text; bullets do not count them. */
  #numbered(spans: readonly Span[]): readonly Span[] {
    const marker = shownMarker(this.marker);
    return /[\p{L}\p{N}]/u.test(marker) ? [{ text: `${marker} ` }, ...spans] : spans;
  }

  #level(tables: number): Level {
    const wanted = Math.min(tables, maxLevels);
    while (this.#levels.length < wanted) this.#levels.push({ table: new RtfTable(), row: [], cell: [] });
    return this.#levels[wanted - 1] as Level;
  }

  /** Ends the tables that are deeper. */
  #closeTo(tables: number): void {
    while (this.#levels.length > tables) {
      const { table, row, cell } = this.#levels.pop() as Level;
      if (cell.length > 0) row.push(cell);
      if (row.length > 0) table.add({ left: 0, shapes: [], cells: row });
      const block = table.block();
      if (block) (this.#levels.at(-1)?.cell ?? this.blocks).push(block);
    }
  }
}

/** Bullets are mostly signs of a font of their own. */
function shownMarker(marker: string | undefined): string {
  const shown = marker?.trim() ?? '';
  return shown === '' || /^[\uE000-\uF8FF·o]$/.test(shown) ? '•' : shown;
}
