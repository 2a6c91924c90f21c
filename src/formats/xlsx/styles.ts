import { symbolFont, type SymbolFont } from '../document/symbol-fonts.ts';
import { builtinFormats, numberFormat, type NumberFormat } from '../number-format/index.ts';
import type { Package } from '../package/index.ts';

/** How a cell shows its number or text, by the number of its style; undefined for General in a font of letters. */
export type Styles = (style: number) => CellFormat | undefined;

export interface CellFormat extends NumberFormat {
  /** The same without the font of symbols, for texts whose pieces have fonts of their own. */
  readonly inLetters?: NumberFormat;
}

const maxStyles = 100_000;

export function readStyles(parts: Package, part: string | undefined, from1904: boolean): Styles {
  const codes = new Map(builtinFormats);
  const fonts: (SymbolFont | undefined)[] = [];
  const looks: { readonly format: number; readonly font: number }[] = [];
  if (part !== undefined && parts.has(part)) {
    const xml = parts.xml(part);
    let isCellStyle = false;
    for (let event = xml.next(); event !== 'end'; event = xml.next()) {
      if (xml.name === 'cellXfs') {
        if (event === 'close') break;
        isCellStyle = true;
      }
      if (event !== 'open') continue;
      if (xml.name === 'numFmt' && codes.size < maxStyles)
        codes.set(Number(xml.attribute('numFmtId')), xml.attribute('formatCode') ?? 'General');
      else if (xml.name === 'font' && fonts.length < maxStyles) fonts.push(undefined);
      else if (xml.name === 'name' && fonts.length > 0) fonts[fonts.length - 1] = symbolFont(xml.attribute('val'));
      else if (xml.name === 'xf' && isCellStyle && looks.length < maxStyles)
        looks.push({ format: Number(xml.attribute('numFmtId') ?? 0), font: Number(xml.attribute('fontId') ?? 0) });
    }
  }
  const compiled = new Map<number, CellFormat | undefined>();
  return (style) => {
    const { format: id, font } = looks[style] ?? { format: 0, font: -1 };
    const symbols = fonts[font];
    if (id === 0 && !symbols) return undefined;
    const key = symbols ? -1 - style : id;
    if (!compiled.has(key)) {
      const format = numberFormat(codes.get(id) ?? 'General', from1904);
      compiled.set(key, symbols ? inFont(format, symbols) : format.isGeneral ? undefined : format);
    }
    return compiled.get(key);
  };
}

function inFont(format: NumberFormat, { show }: SymbolFont): CellFormat {
  return {
    isGeneral: false,
    number: (value) => show(format.number(value)),
    text: (value) => show(format.text(value)),
    value: (value) => format.value(value),
    inLetters: format,
  };
}
