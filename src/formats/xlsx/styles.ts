import { builtinFormats, numberFormat, type NumberFormat } from '../number-format/index.ts';
import type { Package } from '../package/index.ts';

/** How a cell shows its number, by the number of its style; undefined for General. */
export type Styles = (style: number) => NumberFormat | undefined;

const maxStyles = 100_000;

export function readStyles(parts: Package, part: string | undefined, from1904: boolean): Styles {
  const codes = new Map(builtinFormats);
  const formatIds: number[] = [];
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
      else if (xml.name === 'xf' && isCellStyle && formatIds.length < maxStyles)
        formatIds.push(Number(xml.attribute('numFmtId') ?? 0));
    }
  }
  const compiled = new Map<number, NumberFormat | undefined>();
  return (style) => {
    const id = formatIds[style] ?? 0;
    if (id === 0) return undefined;
    if (!compiled.has(id)) {
      const format = numberFormat(codes.get(id) ?? 'General', from1904);
      compiled.set(id, format.isGeneral ? undefined : format);
    }
    return compiled.get(id);
  };
}
