import { expect, test } from 'vitest';
import { outline, readAll, written } from '../../../test/fixtures/documents/read.ts';
import { readHtml } from './index.ts';

const read = (html: string | Buffer, name = 'page.html') => readAll(readHtml, Buffer.from(html), {}, name);
const outlineOf = (html: string | Buffer) => outline(read(html).blocks);

test('a page whose text its programs make visible is read, but not small parts of it that are not visible', () => {
  const article =
    '<div id="js_content" style="visibility: hidden; opacity: 0;"><p>A long article</p><p>and its end</p></div>';
  const tip = '<p>A long article and its end</p><div style="visibility:hidden">tip</div>';
  const program = '<script>document.getElementById("js_content").style.visibility = "visible"</script>';
  const shown = read(`<h1>News</h1>${article}${program}`);
  expect(outline(shown.blocks)).toEqual(['h1 News', 'p A long article', 'p and its end']);
  expect(shown.warnings).toEqual([expect.stringContaining('invisible until the programs of the page show it')]);
  expect(outlineOf(`<h1>News</h1>${article}`)).toEqual(['h1 News']);
  expect(outlineOf(`<h1>News</h1>${tip}${program}`)).toEqual(['h1 News', 'p A long article and its end']);
});

test('headings, paragraphs, lists and program texts are there, and what a browser does not show is not', () => {
  const html = `<!doctype html><html><head><title>Page &amp; title</title><style>p{color:red}</style><script>var a = "<p>no</p>"</script></head>
    <body><nav><a href="/home">Home</a></nav><h1>First</h1><p>One  two
    three<br>next line</p><div>in a div<p>then a paragraph</div>
    <ul><li>a<li>b<ul><li>deep</li></ul>after</li><li><p>two</p><p>lines</p></li></ul>
    <ol start=4><li>four<li value=9>nine<li>ten</ol><ol type="i"><li>x<li>y</ol>
    <pre><code class="language-js">if (a &lt; b) {
  go();
}</code></pre>
    <dl><dt>Term<dd>What it means</dl>
    <template><p>never</p></template><p hidden>never</p><div style="color:red; display:none">never<p>never</div>
    <dialog>never</dialog><input type=hidden value=never><noscript>shown</noscript><!-- never -->
    <h2>Last</h2>end`;
  expect(outlineOf(html)).toEqual([
    'h1 Page & title',
    'p Home',
    'h1 First',
    'p One two three\nnext line',
    'p in a div',
    'p then a paragraph',
    '0 • a',
    '0 • b',
    '1 • deep',
    'p after',
    '0 • two\nlines',
    '0 4. four',
    '0 9. nine',
    '0 10. ten',
    '0 i. x',
    '0 ii. y',
    'code if (a < b) {\n  go();\n}',
    'p Term',
    '0 • What it means',
    'p shown',
    'h2 Last',
    'p end',
  ]);
});

test('a list that counts down begins with the number of its items, or where it says', () => {
  const html = `<ol reversed><li>three<li>two<ol reversed><li>b<li>a</ol><ul><li>x</ul><li>one</ol>
    <div hidden><ol reversed><li>never</ol></div><ol reversed start=10><li>ten<li value=5>five<li>four</ol>
    <ol reversed type=A><li>B<li hidden>never<li>A</ol><ol reversed><li>two<li>one`;
  expect(outlineOf(html)).toEqual([
    '0 3. three',
    '0 2. two',
    '1 2. b',
    '1 1. a',
    '1 • x',
    '0 1. one',
    '0 10. ten',
    '0 5. five',
    '0 4. four',
    '0 B. B',
    '0 A. A',
    '0 2. two',
    '0 1. one',
  ]);
});

test('a field shows what is chosen in it, not what could be', () => {
  const html = `<p>Size <select><option>S<option>M</select>, colour <select><optgroup label=Warm><option>Red<option selected>Amber</optgroup><optgroup label=Cold><option>Blue</select>,
    extras <select multiple><option selected>Ice<option>Milk<option selected>Sugar</select>, list <select size=4><option>One<option>Two</select>,
    none <select></select>, placeholder <select><option disabled>Choose<option label="Short">Long name</select>, last <select><option selected>1<option selected>2</select> end</p>
    <table><tr><td>Open <select><option>never closed<option>no<td>next<tr><td>a<td>b</table>
    <p>Field <select><option>kept<input value=typed> after</p><datalist id=x><option>never</datalist>`;
  expect(outlineOf(html)).toEqual([
    'p Size S , colour Amber , extras Ice, Sugar , list , none , placeholder Short , last 2 end',
    [
      ['Open never closed', 'next'],
      ['a', 'b'],
    ],
    'p Field kept typed after',
  ]);
});

test('what stands in for scripts is read when it is text, its pictures are not shown twice', () => {
  const html = `<head><noscript><style>never</style></noscript></head><p>Before <img data-src=a.png alt="A barn"><noscript><img src=a.png alt="A barn">Turn <b>scripts</b> on</noscript> after</p>
    <noscript><p>A form without scripts</p></noscript><template><p>never</template>`;
  expect(written(read(html).blocks)).toBe(
    'Before Turn **scripts** on after\n\n![A barn]()\n\nA form without scripts\n',
  );
});

test('text in fonts of symbols is the signs that are seen', () => {
  const html = `<p>Thanks <span style='font-family:Wingdings'>J</span> <font face="Symbol, serif">a<font face=Arial>a</font></font> <b style="color:red; font-family: 'Wingdings 2'">P</b>
    <p><span style='font-family:Symbol'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;a</span></span>item <span style="font-family:Arial,Wingdings">J</span>`;
  expect(outlineOf(html)).toEqual(['p Thanks ☺ αa ✓', 'p • aitem J']);
});

test('tables keep their spans, their captions, and the tables in their cells; tables that lay a page out are no tables', () => {
  const html = `<table><caption>Prices <b>2024</b></caption><thead><tr><th>Item<th colspan=2>Cost</thead>
    <tr><td rowspan="2">Tea<td>1<td>2<tr><td><p>3</p><p>three</p><td><ul><li>x<li>y</ul></table>
    <table role=presentation><tr><td><h2>Layout</h2><td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>
    <table><tr><td><p>only</p></table>
    <table><tr><td>1<td><table><tr><th>n<th>m</table><tr><td>2<td>z</table>`;
  expect(outlineOf(html)).toEqual([
    [
      ['Item', 'Cost (2x1)'],
      ['Tea (1x2)', '1', '2'],
      ['3\nthree', '• x\n• y'],
    ],
    'h2 Layout',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    'p only',
    [
      ['1', ' [[["n","m"]]]'],
      ['2', 'z'],
    ],
  ]);
  expect(read(html).blocks[0]).toMatchObject({ caption: 'Prices 2024' });
});

test('cells without a row and rows without a section end where the next begins', () => {
  expect(outlineOf('<table><td>a<td>b<tr><td>c<td>d<tbody><td>e<td>f<tfoot><tr><td>g<td>h</table>')).toEqual([
    [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ],
  ]);
});

test('the foot of a table comes last, wherever it stands', () => {
  const html = '<table><thead><tr><th>A<th>B<tfoot><tr><td>sum<td>3<tbody><tr><td>x<td>1<tr><td>y<td>2</table><p>after';
  expect(outlineOf(html)).toEqual([
    [
      ['A', 'B'],
      ['x', '1'],
      ['y', '2'],
      ['sum', '3'],
    ],
    'p after',
  ]);
});

test('quotations are marked, except within an item', () => {
  const html =
    '<p>Ann wrote:<blockquote type=cite>One<p>Two<blockquote>Three</blockquote></blockquote>Four<ul><li>Five<blockquote>Six</blockquote></ul>';
  expect(written(read(html).blocks)).toBe('Ann wrote:\n\n> One\n>\n> Two\n>\n> > Three\n\nFour\n\n- Five\n    Six\n');
});

test('links are whole where the page says what they are relative to, and pictures give their words', () => {
  const html = `<base href="https://a.example/docs/"><p>See <a href="../x?y=1&amp;z">this</a>, <a href="#here">here</a>, <a href="javascript:go()">go</a> and <b>bold <i>both</i></b>.
    <img src=a.png alt="A red barn"> Text <a href=b><img alt=Logo></a></p><p><code>code</code> <del>gone</del> H<sub>2</sub>O <q>quote</q> <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>`;
  expect(written(read(html).blocks)).toBe(
    'See [this](https://a.example/x?y=1&z), here, go and **bold both**. Text [Logo](https://a.example/docs/b)\n\n![A red barn]()\n\n`code` ~~gone~~ H₂O “quote” 漢(kan)\n',
  );
});

test('formulas come as TeX where the page has it, else as LaTeX made of what they show', () => {
  const math = (more: string) =>
    `<p>So <math><semantics><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow>${more}</semantics></math>.`;
  expect(written(read(math('<annotation encoding="application/x-tex">x = 1</annotation>')).blocks)).toBe(
    'So $x = 1$.\n',
  );
  expect(written(read(math('')).blocks)).toBe('So $x=1$.\n');
  const words =
    '<p>Area <m:math alttext="r squared"><m:msup><m:mi>r</m:mi><m:mn>2</m:mn></m:msup></m:math> and <b>more</b>';
  expect(written(read(words).blocks)).toBe('Area $r^2$ and **more**\n');
});

test.each([
  ['<mfrac><mn>1</mn><mn>2</mn></mfrac>', '\\frac{1}{2}'],
  ['<msup><mn>10</mn><mn>6</mn></msup>', '10^6'],
  ['<msup><mi>x</mi><mn>10</mn></msup>', 'x^{10}'],
  ['<msub><mi>a</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msub>', 'a_{n+1}'],
  ['<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'x_i^2'],
  ['<msqrt><mi>b</mi><mo>&#x2062;</mo><mi>c</mi></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt{bc}\\sqrt[3]{x}'],
  [
    '<munderover><mo>&sum;</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
    '\\sum_{i=1}^ni',
  ],
  ['<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder>', '\\lim_{x\\to 0}'],
  ['<mover><mi>x</mi><mo>^</mo></mover><mover><mi>v</mi><mo>→</mo></mover>', '\\hat{x}\\vec{v}'],
  ['<mover><mo>=</mo><mtext>def</mtext></mover>', '\\overset{\\text{def}}{=}'],
  ['<mi>sin</mi><mo>&#x2061;</mo><mi>&alpha;</mi><mi>x</mi>', '\\sin \\alpha x'],
  ['<msup><mi>f</mi><mo>′</mo></msup><mi>x</mi>', 'f^\\prime x'],
  ['<mfenced open="[" separators=";"><mi>a</mi><mi>b</mi></mfenced>', '\\left[a;b\\right)'],
  ['<mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>', '({n \\atop k})'],
  [
    '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>',
    '\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}',
  ],
  ['<mmultiscripts><mi>C</mi><none/><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>', '{}_6^{14}C'],
  [
    '<mn>5</mn><mo>%</mo><mspace width="1em"/><mphantom><mn>9</mn></mphantom><mtext>if any</mtext>',
    '5\\% \\text{if any}',
  ],
  ['x = 10²', 'x = 10^2'],
])('%s is %s', (mathMl, latex) => {
  expect(read(`<p>Is <math>${mathMl}</math>`).blocks).toEqual([
    { kind: 'paragraph', spans: [{ text: 'Is ' }, { text: latex, style: 'math' }] },
  ]);
});

test('a formula that is nested without end, or never ends, is read in little time', () => {
  const deep = read(`<p>${'<math>'.repeat(3)}${'<msup>'.repeat(5000)}<mi>x</mi>`).blocks;
  expect(written(deep, 'text')).toContain('x');
  const long = read(`<p><math>${'<mi>x</mi><mo>+</mo>'.repeat(100_000)}</math>`).blocks;
  expect(written(long, 'text').length).toBeGreaterThan(20_000);
});

test('tags that overlap, do not end, or end twice cost no text', () => {
  expect(
    outlineOf('<b><p>one</b> two</p></div></p><i>three<table><tr><td></i></div>cell<b>x<td>y</table>four'),
  ).toEqual(['p one two', 'p three', [['cellx', 'y']], 'p four']);
  expect(outlineOf('<title>T</title><p>a<h1>b<h2>c</h1>d<em')).toEqual(['h1 T', 'p a', 'h1 b', 'h2 c', 'p d']);
  expect(outlineOf('<table>before<tr>between<td>in<td>two')).toEqual(['p before', 'p between', [['in', 'two']]]);
});

test('the encoding is the one of the mark, the declaration, or what fits', () => {
  const text = '中文 текст';
  const utf16 = Buffer.from(`\uFEFF<p>${text}`, 'utf16le');
  // "中文" in GBK and in Shift_JIS, "да" in windows-1251, as the tables of these encodings have them.
  const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]);
  const sjis = Buffer.from([0x92, 0x86, 0x95, 0xb6]);
  const page = (head: string, bytes: Buffer) => Buffer.concat([Buffer.from(`${head}<p>`), bytes, Buffer.from('</p>')]);
  expect(outlineOf(utf16)).toEqual([`p ${text}`]);
  expect(outlineOf(`<meta charset=utf-16><p>${text}`)).toEqual([`p ${text}`]);
  expect(outlineOf(page('<meta charset="gb2312">', gbk))).toEqual(['p 中文']);
  expect(outlineOf(page('', gbk))).toEqual(['p 中文']);
  expect(outlineOf(page('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">', sjis))).toEqual([
    'p 中文',
  ]);
  expect(outlineOf(page('<meta charset=windows-1251>', Buffer.from([0xe4, 0xe0])))).toEqual(['p да']);
  expect(outlineOf(page('<?xml version="1.0" encoding="windows-1251"?>', Buffer.from([0xe4, 0xe0])))).toEqual(['p да']);
});

test('nesting, cells and spans without end are bounded, and the text in them is kept', () => {
  const deep = outlineOf(`${'<div>'.repeat(50_000)}deep<script>no</script>${'</div>'.repeat(50_000)}<p>after`);
  expect(deep).toEqual(['p deep', 'p after']);
  const tables = outlineOf('<table><tr><td>x'.repeat(3000));
  expect(JSON.stringify(tables).match(/x/g)).toHaveLength(3000);
  const spans = read(`<p>${'<b>a</b>b'.repeat(30_000)}`).blocks;
  expect(written(spans, 'text').replaceAll('\n', '')).toBe('ab'.repeat(30_000));
});

test('a very large table comes in parts, and one cell without end is refused', () => {
  const { blocks } = read(`<table>${'<tr><td>1<td>2'.repeat(56_000)}</table>`);
  const rows = blocks.map((block) => (block.kind === 'table' ? [...block.rows].length : 0));
  expect(rows).toHaveLength(2);
  expect((rows[0] ?? 0) + (rows[1] ?? 0)).toBe(56_000);
  expect(() => read(`<table><tr><td>${'<p>x'.repeat(217_000)}`)).toThrowError(/holds too much/);
});

test('numbers above and below the line stay apart from those on it, and marks of notes stay as they are', () => {
  const html = `<p>10<sup>6</sup> m<sup>2</sup> H<sub>2</sub>O 10<sup>&minus;3</sup> x<sup><i>n</i></sup> 3<sup>1</sup>/<sub>2</sub></p>
    <p>the 1<sup>st</sup><sup>TM</sup> <a name=x>2<sup>8</sup></a> <a href="https://a.example/">10<sup>9</sup></a></p>
    <p>word<sup><a href="#fn1">1</a></sup> word<a href="#fn2"><sup>2</sup></a> word<sup><a href="https://a.example/">3</a></sup></p>
    <table><tr><td>a<td>m<sup>3</sup><tr><td>b<td>5</table>`;
  expect(written(read(html).blocks)).toBe(
    [
      '10⁶ m² H₂O 10⁻³ xⁿ 3¹/₂',
      'the 1stTM 2⁸ [10⁹](https://a.example/)',
      'word1 word2 word[3](https://a.example/)',
      '| a | m³ |\n| --- | --- |\n| b | 5 |',
    ].join('\n\n') + '\n',
  );
});

test('struck text is marked wherever it stands, and fields of forms stand apart', () => {
  const html = `<p>We pay <del>100</del><ins>200</ins>, un<s>in</s>teresting, <b>bold <del>and gone</del></b></p>
    <p>Name<textarea>ta</textarea><input value="inp"><input type=checkbox checked>yes</p>`;
  expect(written(read(html).blocks)).toBe(
    'We pay ~~100~~200, un~~in~~teresting, **bold** ~~and gone~~\n\nName ta inp [x] yes\n',
  );
});

test('what a comment, a program or the description of a page says of encodings is not its own', () => {
  const text = '国家，今天天气很好';
  for (const other of [
    '<!-- <meta charset="gbk"> -->',
    '<script>page = \'<meta charset="gbk">\'</script>',
    '<meta name="description" content="charset=gbk is old">',
    "<meta name='x' content='the charset = gbk'>",
  ])
    for (const own of [
      '',
      '<meta charset="utf-8">',
      '<META CONTENT="text/html; charset=utf-8" HTTP-EQUIV=Content-Type>',
    ])
      expect(outlineOf(`${other}${own}<p>${text}`)).toEqual([`p ${text}`]);
});

test('the end of a paragraph that has none begun ends the line, and bytes of 0 are not shown', () => {
  expect(outlineOf('<div>three</p>four</div>a\0b')).toEqual(['p three', 'p four', 'p ab']);
  expect(outlineOf('<meta charset=gbk><p>a\0b')).toEqual(['p ab']);
});
