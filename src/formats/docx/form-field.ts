import type { Xml } from '../xml/index.ts';
import { isOn } from './look.ts';

/** What a field of a form shows by its data (ECMA-376-1, 17.16.7, 17.16.12). From right behind the `open` to its end. */
export function readFormField(xml: Xml): string {
  return xml.name === 'w:ddList' ? readDropDown(xml) : readCheckBox(xml);
}

function readCheckBox(xml: Xml): string {
  const { depth } = xml;
  let [standard, checked] = [false, undefined as boolean | undefined];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'w:default') standard = isOn(xml);
    else if (xml.name === 'w:checked') checked = isOn(xml);
  }
  return (checked ?? standard) ? '[x]' : '[ ]';
}

function readDropDown(xml: Xml): string {
  const { depth } = xml;
  const entries: string[] = [];
  let [standard, chosen] = [0, undefined as number | undefined];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'w:default') standard = Number(xml.attribute('w:val'));
    else if (xml.name === 'w:result') chosen = Number(xml.attribute('w:val'));
    else if (xml.name === 'w:listEntry' && entries.length < maxEntries) entries.push(xml.attribute('w:val') ?? '');
  }
  return entries[chosen ?? standard] ?? '';
}

/** Word has 25. */
const maxEntries = 1000;
