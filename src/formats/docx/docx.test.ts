import { expect, test } from 'vitest';
import {
  abstractNum,
  docx,
  listed,
  num,
  p,
  r,
  style,
  styled,
  tbl,
  tc,
  tr,
  wordPart,
} from '../../../test/fixtures/documents/docx.ts';
import { outline, readAll, written } from '../../../test/fixtures/documents/read.ts';
import { xmlHead } from '../../../test/fixtures/documents/package.ts';
import { readDocx } from './index.ts';

const outlineOf = (parts: Parameters<typeof docx>[0], options = {}) =>
  outline(readAll(readDocx, docx(parts), options).blocks);

test('how signs are read aloud stands behind them', () => {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const ruby = (base: string, reading: string) =>
    `<w:r><w:ruby><w:rubyPr><w:hps w:val="11"/></w:rubyPr><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`;
  const body = `<w:p>${run('昨日')}${ruby('東京', 'とうきょう')}${ruby('へ', '')}${run('行った')}</w:p>`;
  expect(outlineOf({ body })).toEqual(['p 昨日東京(とうきょう)へ行った']);
});

test('headings are found by the name of their style, whatever its id, by what it is based on, and by outline levels', () => {
  const styles = [
    style('1', 'heading 1'),
    style('af5', 'Chapter', '<w:basedOn w:val="1"/>'),
    style('Titre2', 'Titre 2'),
    style('biaoti3', '标题 3'),
    style('Cmsor4', 'Címsor 4'),
    style('a', 'כותרת 5'),
    style('outlined', 'My own', '<w:pPr><w:outlineLvl w:val="3"/></w:pPr>'),
    style('toc', 'TOC Heading', '<w:basedOn w:val="1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'),
    style('Title', 'Title'),
    style('loop', 'Loop', '<w:basedOn w:val="loop"/>'),
    style('__proto__', 'heading 6'),
  ].join('');
  const body = [
    p('The title', styled('Title')),
    p('One', styled('1')),
    p('Based', styled('af5')),
    p('French', styled('Titre2')),
    p('Chinese', styled('biaoti3')),
    p('Hungarian', styled('Cmsor4')),
    p('Hebrew', styled('a')),
    p('By style', styled('outlined')),
    p('Direct', '<w:outlineLvl w:val="4"/>'),
    p('Contents', styled('toc')),
    p('Looped', styled('loop')),
    p('Odd id', styled('__proto__')),
    p('Missing style', styled('Heading2')),
    p('   ', styled('1')),
  ].join('');
  expect(outlineOf({ body, styles })).toEqual([
    'h1 The title',
    'h1 One',
    'h1 Based',
    'h2 French',
    'h3 Chinese',
    'h4 Hungarian',
    'h5 Hebrew',
    'h4 By style',
    'h5 Direct',
    'p Contents',
    'p Looped',
    'h6 Odd id',
    'h2 Missing style',
  ]);
});

test('lists are numbered as they are shown: formats, levels, restarts, overrides, shared counters', () => {
  const numbering = [
    abstractNum(0, [
      ['decimal', '%1.'],
      ['lowerLetter', '%2)'],
      ['lowerRoman', '(%3)'],
    ]),
    abstractNum(1, [
      ['chineseCountingThousand', '第%1条'],
      ['decimal', '%1.%2', '<w:isLgl/>'],
    ]),
    abstractNum(2, [['bullet', '\uF0B7']]),
    abstractNum(3, [['none', '']]),
    num(1, 0),
    num(2, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'),
    num(3, 1),
    num(4, 2),
    num(5, 3),
  ].join('');
  const body = [
    p('a', listed(1)),
    p('b', listed(1, 1)),
    p('c', listed(1, 1)),
    p('d', listed(1, 2)),
    p('e', listed(1)),
    p('f', listed(1, 1)),
    p('restarted', listed(2)),
    p('goes on', listed(1)),
    p('article', listed(3)),
    p('article', listed(3)),
    p('legal', listed(3, 1)),
    p('dot', listed(4)),
    p('shows nothing', listed(5)),
    p('taken off', '<w:numPr><w:numId w:val="0"/></w:numPr>'),
    p('unknown list', listed(99)),
  ].join('');
  expect(outlineOf({ body, numbering })).toEqual([
    '0 1. a',
    '1 a) b',
    '1 b) c',
    '2 (i) d',
    '0 2. e',
    '1 a) f',
    '0 7. restarted',
    '0 8. goes on',
    '0 第一条 article',
    '0 第二条 article',
    '1 2.1 legal',
    '0 • dot',
    'p shows nothing',
    'p taken off',
    'p unknown list',
  ]);
});

test('lists of Word begin with 0 where it left the start out, and have formats of its own', () => {
  const level = '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>';
  const format =
    '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>';
  const list = (head: string, inner: string) => `<w:abstractNum w:abstractNumId="0">${head}${inner}</w:abstractNum>`;
  const custom = `<w:lvl w:ilvl="0"><w:start w:val="9"/>${format}<w:lvlText w:val="%1."/></w:lvl>`;
  const shown = (numbering: string) =>
    outlineOf({ body: p('a', listed(1)) + p('b', listed(1)), numbering: numbering + num(1, 0) });
  expect(shown(list('<w:nsid w:val="1A2B3C4D"/>', level))).toEqual(['0 0. a', '0 1. b']);
  expect(shown(list('', level))).toEqual(['0 1. a', '0 2. b']);
  expect(shown(list('', custom))).toEqual(['0 009. a', '0 010. b']);
});

test('numbers of two digits stay so where other levels are shown in digits', () => {
  const numbering = [
    abstractNum(0, [
      ['upperRoman', 'Article %1.'],
      ['decimalZero', 'Section %1.%2', '<w:isLgl/>'],
    ]),
    num(1, 0),
  ].join('');
  const body = [p('Terms', listed(1)), p('Scope', listed(1, 1)), p('Price', listed(1, 1))].join('');
  expect(outlineOf({ body, numbering })).toEqual([
    '0 Article I. Terms',
    '1 Section 1.01 Scope',
    '1 Section 1.02 Price',
  ]);
});

test('fields that draw a formula or a circle are read, as they have no result', () => {
  const char = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
  const instruction = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
  const eq = (...texts: string[]) => char('begin') + texts.map(instruction).join('') + char('end');
  const body =
    p(eq(' eq \\o\\ac(', '○', ',3)') + r(' third')) +
    p(r('is ') + eq('EQ \\f(1,2)') + r('.')) +
    p(char('begin') + instruction('EQ \\f(1,2)') + char('separate') + r('half') + char('end'));
  expect(written(readAll(readDocx, docx({ body })).blocks)).toBe('③ third\n\nis $\\frac{1}{2}$.\n\nhalf\n');
});

test('a large first letter is of the word that it begins', () => {
  const letter = p('O', '<w:framePr w:dropCap="drop" w:lines="3" w:wrap="around"/>');
  const frame = p('Aside', '<w:framePr w:w="2000" w:wrap="around"/>');
  expect(outlineOf({ body: letter + p('nce upon a time') + frame + p('End') })).toEqual([
    'p Once upon a time',
    'p Aside',
    'p End',
  ]);
});

test('a list that a style brings along counts headings and items', () => {
  const styles = [
    style('H1', 'heading 1', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
    style('H2', 'heading 2', '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>'),
    style('LB2', 'List Bullet 2', '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>'),
    style('LN', 'List Number'),
  ].join('');
  const numbering = [
    abstractNum(0, [
      ['decimal', '%1', '<w:pStyle w:val="H1"/>'],
      ['decimal', '%1.%2', '<w:pStyle w:val="H2"/>'],
    ]),
    abstractNum(1, [['bullet', '-']]),
    num(1, 0),
    num(2, 1),
  ].join('');
  const body = [
    p('A', styled('H1')),
    p('B', styled('H2')),
    p('C', styled('H2')),
    p('D', styled('H1')),
    p('E', styled('H2')),
    p('item', styled('LB2')),
    p('named', styled('LN')),
  ].join('');
  expect(outlineOf({ body, styles, numbering })).toEqual([
    'h1 1 A',
    'h2 1.1 B',
    'h2 1.2 C',
    'h1 2 D',
    'h2 2.1 E',
    '1 - item',
    '0 1. named',
  ]);
});

test('tables keep spans in both directions, nested tables, and rows that begin or end late', () => {
  const merged = (value: string) => `<w:vMerge${value === '' ? '' : ` w:val="${value}"`}/>`;
  const body =
    tbl(
      tr(tc('wide', '<w:gridSpan w:val="2"/>'), tc('tall', merged('restart'))),
      tr(tc('a'), tc('b'), tc('', merged(''))),
      tr(tc('c'), tc('d'), tc('', merged('continue'))),
      tr(tc('e'), tc('f'), tc('new', merged('restart'))),
    ) +
    tbl(tr('<w:trPr><w:gridBefore w:val="1"/></w:trPr>', tc('late')), tr(tc('x'), tc(p('two') + p('lines')))) +
    tbl(tr(tc('outer'), tc(p('before') + tbl(tr(tc('in'), tc('ner'))) + p('')))) +
    tbl(tr(tc('single')));
  expect(outlineOf({ body })).toEqual([
    [
      ['wide (2x1)', 'tall (1x3)'],
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f', 'new'],
    ],
    [
      ['', 'late'],
      ['x', 'two\nlines'],
    ],
    [['outer', 'before [[["in","ner"]]]']],
    [['single']],
  ]);
});

test('changes are read as if they were accepted', () => {
  const body =
    p(
      `${r('kept ')}<w:del>${r('gone').replaceAll('w:t', 'w:delText')}</w:del><w:ins>${r('added')}</w:ins><w:moveFrom>${r('from')}</w:moveFrom><w:moveTo>${r(' to')}</w:moveTo>`,
    ) +
    p('first half', '<w:rPr><w:del/></w:rPr>') +
    p(' second half') +
    p('now plain', '<w:pPrChange><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:pPrChange>') +
    tbl(tr('<w:trPr><w:del/></w:trPr>', tc('row gone')), tr(tc('row')));
  expect(outlineOf({ body })).toEqual(['p kept added to', 'p first half second half', 'p now plain', [['row']]]);
});

test('what a style hides is left out as what a run hides, with its notes and pictures, and lists do not count it', () => {
  const styles = [
    style('Secret', 'Secret', '<w:rPr><w:vanish/></w:rPr>'),
    style('Deeper', 'Deeper', '<w:basedOn w:val="Secret"/>'),
    style('Shown', 'Shown again', '<w:basedOn w:val="Secret"/><w:rPr><w:vanish w:val="0"/></w:rPr>'),
    '<w:style w:type="character" w:styleId="Hush"><w:name w:val="Hush"/><w:rPr><w:vanish/></w:rPr></w:style>',
  ].join('');
  const hush = '<w:rStyle w:val="Hush"/>';
  const picture = `<w:r><w:rPr>${hush}</w:rPr><w:drawing><wp:inline><wp:docPr id="1" descr="hidden picture"/></wp:inline></w:drawing></w:r>`;
  const body = [
    p('hidden', styled('Secret')),
    p(`${r('hidden ')}${r('but this', '<w:vanish w:val="0"/>')}`, styled('Deeper')),
    p('shown', styled('Shown')),
    p(
      `${r('open ')}${r('hidden', hush)}${r('end', `${hush}<w:vanish w:val="false"/>`)}<w:r><w:rPr>${hush}</w:rPr><w:footnoteReference w:id="1"/></w:r>${picture}`,
    ),
    p(`${r('hidden')}${r('twice is not', hush)}`, styled('Secret')),
    p('one', listed(1)),
    p('hidden', listed(1) + styled('Deeper')),
    p(r('hidden', '<w:vanish/>'), `${listed(1)}<w:rPr><w:vanish/></w:rPr>`),
    p('two', listed(1)),
  ].join('');
  const parts = {
    body,
    styles,
    numbering: abstractNum(0, [['decimal', '%1.']]) + num(1, 0),
    footnotes: `<w:footnote w:id="1">${p('hidden note')}</w:footnote>`,
  };
  const { blocks, warnings } = readAll(readDocx, docx(parts));
  expect(outline(blocks)).toEqual(['p but this', 'p shown', 'p open end', 'p twice is not', '0 1. one', '0 2. two']);
  expect(new Set(warnings)).toEqual(new Set(['Hidden text was left out.']));
});

test('notes are numbered as they are cited, and comments come on request', () => {
  const cite = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
  const parts = {
    body:
      p(r('One') + cite('footnote', 7) + r(' two') + cite('endnote', 2) + cite('comment', 0)) +
      p(r('Three') + cite('footnote', 3)),
    footnotes: `<w:footnote w:id="0" w:type="separator">${p('line')}</w:footnote><w:footnote w:id="3">${p('third')}</w:footnote><w:footnote w:id="7">${p('<w:r><w:footnoteRef/></w:r>' + r(' seventh'))}${p('more')}</w:footnote>`,
    endnotes: `<w:endnote w:id="2">${p('the end')}</w:endnote>`,
    comments: `<w:comment w:id="0" w:author="Ann">${p('Really?')}</w:comment>`,
  };
  expect(outlineOf(parts)).toEqual([
    'p One[^1] two[^e1]',
    'p Three[^2]',
    '^1:  seventh\nmore',
    '^e1: the end',
    '^2: third',
  ]);
  expect(outlineOf(parts, { comments: true })).toContain('Comment by Ann: Really?');
});

test('numbers above and below the line stay apart from those on it', () => {
  const at = (text: string, place: string) => r(text, `<w:vertAlign w:val="${place}"/>`);
  const up = (text: string) => at(text, 'superscript');
  const styles = style('Power', 'Power', '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>');
  const body = [
    p(`${r('10')}${up('6')}${r(' m')}${up('2')}${r(' H')}${at('2', 'subscript')}${r('O, 2')}${at('5', 'baseline')}`),
    p(`${r('the 1')}${up('st')}${r(' Name')}${up('TM')}${r(', cited')}${up('1,2')}`),
    p(`${r('by style 10')}${r('3', '<w:rStyle w:val="Power"/>')}`),
  ].join('');
  expect(outlineOf({ body, styles })).toEqual(['p 10⁶ m² H₂O, 25', 'p the 1st NameTM, cited1,2', 'p by style 10³']);
});

test('a page or column that ends within a paragraph parts its words, a place for a hyphen does not', () => {
  const end = (type: string) => `<w:r><w:br w:type="${type}"/></w:r>`;
  const body = [
    p(`${end('page')}${r('one')}${end('page')}${r('two')}${end('column')}${end('page')}`),
    p(`${r('hy\u00ADphen')}<w:r><w:softHyphen/><w:t>ated</w:t></w:r>`),
    p(`${r('a')}<w:r><w:br w:type="textWrapping" w:clear="all"/></w:r>${r('b')}`),
  ].join('');
  expect(outlineOf({ body })).toEqual(['p one\ntwo', 'p hyphenated', 'p a\nb']);
});

test('a field may run over paragraphs, and one that never ends takes no text with it', () => {
  const char = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
  const begin = (instruction: string) => `${char('begin')}<w:r><w:instrText>${instruction}</w:instrText></w:r>`;
  const paragraph = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`;
  const body = [
    paragraph(begin(' TOC \\o '), char('separate'), r('Contents 1')),
    paragraph(r('Contents 2')),
    paragraph(char('end'), r('After the contents')),
    paragraph(r('Index'), begin(' XE '), r('hidden entry'), char('end'), r('ed')),
    paragraph(r('Before '), begin(' HYPERLINK "https://a.example/" '), r('in the same paragraph')),
    paragraph(r('Next '), begin(' PAGE '), r('old'), char('separate'), r('7'), char('end')),
    paragraph(r('Last')),
  ].join('');
  expect(written(readAll(readDocx, docx({ body })).blocks)).toBe(
    'Contents 1\n\nContents 2\n\nAfter the contents\n\nIndexed\n\nBefore in the same paragraph\n\nNext 7\n\nLast\n',
  );
});

test('fields of forms show what was chosen in them, content controls what they hold', () => {
  const char = (kind: string, inner = '') => `<w:r><w:fldChar w:fldCharType="${kind}">${inner}</w:fldChar></w:r>`;
  const form = (name: string, data: string, result = '') =>
    `${char('begin', `<w:ffData><w:name w:val="f"/><w:enabled/>${data}</w:ffData>`)}<w:r><w:instrText> ${name} </w:instrText></w:r>${char('separate')}${result}${char('end')}`;
  const list = (inner: string) =>
    form('FORMDROPDOWN', `<w:ddList>${inner}<w:listEntry w:val="Red"/><w:listEntry w:val="Green"/></w:ddList>`);
  const box = (inner: string) => form('FORMCHECKBOX', `<w:checkBox><w:sizeAuto/>${inner}</w:checkBox>`);
  const control = `<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:displayText="Blue" w:value="b"/><w:listItem w:displayText="Black" w:value="k"/></w:dropDownList></w:sdtPr><w:sdtContent>${r('Black')}</w:sdtContent></w:sdt>`;
  const body = [
    p(`${r('Chosen: ')}${list('<w:result w:val="1"/>')}${r(', default: ')}${list('<w:default w:val="1"/>')}${r('.')}`),
    p(`${r('First: ')}${list('')}${r(', taken back: ')}${list('<w:result w:val="0"/><w:default w:val="1"/>')}`),
    p(`${r('Beyond: ')}${list('<w:result w:val="7"/>')}${r('none')}`),
    p(
      `${box('<w:default w:val="0"/><w:checked/>')}${r(' yes ')}${box('<w:checked w:val="0"/><w:default w:val="1"/>')}${r(' no ')}${box('<w:default w:val="1"/>')}${r(' by default')}`,
    ),
    p(`${r('Text: ')}${form('FORMTEXT', '<w:textInput><w:default w:val="unused"/></w:textInput>', r('typed'))}`),
    p(`${r('Written out: ')}${form('FORMDROPDOWN', '<w:ddList><w:listEntry w:val="Red"/></w:ddList>', r('Red'))}`),
    p(`${r('Control: ')}${control}`),
  ].join('');
  expect(outlineOf({ body })).toEqual([
    'p Chosen: Green, default: Green.',
    'p First: Red, taken back: Red',
    'p Beyond: none',
    'p [x] yes [ ] no [x] by default',
    'p Text: typed',
    'p Written out: Red',
    'p Control: Black',
  ]);
});

test('text and bullets in fonts of symbols are the signs that they look like', () => {
  const font = (name: string) => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`;
  const sym = (name: string, char: string) => `<w:r><w:sym w:font="${name}" w:char="${char}"/></w:r>`;
  const body = [
    p(`${r('D', font('Symbol'))}${r('x ')}${r('£', font('Symbol'))}${r(' 5 m')}${r('m', font('Symbol'))}`),
    p(`${sym('Symbol', 'F061')}${sym('Wingdings 2', 'F052')}${sym('Wingdings', 'F0E0')}${sym('Wingdings', '00FC')}`),
    p(`${sym('Calibri', '03A9')}${sym('Secret Font', 'F041')}${r('\uF0FE', font('Wingdings'))}${r(' done')}`),
    p(`${r('\uF04A', '<w:rStyle w:val="Signs"/>')}${r('J')}`),
    p('check', listed(1)),
    p('arrow', listed(1, 1)),
    p('dot', listed(1, 2)),
  ].join('');
  const numbering =
    abstractNum(0, [
      ['bullet', 'ü', `<w:rPr>${font('Wingdings')}</w:rPr>`],
      ['bullet', '\uF0D8', `<w:rPr>${font('Wingdings')}</w:rPr>`],
      ['bullet', '\uF0B7', `<w:rPr>${font('Symbol')}</w:rPr>`],
    ]) + num(1, 0);
  const styles = `<w:style w:type="character" w:styleId="Signs"><w:name w:val="Signs"/><w:rPr>${font('Wingdings')}</w:rPr></w:style>`;
  expect(outlineOf({ body, numbering, styles })).toEqual([
    'p Δx ≤ 5 mμ',
    'p α☑→✓',
    'p Ω☑ done',
    'p ☺J',
    '0 ✓ check',
    '1 ➢ arrow',
    '2 • dot',
  ]);
});

test('paragraphs in a style of quotations are marked as such', () => {
  const styles = style('a1', 'Quote') + style('a2', 'Mine', '<w:basedOn w:val="a1"/>') + style('a3', 'Block Text');
  const body = p('One', styled('a1')) + p('Two', styled('a2')) + p('Own words') + p('Three', styled('a3'));
  expect(written(readAll(readDocx, docx({ body, styles })).blocks)).toBe('> One\n>\n> Two\n\nOwn words\n\n> Three\n');
});

test('of alternatives each is read once, also where none of them has a fallback', () => {
  const box = (text: string) =>
    `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wps:txbx><w:txbxContent>${p(text)}</w:txbxContent></wps:txbx></wp:inline></w:drawing></mc:Choice></mc:AlternateContent>`;
  const choice = (text: string) =>
    `<mc:AlternateContent><mc:Choice Requires="w14">${text}</mc:Choice></mc:AlternateContent>`;
  const body = p(`<w:r>${box('one')}</w:r><w:r>${box('two')}</w:r>`) + choice(p('three')) + choice(p('four'));
  expect(outlineOf({ body })).toEqual(['p one', 'p two', 'p three', 'p four']);
});

test('a waterfall or another of the newer charts is read, and not what stands for it', () => {
  const namespace = 'http://schemas.microsoft.com/office/drawing/2014/chartex';
  const chart = `${xmlHead}<cx:chartSpace xmlns:cx="${namespace}"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Start</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl><cx:pt idx="0">7</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData></cx:chartSpace>`;
  const body = p(
    `<w:r><mc:AlternateContent><mc:Choice Requires="cx1"><w:drawing><cx:chart xmlns:cx="${namespace}" r:id="chart"/></w:drawing></mc:Choice><mc:Fallback><w:drawing><wp:docPr descr="not available"/></w:drawing></mc:Fallback></mc:AlternateContent></w:r>`,
  );
  const relationships = [['chart', 'chartEx', 'charts/chart1.xml']] as const;
  expect(outlineOf({ body, relationships, more: { 'word/charts/chart1.xml': chart } })).toEqual([
    [
      ['', ''],
      ['Start', '7'],
    ],
  ]);
});

test('text boxes, pictures, links, fields, symbols, hidden text and formulas', () => {
  const box = `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="1" descr="A box"/><wps:txbx><w:txbxContent>${p('in the box')}</w:txbxContent></wps:txbx></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${p('in the box')}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent>`;
  const field = (instruction: string, result: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const parts = {
    body: [
      p(r('around') + `<w:r>${box}</w:r>`),
      p(
        `<w:hyperlink r:id="out">${r('site')}</w:hyperlink>${r(' and ')}${field(' HYPERLINK "https://b.example/?x=1" \\o "tip" ', 'field')}${r(', page ')}${field(' PAGE ', '3')}`,
      ),
      p(
        `<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>${r('secret', '<w:vanish/>')}${r('shown', '<w:vanish w:val="0"/>')}`,
      ),
      p(
        `${r('Let ')}<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:sSup><m:e><m:r><m:t>b</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f></m:oMath>`,
      ),
      `<w:sdt><w:sdtPr><w:alias w:val="no text"/></w:sdtPr><w:sdtContent>${p('in a control')}</w:sdtContent></w:sdt>`,
      p(`${r('a ')}${r('bold', '<w:b/>')}${r(' and un')}${r('break', '<w:b/>')}${r('able')}`),
    ].join(''),
    relationships: [['out', 'hyperlink', 'https://a.example/', true]] as const,
  };
  const { blocks, warnings } = readAll(readDocx, docx(parts));
  expect(written(blocks)).toBe(
    [
      'around',
      '![A box]()',
      'in the box',
      '[site](https://a.example/) and [field](https://b.example/?x=1), page 3',
      'a\tb  \nc‑✓shown',
      'Let $\\frac{a}{b^2}$',
      'in a control',
      'a **bold** and unbreakable',
    ].join('\n\n') + '\n',
  );
  expect(warnings).toEqual(['Hidden text was left out.']);
});

test('charts, SmartArt, headers and footers are read from their parts', () => {
  const values = (...texts: string[]) =>
    texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('');
  const chart = `<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:f>B1</c:f><c:strCache>${values('North')}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${values('Q1', 'Q2')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0</c:formatCode>${values('10', '20.5')}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart>`;
  const point = (id: string, text: string, type = 'node') =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const diagram = `<dgm:ptLst>${point('0', '', 'doc')}${point('2', 'leaf')}${point('1', 'root')}${point('9', 'layout', 'pres')}</dgm:ptLst><dgm:cxnLst><dgm:cxn modelId="a" srcId="0" destId="1" srcOrd="0"/><dgm:cxn modelId="b" srcId="1" destId="2" srcOrd="0"/></dgm:cxnLst>`;
  const parts = {
    body: [
      p('<w:r><w:drawing><c:chart r:id="c1"/></w:drawing></w:r>'),
      p('<w:r><w:drawing><dgm:relIds r:dm="d1"/></w:drawing></w:r>'),
      p('<w:r><w:drawing><c:chart r:id="lost"/></w:drawing></w:r>'),
      '<w:sectPr><w:headerReference r:id="h1"/><w:footerReference r:id="f1"/></w:sectPr>',
    ].join(''),
    relationships: [
      ['c1', 'chart', 'charts/chart1.xml'],
      ['d1', 'diagramData', '/word/diagrams/data1.xml'],
      ['lost', 'chart', 'charts/none.xml'],
      ['h1', 'header', 'header1.xml'],
      ['f1', 'footer', 'footer1.xml'],
    ] as const,
    more: {
      'word/charts/chart1.xml': wordPart('c:chartSpace', chart),
      'word/diagrams/data1.xml': wordPart('dgm:dataModel', diagram),
      'word/header1.xml': wordPart('w:hdr', p('Top of page')),
      'word/footer1.xml': wordPart('w:ftr', p('')),
    },
  };
  const { blocks, warnings } = readAll(readDocx, docx(parts));
  expect(outline(blocks)).toEqual([
    [
      ['', 'North'],
      ['Q1', '10'],
      ['Q2', '20.5'],
    ],
    '0 • root',
    '1 • leaf',
    'Header: Top of page',
  ]);
  expect(warnings).toEqual(['The part word/charts/none.xml is missing.']);
});

const mathRun = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const stack = `<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>${mathRun('n')}</m:num><m:den>${mathRun('k')}</m:den></m:f>`;
const arrow = (inside: string) =>
  `<m:groupChr><m:groupChrPr><m:chr m:val="→"/>${inside}</m:groupChrPr><m:e>${mathRun('ab')}</m:e></m:groupChr>`;
const limit = (name: string, base: string) =>
  `<m:${name}><m:e>${mathRun(base)}</m:e><m:lim>${mathRun('x')}</m:lim></m:${name}>`;

test.each([
  [`<m:d><m:e>${stack}</m:e></m:d>`, '\\binom{n}{k}'],
  [`<m:d><m:e>${stack}${mathRun('!')}</m:e></m:d>`, '\\left(\\genfrac{}{}{0pt}{}{n}{k}!\\right)'],
  [arrow(''), '\\xrightarrow{ab}'],
  [arrow('<m:pos m:val="top"/>'), '\\xrightarrow[ab]{}'],
  [limit('limLow', 'lim'), '\\lim_{x}'],
  [limit('limLow', 'argmax'), '\\underset{x}{argmax}'],
  [limit('limUpp', '='), '\\overset{x}{=}'],
])('the formula %s is %s', (inner, latex) => {
  expect(outlineOf({ body: p(`<m:oMath>${inner}</m:oMath>`) })).toEqual([`p ${latex}`]);
});

test('a chart or notes that are damaged cost nothing else', () => {
  const parts = {
    body:
      p('<w:r><w:drawing><c:chart r:id="c1"/></w:drawing></w:r>') +
      p('<w:r><w:t>after</w:t><w:footnoteReference w:id="1"/></w:r>'),
    relationships: [
      ['c1', 'chart', 'chart.xml'],
      ['n', 'footnotes', 'notes.xml'],
    ] as const,
    more: { 'word/chart.xml': '<c:chartSpace', 'word/notes.xml': '<w:footnotes' },
  };
  const { blocks, warnings } = readAll(readDocx, docx(parts));
  expect(outline(blocks)).toEqual(['p after[^1]']);
  expect(warnings).toEqual([
    expect.stringMatching(/^A part was left out: .*chart/),
    expect.stringMatching(/^A part was left out: .*notes/),
  ]);
});

test('a header keeps what stands in tables of its tables', () => {
  const inner = tbl(tr(tc(p('Commercial') + p('in confidence'))));
  const header = tbl(tr(tc(p('Company') + inner), tc(p('Page'))));
  const parts = {
    body: '<w:sectPr><w:headerReference r:id="h1"/></w:sectPr>',
    relationships: [['h1', 'header', 'header1.xml']] as const,
    more: { 'word/header1.xml': wordPart('w:hdr', header) },
  };
  expect(outlineOf(parts)).toEqual(['Header: Company\tPage\nCommercial\nin confidence']);
});

test('documents that are embedded whole are read where they stand, and not without end', () => {
  const chunk = (id: string) => `<w:altChunk r:id="${id}"/>`;
  const nested = (depth: number): Buffer =>
    docx({
      body: p(`depth ${depth}`) + (depth < 6 ? chunk('in') : ''),
      relationships: [['in', 'aFChunk', 'in.docx']],
      more: depth < 6 ? { 'word/in.docx': nested(depth + 1) } : {},
    });
  const part = (name: string) => `word/${name}`;
  const chunks: Readonly<Record<string, string | Buffer>> = {
    'page.html':
      '<html><head><title>no</title></head><body><h2>One &amp; <b>two</b></h2><script>no</script><ul><li>three</li></ul></body></html>',
    'fragment.htm': 'just words',
    'saved.mht': [
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; type="text/html"; boundary="x"',
      '',
      '--x',
      'Content-Type: text/html; charset="utf-8"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<h1>=E7=AC=AC=E4=B8=80=E7=AB=A0</h1><table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
      '--x--',
    ].join('\r\n'),
    'text.rtf': '{\\rtf1\\ansi rich \\b text\\b0\\par}',
    'plain.txt': 'plain\n\ntext',
    'in.docx': nested(1),
    'picture.bin': Buffer.from([0, 1, 2, 3]),
  };
  const names = Object.keys(chunks);
  const parts = {
    body: [...names.map((name) => chunk(name)), p('after'), chunk('none')].join(''),
    relationships: names.map((name) => [name, 'aFChunk', name] as const),
    more: Object.fromEntries(names.map((name) => [part(name), chunks[name] ?? ''])),
  };
  const { blocks, warnings } = readAll(readDocx, docx(parts));
  expect(outline(blocks)).toEqual([
    'h2 One & two',
    '0 • three',
    'p just words',
    'h1 第一章',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
    'p rich text',
    'p plain',
    'p text',
    'p depth 1',
    'p depth 2',
    'p depth 3',
    'p after',
  ]);
  expect(warnings).toEqual([
    'Documents in documents in documents were left out.',
    'A document that is embedded in this one (word/picture.bin) was left out.',
    'A document that is embedded in this one (altChunk) is missing.',
  ]);
});
