import type { ParagraphLook, Sink } from './sink.ts';
import type { CellShape } from './table.ts';

/** The row that is declared: where it begins, and its cells so far. */
export interface RowShape {
  left: number;
  readonly shapes: CellShape[];
  across: boolean;
  down: CellShape['down'];
  /** Between \trowd and \row: what is written then stands in it, whether it says so or not. */
  isOpen: boolean;
}

const maxCells = 1000;

export function newRow(isOpen: boolean): RowShape {
  return { left: 0, shapes: [], across: false, down: 'none', isOpen };
}

/** Words that declare and end cells and rows; false when it is none of them. */
export function rowWord(name: string, number: number, row: RowShape, sink: Sink, look: () => ParagraphLook): boolean {
  switch (name) {
    case 'trleft':
      row.left = number;
      return true;
    case 'clmrg':
      row.across = true;
      return true;
    case 'clvmgf':
    case 'clvmrg':
      row.down = name === 'clvmgf' ? 'start' : 'continue';
      return true;
    case 'cellx':
      if (row.shapes.length < maxCells) row.shapes.push({ right: number, across: row.across, down: row.down });
      [row.across, row.down] = [false, 'none'];
      return true;
    case 'cell':
      sink.endCell({ ...look(), tables: 1 });
      return true;
    case 'nestcell':
      sink.endCell({ ...look(), tables: Math.max(2, look().tables) });
      return true;
    case 'row':
      sink.endRow(1, row.left, row.shapes);
      row.isOpen = false;
      return true;
    case 'nestrow':
      sink.endRow(Math.max(2, look().tables), row.left, row.shapes);
      return true;
    default:
      return false;
  }
}
