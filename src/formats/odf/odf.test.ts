import { expect, test } from 'vitest';
import { odf, odfPart, type OdfParts } from '../../../test/fixtures/documents/odf.ts';
import { outline, readAll, written } from '../../../test/fixtures/documents/read.ts';
import { readOdp, readOdt } from './index.ts';

const text = (parts: OdfParts, options = {}) => readAll(readOdt, odf('text', parts), options);
const p = (inner: string, style = '') =>
  `<text:p${style === '' ? '' : ` text:style-name="${style}"`}>${inner}</text:p>`;
const list = (style: string, ...items: string[]) =>
  `<text:list text:style-name="${style}">${items.map((item) => `<text:list-item>${item}</text:list-item>`).join('')}</text:list>`;
const numbers = (name: string, ...formats: string[]) =>
  `<text:list-style style:name="${name}">${formats.map((format, index) => `<text:list-level-style-number text:level="${index + 1}" style:num-format="${format}" style:num-suffix="."/>`).join('')}</text:list-style>`;

test('headings, titles, styles, spaces, links and notes of a text', () => {
  const body = [
    p('The title', 'P1'),
    '<text:h text:outline-level="2">Section <text:span text:style-name="T1">two</text:span></text:h>',
    p(
      'Some\n   <text:span text:style-name="T1">bold</text:span><text:s text:c="2"/>and<text:tab/>tab<text:line-break/> line',
    ),
    p(
      '<text:a xlink:href="https://a.example/">site</text:a><text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>' +
        p('The note') +
        '</text:note-body></text:note>',
    ),
    p('seen<text:span text:style-name="T2">unseen</text:span>'),
    '<text:section>' + p('In a section') + '</text:section>',
    p('one', 'Preformatted_20_Text') + p('  two'.replaceAll('  ', '<text:s text:c="2"/>'), 'Preformatted_20_Text'),
  ].join('');
  const automatic =
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/><style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="T2" style:family="text"><style:text-properties text:display="none"/></style:style>';
  const master =
    '<style:master-page style:name="Standard"><style:header>' + p('Top') + '</style:header></style:master-page>';
  const { blocks, warnings } = text({
    body: `<text:tracked-changes>${p('was deleted')}</text:tracked-changes>${body}`,
    automatic,
    master,
  });
  expect(written(blocks)).toBe(
    [
      '# The title',
      '## Section two',
      'Some **bold**  and\ttab  \n line',
      '[site](https://a.example/)[^1]',
      'seen',
      'In a section',
      '```\none\n  two\n```',
      '[^1]: The note',
      '> Header: Top',
    ].join('\n\n') + '\n',
  );
  expect(warnings).toEqual(['Hidden text was left out.']);
});

test('numbers above and below the line stay apart from those on it', () => {
  const position = (name: string, value: string) =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties style:text-position="${value}"/></style:style>`;
  const automatic = position('Up', 'super 58%') + position('High', '33% 58%') + position('Low', '-25% 58%');
  const at = (name: string, words: string) => `<text:span text:style-name="${name}">${words}</text:span>`;
  const body = p(`10${at('Up', '−6')} m${at('High', '2')} CO${at('Low', '2')} the 1${at('Up', 'st')}`);
  expect(outline(text({ body, automatic }).blocks)).toEqual(['p 10⁻⁶ m² CO₂ the 1st']);
});

test('an item whose style is of a deeper level is as deep as that, whatever lists it stands in', () => {
  const item = (style: string, words: string) =>
    `<text:list text:style-name="B"><text:list-item><text:p text:style-name="${style}">${words}</text:p></text:list-item></text:list>`;
  const automatic =
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="List_20_Number_20_3"/>';
  const body = item('List_20_Bullet', 'one') + item('List_20_Bullet_20_2', 'two') + item('P1', 'three');
  expect(outline(text({ body, automatic }).blocks)).toEqual(['0 • one', '1 • two', '2 • three']);
});

test('headings have the numbers of the lists they stand in, or of all headings, but for those that have none', () => {
  const h = (level: number, words: string, more = '') =>
    `<text:h text:outline-level="${level}"${more}>${words}</text:h>`;
  const levels =
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/>';
  const styles = `<text:list-style style:name="L">${levels}</text:list-style>`;
  const inLists =
    list('L', h(1, 'Intro') + list('', h(2, 'Scope'), h(2, 'Terms') + p('text'))) +
    h(1, 'Abstract') +
    list('L', h(1, 'Method')).replace('<text:list ', '<text:list text:continue-numbering="true" ') +
    list('L', list('', h(2, 'Steps'))).replace('<text:list ', '<text:list text:continue-numbering="true" ');
  expect(outline(text({ body: inLists, styles }).blocks)).toEqual([
    'h1 1. Intro',
    'h2 1.1 Scope',
    'h2 1.2 Terms',
    'p text',
    'h1 Abstract',
    'h1 2. Method',
    'h2 2.1 Steps',
  ]);
  const outlined = styles.replaceAll('list-style style:name="L"', 'outline-style style:name="Outline"');
  const numbered = outlined
    .replaceAll('list-level-style-number', 'outline-level-style')
    .replace('/text:list', '/text:outline');
  const restart = ' text:restart-numbering="true" text:start-value="5"';
  const body = h(1, 'One') + h(1, 'Thanks', ' text:is-list-header="true"') + h(1, 'Two') + h(1, 'Five', restart);
  expect(outline(text({ body, styles: numbered }).blocks)).toEqual([
    'h1 1. One',
    'h1 Thanks',
    'h1 2. Two',
    'h1 5. Five',
  ]);
});

test('lists are numbered by level, start where they say, and go on where they say', () => {
  const styles = `${numbers('L', '1', 'a')}<text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="–"/></text:list-style>`;
  const body = [
    list('L', p('one'), p('two') + list('', p('inner'), p('inner')) + p('more of two')),
    p('between'),
    list('L', p('again one')),
    list('L', p('goes on')).replace('<text:list ', '<text:list text:continue-numbering="true" '),
    list('L', p('seven')).replace('<text:list-item>', '<text:list-item text:start-value="7">'),
    list('B', p('dash')),
    list('none', p('unknown')),
  ].join('');
  expect(outline(text({ body, styles }).blocks)).toEqual([
    '0 1. one',
    '0 2. two',
    '1 a. inner',
    '1 b. inner',
    'p more of two',
    'p between',
    '0 1. again one',
    '0 2. goes on',
    '0 7. seven',
    '0 – dash',
    '0 • unknown',
  ]);
});

test('tables with spans and nested tables, pictures, boxes, formulas, charts, comments', () => {
  const cell = (inner: string, attributes = '') =>
    `<table:table-cell${attributes}>${inner.startsWith('<') ? inner : p(inner)}</table:table-cell>`;
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const table = (...rows: string[]) => `<table:table><table:table-column/>${rows.join('')}</table:table>`;
  const covered = '<table:covered-table-cell/>';
  const body = [
    table(
      `<table:table-header-rows>${row(cell('wide', ' table:number-columns-spanned="2"'), covered, cell('tall', ' table:number-rows-spanned="2"'))}</table:table-header-rows>`,
      row(cell('a'), cell(p('b') + table(row(cell('in')))), covered),
    ),
    p(
      '<draw:frame><draw:image xlink:href="x.png"/><svg:title>short</svg:title><svg:desc>A red barn</svg:desc></draw:frame>',
    ),
    p('Box:<draw:frame><draw:text-box>' + p('in the box') + '</draw:text-box></draw:frame>'),
    p('Let <draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame> be'),
    p('<draw:frame><draw:object xlink:href="./Object 2"/></draw:frame>'),
    p('said<office:annotation><dc:creator>Ann</dc:creator>' + p('Really?') + '</office:annotation>'),
  ].join('');
  const more = {
    'Object 1/content.xml': odfPart(
      'math:math',
      '<math:semantics><math:mfrac><math:mi>a</math:mi><math:mi>b</math:mi></math:mfrac><math:annotation>{a} over {b}</math:annotation></math:semantics>',
    ),
    'Object 2/content.xml': odfPart(
      'office:document-content',
      `<office:body>${table(row(cell(''), cell('North')), row(cell('Q1'), cell('10')))}</office:body>`,
    ),
  };
  const expected = [
    [
      ['wide (2x1)', 'tall (1x2)'],
      ['a', 'b [[["in"]]]'],
    ],
    'picture A red barn',
    'p Box:',
    'p in the box',
    'p Let \\frac{a}{b} be',
    [
      ['', 'North'],
      ['Q1', '10'],
    ],
    'p said',
  ];
  expect(outline(text({ body, more }).blocks)).toEqual(expected);
  expect(outline(text({ body, more }, { comments: true }).blocks)).toEqual([...expected, 'Comment by Ann: Really?']);
});

test('paragraphs are headings by the name or level of their style, unless it takes the level back', () => {
  const style = (name: string, more: string) => `<style:style style:name="${name}" style:family="paragraph"${more}/>`;
  const parent = (name: string) => ` style:parent-style-name="${name}"`;
  const styles =
    style('Heading_20_2', ' style:display-name="Heading 2"') + style('Own', ' style:default-outline-level="3"');
  const automatic =
    style('P1', parent('Heading_20_2')) +
    style('P2', `${parent('Own')} style:default-outline-level=""`) +
    style('P3', `${parent('Heading_20_2')} style:default-outline-level=""`);
  const body = p('name', 'P1') + p('level', 'Own') + p('text', 'P2') + p('text', 'P3') + p('sub', 'Subtitle');
  expect(outline(text({ body, styles, automatic }).blocks)).toEqual([
    'h2 name',
    'h3 level',
    'p text',
    'p text',
    'p sub',
  ]);
});

test('objects of OpenOffice 2 and 3 name their type; one that is damaged costs nothing else', () => {
  const formula = odfPart('math:math', '<math:mi>x</math:mi>');
  const type = '<!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd">';
  const object = (number: number) => `<draw:frame><draw:object xlink:href="./Object ${number}"/></draw:frame>`;
  const { blocks, warnings } = text({
    body: p(`Let ${object(1)}`) + p(`be ${object(2)}${object(3)}`) + p('after'),
    more: {
      'Object 1/content.xml': formula.replace('<math:math', `${type}<math:math`),
      'Object 2/content.xml': formula.slice(0, -5),
      'Object 3/content.xml': formula.replace('<math:math', '<!DOCTYPE x [<!ENTITY a "b">]><math:math'),
    },
  });
  expect(outline(blocks)).toEqual(['p Let x', 'p be ', 'p after']);
  expect(warnings).toEqual([
    expect.stringMatching(/^A part was left out: .*Object 2/),
    expect.stringMatching(/^A part was left out: .*Object 3/),
  ]);
});

test('lists are numbered by the pattern that LibreOffice writes, and with zeros in front', () => {
  const level = (number: number, format: string, more: string) =>
    `<text:list-level-style-number text:level="${number}" style:num-format="${format}"${more}/>`;
  const styles = `<text:list-style style:name="L">${level(1, 'I', ' loext:num-list-format="%1%."')}${level(2, 'A', ' style:num-suffix="." loext:num-list-format="(%1%-%2%)"')}</text:list-style><text:list-style style:name="N">${level(1, '1', '')}${level(2, '', '')}${level(3, 'a', ' loext:num-list-format="%1%.%2%.%3%)"')}</text:list-style><text:list-style style:name="Z">${level(1, '001', ' style:num-suffix=")"')}</text:list-style>`;
  const body =
    list('L', p('one'), p('two') + list('', p('in'), p('in'))) +
    list('Z', p('zeros')) +
    list('N', p('x') + list('N', list('N', p('y'))));
  expect(outline(text({ body, styles }).blocks)).toEqual([
    '0 I. one',
    '0 II. two',
    '1 (II-A) in',
    '1 (II-B) in',
    '0 001) zeros',
    '0 1 x',
    '2 1.a) y',
  ]);
});

test('a formula within formulas is made once at each level', () => {
  const deep = `${'<math:msup>'.repeat(80)}<math:mi>x</math:mi>${'<math:mn>2</math:mn></math:msup>'.repeat(80)}`;
  const body = p('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>');
  const { blocks } = text({ body, more: { 'Object 1/content.xml': odfPart('math:math', deep) } });
  expect(outline(blocks)).toEqual([`p ${'{'.repeat(79)}x^2${'}^2'.repeat(79)}`]);
});

test('slides in order, hidden ones marked, titles first, shapes as seen, with notes', () => {
  const frame = (inner: string, left: number, top: number, attributes = '') =>
    `<draw:frame svg:x="${left}cm" svg:y="${top}cm" svg:width="5cm" svg:height="2cm"${attributes}><draw:text-box>${inner}</draw:text-box></draw:frame>`;
  const body =
    `<draw:page draw:name="page1" draw:style-name="dp1">${frame(p('right'), 10, 5)}${frame(p('left'), 1, 5.2)}${frame(p('The title'), 1, 9, ' presentation:class="title"')}<draw:custom-shape svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="1cm">${p('shape')}</draw:custom-shape><presentation:notes><draw:page-thumbnail/>${frame(p('Say this'), 0, 0, ' presentation:class="notes"')}</presentation:notes></draw:page>` +
    `<draw:page draw:name="page2" draw:style-name="dp2">${frame(list('L', p('one')) + list('L', p('two')), 1, 1)}${frame(p('Click to add'), 1, 5, ' presentation:class="outline" presentation:placeholder="true"')}</draw:page>`;
  const automatic = `<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>${numbers('L', '1')}`;
  const { blocks, counts } = readAll(readOdp, odf('presentation', { body, automatic }));
  expect(outline(blocks)).toEqual([
    '-- slide 1 The title',
    'h2 The title',
    'p shape',
    'p left',
    'p right',
    'Notes: Say this',
    '-- slide 2 hidden',
    '0 1. one',
    '0 2. two',
  ]);
  expect(counts).toEqual({ slides: 2 });
});

test('how signs are read aloud stands behind them', () => {
  const ruby = (base: string, reading: string) =>
    `<text:ruby><text:ruby-base>${base}</text:ruby-base><text:ruby-text>${reading}</text:ruby-text></text:ruby>`;
  const body = `<text:p>昨日${ruby('東京', 'とうきょう')}${ruby('へ', '')}行った</text:p>`;
  expect(outline(text({ body }).blocks)).toEqual(['p 昨日東京(とうきょう)へ行った']);
});

test('a manifest may name its document type, as OpenOffice 2 wrote it', () => {
  const manifest = odfPart('manifest:manifest', '<manifest:file-entry manifest:full-path="content.xml"/>');
  const typed = (type: string) => ({ 'META-INF/manifest.xml': manifest.replace(/(?<=\?>)/, type) });
  const body = '<text:p>here</text:p>';
  const named = typed('<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">');
  expect(outline(text({ body, more: named }).blocks)).toEqual(['p here']);
  expect(() => text({ body, more: typed('<!DOCTYPE manifest:manifest [<!ENTITY a "b">]>') })).toThrow(
    expect.objectContaining({ code: 'CorruptInput' }),
  );
});

test('a document that is encrypted says so', () => {
  const manifest = odfPart(
    'manifest:manifest',
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>',
  );
  expect(() => text({ body: '', more: { 'META-INF/manifest.xml': manifest } })).toThrow(
    expect.objectContaining({ code: 'Encrypted' }),
  );
});

test('what a style hides is left out with all that is in it, so are places for hyphens, and fonts of symbols are the signs that are seen', () => {
  const style = (name: string, text: string, family = 'text', parent = '') =>
    `<style:style style:name="${name}" style:family="${family}"${parent === '' ? '' : ` style:parent-style-name="${parent}"`}><style:text-properties ${text}/></style:style>`;
  const styles = style('Secret', 'text:display="none"', 'paragraph');
  const automatic = [
    style('P1', 'fo:color="#ff0000"', 'paragraph', 'Secret'),
    style('T1', 'text:display="none"'),
    style('T2', 'fo:font-weight="bold"'),
    style('T3', 'text:display="true"'),
    style('T4', 'style:font-name="Signs1"'),
    style('T5', `fo:font-family="Wingdings"`),
    style('T6', 'style:font-name="Arial"'),
  ].join('');
  const span = (name: string, text: string) => `<text:span text:style-name="${name}">${text}</text:span>`;
  const p = (text: string, name = 'Standard') => `<text:p text:style-name="${name}">${text}</text:p>`;
  const body = [
    p('hidden', 'Secret'),
    p(`hidden ${span('T3', 'but this')}`, 'P1'),
    p(`open ${span('T1', `hidden ${span('T2', 'hidden too')}`)} end`),
    p('hy\u00ADphen'),
    p(`${span('T4', `D\uF0A3${span('T6', 'a')}`)} ${span('T5', 'ü')}`),
  ].join('');
  const fonts = `<style:font-face style:name="Signs1" svg:font-family="Symbol" style:font-charset="x-symbol"/>`;
  const { blocks, warnings } = readAll(readOdt, odf('text', { body, automatic, styles, fonts }));
  expect(outline(blocks)).toEqual(['p but this', 'p open  end', 'p hyphen', 'p Δ≤a ✓']);
  expect(new Set(warnings)).toEqual(new Set(['Hidden text was left out.']));
});

test('paragraphs in a style of quotations are marked as such', () => {
  const automatic =
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quotations"/><style:style style:name="P2" style:family="paragraph" style:parent-style-name="Standard"/>';
  const { blocks } = text({ body: p('Said', 'P1') + p('Own', 'P2') + p('Again', 'Quotations'), automatic });
  expect(written(blocks)).toBe('> Said\n\nOwn\n\n> Again\n');
});

test('a group on a slide is read where its members are, and they as they are seen', () => {
  const frame = (inner: string, top: number) =>
    `<draw:frame svg:x="1cm" svg:y="${top}cm" svg:width="5cm" svg:height="2cm"><draw:text-box>${p(inner)}</draw:text-box></draw:frame>`;
  const body = `<draw:page draw:name="page1">${frame('last', 20)}<draw:g>${frame('third', 15)}<draw:g>${frame('second', 10)}</draw:g></draw:g>${frame('first', 5)}</draw:page>`;
  const { blocks } = readAll(readOdp, odf('presentation', { body }));
  expect(outline(blocks)).toEqual(['-- slide 1', 'p first', 'p second', 'p third', 'p last']);
});
