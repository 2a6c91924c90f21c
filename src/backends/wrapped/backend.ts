import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Backend, ProcessIo, ProcessSpec } from '../../protocol/backend.ts';
import type { SandboxStatus } from '../../protocol/sandbox.ts';
import { openBoxFolder, type BoxFolder } from '../box/folder.ts';
import { openGuard, type Exempt } from '../box/guard/guard.ts';
import type { BoxBackend, BoxBackendOptions } from '../box/index.ts';
import { withPlaces, type BoxProfile } from '../box/profile.ts';
import { credentialsIn, profileFor } from '../box/world.ts';
import { createProcessBackend } from '../process/index.ts';
import { checkStart } from '../process/program.ts';

/** With the files in the home folder that hold credentials; a box shows nothing of that folder. */
type WrappedProfile = BoxProfile & { readonly credentials: readonly string[] };

/** Somebody else's sandbox, which is a program that starts another one. */
export interface Wrapper {
  readonly name: 'seatbelt' | 'sandbox-runtime';
  readonly holds: readonly string[];
  readonly missing: readonly string[];
  /** The whole command line; `write` keeps a file for as long as the backend is open. */
  wrap(argv: readonly string[], profile: WrappedProfile, write: (name: string, content: string) => string): string[];
}

/** Runs programs under the profile of a box by a wrapper, each in a sandbox of its own. */
export function createWrappedBackend(options: BoxBackendOptions, wrapper: Wrapper): BoxBackend {
  const { allowedPaths = [], env = process.env, closed = [], state = ['.agents'] } = options;
  const { name, missing } = wrapper;
  const root = realpathSync(options.root);
  const home = realpathSync(options.home ?? env['HOME'] ?? homedir());
  const guard = openGuard({ workspace: root, state });
  const inner: Backend = createProcessBackend();
  const busy = new Set<Exempt>();
  let opened: BoxFolder | undefined;

  const openFolder = () => {
    const folder = openBoxFolder([root, ...allowedPaths]);
    folder.removeLeftovers();
    return folder;
  };
  async function wrapped(spec: ProcessSpec): Promise<{ spec: ProcessSpec; locked: readonly string[] }> {
    const folder = (opened ??= openFolder());
    const granted = [...(spec.grant?.paths ?? []), ...(spec.grant?.removes ?? [])];
    const base = profileFor({ workspace: root, allowedPaths, home, env, closed, folder });
    const tmp = realpathSync(folder.tmp);
    const places = await guard.survey(() => busy.size === 0);
    const profile = { ...withPlaces(base, places, granted), tmp, credentials: credentialsIn(home) };
    const argv = wrapper.wrap(spec.argv, profile, folder.write);
    return {
      locked: profile.locked,
      spec: { ...spec, argv, env: { ...spec.env, ...spec.grant?.secrets, TMPDIR: tmp } },
    };
  }
  return {
    name,
    probe: () => probe(wrapper, (spec, io) => wrapped(spec).then((one) => inner.run(one.spec, io))),
    async run(spec, io) {
      checkStart(spec);
      const { spec: inside, locked } = await wrapped(spec);
      const exempt: Exempt = { locked, granted: spec.grant?.paths ?? [] };
      busy.add(exempt);
      try {
        const end = await inner.run(inside, io);
        const touched = await guard.look(() => [...busy]);
        return { ...end, locked, missing, ...(touched.length === 0 ? {} : { touched }) };
      } finally {
        busy.delete(exempt);
      }
    },
    async [Symbol.asyncDispose]() {
      await inner[Symbol.asyncDispose]();
      opened?.[Symbol.dispose]();
    },
  };
}

async function probe({ name, holds, missing }: Wrapper, run: Backend['run']): Promise<SandboxStatus> {
  let said = '';
  const hear = (chunk: Uint8Array) => void (said = (said + Buffer.from(chunk).toString('utf8')).slice(0, 500));
  const io: ProcessIo = { onStdout: hear, onStderr: hear, signal: new AbortController().signal };
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
  const { exitCode } = await run({ argv: ['/usr/bin/true'], cwd: '/', env, merged: false, timeoutMs: 30_000 }, io);
  if (exitCode === 0) return { kind: name, holds, lacks: missing, fix: null, limits: [] };
  const reason = said.trim() || `${name} ended with ${String(exitCode)}`;
  return { kind: 'none', holds: [], lacks: [reason], fix: 'see docs/sandbox.md', limits: [] };
}
