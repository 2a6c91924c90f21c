import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A throw-away host to be attacked: a workspace, a home folder, our own state, and a folder outside. */
export interface Place extends Disposable {
  readonly path: string;
}

/** A process of the host that listens on every kind of socket. */
export interface Victim extends Disposable {
  readonly pid: number;
  readonly tcp: number;
  readonly udp: number;
  readonly tcp6: number;
  readonly abstract: string;
  isAlive(): boolean;
}

const files = {
  'outside/file': 'SECRET',
  'state/key': 'SECRET',
  'home/.bashrc': 'true',
  'home/.ssh/id_ed25519': 'SECRET',
  'home/.aws/credentials': 'SECRET',
  'home/.npmrc': 'SECRET',
  'home/.cargo/credentials.toml': 'SECRET',
  'home/.cargo/bin/tool': '#!/bin/sh\necho tool\n',
  'home/.config/gh/hosts.yml': 'SECRET',
  'workspace/.vscode/tasks.json': '{}',
  'workspace/.github/workflows/ci.yml': 'jobs:',
  'workspace/.agents/audit/chain.jsonl': '',
  'workspace/sallyport.yaml': '',
};

/** `helpers` is the folder with the Python files. */
export function openPlace(helpers: string): Place {
  const path = emptyPlace();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  chmodSync(join(path, 'home/.cargo/bin/tool'), 0o755);
  cpSync(join(helpers, 'call.py'), join(path, 'workspace/call.py'));
  spawnSync('git', ['init', '-q', join(path, 'workspace')]);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export function copyOf(place: Place): Place {
  const path = emptyPlace();
  // A named pipe and the sockets of the victim stay where they are.
  const filter = (source: string) => !/\/(control|victim\.\w+)$/.test(source);
  cpSync(place.path, path, { recursive: true, filter });
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

function emptyPlace(): string {
  return mkdtempSync(join(tmpdir(), 'sallyport-attack-'));
}

export async function startVictim(helpers: string, place: Place): Promise<Victim> {
  const env = { PATH: process.env['PATH'] ?? '', SECRET: 'SECRET' };
  const args = [join(helpers, 'victim.py'), place.path];
  const child = spawn('python3', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  if (text === '') throw new Error('the victim did not start');
  const told = JSON.parse(text) as Pick<Victim, 'pid' | 'tcp' | 'udp' | 'tcp6' | 'abstract'>;
  return {
    ...told,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}
