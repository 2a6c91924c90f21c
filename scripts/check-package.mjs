// The package as its users get it: packed, linted, installed into an empty project, imported, run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const place = mkdtempSync(join(tmpdir(), 'sallyport-package-'));
const run = (command, args, cwd = place) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

try {
  const { messages, pkg } = await publint({ pkgDir: root, strict: true, pack: 'npm' });
  for (const message of messages) console.error(formatMessage(message, pkg));
  if (messages.length > 0) throw new Error('publint has objections');

  run('npm', ['pack', '--silent', '--pack-destination', place], root);
  const tarball = readdirSync(place).find((name) => name.endsWith('.tgz'));
  writeFileSync(join(place, 'package.json'), '{"name":"consumer","private":true,"type":"module"}');
  run('npm', ['install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`]);

  writeFileSync(
    join(place, 'use.mjs'),
    `import { createSallyport } from 'sallyport';
     import { tempWorkspace } from 'sallyport/testing';
     const workspace = tempWorkspace();
     const sallyport = createSallyport({ root: workspace.path, env: workspace.env });
     const { exit_code, stdout } = await sallyport.exec('hello');
     await sallyport[Symbol.asyncDispose]();
     workspace[Symbol.dispose]();
     if (exit_code !== 0 || !stdout.includes('lemonhall')) throw new Error('the SDK does not work once installed');`,
  );
  run(process.execPath, ['use.mjs']);
  // With what a compiler checks when nobody tells it to trust its libraries, and without the types of Node.
  writeFileSync(
    join(place, 'use.ts'),
    `import { createSallyport } from 'sallyport';
     import { tempWorkspace } from 'sallyport/testing';
     const workspace = tempWorkspace();
     const sallyport = createSallyport({ root: workspace.path, env: workspace.env });
     export const { stdout }: { stdout: string } = await sallyport.shell.run('echo hello');`,
  );
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--types', ''];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [tsc, '--noEmit', '--module', 'nodenext', '--target', 'es2022', ...strict, 'use.ts']);

  const env = { ...process.env, XDG_STATE_HOME: join(place, 'state') };
  const printed = execFileSync(join(place, 'node_modules/.bin/sallyport'), ['exec', 'hello'], {
    cwd: place,
    env,
    encoding: 'utf8',
  });
  if (!printed.includes('lemonhall')) throw new Error('the CLI does not work once installed');
  const skills = execFileSync(join(place, 'node_modules/.bin/sallyport'), ['skills', 'validate'], {
    cwd: place,
    env,
    encoding: 'utf8',
  });
  if (!skills.includes('hello-world')) throw new Error('the skills are not in the package');
  // The engine that reads PDF is built, and no package of its own.
  writeFileSync(join(place, 'page.pdf'), onePage('PDFium is there'));
  const page = execFileSync(join(place, 'node_modules/.bin/sallyport'), ['exec', 'doc extract --in page.pdf'], {
    cwd: place,
    env,
    encoding: 'utf8',
  });
  if (!page.includes('PDFium is there')) throw new Error('PDF is not read once installed');
  // Without its second reader nothing of PowerShell is harmless.
  const judge = ['policy', 'check', '--json', '--shell', 'powershell', 'Get-ChildItem | Select-Object Name'];
  const judged = execFileSync(join(place, 'node_modules/.bin/sallyport'), judge, { cwd: place, env, encoding: 'utf8' });
  if (JSON.parse(judged).decision !== 'allow') throw new Error('PowerShell is not read twice once installed');
  console.log(`${tarball} installs, imports and runs`);
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Without a table of objects: PDFium finds them. */
function onePage(words) {
  const content = `BT /F 24 Tf 72 700 Td (${words}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n`;
}
