import { expect, test } from 'vitest';
import { inputOf, outline, readAll, written } from '../../../test/fixtures/documents/read.ts';
import { sniff } from '../document/sniff.ts';
import { readRtf } from './index.ts';

const head = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman Times;}{\f1\fnil\fcharset134 SimSun;}{\f2\fnil\fcharset128 MS Mincho;}{\f3\fnil\fcharset204 Arial;}{\f4\ftech\fcharset2 Symbol;}}
{\colortbl;\red255\green0\blue0;}{\stylesheet{\ql Normal;}{\s1\outlinelevel0 heading 1;}{\s2 Titre 2;}{\s3\sbasedon0 Quote;}{\*\cs9 Hidden;}}{\info{\title Never}}{\*\generator Never;}
`;
const read = (body: string, options = {}) => readAll(readRtf, Buffer.from(`${head}${body}}`, 'latin1'), options);
const outlineOf = (body: string) => outline(read(body).blocks);
const rtf = String.raw;

test('paragraphs, headings by style and outline level, and what is marked', () => {
  const body = rtf`\pard\s1 First\par\pard\s2 Second\par\pard\s3 Quoted\par\pard\outlinelevel2 Third\par
\pard\plain One {\b bold} and {\i it}\line next\tab line\~x \ldblquote q\rdblquote\emdash \{ok\}\par
{\v hidden}{\deleted gone}{\*\unknown never}{\pict\pngblip 89504e47}{\object{\*\objdata 0102}{\result shown}}\par last`;
  expect(written(read(body).blocks)).toBe(
    '# First\n\n## Second\n\nQuoted\n\n### Third\n\nOne **bold** and *it*  \nnext\tline x “q”—{ok}\n\nshown\n\nlast\n',
  );
});

test('numbers above and below the line stay apart from those on it', () => {
  const body = rtf`10{\super 6} H{\sub 2}O 10\super \u8722?3\nosupersub  5 m\super 2\super0 3 1{\super st}{\super\chftn{\footnote Note}}`;
  expect(outlineOf(body)).toEqual(['p 10⁶ H₂O 10⁻³ 5 m²3 1st[^1]', '^1: Note']);
});

test('characters come as numbers with fallbacks of any length, as bytes of the code page of the font, and as plain bytes', () => {
  // "中文" in GBK and Shift_JIS, "да" in windows-1251, quotes of windows-1252, as the tables of these encodings have them.
  const body = rtf`\u20013?\u25991 ?\par{\uc2\u20013\'d6\'d0\u25991 xx}{\uc0\u-10179\u-8704}!\par{\upr{never}{\*\ud{\u20013 ?}}}\par
{\f1\'d6\'d0\'ce\'c4}{\f2\'92\'86\'95\'b6}{\f3\'e4\'e0}\'93a\'94{\f4\'62}\par
\u8220\ldblquote x\par\u8211\'96y`;
  expect(outlineOf(body)).toEqual(['p 中文', 'p 中文😀!', 'p 中', 'p 中文中文да“a”β', 'p “x', 'p –y']);
});

test('a font of symbols is known by its name, and an unknown one is read as Symbol', () => {
  const text = String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0 Times;}{\f1\fnil\fcharset2 Wingdings;}{\f2\fnil\fcharset2 Wingdings 2{\*\falt Other};}{\f3\fnil\fcharset2 Strange;}{\f4\fcharset0 Wingdings;}}
{\f1\'fc\u-3872?} a {\f2 P\'52} {\f3 a}{\f1 J}{\f4\u252\'fc}\par}`;
  expect(outline(readAll(readRtf, Buffer.from(text)).blocks)).toEqual(['p ✓→ a ✓☑ α☺✓']);
});

test.each([
  [936, [0xd6, 0xd0, 0xce, 0xc4], '中文'],
  [932, [0x92, 0x86, 0x83, 0x5c], '中ソ'],
  [1251, [0xe4, 0xe0], 'да'],
  [950, [0xa4, 0xa4], '中'],
])('the code page %i of the document counts where the font names none', (page, bytes, text) => {
  const hex = bytes.map((byte) => `\\'${byte.toString(16)}`).join('');
  const plain = Buffer.concat([Buffer.from(`{\\rtf1\\ansi\\ansicpg${page} `), Buffer.from(`${hex}\\par}`)]);
  expect(outline(readAll(readRtf, plain).blocks)).toEqual([`p ${text}`]);
});

test('lists have the markers that are shown', () => {
  const body = rtf`{\listtext\pard\plain 1.\tab}\ls1\ilvl0 one\par{\listtext 2.\tab}two\par{\listtext\f4\'b7\tab}\ilvl1 dot\par\pard
{\pntext\f0 a)\tab}{\*\pn\pnlvlbody{\pntxta )}}old\par\pard plain\par
\pard\fi-360\li360\bullet\tab typed\par\pard\fi-360\li720 2.\tab deeper\par\pard 3.\tab no item\par`;
  expect(outlineOf(body)).toEqual([
    '0 1. one',
    '0 2. two',
    '1 • dot',
    '0 a) old',
    'p plain',
    '0 • typed',
    '1 2. deeper',
    'p 3.\tno item',
  ]);
});

test('fields that draw a formula or a circle are read, as they have no result', () => {
  const body = rtf`is {\field{\*\fldinst { EQ \\f(1,2)}}{\fldrslt }}. {\field{\*\fldinst eq \\o\\ac(\u9675?,3)}{\fldrslt}} third\par`;
  expect(written(read(body).blocks)).toBe('is $\\frac{1}{2}$. ③ third\n');
});

test('headings have the numbers that are shown before them, but no bullets', () => {
  const body = rtf`{\listtext 2.1\tab}\pard\s1\ls1 Scope\par{\listtext\f1\'b5\'da\'d2\'bb\'d5\'c2\tab}\pard\outlinelevel1 Start\par{\listtext\u8226?\tab}\pard\s1 Plain\par`;
  expect(outlineOf(body)).toEqual(['h1 2.1 Scope', 'h2 第一章 Start', 'h1 Plain']);
});

test('tables have their spans, paragraphs in cells and tables in cells', () => {
  const row = (cells: string, ends: string) => rtf`\trowd${ends}\pard\intbl ${cells}\row`;
  const body = [
    'before\\par',
    row(rtf`wide\cell tall\cell`, rtf`\cellx2000\clvmgf\cellx3000`),
    row(rtf`a\cell b\par c\cell\cell`, rtf`\cellx1000\cellx2000\clvmrg\cellx3000`),
    rtf`\pard after\par`,
    row(rtf`m\cell\cell n\cell`, rtf`\clmgf\cellx1000\clmrg\cellx2000\cellx3000`),
    rtf`\trowd\cellx3000\pard\intbl out\par\pard\intbl\itap2 in\nestcell two\nestcell{\*\nesttableprops\trowd\cellx500\cellx900\nestrow}{\nonesttables\par}\pard\intbl\itap1\cell\row`,
    rtf`\pard end\par`,
  ].join('\n');
  expect(outlineOf(body)).toEqual([
    'p before',
    [
      ['wide (2x1)', 'tall (1x2)'],
      ['a', 'b\nc'],
    ],
    'p after',
    [['m (2x1)', 'n'], ['out (3x1) [[["in","two"]]]']],
    'p end',
  ]);
});

test('links, notes, boxes, headers and comments are kept apart from the text', () => {
  const body = rtf`{\header\pard Top\par}See {\field{\*\fldinst{HYPERLINK "https://a.example/x"}}{\fldrslt{\ul here}}}{\field{\*\fldinst PAGE}{\fldrslt 3}}{\footnote{\chftn} A note}.
{\shp{\*\shpinst\shpleft0{\sp{\sn fill}{\sv 1}}{\shptxt\pard In a box\par}}{\shprslt never}}{\*\atnauthor Ann}{\*\annotation Why?}\par`;
  expect(written(read(body).blocks)).toBe(
    'See [here](https://a.example/x)3[^1].\n\nIn a box\n\n[^1]: A note\n\n> Header: Top\n',
  );
  expect(written(read(body, { comments: true }).blocks)).toContain('> Comment by Ann: Why?');
});

test.each([
  [rtf`{\mr x}{\mr =}{\mf {\mnum {\mr 1}}{\mden {\mr 2}}}`, rtf`x=\frac{1}{2}`],
  [rtf`{\mf{\*\mfPr{\mtype lin}{\mctrlPr\f0\i }}{\mnum{\mr\mscr0 1}}{\mden{\mr 2}}}`, '1/2'],
  [rtf`{\msSup{\msSupPr{\mctrlPr\f0 }}{\me{\mr 10}}{\msup{\mr 6}}}`, '10^6'],
  [rtf`{\msSub{\me{\mr x}}{\msub{\mr 12}}}{\msSubSup{\me{\mr y}}{\msub{\mr i}}{\msup{\mr 2}}}`, 'x_{12}y_i^2'],
  [rtf`{\mrad{\mdeg{\mr 3}}{\me{\mr x}}}{\mrad{\mradPr{\mdegHide on}}{\mdeg}{\me{\mr y}}}`, rtf`\sqrt[3]{x}\sqrt{y}`],
  [rtf`{\md{\mdPr{\mbegChr [}{\mendChr \u12297?}}{\me{\mr a}}{\me{\mr b}}}`, rtf`\left[a|b\right〉`],
  [
    rtf`{\mnary{\mnaryPr{\mchr \u8721?}{\mlimLoc undOvr}}{\msub{\mr i=1}}{\msup{\mr n}}{\me{\mr i}}}`,
    rtf`\sum_{i=1}^{n} i`,
  ],
  [rtf`{\mfunc{\mfName{\mr sin}}{\me{\mr\u945?}}}`, rtf`\sin {\alpha }`],
  [rtf`{\mlimLow{\me{\mr lim}}{\mlim{\mr n}}}`, rtf`\lim_{n}`],
  [
    rtf`{\mm{\mmr{\me{\mr 1}}{\me{\mr 2}}}{\mmr{\me{\mr 3}}{\me{\mr 4}}}}`,
    rtf`\begin{matrix}1 & 2 \\ 3 & 4\end{matrix}`,
  ],
])('the formula %s is %s', (formula, latex) => {
  expect(read(rtf`Is {\mmath{\*\moMath ${formula}}{\mmathPict never}} so\par`).blocks).toEqual([
    { kind: 'paragraph', spans: [{ text: 'Is ' }, { text: latex, style: 'math' }, { text: ' so' }] },
  ]);
});

test('formulas beside each other stay apart, and one that nests without end leaves the text around it alone', () => {
  const one = rtf`{\mmath{\*\moMath{\mr 1}}}`;
  expect(written(read(one + one).blocks)).toBe('$1$$1$\n');
  const nested = (depth: number) =>
    written(read(rtf`a{\*\moMath ${rtf`{\msSup{\me `.repeat(depth)}{\mr x}${'}}'.repeat(depth)}}z`).blocks, 'text');
  expect(nested(100)).toMatch(/^a\{+x\^.*z$/m);
  expect(nested(450)).toMatch(/^a\{+.*z$/m);
});

test('binary data is passed over, whatever it looks like', () => {
  expect(outlineOf(rtf`a{\pict\bin9 }}}\par{\}b\par`)).toEqual(['p ab']);
});

test('a document that is cut off keeps what is there; what is none or nests without end is refused', () => {
  const cut = readAll(readRtf, Buffer.from(rtf`{\rtf1 kept\par {\b cut`));
  expect(outline(cut.blocks)).toEqual(['p kept', 'p cut']);
  expect(cut.warnings).toHaveLength(1);
  const damaged = expect.objectContaining({ code: 'CorruptInput' });
  expect(() => readAll(readRtf, Buffer.from('no rtf'))).toThrowError(damaged);
  expect(() => read('{'.repeat(2000))).toThrowError(damaged);
  expect(() => read(rtf`\trowd\intbl ${rtf`x\par `.repeat(50_100)}`)).toThrowError(damaged);
  expect(outlineOf(rtf`a\par}b\par`)).toEqual(['p a']);
  expect(outlineOf(rtf`\'zz\u99999999999x\bin-5 y\'4`)).toEqual(['p zzy4']);
});

test('a backslash before a line end ends the paragraph behind what was said as bytes', () => {
  expect(outlineOf("caf\\'e9 \\'93so\\'94\\\n\\'fcber\\\r\nend")).toEqual(['p café “so”', 'p über', 'p end']);
});

test('a mark of UTF-8 before an rtf is passed over; one without its beginning is damaged', () => {
  const whole = Buffer.from(`\uFEFF${head}words\\par}`);
  expect(sniff(inputOf(whole, 'a.rtf'))).toBe('rtf');
  expect(outline(readAll(readRtf, whole).blocks)).toEqual(['p words']);
  const cut = inputOf(Buffer.from(head.slice(1)), 'a.rtf');
  expect(sniff(cut)).toBe('rtf');
  expect(() => readAll(readRtf, Buffer.from(head.slice(1)))).toThrowError(/does not begin as an rtf does/);
});
