import { expect, test } from 'vitest';
import { xmlHead, zipped } from '../../../test/fixtures/documents/package.ts';
import { inputOf, outline } from '../../../test/fixtures/documents/read.ts';
import { openPackage } from '../package/index.ts';
import { readChart } from './chart.ts';

const chartBlock = (inner: string) => {
  const space = `xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`;
  using parts = openPackage(
    inputOf(zipped({ 'chart.xml': `${xmlHead}<c:chartSpace ${space}>${inner}</c:chartSpace>` })),
  );
  return readChart(parts, 'chart.xml');
};
const chartOf = (inner: string) => {
  const chart = chartBlock(inner);
  return chart && outline([chart])[0];
};
const title = '<c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>';
const points = (...values: string[]) =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
const series = `<c:ser><c:tx><c:v>North</c:v></c:tx><c:cat>${points('Q1', 'Q2')}</c:cat><c:val>${points('1', '2')}</c:val></c:ser>`;

test('a chart with data is a table, one with a title alone a line, one with nothing is nothing', () => {
  expect(chartOf(title + series)).toEqual([
    ['', 'North'],
    ['Q1', '1'],
    ['Q2', '2'],
  ]);
  expect(chartOf(title)).toBe('p Chart: Sales');
  expect(chartOf(`${title}<c:ser><c:tx><c:v>North</c:v></c:tx></c:ser>`)).toBe('p Chart: Sales');
  expect(chartOf('<c:ser/>')).toBeUndefined();
});

test('the titles of axes are no title of the chart, and stand behind it', () => {
  const axis = (name: string, text: string) => `<c:${name}>${title.replace('Sales', text)}</c:${name}>`;
  const caption = (inner: string) => {
    const chart = chartBlock(inner);
    return chart?.kind === 'table' ? chart.caption : undefined;
  };
  const axes = axis('catAx', 'Quarter') + axis('valAx', 'Euros');
  expect(caption(title + series + axes)).toBe('Chart: Sales (axes: Quarter, Euros)');
  expect(caption(series + axes)).toBe('Chart (axes: Quarter, Euros)');
});

test('series whose points stand elsewhere have a column for that, bubbles one for their sizes', () => {
  const one = (name: string, x: string[], y: string[], more = '') =>
    `<c:ser><c:tx><c:v>${name}</c:v></c:tx><c:xVal>${points(...x)}</c:xVal><c:yVal>${points(...y)}</c:yVal>${more}</c:ser>`;
  const size = `<c:bubbleSize>${points('70', '80', '90')}</c:bubbleSize>`;
  expect(
    chartOf(
      one('a', ['1', '2'], ['11', '12']) +
        one('b', ['1', '2'], ['21', '22']) +
        one('c', ['5', '6', '7'], ['31', '32', '33'], size),
    ),
  ).toEqual([
    ['', 'a', 'b', '', 'c', 'c (size)'],
    ['1', '11', '21', '5', '31', '70'],
    ['2', '12', '22', '6', '32', '80'],
    ['', '', '', '7', '33', '90'],
  ]);
});

test('categories of several levels have a column each, the outer ones over all that they hold', () => {
  const at = (...rows: [number, string][]) =>
    `<c:lvl>${rows.map(([index, text]) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('')}</c:lvl>`;
  const levels = [
    at([0, 'Jan'], [1, 'Feb'], [2, 'Jan'], [3, 'Feb'], [4, 'Jan']),
    at([0, 'North'], [2, 'South'], [4, 'North']),
    at([0, '2023'], [4, '2024']),
  ].join('');
  const one = (name: string, ...values: string[]) =>
    `<c:ser><c:tx><c:v>${name}</c:v></c:tx><c:cat><c:multiLvlStrRef><c:f>A1:C5</c:f><c:multiLvlStrCache><c:ptCount val="5"/>${levels}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat><c:val>${points(...values)}</c:val></c:ser>`;
  expect(chartOf(one('Sold', '1', '2', '3', '4', '5') + one('Made', '6', '7', '8', '9', '10'))).toEqual([
    ['', '', '', 'Sold', 'Made'],
    ['2023 (1x4)', 'North (1x2)', 'Jan', '1', '6'],
    ['Feb', '2', '7'],
    ['South (1x2)', 'Jan', '3', '8'],
    ['Feb', '4', '9'],
    ['2024', 'North', 'Jan', '5', '10'],
  ]);
});

test('numbers of a chart are shown in their format, dates among them, and texts as they are', () => {
  const numbers = (code: string, ...values: string[]) =>
    `<c:numRef><c:f>A1</c:f><c:numCache><c:formatCode>${code}</c:formatCode>${points(...values)}</c:numCache></c:numRef>`;
  const shares = `<c:ser><c:tx><c:v>Share</c:v></c:tx><c:cat>${numbers('yyyy\\-mm\\-dd', '45292', '45323')}</c:cat><c:val>${numbers('0.0%', '0.30000000000000004', '#N/A')}</c:val></c:ser>`;
  const sums = `<c:ser><c:tx><c:v>Sum</c:v></c:tx><c:cat><c:strRef><c:strCache>${points('007')}</c:strCache></c:strRef></c:cat><c:val>${numbers('General', '0.30000000000000004', '1200')}</c:val></c:ser>`;
  expect(chartOf(shares + sums)).toEqual([
    ['', 'Share', 'Sum'],
    ['2024-01-01', '30.0%', '0.3'],
    ['2024-02-01', '#N/A', '1200'],
  ]);
  expect(chartOf(sums)).toEqual([
    ['', 'Sum'],
    ['007', '0.3'],
    ['2', '1200'],
  ]);
});
