import { expect, test } from 'vitest';
import { ap, drawingPart, frame, pptx, slidePart, sp, xfrm } from '../../../test/fixtures/documents/pptx.ts';
import { outline, readAll, written } from '../../../test/fixtures/documents/read.ts';
import { readPptx } from './index.ts';

const read = (bytes: Buffer, options = {}) => readAll(readPptx, bytes, options);
const title = (text: string) => sp(ap(text), xfrm(0, 0, 900, 100), 'type="title"');

test('slides come in the order in which they are shown, hidden ones marked, with their notes', () => {
  const bytes = pptx(
    [
      {
        shapes: title('Written first'),
        notes: sp(ap('1'), '', 'type="sldNum"') + sp(ap('Say this') + ap('and that'), '', 'type="body" idx="1"'),
      },
      { shapes: title('Shown first') },
      { shapes: sp(ap('No title')), isHidden: true },
    ],
    { order: [2, 1, 3] },
  );
  const { blocks, counts, warnings } = read(bytes);
  expect(outline(blocks)).toEqual([
    '-- slide 1 Shown first',
    'h2 Shown first',
    '-- slide 2 Written first',
    'h2 Written first',
    'Notes: Say this\nand that',
    '-- slide 3 hidden',
    'p No title',
  ]);
  expect({ counts, warnings }).toEqual({ counts: { slides: 3 }, warnings: [] });
  expect(outline(read(bytes, { pages: { has: (page: number) => page === 2, last: 2 } }).blocks)[0]).toBe(
    '-- slide 2 Written first',
  );
});

test('shapes are read as they are seen: title, rows, columns, groups as one', () => {
  const at = (text: string, left: number, top: number, width = 200, height = 100) =>
    sp(ap(text), xfrm(left, top, width, height));
  const group = `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr>${xfrm(600, 200, 200, 300)}</p:grpSpPr>${at('group low', 0, 900)}${at('group high', 0, 100)}</p:grpSp>`;
  const shapes = [
    at('bottom', 0, 800, 900),
    group,
    at('left lower', 0, 350),
    at('left upper', 0, 210),
    sp(ap('The title'), xfrm(0, 700, 900, 100), 'type="ctrTitle"'),
    at('top', 0, 120, 900, 60),
    at('hidden', 0, 0).replace('name="x"', 'name="x" hidden="1"'),
  ].join('');
  expect(outline(read(pptx([{ shapes }])).blocks).slice(1)).toEqual([
    'h2 The title',
    'p top',
    'p left upper',
    'p left lower',
    'p group high',
    'p group low',
    'p bottom',
  ]);
});

test('a group that does not say where it is is where its members are', () => {
  const at = (text: string, top: number) => sp(ap(text), xfrm(0, top, 100, 50));
  const group = `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>${at('second', 200)}${at('third', 300)}</p:grpSp>`;
  const shapes = at('fourth', 400) + group + at('first', 100);
  expect(outline(read(pptx([{ shapes }])).blocks)).toEqual([
    '-- slide 1',
    'p first',
    'p second',
    'p third',
    'p fourth',
  ]);
});

test('of alternatives each is read once, also where none of them has a fallback', () => {
  const choice = (inner: string) =>
    `<mc:AlternateContent><mc:Choice Requires="a14">${inner}</mc:Choice></mc:AlternateContent>`;
  const shapes = [1, 2, 3].map((at) => choice(sp(ap(`shape ${at}`), xfrm(0, at * 100, 10, 10)))).join('');
  expect(outline(readAll(readPptx, pptx([{ shapes }])).blocks)).toEqual([
    '-- slide 1',
    'p shape 1',
    'p shape 2',
    'p shape 3',
  ]);
});

test('places and bullets that a slide leaves out are those of its layout', () => {
  const layout =
    sp(ap('Click'), xfrm(0, 500, 900, 100), 'type="body" idx="1"') +
    sp(ap('Click'), xfrm(0, 100, 900, 100), 'type="body" idx="2"').replace(
      '<a:lstStyle/>',
      '<a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>',
    );
  const shapes =
    sp(ap('second') + ap('deeper', '<a:pPr lvl="1"/>'), '', 'type="body" idx="1"') +
    sp(ap('first'), '', 'type="body" idx="2"');
  expect(outline(read(pptx([{ shapes }], { layout })).blocks).slice(1)).toEqual([
    'p first',
    '0 • second',
    '1 • deeper',
  ]);
});

test('bullets that only the list style of the shape itself has are those of its paragraphs', () => {
  const style =
    '<a:lstStyle><a:lvl1pPr marL="1"><a:buFont typeface="Arial"/><a:buChar char="–"/></a:lvl1pPr>' +
    '<a:lvl2pPr><a:buAutoNum type="alphaLcParenR"/></a:lvl2pPr><a:lvl3pPr><a:buNone/></a:lvl3pPr></a:lstStyle>';
  const shapes = sp(
    ap('first') +
      ap('a', '<a:pPr lvl="1"/>') +
      ap('b', '<a:pPr lvl="1" algn="l"></a:pPr>') +
      ap('none', '<a:pPr lvl="2"/>') +
      ap('own', '<a:pPr><a:buNone/></a:pPr>'),
    xfrm(0, 100, 900, 100),
  ).replace('<a:lstStyle/>', style);
  expect(outline(read(pptx([{ shapes }])).blocks).slice(1)).toEqual([
    '0 – first',
    '1 a) a',
    '1 b) b',
    'p none',
    'p own',
  ]);
});

test('paragraphs have the numbers, signs, breaks and links that are shown', () => {
  const auto = (type: string, more = '') => `<a:pPr><a:buAutoNum type="${type}"${more}/></a:pPr>`;
  const shapes = sp(
    [
      ap('one', auto('arabicPeriod')),
      ap('two', auto('arabicPeriod')),
      ap('four', auto('alphaLcParenR', ' startAt="4"')),
      ap('dash', '<a:pPr><a:buChar char="–"/></a:pPr>'),
      ap('again', auto('romanUcPeriod')),
      ap(
        '<a:r><a:rPr b="1"><a:hlinkClick r:id="link"/></a:rPr><a:t>bold link</a:t></a:r><a:br/><a:r><a:t>next line</a:t></a:r>',
      ),
      ap('<a:fld type="slidenum"><a:rPr/><a:t>7</a:t></a:fld>'),
    ].join(''),
  );
  const relationships = [['link', 'hyperlink', 'https://a.example/x y', true]] as const;
  expect(written(read(pptx([{ shapes, relationships }])).blocks)).toBe(
    '<!-- slide 1 -->\n\n1. one\n2. two\n- d) four\n- dash\n- I. again\n\n**[bold link](<https://a.example/x y>)**  \nnext line\n\n7\n',
  );
});

test('numbers above and below the line stay apart from those on it, and struck text is marked', () => {
  const run = (text: string, attributes = '') => `<a:r><a:rPr ${attributes}/><a:t>${text}</a:t></a:r>`;
  const shapes = sp(
    ap(
      run('10') +
        run('6', 'baseline="30000"') +
        run(' H') +
        run('2', 'baseline="-25000"') +
        run('O ') +
        run('old', 'strike="sngStrike" b="1"') +
        run(' ') +
        run('older', 'strike="dblStrike"') +
        run(' new', 'strike="noStrike"'),
    ),
  );
  expect(written(read(pptx([{ shapes }])).blocks)).toBe('<!-- slide 1 -->\n\n10⁶ H₂O ~~old~~ ~~older~~ new\n');
});

test('tables, charts, SmartArt and the words of pictures are there', () => {
  const cell = (text: string, attributes = '') =>
    `<a:tc${attributes}><a:txBody><a:bodyPr/>${ap(text)}</a:txBody><a:tcPr/></a:tc>`;
  const table = `<a:tbl><a:tblGrid/><a:tr h="1">${cell('wide', ' gridSpan="2"')}${cell('', ' hMerge="1"')}${cell('tall', ' rowSpan="2"')}</a:tr><a:tr h="1">${cell('a')}${cell('b')}${cell('', ' vMerge="1"')}</a:tr></a:tbl>`;
  const points = (...texts: string[]) =>
    texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('');
  const series = (name: string, ...values: string[]) =>
    `<c:ser><c:tx><c:strRef><c:strCache>${points(name)}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points('Jan', 'Feb')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(...values)}</c:numCache></c:numRef></c:val></c:ser>`;
  const point = (id: string, text: string, type = 'node') =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t>${ap(text)}</dgm:t></dgm:pt>`;
  const picture = `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 1" descr="A red barn"/></p:nvPicPr><p:spPr>${xfrm(0, 900, 10, 10)}</p:spPr></p:pic>`;
  const shapes = [
    frame(table, xfrm(0, 0, 10, 10, 'p:xfrm')),
    frame('<c:chart r:id="chart"/>', xfrm(0, 200, 10, 10, 'p:xfrm')),
    frame('<dgm:relIds r:dm="data"/>', xfrm(0, 400, 10, 10, 'p:xfrm')),
    picture,
  ].join('');
  const relationships = [
    ['chart', 'chart', '../charts/chart1.xml'],
    ['data', 'diagramData', '../diagrams/data1.xml'],
  ] as const;
  const more = {
    'ppt/charts/chart1.xml': drawingPart(
      'c:chartSpace',
      `<c:chart><c:plotArea><c:lineChart>${series('North', '1', '2')}${series('South', '3', '4')}</c:lineChart></c:plotArea></c:chart>`,
    ),
    'ppt/diagrams/data1.xml': drawingPart(
      'dgm:dataModel',
      `<dgm:ptLst>${point('0', '', 'doc')}${point('1', 'Plan')}${point('2', 'Build')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="2" srcOrd="1"/><dgm:cxn srcId="0" destId="1" srcOrd="0"/></dgm:cxnLst>`,
    ),
  };
  expect(outline(read(pptx([{ shapes, relationships }], { more })).blocks).slice(1)).toEqual([
    [
      ['wide (2x1)', 'tall (1x2)'],
      ['a', 'b'],
    ],
    [
      ['', 'North', 'South'],
      ['Jan', '1', '3'],
      ['Feb', '2', '4'],
    ],
    '0 • Plan',
    '0 • Build',
    'picture A red barn',
  ]);
});

test('a slide that is missing or damaged costs only itself, and a warning names it', () => {
  const good = { shapes: title('Good') };
  const bytes = pptx([good, good, good], {
    more: { 'ppt/slides/slide2.xml': slidePart('p:sld', '<p:sp>') },
    order: [1, 2, 9, 3],
  });
  const { blocks, warnings } = read(bytes);
  expect(outline(blocks)).toEqual([
    '-- slide 1 Good',
    'h2 Good',
    '-- slide 2',
    '-- slide 3',
    '-- slide 4 Good',
    'h2 Good',
  ]);
  expect(warnings).toEqual([
    expect.stringMatching(/^Slide 2 could not be read: .*do not fit together/),
    expect.stringMatching(/^Slide 3 could not be read: .*missing/),
  ]);
});

test('a presentation of which no slide can be read is damaged', () => {
  const good = { shapes: title('Good') };
  const unsafe = '<!DOCTYPE a [<!ENTITY b "c">]><p:sld/>';
  const bytes = pptx([good, good], { more: { 'ppt/slides/slide1.xml': unsafe, 'ppt/slides/slide2.xml': unsafe } });
  expect(() => read(bytes)).toThrow(/document type/);
});

test('text and bullets in fonts of symbols are the signs that they look like, words behind them stay words', () => {
  const run = (text: string, properties: string) => `<a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r>`;
  const [latin, sym] = [(name: string) => `<a:latin typeface="${name}"/>`, '<a:sym typeface="Wingdings"/>'];
  const bullet = (char: string, name = 'Wingdings') =>
    `<a:pPr><a:buFont typeface="${name}"/><a:buChar char="${char}"/></a:pPr>`;
  const shapes = sp(
    [
      ap(`${run('ü', latin('Wingdings'))}${run(' done, ', '')}${run('a + b', latin('Symbol'))}`),
      ap(
        `${run('Plan ', '')}${run('à', sym)}${run(' do it à la carte ', sym)}${run('J', sym)}${run('\uF0E8', sym)}${run('déjà', sym)}`,
      ),
      ap('check', bullet('ü')),
      ap('arrow', bullet('Ø')),
      ap('dot', bullet('Ÿ')),
      ap('square', bullet('§')),
      ap('dash', bullet('–', 'Arial')),
    ].join(''),
  );
  expect(outline(read(pptx([{ shapes }])).blocks).slice(1)).toEqual([
    'p ✓ done, α + β',
    'p Plan → do it à la carte ☺➔déjà',
    '0 ✓ check',
    '0 ➢ arrow',
    '0 • dot',
    '0 ▪ square',
    '0 – dash',
  ]);
});

test('line breaks that are written as numbers are line breaks, and places for hyphens are not seen', () => {
  const shapes = sp(ap('one_x000B_two_x000D_ hy\u00ADphen _x0041_'));
  expect(outline(read(pptx([{ shapes }])).blocks)[1]).toBe('p one\ntwo hyphen _x0041_');
});
