import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../../src/testing/index.ts';

const cli = resolve('dist/cli.cjs');
const blocks = (file: string, language: string) =>
  [...readFileSync(file, 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (match) => match[1] as string,
  );

test.each(['README.md', 'README.zh-CN.md'])('the transcript of %s is what really happens', (file) => {
  using workspace = tempWorkspace();
  const env = { ...workspace.env, SALLYPORT_CLI: cli };
  const [transcript] = blocks(file, 'console');
  let printed = '';
  for (const command of (transcript as string)
    .split('\n')
    .flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []))) {
    const script = `sallyport() { "${process.execPath}" "$SALLYPORT_CLI" "$@"; }; ${command}`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: workspace.path, env, encoding: 'utf8' });
    printed += `$ ${command}\n${stdout}${stderr}`;
  }
  expect(printed).toBe(transcript);
});

const examples = ['README.md', 'README.zh-CN.md', 'docs/sdk.md'].flatMap((file) =>
  blocks(file, 'ts').map((code, index) => ({ file, index, code })),
);

test.each(examples)('the TypeScript of $file ($index) compiles and runs', ({ code }) => {
  using workspace = tempWorkspace();
  mkdirSync(join(workspace.path, 'node_modules/@types'), { recursive: true });
  symlinkSync(resolve('.'), join(workspace.path, 'node_modules/sallyport'));
  symlinkSync(resolve('node_modules/@types/node'), join(workspace.path, 'node_modules/@types/node'));
  writeFileSync(join(workspace.path, 'package.json'), '{"type":"module"}');
  writeFileSync(join(workspace.path, 'example.ts'), code);
  const options = {
    target: 'ES2023',
    module: 'nodenext',
    lib: ['ES2023', 'ESNext.Disposable'],
    types: ['node'],
    strict: true,
    skipLibCheck: true,
  };
  writeFileSync(
    join(workspace.path, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['example.ts'] }),
  );
  const tsc = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', workspace.path], {
    encoding: 'utf8',
  });
  expect(tsc.stdout).toBe('');
  const printed = execFileSync(process.execPath, ['example.js'], {
    cwd: workspace.path,
    env: workspace.env,
    encoding: 'utf8',
  });
  expect(printed).not.toBe('');
});

test('the commands of docs/history.md run', () => {
  using workspace = tempWorkspace();
  const env = workspace.env;
  execFileSync(process.execPath, [cli, 'exec', 'hello'], { cwd: workspace.path, env });
  for (const block of blocks('docs/history.md', 'sh')) {
    for (const line of block.trim().split('\n')) {
      const script = `set -e; sallyport() { "${process.execPath}" "${cli}" "$@"; }; ${line}`;
      const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: workspace.path, env, encoding: 'utf8' });
      expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: '' });
    }
  }
});
