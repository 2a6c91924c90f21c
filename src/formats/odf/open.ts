import type { Report } from '../document/model.ts';
import type { ReadOptions } from '../document/reader.ts';
import type { Package } from '../package/index.ts';
import { corrupt } from '../corrupt.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { Xml } from '../xml/index.ts';
import { readBlocks } from './blocks.ts';
import type { OdfContext } from './context.ts';
import { readStyles } from './styles.ts';
import { readTable } from './table.ts';

/** Opens the content of an OpenDocument, up to the `open` of its body; styles that come before it are read. */
export function openContent(
  parts: Package,
  report: Report,
  options: ReadOptions & { readonly isSlides: boolean },
): { xml: Xml; context: OdfContext } {
  checkEncryption(parts);
  const context: OdfContext = {
    parts,
    report,
    styles: readStyles(parts),
    wantsComments: options.comments === true,
    notes: [],
    headings: [],
    lists: new Map(),
    isSlides: options.isSlides,
    nesting: 0,
    blocks: readBlocks,
    tables: readTable,
  };
  const xml = parts.xml('content.xml');
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event !== 'open') continue;
    if (xml.name === 'office:automatic-styles' || xml.name === 'office:font-face-decls') context.styles.add(xml);
    else if (xml.name === 'office:body') return { xml, context };
  }
  throw corrupt(parts.name, 'its content has no body');
}

/** The parts of an encrypted document are there, but are noise; its manifest is plain. */
function checkEncryption(parts: Package): void {
  if (parts.has('encrypted-package')) throw new SallyportError('Encrypted', { path: parts.name });
  if (!parts.has('META-INF/manifest.xml')) return;
  const xml = parts.typedXml('META-INF/manifest.xml');
  for (let event = xml.next(); event !== 'end'; event = xml.next())
    if (event === 'open' && xml.name === 'manifest:encryption-data')
      throw new SallyportError('Encrypted', { path: parts.name });
}
