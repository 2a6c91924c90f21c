import type { Package } from '../package/index.ts';
import type { Xml } from '../xml/index.ts';
import { symbolFont, type SymbolFont } from '../document/symbol-fonts.ts';
import { openAlternates } from '../ooxml/alternate.ts';
import { numberText } from '../ooxml/number-text.ts';

/** Counts the paragraphs of lists, and says what stands before each. */
export interface Numbering {
  /** Undefined when the list shows nothing there. */
  next(numId: string, level: number): { readonly marker: string; readonly isBullet: boolean } | undefined;
  /** The level that a list has for a style; undefined when it has none. */
  levelOfStyle(numId: string, styleId: string): number | undefined;
}

interface Level {
  start: number;
  format: string;
  text: string;
  isLegal: boolean;
  font?: SymbolFont | undefined;
  /** The level whose use starts this one anew, from 1; 0 for never. */
  restart?: number;
  style?: string;
}

interface AbstractList {
  readonly levels: Map<number, Level>;
  /** Both ends of a detour through a style. */
  styleLink?: string;
  numStyleLink?: string;
}

interface List {
  abstractId: string;
  readonly starts: Map<number, number>;
  readonly levels: Map<number, Level>;
}

const maxLists = 50_000;

export function readNumbering(parts: Package, part: string | undefined): Numbering {
  const abstracts = new Map<string, AbstractList>();
  const lists = new Map<string, List>();
  if (part !== undefined && parts.has(part)) parse(parts.xml(part), abstracts, lists);
  /** By abstract list: lists that share one go on counting. */
  const counts = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();

  const abstractOf = (list: List): AbstractList | undefined => {
    const direct = abstracts.get(list.abstractId);
    if (direct?.numStyleLink === undefined) return direct;
    return [...abstracts.values()].find(({ styleLink }) => styleLink === direct.numStyleLink) ?? direct;
  };
  const levelOf = (list: List, level: number) => list.levels.get(level) ?? abstractOf(list)?.levels.get(level);

  return {
    levelOfStyle(numId, styleId) {
      const list = lists.get(numId);
      for (const [level, { style }] of (list && abstractOf(list)?.levels) ?? []) if (style === styleId) return level;
      return undefined;
    },
    next(numId, level) {
      const list = lists.get(numId);
      const at = Math.max(0, Math.min(level, 8));
      const definition = list && levelOf(list, at);
      if (!list || !definition) return undefined;
      let count = counts.get(list.abstractId);
      if (!count) counts.set(list.abstractId, (count = []));
      if (!begun.has(numId)) {
        begun.add(numId);
        for (const each of list.starts.keys()) count[each] = undefined;
      }
      const startOf = (each: number) => list.starts.get(each) ?? levelOf(list, each)?.start ?? 1;
      for (let each = 0; each < at; each++) count[each] ??= startOf(each);
      const last = count[at];
      count[at] = last === undefined ? startOf(at) : last + 1;
      for (let each = at + 1; each < 9; each++) {
        const restart = levelOf(list, each)?.restart;
        if (restart === undefined || (restart > 0 && at < restart)) count[each] = undefined;
      }
      return shown(definition, count, (each) => levelOf(list, each)?.format ?? 'decimal');
    },
  };
}

function shown(
  { format, text, isLegal, font }: Level,
  count: readonly (number | undefined)[],
  formatOf: (level: number) => string,
): { marker: string; isBullet: boolean } | undefined {
  if (format === 'bullet') {
    // Fonts of symbols have their signs where no others are, or in the place of letters; Word's second bullet is an "o".
    const sign = (font?.show(text) ?? text).trim();
    const isSign = /^[^\p{L}\p{N}\uE000-\uF8FF]+$/u.test(sign);
    return { marker: isSign ? sign : text === 'o' ? '◦' : '•', isBullet: true };
  }
  const marker = text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const level = Number(digit) - 1;
      const shownAs = formatOf(level);
      if (shownAs === 'none') return '';
      // Word leaves numbers of two digits as they are: Article I, Section 1.01.
      return numberText(count[level] ?? 1, isLegal && shownAs !== 'decimalZero' ? 'decimal' : shownAs);
    })
    .trim();
  return marker === '' ? undefined : { marker, isBullet: false };
}

function parse(xml: Xml, abstracts: Map<string, AbstractList>, lists: Map<string, List>): void {
  let abstract: AbstractList | undefined;
  let list: List | undefined;
  let level: Level | undefined;
  let override = 0;
  /** Word leaves out a start of 0, as the standard has it; who writes by hand and leaves it out counts from 1. */
  let start = 1;
  const alternates = openAlternates();
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close') {
      if (xml.name === 'w:lvl') level = undefined;
      continue;
    }
    if (event !== 'open') continue;
    const value = xml.attribute('w:val');
    switch (xml.name) {
      case 'w:abstractNum':
        [abstract, list] = [{ levels: new Map() }, undefined];
        if (abstracts.size < maxLists) abstracts.set(xml.attribute('w:abstractNumId') ?? '', abstract);
        break;
      case 'w:num':
        [list, abstract] = [{ abstractId: '', starts: new Map(), levels: new Map() }, undefined];
        if (lists.size < maxLists) lists.set(xml.attribute('w:numId') ?? '', list);
        break;
      case 'w:nsid':
        start = 0;
        break;
      case 'mc:AlternateContent':
      case 'mc:Choice':
      case 'mc:Fallback':
        if (!alternates.wants(xml)) xml.skip();
        break;
      case 'w:abstractNumId':
        if (list) list.abstractId = value ?? '';
        break;
      case 'w:lvlOverride':
        override = Number(xml.attribute('w:ilvl') ?? 0);
        break;
      case 'w:startOverride':
        list?.starts.set(override, Number(value ?? 1));
        break;
      case 'w:lvl':
        level = { start, format: 'decimal', text: '', isLegal: false };
        (list ?? abstract)?.levels.set(Number(xml.attribute('w:ilvl') ?? 0), level);
        break;
      case 'w:styleLink':
        if (abstract && value !== undefined) abstract.styleLink = value;
        break;
      case 'w:numStyleLink':
        if (abstract && value !== undefined) abstract.numStyleLink = value;
        break;
      default:
        if (level && xml.name === 'w:rFonts')
          level.font = symbolFont(xml.attribute('w:ascii') ?? xml.attribute('w:hAnsi'));
        else if (level) setLevel(level, xml.name, value === 'custom' ? firstOf(xml.attribute('w:format')) : value);
    }
  }
}

/** A format of Word's own is written as its first numbers: `001, 002, 003, ...`. */
function firstOf(format: string | undefined): string | undefined {
  return format?.split(',', 1)[0]?.trim();
}

function setLevel(level: Level, name: string, value: string | undefined): void {
  if (name === 'w:start') level.start = Number(value ?? 1);
  else if (name === 'w:numFmt') level.format = value ?? 'decimal';
  else if (name === 'w:lvlText') level.text = value ?? '';
  else if (name === 'w:isLgl') level.isLegal = value !== '0' && value !== 'false';
  else if (name === 'w:lvlRestart') level.restart = Number(value ?? 0);
  else if (name === 'w:pStyle' && value !== undefined) level.style = value;
}
