// Runs the built program as people do, so that V8 compiles what most calls need, and keeps that for scripts/entry.cjs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const recorder = join(dirname(fileURLToPath(import.meta.url)), 'record-code.cjs');
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
  ['exec', 'doc extract --in page.pdf'],
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
  'page.pdf': `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>> endobj
4 0 obj <</Length 52>> stream
BT /F 12 Tf 20 150 Td (Some text) Tj T* (and more) Tj ET
endstream endobj
5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
trailer <</Root 1 0 R>>
`,
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
    mkdirSync(join(dist, 'code-cache'));
    renameSync(into, join(dist, 'code-cache', `${process.version}-${process.arch}`));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
