// What people run all day has to work in a box; those programs are tried that the machine has.
import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { createBoxBackend } from '../../src/backends/box/index.ts';
import { environmentFor, findProgram } from '../../src/backends/process/index.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { hasBubblewrap } from '../fixtures/bubblewrap.ts';
import { runProcess } from '../fixtures/run-process.ts';

describe.runIf(hasBubblewrap)('in a box works', () => {
  const workspace = tempWorkspace();
  const { env } = environmentFor({ env: process.env });
  const backend = createBoxBackend({ root: workspace.path, env: process.env });
  afterAll(async () => {
    await backend[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });
  const has = (program: string) => findProgram(program, process.env).path !== undefined;
  const run = (script: string) => runProcess(backend, script, { cwd: workspace.path, env, timeoutMs: 120_000 });

  test.runIf(has('git'))('git: commit, branch, diff, stash', async () => {
    execFileSync('git', ['init', '-q', '-b', 'main', workspace.path]);
    const script = `export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
      echo one >f && git add f && git commit -qm one && git checkout -q -b two && echo two >>f && git diff --stat &&
      git stash -q && git stash pop -q && git commit -qam two && git log --format=%s`;
    const { stdout, stderr, exitCode } = await run(script);
    expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.toString()).toContain('two\none\n');
  });

  test.runIf(has('npm'))('npm ci and npm test', async () => {
    workspace.write('app/package.json', JSON.stringify({ name: 'app', version: '1.0.0', scripts: { test: 'node t.js' }, dependencies: { dep: 'file:../dep' } })); // prettier-ignore
    workspace.write('app/t.js', 'console.log(require("dep"), require("os").userInfo().uid >= 0)');
    workspace.write('dep/package.json', JSON.stringify({ name: 'dep', version: '1.0.0', main: 'index.js' }));
    workspace.write('dep/index.js', 'module.exports = "dependency";');
    const { stdout, stderr, exitCode } = await run('cd app && npm install --package-lock-only --offline >/dev/null && npm ci --offline >/dev/null && npm test -s'); // prettier-ignore
    expect({ exitCode, stdout: stdout.toString(), stderr: exitCode === 0 ? '' : stderr.toString() }).toEqual({ exitCode: 0, stdout: 'dependency true\n', stderr: '' }); // prettier-ignore
  });

  test.runIf(has('python3'))('python with a venv, threads and processes', async () => {
    workspace.write(
      'p.py',
      'import multiprocessing as m\nif __name__ == "__main__":\n    print(sum(m.Pool(2).map(abs, [-1, -2])))\n',
    );
    const { stdout } = await run('python3 p.py && python3 -m venv --without-pip v && v/bin/python -c "print(1)"');
    expect(stdout.toString()).toBe('3\n1\n');
  });

  test.runIf(has('pip'))('pip', async () => {
    const lines = [
      'import zipfile',
      'with zipfile.ZipFile("pkg-1-py3-none-any.whl", "w") as wheel:',
      '    wheel.writestr("pkg.py", "print(\\"from pip\\")\\n")',
      '    wheel.writestr("pkg-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: pkg\\nVersion: 1\\n")',
      '    wheel.writestr("pkg-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")',
      '    wheel.writestr("pkg-1.dist-info/RECORD", "")',
    ];
    workspace.write('wheel.py', lines.join('\n'));
    // A pyenv that cannot note new programs says so and fails, though pip did not.
    const script =
      'python3 wheel.py && python3 -m pip install -q --no-index --target t ./pkg-1-py3-none-any.whl; PYTHONPATH=t python3 -c "import pkg"';
    const { stdout, stderr } = await run(script);
    expect(stdout.toString() || stderr.toString()).toContain('from pip\n');
  });

  test.runIf(has('gcc'))('a compiler, and what it makes', async () => {
    workspace.write('c.c', '#include <stdio.h>\nint main(void) { puts("compiled"); return 0; }\n');
    expect((await run('gcc -O1 c.c -o c && ./c')).stdout.toString()).toBe('compiled\n');
  });

  test.runIf(has('cargo'))('cargo', async () => {
    workspace.write('crate/Cargo.toml', '[package]\nname = "crate1"\nversion = "0.1.0"\nedition = "2021"\n');
    workspace.write('crate/src/main.rs', 'fn main() { println!("rust"); }\n');
    const { stdout, stderr } = await run('cd crate && cargo run -q --offline');
    expect(stdout.toString() || stderr.toString()).toBe('rust\n');
  });
});
