// Makes a fresh clone runnable: installs when the lockfile changed, builds when any build input changed.
// Node built-ins only (runs before node_modules exists); speaks on stderr only (stdout may carry a protocol).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const say = (text) => process.stderr.write(`setup: ${text}\n`);

const installStamp = at('node_modules', '.setup-stamp'); // npm ci deletes it together with what it vouches for
const buildStamp = at('dist', '.build-stamp');
const buildInputs = [
  'src',
  'panel',
  'vscode',
  'skills',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node ${process.versions.node} is too old; Sallyport needs 20.19 or newer`);
if (!existsSync(at('package-lock.json')))
  fail('package-lock.json is missing; restore it with: git checkout package-lock.json');

const wantInstalled = `${hash(['package-lock.json'])} ${process.platform}-${process.arch} abi${process.versions.modules}`;
if (read(installStamp) !== wantInstalled) {
  withLock(() => {
    if (read(installStamp) === wantInstalled) return;
    say('installing dependencies (npm ci)');
    npm('ci', '--include=dev', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund');
    writeFileSync(installStamp, wantInstalled);
  });
}

if (process.argv.includes('build')) {
  const wantBuilt = hash(buildInputs); // of names and contents, so that a deletion counts as a change
  if (read(buildStamp) !== wantBuilt) {
    withLock(() => {
      if (read(buildStamp) === wantBuilt) return;
      say('building');
      run(process.execPath, [at('scripts', 'build.mjs')], 'build');
      writeFileSync(buildStamp, wantBuilt);
    });
  }
}

function npm(...args) {
  const cli = process.env.npm_execpath; // the npm that the user called: no shell, no npm.cmd
  if (cli?.endsWith('.js')) run(process.execPath, [cli, ...args], `npm ${args[0]}`);
  else run('npm', args, `npm ${args[0]}`, process.platform === 'win32');
}

function run(command, args, name, shell = false) {
  const env = { ...process.env, NODE_ENV: '' }; // production would leave out the toolchain
  const result = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 2, 2], shell });
  if (result.status !== 0) fail(`${name} failed${result.error ? `: ${result.error.message}` : ''}`);
}

function hash(inputs) {
  const sum = createHash('sha256').update(process.versions.node);
  for (const input of inputs)
    for (const file of filesBelow(input)) sum.update(`\0${file}\0`).update(readFileSync(at(file)));
  return sum.digest('hex');
}

function filesBelow(path) {
  const stat = statSync(at(path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [path];
  const names = readdirSync(at(path)).filter((name) => name !== 'node_modules');
  return names.sort().flatMap((name) => filesBelow(`${path}/${name}`));
}

function withLock(work) {
  const lock = at('.setup-lock');
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`cannot create ${lock}: ${error.message}`);
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > 600_000) rmSync(lock, { recursive: true, force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  const unlock = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', unlock);
  work();
  process.off('exit', unlock);
  unlock();
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function fail(text) {
  say(text);
  process.exit(1);
}
