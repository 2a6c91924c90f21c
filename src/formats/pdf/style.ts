import type { Engine } from './engine.ts';
import { frameOf } from './frame.ts';
import type { Run } from './glyphs.ts';

/** How a run of characters looks. */
export interface Style {
  /** In points, as shown. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isFixed: boolean;
}

interface Font {
  readonly isBold: boolean;
  readonly isFixed: boolean;
  isVertical: boolean;
  /** How many of its runs are still looked at for the direction in which it is written. */
  doubts: number;
}

const maxDoubts = 8;
/** How a font without a bold form is made bold: its letters are drawn with a line around them. */
const fillAndStroke = 2;

/** Reads style, direction and height of the character at `index`, which begins a run of the text object `owner`. */
export function runReader(engine: Engine, textPage: number): (index: number, owner: number) => Run {
  const { calls, scratch } = engine;
  const fonts = new Map<number, Font>();
  const styles = new Map<number, Style>();
  const [at, matrixAt] = [scratch >> 3, scratch >> 2];
  return (index, owner) => {
    const handle = owner === 0 ? 0 : calls.FPDFTextObj_GetFont(owner);
    let font = fonts.get(handle);
    if (!font) fonts.set(handle, (font = readFont(engine, handle)));
    calls.FPDFText_GetMatrix(textPage, index, scratch);
    const matrix = engine.floats();
    const a = matrix[matrixAt]!;
    const b = matrix[matrixAt + 1]!;
    const c = matrix[matrixAt + 2]!;
    const d = matrix[matrixAt + 3]!;
    const size = calls.FPDFText_GetFontSize(textPage, index) * Math.sqrt(c * c + d * d);
    calls.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    let origin = engine.doubles();
    const x = origin[at]!;
    const y = origin[at + 1]!;
    if (font.doubts > 0 && !font.isVertical && calls.FPDFText_GetTextObject(textPage, index + 1) === owner) {
      calls.FPDFText_GetCharOrigin(textPage, index + 1, scratch, scratch + 8);
      origin = engine.doubles();
      const fall = y - origin[at + 1]!;
      font.isVertical = b === 0 && Math.abs(origin[at]! - x) < size * 0.3 && fall > size * 0.5 && fall < size * 2;
      font.doubts--;
    }
    const angle = font.isVertical && b === 0 ? 270 : b === 0 && a > 0 ? 0 : (Math.atan2(b, a) * 180) / Math.PI;
    const tenths = Math.round(size * 10);
    const isBold = font.isBold || (owner !== 0 && calls.FPDFTextObj_GetTextRenderMode(owner) === fillAndStroke);
    const key = tenths * 4 + Number(isBold) * 2 + Number(font.isFixed);
    let style = styles.get(key);
    if (!style) {
      style = { size: tenths / 10 || 1, isBold, isFixed: font.isFixed };
      styles.set(key, style);
    }
    const frame = frameOf(angle);
    return { style, frame, baseline: frame.down(x, y) };
  };
}

/** Bits of the flags of a font descriptor: fixed pitch, forced bold. */
const [fixedPitch, forceBold] = [1, 1 << 18];

function readFont(engine: Engine, handle: number): Font {
  if (handle === 0) return { isBold: false, isFixed: false, isVertical: false, doubts: maxDoubts };
  const { calls } = engine;
  const flags = calls.FPDFFont_GetFlags(handle);
  const name = engine.utf8((buffer, bytes) => calls.FPDFFont_GetBaseFontName(handle, buffer, bytes));
  return {
    isBold: /bold|black|heavy|demi|cmbx|-bd/i.test(name) || (flags > 0 && (flags & forceBold) !== 0),
    isFixed: /courier|mono|consol|cmtt|typewriter/i.test(name) || (flags > 0 && (flags & fixedPitch) !== 0),
    isVertical: false,
    doubts: maxDoubts,
  };
}
