import type { Cell, Paragraph, Table } from '../document/model.ts';
import { generalText, numberFormat } from '../number-format/index.ts';
import type { Package } from '../package/index.ts';
import type { Xml } from '../xml/index.ts';

interface Series {
  name: string;
  /** By level, the outermost first; all but the last have a text where one begins that goes on. */
  readonly categories: Map<number, string>[];
  readonly values: Map<number, string>;
  /** Of bubbles. */
  readonly sizes: Map<number, string>;
  /** Its points stand where they say themselves, and not at the categories of the first series. */
  hasPlaces: boolean;
}

const maxSeries = 256;
const maxPoints = 20_000;
const maxLevels = 16;
const maxAxes = 16;

/** The data of a chart as a table, from the values that the file keeps for showing it: categories down, series across. */
export function readChart(parts: Package, part: string): Table | Paragraph | undefined {
  const { title, axes, series } = parse(parts.xml(part));
  const caption = `Chart${title === '' ? '' : `: ${title}`}${axes.length === 0 ? '' : ` (axes: ${axes.join(', ')})`}`;
  const isEmpty = series.every(
    ({ values, categories }) => values.size === 0 && !categories.some(({ size }) => size > 0),
  );
  if (isEmpty) return caption === 'Chart' ? undefined : { kind: 'paragraph', spans: [{ text: caption }] };
  const levels = series.find(({ categories }) => categories.some(({ size }) => size > 0))?.categories ?? [new Map()];
  const columns = columnsOf(series, levels.at(-1));
  const maps = [...columns.map(({ texts }) => texts), ...levels];
  const count = 1 + maps.reduce((last, map) => Math.max(last, ...map.keys()), -1);
  const rows: Cell[][] = [[...levels.map(() => ''), ...columns.map(({ name }) => name)].map(cell)];
  const outer = levels.slice(0, -1);
  const isCounted = outer.length === 0 && !series.some(({ hasPlaces }) => hasPlaces);
  for (let index = 0; index < count; index++)
    rows.push([
      ...outer.flatMap((level) => groupCell(level, index, count)),
      cell(levels.at(-1)?.get(index) ?? (isCounted ? String(index + 1) : '')),
      ...columns.map(({ texts }) => cell(texts.get(index) ?? '')),
    ]);
  return { kind: 'table', caption, rows };
}

interface Column {
  readonly name: string;
  readonly texts: ReadonlyMap<number, string>;
}

/** Values and sizes of each series, behind the places of its points where they are not those of the series before. */
function columnsOf(series: readonly Series[], first: ReadonlyMap<number, string> | undefined): Column[] {
  let shown = first;
  return series.flatMap(({ name, categories, values, sizes, hasPlaces }) => {
    const places = categories.at(-1);
    const columns: Column[] = [{ name, texts: values }];
    if (sizes.size > 0) columns.push({ name: `${name} (size)`, texts: sizes });
    if (!hasPlaces || !places?.size || isSame(places, shown)) return columns;
    shown = places;
    return [{ name: '', texts: places }, ...columns];
  });
}

function isSame(texts: ReadonlyMap<number, string>, others: ReadonlyMap<number, string> | undefined): boolean {
  return texts.size === others?.size && [...texts].every(([point, text]) => others.get(point) === text);
}

/** A text of an outer level goes over all categories up to the next. */
function groupCell(level: ReadonlyMap<number, string>, index: number, count: number): Cell[] {
  const text = level.get(index);
  if (text === undefined && index > 0) return [];
  let end = index + 1;
  while (end < count && !level.has(end)) end++;
  return [{ ...cell(text ?? ''), ...(end - index > 1 ? { rows: end - index } : {}) }];
}

const cell = (text: string): Cell => ({ spans: [{ text }] });

function parse(xml: Xml): { title: string; axes: string[]; series: Series[] } {
  const series: Series[] = [];
  const axes: string[] = [];
  let title = '';
  let isAxis = false;
  let current: Series | undefined;
  let place: Place | undefined;
  let point = 0;
  let isValue = false;
  let isFormat = false;
  let format = '';
  let from1904 = false;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') {
      if (isFormat) format += xml.text;
      else if (place === 'title' && isValue) title += xml.text;
      else if (place === 'axis' && isValue) axes.push(`${axes.pop() ?? ''}${xml.text}`);
      else if (isValue && current && place === 'name') current.name += xml.text;
      else if (isValue && point < maxPoints) {
        const texts = textsOf(current, place);
        texts?.set(point, (texts.get(point) ?? '') + xml.text);
      }
      continue;
    }
    const isOpen = event === 'open';
    switch (xml.name) {
      case 'c:ser':
      case 'cx:data':
        current =
          isOpen && series.length < maxSeries
            ? { name: '', categories: [new Map()], values: new Map(), sizes: new Map(), hasPlaces: false }
            : undefined;
        if (current) series.push(current);
        break;
      case 'c:title':
      case 'cx:title':
        place = !isOpen || current ? undefined : isAxis ? 'axis' : title === '' ? 'title' : undefined;
        if (place === 'axis' && axes.length < maxAxes) axes.push('');
        break;
      case 'c:catAx':
      case 'c:valAx':
      case 'c:dateAx':
      case 'c:serAx':
      case 'cx:axis':
        isAxis = isOpen;
        break;
      case 'c:tx':
        if (current) place = isOpen ? 'name' : undefined;
        break;
      case 'c:date1904':
        if (isOpen) from1904 = /^(?:1|true)$/.test(xml.attribute('val') ?? '1');
        break;
      case 'c:numCache':
      case 'c:numLit':
        if (!isOpen) showNumbers(textsOf(current, place) ?? new Map(), format, from1904);
        format = '';
        break;
      case 'c:lvl':
      case 'cx:lvl':
        // They come from the innermost on.
        if (isOpen && place === 'categories' && current && current.categories.length < maxLevels)
          if (current.categories[0]?.size !== 0) current.categories.unshift(new Map());
        break;
      case 'c:formatCode':
        isFormat = isOpen;
        break;
      case 'c:xVal':
        if (current) current.hasPlaces = true;
        place = isOpen ? 'categories' : undefined;
        break;
      case 'c:bubbleSize':
        place = isOpen ? 'sizes' : undefined;
        break;
      case 'c:cat':
      case 'cx:strDim':
        place = isOpen ? 'categories' : undefined;
        break;
      case 'c:val':
      case 'c:yVal':
      case 'cx:numDim':
        place = isOpen ? 'values' : undefined;
        break;
      case 'c:pt':
        if (isOpen) point = Number(xml.attribute('idx') ?? 0);
        break;
      case 'cx:pt':
        if (isOpen) point = Number(xml.attribute('idx') ?? 0);
        isValue = isOpen;
        break;
      case 'c:v':
      case 'a:t':
        isValue = isOpen;
        break;
      case 'c:f':
      case 'cx:f':
      case 'c:dLbls':
        if (isOpen) xml.skip();
        break;
    }
  }
  return { title: title.trim(), axes: axes.map((each) => each.trim()).filter((each) => each !== ''), series };
}

type Place = 'name' | 'categories' | 'values' | 'sizes' | 'title' | 'axis';

function textsOf(series: Series | undefined, place: Place | undefined): Map<number, string> | undefined {
  if (place === 'categories') return series?.categories[0];
  return place === 'values' ? series?.values : place === 'sizes' ? series?.sizes : undefined;
}

/** Shares and dates as the chart shows them, other numbers with all their digits; what is none stays. */
function showNumbers(values: Map<number, string>, code: string, from1904: boolean): void {
  const format = numberFormat(code || 'General', from1904);
  for (const [point, text] of values) {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isFinite(value)) continue;
    const isShown = code.includes('%') || typeof format.value(value) === 'string';
    values.set(point, isShown ? format.number(value).trim() : generalText(value));
  }
}
