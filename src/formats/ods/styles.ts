import type { Xml } from '../xml/index.ts';

const maxStyles = 100_000;

/** The names of the table styles that hide a sheet, read up to where the body begins. */
export function readHiddenStyles(xml: Xml): ReadonlySet<string> {
  const hidden = new Set<string>();
  let name = '';
  for (let event = xml.next(); event !== 'end' && hidden.size < maxStyles; event = xml.next()) {
    if (event !== 'open') continue;
    if (xml.name === 'office:body') break;
    if (xml.name === 'style:style') name = xml.attribute('style:name') ?? '';
    if (xml.name === 'style:table-properties' && xml.attribute('table:display') === 'false') hidden.add(name);
  }
  return hidden;
}
