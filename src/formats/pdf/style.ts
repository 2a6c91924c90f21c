import type { Engine } from './engine.ts';

/** How a run of characters looks. */
export interface Style {
  /** In points, as shown. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isFixed: boolean;
}

interface Run {
  readonly style: Style;
  readonly angle: number;
  readonly x: number;
  readonly y: number;
}

interface Font {
  readonly isBold: boolean;
  readonly isFixed: boolean;
  isVertical: boolean;
}

/** Reads style, direction and origin of the character at `index`, which begins a run of the text object `owner`. */
export function styleReader(engine: Engine, textPage: number): (index: number, owner: number) => Run {
  const { calls, scratch } = engine;
  const fonts = new Map<number, Font>();
  const styles = new Map<string, Style>();
  const at = scratch >> 3;
  const originOf = (index: number): readonly [number, number] => {
    calls.FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    const doubles = engine.doubles();
    return [doubles[at]!, doubles[at + 1]!];
  };
  return (index, owner) => {
    const handle = owner === 0 ? 0 : calls.FPDFTextObj_GetFont(owner);
    let font = fonts.get(handle);
    if (!font) fonts.set(handle, (font = readFont(engine, handle)));
    calls.FPDFText_GetMatrix(textPage, index, scratch);
    const matrix = engine.floats().subarray(scratch >> 2, (scratch >> 2) + 4);
    const [a, b, c, d] = [matrix[0]!, matrix[1]!, matrix[2]!, matrix[3]!];
    const size = calls.FPDFText_GetFontSize(textPage, index) * Math.hypot(c, d);
    const [x, y] = originOf(index);
    if (calls.FPDFText_GetTextObject(textPage, index + 1) === owner) {
      const [nextX, nextY] = originOf(index + 1);
      const fall = y - nextY;
      font.isVertical ||= b === 0 && Math.abs(nextX - x) < size * 0.3 && fall > size * 0.5 && fall < size * 2;
    }
    const angle = font.isVertical && b === 0 ? 270 : (Math.atan2(b, a) * 180) / Math.PI;
    const key = `${size.toFixed(1)} ${font.isBold} ${font.isFixed}`;
    let style = styles.get(key);
    if (!style) {
      style = { size: Math.round(size * 10) / 10 || 1, isBold: font.isBold, isFixed: font.isFixed };
      styles.set(key, style);
    }
    return { style, angle, x, y };
  };
}

/** Bits of the flags of a font descriptor: fixed pitch, forced bold. */
const [fixedPitch, forceBold] = [1, 1 << 18];

function readFont(engine: Engine, handle: number): Font {
  if (handle === 0) return { isBold: false, isFixed: false, isVertical: false };
  const { calls } = engine;
  const flags = calls.FPDFFont_GetFlags(handle);
  const name = engine.utf8((buffer, bytes) => calls.FPDFFont_GetBaseFontName(handle, buffer, bytes));
  return {
    isBold: /bold|black|heavy|demi|cmbx|-bd/i.test(name) || (flags > 0 && (flags & forceBold) !== 0),
    isFixed: /courier|mono|consol|cmtt|typewriter/i.test(name) || (flags > 0 && (flags & fixedPitch) !== 0),
    isVertical: false,
  };
}
