import { corrupt } from '../corrupt.ts';
import { mainPart, readRelationships, targetOf } from '../ooxml/relationships.ts';
import type { Package } from '../package/index.ts';

export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
  /** Of cells; a sheet may also be nothing but a chart. */
  readonly isGrid: boolean;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Days are counted from 1904, as on old Macs. */
  readonly from1904: boolean;
  readonly styles: string | undefined;
  readonly strings: string | undefined;
}

const maxSheets = 10_000;

export function readWorkbook(parts: Package): Workbook {
  const main = mainPart(parts, 'xl/workbook.xml');
  const relationships = readRelationships(parts, main);
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const beside = (type: string, usual: string) => targetOf(relationships, type) ?? `${folder}${usual}`;
  const sheets: Sheet[] = [];
  let from1904 = false;
  if (parts.has(main)) {
    const xml = parts.xml(main);
    for (let event = xml.next(); event !== 'end' && sheets.length < maxSheets; event = xml.next()) {
      if (event !== 'open') continue;
      if (xml.name === 'workbookPr') from1904 = /^(?:1|true|on)$/.test(xml.attribute('date1904') ?? '');
      if (xml.name !== 'sheet') continue;
      const found = relationships.get(xml.attribute('r:id') ?? '');
      const number = sheets.length + 1;
      sheets.push({
        name: xml.attribute('name') ?? `Sheet${number}`,
        part: found?.target ?? `${folder}worksheets/sheet${number}.xml`,
        isHidden: (xml.attribute('state') ?? 'visible') !== 'visible',
        isGrid: found?.type !== 'chartsheet',
      });
    }
  } else sheets.push(...loose(parts));
  if (sheets.length === 0) throw corrupt(parts.name, 'it has no sheets');
  return {
    sheets,
    from1904,
    styles: beside('styles', 'styles.xml'),
    strings: beside('sharedStrings', 'sharedStrings.xml'),
  };
}

/** Sheets that no workbook names any more. */
function loose(parts: Package): Sheet[] {
  const number = (part: string) => Number(/(\d+)\.xml$/.exec(part)?.[1] ?? 0);
  return [...parts.parts]
    .filter((part) => /^xl\/worksheets\/[^/]+\.xml$/i.test(part))
    .toSorted((a, b) => number(a) - number(b))
    .slice(0, maxSheets)
    .map((part, index) => ({ name: `Sheet${index + 1}`, part, isHidden: false, isGrid: true }));
}
