import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Backend, ProcessIo, ProcessSpec } from '../../protocol/backend.ts';
import type { SandboxStatus } from '../../protocol/sandbox.ts';
import { openBoxFolder, type BoxFolder } from '../box/folder.ts';
import { openGuard } from '../box/guard/guard.ts';
import type { BoxBackend } from '../box/index.ts';
import type { BoxBackendOptions } from '../box/pool.ts';
import { withPlaces } from '../box/profile.ts';
import { profileFor } from '../box/world.ts';
import { createProcessBackend } from '../process/index.ts';
import { checkStart } from '../process/program.ts';
import { seatbeltProfile } from './profile.ts';

/** Runs programs under the profile of a box by `sandbox-exec` of macOS, each in a sandbox of its own. Never been run on a Mac. */
export function createSeatbeltBackend(options: BoxBackendOptions, program = '/usr/bin/sandbox-exec'): BoxBackend {
  const { allowedPaths = [], env = process.env, closed = [], state = ['.agents'] } = options;
  const root = realpathSync(options.root);
  const home = realpathSync(options.home ?? env['HOME'] ?? homedir());
  const guard = openGuard({ workspace: root, state });
  const inner: Backend = createProcessBackend();
  let opened: BoxFolder | undefined;

  async function wrapped(spec: ProcessSpec): Promise<{ spec: ProcessSpec; locked: readonly string[] }> {
    const folder = (opened ??= openBoxFolder());
    const granted = [...(spec.grant?.paths ?? []), ...(spec.grant?.removes ?? [])];
    const base = profileFor({ workspace: root, allowedPaths, home, env, closed, folder });
    const whole = withPlaces(base, await guard.survey(), granted);
    const tmp = realpathSync(folder.tmp);
    const profile = seatbeltProfile({ ...whole, tmp });
    return {
      locked: whole.locked,
      spec: {
        ...spec,
        argv: [program, '-p', profile, ...spec.argv],
        env: { ...spec.env, ...spec.grant?.secrets, TMPDIR: tmp },
      },
    };
  }
  return {
    name: 'seatbelt',
    probe: () => probe((spec, io) => wrapped(spec).then((one) => inner.run(one.spec, io))),
    async run(spec, io) {
      checkStart(spec);
      const { spec: inside, locked } = await wrapped(spec);
      const end = await inner.run(inside, io);
      const touched = await guard.look({ locked, granted: spec.grant?.paths ?? [] });
      return { ...end, locked, missing, ...(touched.length === 0 ? {} : { touched }) };
    },
    async [Symbol.asyncDispose]() {
      await inner[Symbol.asyncDispose]();
      opened?.[Symbol.dispose]();
    },
  };
}

async function probe(run: Backend['run']): Promise<SandboxStatus> {
  let said = '';
  const hear = (chunk: Uint8Array) => void (said = (said + Buffer.from(chunk).toString('utf8')).slice(0, 500));
  const io: ProcessIo = { onStdout: hear, onStderr: hear, signal: new AbortController().signal };
  const spec = { argv: ['/usr/bin/true'], cwd: '/', env: {}, merged: false, timeoutMs: 30_000 };
  const { exitCode } = await run(spec, io);
  if (exitCode === 0) return { kind: 'seatbelt', holds, lacks: missing, fix: null, limits: [] };
  const reason = said.trim() || `sandbox-exec ended with ${String(exitCode)}`;
  return { kind: 'none', holds: [], lacks: [reason], fix: 'see docs/sandbox.md', limits: [] };
}

const holds = ['read-only system', 'no network', 'home closed but for toolchains', 'protected paths locked'];

const missing = [
  'this profile has never been run on a Mac by those who wrote it',
  'processes of the host can be seen, and what a command leaves running is only searched for',
  'no limits',
  'no granted hosts: the network is off',
];
