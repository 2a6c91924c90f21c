// Runs the built program as people do, so that V8 compiles what most calls need, and keeps that for scripts/entry.cjs; and PDFium.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';

const scripts = dirname(fileURLToPath(import.meta.url));
const recorder = join(scripts, 'record-code.cjs');
const calls = [
  ['--version'],
  ['help'],
  ['exec', 'hello'],
  ['exec', 'zip create --src src --out src.zip --confirm'],
  ['exec', 'zip list --in src.zip'],
  ['exec', 'zip extract --in src.zip --dest unzipped --confirm'],
  ['exec', 'tar create --src src --out src.tar.gz --confirm'],
  ['exec', 'tar list --in src.tar.gz'],
  ['exec', 'tar extract --in src.tar.gz --dest untarred --confirm'],
  ['exec', 'doc extract --in page.html'],
  ['exec', 'zip create --src report --out report.docx --confirm'],
  ['exec', 'doc extract --in report.docx'],
  ['exec', 'doc extract --in pages.pdf --max-chars 20000000'],
  ['call', 'terminal_exec', '{"command":"hello"}'],
  ['policy', 'check', 'git log --oneline | head -n 5 && cp -r src dist'],
  ['run', 'echo ok'],
  ['runs'],
  ['mcp'],
];

const namespace = 'http://schemas.openxmlformats.org';
const files = {
  'src/a.txt': 'Some text.\n',
  'page.html': '<h1>Title</h1><p>Some <b>text</b>.',
  'pages.pdf': pagesPdf(300),
  'report/[Content_Types].xml': `<Types xmlns="${namespace}/package/2006/content-types"/>`,
  'report/_rels/.rels': `<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="a" Type="${namespace}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'report/word/document.xml': `<w:document xmlns:w="${namespace}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Some text.</w:t></w:r></w:p></w:body></w:document>`,
};

export function buildCodeCache(dist) {
  const place = mkdtempSync(join(dirname(dist), 'node_modules', '.code-cache-')); // where it can be renamed from
  const workspace = join(place, 'workspace');
  const into = join(place, 'code');
  try {
    mkdirSync(into);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(workspace, name)), { recursive: true });
      writeFileSync(join(workspace, name), text);
    }
    const own = { XDG_STATE_HOME: join(place, 'state'), XDG_CONFIG_HOME: join(place, 'config') };
    const env = { ...process.env, ...own, RECORD_CODE_OF: dist, RECORD_CODE_INTO: into };
    delete env.NODE_OPTIONS; // code that was compiled with other flags is not taken
    // What a call comes to does not matter: where a shell or a box cannot be had, the rest is compiled all the same.
    for (const args of calls)
      spawnSync(process.execPath, ['-r', recorder, join(dist, 'cli.cjs'), ...args], {
        cwd: workspace,
        env,
        stdio: 'ignore',
      });
    spawnSync(process.execPath, [join(scripts, 'compile-pdfium.cjs'), join(dist, 'pdfium', 'pdfium.wasm'), into], {
      stdio: 'ignore', // without it all is the same, but slower
    });
    mkdirSync(join(dist, 'code-cache'));
    renameSync(into, join(dist, 'code-cache', `${process.version}-${process.arch}`));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The usual: fonts, two columns, a ruled table, compressed streams. */
function pagesPdf(count) {
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    `<</Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, i) => `${8 + 2 * i} 0 R`).join(' ')}]>>`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding>>',
    '<</Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UCS2-H /DescendantFonts [<</Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo <</Registry (Adobe) /Ordering (GB1) /Supplement 2>> /FontDescriptor <</Type /FontDescriptor /FontName /Song /Flags 4>>>>]>>',
    '<</Type /Font /Subtype /Type0 /BaseFont /Letters /Encoding /Identity-H /ToUnicode 7 0 R /DescendantFonts [<</Type /Font /Subtype /CIDFontType2 /BaseFont /Letters /DW 500 /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor <</Type /FontDescriptor /FontName /Letters /Flags 4>>>>]>>',
    streamOf(
      'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <00ff> <0000> endbfrange endcmap',
    ),
  ];
  for (let page = 1; page <= count; page++) {
    const fonts = '<</Font <</R 3 0 R /B 4 0 R /S 5 0 R /L 6 0 R>>>>';
    objects.push(
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length + 2} 0 R /Resources ${fonts}>>`,
      streamOf(pageContent(page)),
    );
  }
  let text = '%PDF-1.4\n';
  const starts = [];
  for (const [i, object] of objects.entries()) {
    starts.push(`${String(text.length).padStart(10, '0')} 00000 n \n`);
    text += `${i + 1} 0 obj ${object} endobj\n`;
  }
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`;
  const end = `trailer <</Root 1 0 R /Size ${objects.length + 1}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, 'latin1');
}

function streamOf(text) {
  const bytes = deflateSync(text).toString('latin1');
  return `<</Filter /FlateDecode /Length ${bytes.length}>> stream\n${bytes}\nendstream`;
}

function pageContent(page) {
  const words = 'gate every command reads what it will change and asks before the office finds its last affair'.split(
    ' ',
  );
  let seed = page;
  const word = () => words[(seed = (seed * 16807) % 2147483647) % words.length];
  const show = (font, size, x, y, shown) => `BT /${font} ${size} Tf ${x} ${y} Td ${shown} Tj ET`;
  const parts = [show('B', 18, 50, 780, `(Part ${page})`), show('S', 11, 50, 755, '<4E2D65875B576BCD8868683C>')];
  for (let line = 0; line < 40; line++) {
    const [left, right] = [0, 1].map(() => Array.from({ length: 7 }, word).join(' '));
    const letters = Buffer.from(right, 'utf16le').swap16().toString('hex'); // a font of its own coding, as most writers embed
    parts.push(show('R', 10, 50, 735 - 12 * line, `(${left})`), show('L', 10, 310, 735 - 12 * line, `<${letters}>`));
  }
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 3; column++) {
      const [x, y] = [50 + 160 * column, 200 - 20 * row];
      parts.push(`${x} ${y} 160 20 re S`, show('B', 9, x + 4, y + 6, `(${word()} ${row})`));
    }
  return parts.join('\n');
}
