import type { Block, Span } from '../document/model.ts';
import { scriptText, type Script } from '../document/script.ts';
import { symbolFont, type SymbolFont } from '../document/symbol-fonts.ts';
import { openAlternates } from '../ooxml/alternate.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import { readFormula } from '../omml/index.ts';
import type { Xml } from '../xml/index.ts';
import { autoNumber } from './auto-number.ts';

/** A paragraph of DrawingML. */
export interface SlideParagraph {
  readonly spans: Span[];
  level: number;
  /** As the paragraph itself says; undefined when it does not. */
  bullet:
    | { readonly kind: 'none' | 'sign'; readonly sign: string }
    | { readonly kind: 'number'; readonly format: string; readonly start: number }
    | undefined;
}

const maxParagraphs = 100_000;

/** The paragraphs of a text body, from right behind its `open` to its end. */
export function readParagraphs(xml: Xml, relationships: Relationships): SlideParagraph[] {
  const { depth } = xml;
  const paragraphs: SlideParagraph[] = [];
  const alternates = openAlternates();
  /** By level: what the list style of the body itself says. */
  const bullets = new Map<number, SlideParagraph['bullet']>();
  let paragraph: SlideParagraph | undefined;
  let look: Omit<Span, 'text'> = {};
  let script: Script | undefined;
  let show: (text: string) => string = unchanged;
  let isText = false;
  const add = (text: string, about: Omit<Span, 'text'>) => {
    const last = paragraph?.spans.at(-1);
    if (last && last.style === about.style && last.href === about.href && about.style !== 'math')
      paragraph?.spans.splice(-1, 1, { ...last, text: last.text + text });
    else paragraph?.spans.push({ text, ...about });
  };
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') {
      if (isText) add(scriptText(show(plainText(xml.text)), script), look);
      continue;
    }
    if (event === 'close') {
      if (xml.depth === depth) break;
      if (xml.name === 'a:t') isText = false;
      continue;
    }
    switch (xml.name) {
      case 'a:p':
        paragraph = { spans: [], level: 0, bullet: undefined };
        if (paragraphs.length < maxParagraphs) paragraphs.push(paragraph);
        break;
      case 'a:pPr':
        if (paragraph) readProperties(xml, paragraph);
        break;
      case 'a:r':
      case 'a:fld':
        [look, script, show] = [{}, undefined, unchanged];
        break;
      case 'a:rPr':
        script = scriptOf(Number.parseFloat(xml.attribute('baseline') ?? '0'));
        [look, show] = readLook(xml, relationships);
        break;
      case 'a:t':
        isText = true;
        break;
      case 'a:br':
        add('\n', look);
        xml.skip();
        break;
      case 'm:oMath':
        add(readFormula(xml), { style: 'math' });
        break;
      case 'mc:AlternateContent':
      case 'mc:Choice':
      case 'mc:Fallback':
        if (!alternates.wants(xml)) xml.skip();
        break;
      case 'a:lstStyle':
        readListStyle(xml, bullets);
        break;
      case 'a:bodyPr':
      case 'a:endParaRPr':
        xml.skip();
        break;
    }
  }
  for (const each of paragraphs) each.bullet ??= bullets.get(each.level);
  return paragraphs;
}

/** Places for hyphens are not seen; XML cannot hold the line breaks of old titles, which are written as numbers. */
function plainText(text: string): string {
  const plain = text.replaceAll('\u00AD', '');
  return plain.includes('_x000') ? plain.replace(/_x000B_/gi, '\n').replace(/_x000D_/gi, '') : plain;
}

const unchanged = (text: string) => text;

/** PowerPoint leaves the font of an arrow or smiley with the words behind it, which are shown in their own. */
function showSigns(font: SymbolFont): (text: string) => string {
  return (text) => (/^(?:[JKL]|[^\x21-\x7e]+)$/.test(text.trim()) ? font.show(text) : text);
}

function readProperties(xml: Xml, paragraph: SlideParagraph): void {
  const level = Number(xml.attribute('lvl') ?? 0);
  paragraph.level = Number.isInteger(level) ? Math.max(0, Math.min(level, 8)) : 0;
  paragraph.bullet = readBullet(xml);
}

function readListStyle(xml: Xml, bullets: Map<number, SlideParagraph['bullet']>): void {
  const { depth } = xml;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) return;
    const level = event === 'open' ? /^a:lvl([1-9])pPr$/.exec(xml.name)?.[1] : undefined;
    if (level !== undefined) bullets.set(Number(level) - 1, readBullet(xml));
  }
}

/** What the properties that were just opened say, up to their end. */
function readBullet(xml: Xml): SlideParagraph['bullet'] {
  const { depth } = xml;
  let font: SymbolFont | undefined;
  let bullet: SlideParagraph['bullet'];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'a:buNone') bullet = { kind: 'none', sign: '' };
    else if (xml.name === 'a:buFont') font = symbolFont(xml.attribute('typeface'));
    else if (xml.name === 'a:buChar') {
      const sign = xml.attribute('char') ?? '•';
      bullet = { kind: 'sign', sign: font?.show(sign) ?? sign };
    } else if (xml.name === 'a:buBlip') bullet = { kind: 'sign', sign: '•' };
    else if (xml.name === 'a:buAutoNum')
      bullet = {
        kind: 'number',
        format: xml.attribute('type') ?? 'arabicPeriod',
        start: Number(xml.attribute('startAt') ?? 1),
      };
  }
  return bullet;
}

/** How a run looks, and how its text is shown in its font. */
function readLook(xml: Xml, relationships: Relationships): [Omit<Span, 'text'>, (text: string) => string] {
  const { depth } = xml;
  const isOn = (name: string) => /^(?:1|true)$/.test(xml.attribute(name) ?? '');
  const isStruck = /^(?:sng|dbl)Strike$/.test(xml.attribute('strike') ?? '');
  const style = isStruck ? 'struck' : isOn('b') ? 'strong' : isOn('i') ? 'emphasis' : undefined;
  let href: string | undefined;
  let show = unchanged;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'a:hlinkClick') {
      const target = relationships.get(xml.attribute('r:id') ?? '');
      if (target?.isExternal === true) href = target.target;
    } else if (xml.name === 'a:latin' || xml.name === 'a:sym') {
      const font = symbolFont(xml.attribute('typeface'));
      if (font && show === unchanged) show = xml.name === 'a:latin' ? font.show : showSigns(font);
    }
  }
  return [{ ...(style ? { style } : {}), ...(href === undefined ? {} : { href }) }, show];
}

/** By how far it stands above the line. */
function scriptOf(baseline: number): Script | undefined {
  return baseline > 0 ? 'super' : baseline < 0 ? 'sub' : undefined;
}

/** Paragraphs as blocks; `hasBullet` says what those have that do not say so themselves. */
export function textBlocks(paragraphs: readonly SlideParagraph[], hasBullet: (level: number) => boolean): Block[] {
  const blocks: Block[] = [];
  /** By level: the number of the last paragraph, and how it is shown. */
  const numbers: ({ readonly format: string; readonly number: number } | undefined)[] = [];
  for (const { spans, level, bullet } of paragraphs) {
    if (spans.every(({ text }) => text.trim() === '')) continue;
    numbers.length = Math.min(numbers.length, level + 1);
    if (bullet?.kind === 'number') {
      const last = numbers[level];
      const number = last?.format === bullet.format ? last.number + 1 : bullet.start;
      numbers[level] = { format: bullet.format, number };
      blocks.push({ kind: 'item', depth: level, marker: autoNumber(number, bullet.format), spans });
      continue;
    }
    numbers[level] = undefined;
    const isItem = bullet ? bullet.kind === 'sign' : hasBullet(level);
    const sign = bullet?.kind === 'sign' && !/^$|[\uE000-\uF8FF]|^[\x21-\x7e]$/.test(bullet.sign) ? bullet.sign : '•';
    blocks.push(isItem ? { kind: 'item', depth: level, marker: sign, spans } : { kind: 'paragraph', spans });
  }
  return blocks;
}
