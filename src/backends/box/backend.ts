import { randomName } from '../../platform/ids.ts';
import type { Backend, ProcessEnd, ProcessIo, ProcessSpec, TouchedPath } from '../../protocol/backend.ts';
import type { SandboxStatus } from '../../protocol/sandbox.ts';
import { openRunning } from '../pipes/running.ts';
import { neverStarted } from '../pipes/watch.ts';
import { checkSize, checkStart } from '../process/program.ts';
import { carriedLimits, limitBehind, type LimitName } from './limits.ts';
import { probe } from './probe.ts';
import type { BoxBackendOptions } from './opener.ts';
import { openPool, type BoxPool, type PooledBox } from './pool.ts';
import { runInBox } from './run.ts';
import { describeLacks } from './weaker.ts';
import { proxyVariables } from './network/network.ts';
import { lookEveryMs, writtenBytes } from './written.ts';

export interface BoxBackend extends Backend {
  /** Whether boxes can be opened here, and what they hold. */
  probe(): Promise<SandboxStatus>;
}

/** Runs programs in sandboxes that stay open, one at a time in each. */
export function createBoxBackend(options: BoxBackendOptions): BoxBackend {
  const running = openRunning();
  let opened: BoxPool | undefined;
  const pool = () => (opened ??= openPool(options));

  return {
    get name() {
      return opened?.lacks.has('userNamespace') ? 'reduced' : 'box';
    },
    probe: () => probe(pool, options.session ?? {}),
    run: (spec, { signal, ...output }) =>
      running.run(signal, (stop) => runOnce(spec, { ...output, signal: stop }, pool)),
    async [Symbol.asyncDispose]() {
      await running.end();
      await opened?.[Symbol.asyncDispose]();
    },
  };
}

async function runOnce(spec: ProcessSpec, io: ProcessIo, open: () => BoxPool): Promise<ProcessEnd> {
  checkStart(spec);
  checkSize(spec);
  if (io.signal.aborted) return neverStarted;
  const pool = open();
  const whole = withGrant(spec);
  const taken = await pool.take(whole);
  const { network } = taken;
  taken.box.hold(true);
  try {
    if (io.signal.aborted) return neverStarted;
    let end: ProcessEnd;
    let touched: readonly TouchedPath[] = [];
    try {
      end = await runLimited(taken, whole, io, pool);
    } finally {
      // What was made on a view is looked at by whoever takes it over.
      if (!pool.hasView) touched = await pool.look();
    }
    return {
      ...end,
      locked: taken.profile.locked,
      ...(touched.length === 0 ? {} : { touched }),
      ...(network ? { connections: network.connections() } : {}),
    };
  } finally {
    await pool.give(taken);
  }
}

/** What it was granted is in its environment, which its box is opened with: on a command line others could read it. */
function withGrant(spec: ProcessSpec): ProcessSpec {
  const { network, secrets } = spec.grant ?? {};
  if (!network && !secrets) return spec;
  return { ...spec, env: { ...spec.env, ...secrets, ...(network ? proxyVariables(network) : {}) } };
}

async function runLimited(
  { box, group, network }: PooledBox,
  spec: ProcessSpec,
  io: ProcessIo,
  { limits, carried, lacks }: BoxPool,
): Promise<ProcessEnd> {
  const isRoot = process.getuid?.() === 0;
  const mark = [process.env['SALLYPORT_RUN'], randomName() + randomName()].filter(Boolean).join('/');
  const stop = new AbortController();
  const before = writtenBytes(box.pid);
  let hitLimit: LimitName | undefined;
  const look = setInterval(() => {
    if (writtenBytes(box.pid) - before <= limits.writtenBytes) return;
    hitLimit = 'writtenBytes';
    stop.abort();
  }, lookEveryMs);
  try {
    const signal = AbortSignal.any([io.signal, stop.signal]);
    let isCutOff = false;
    const onExit = () => (isCutOff = network?.isJoined === false);
    const end = await runInBox(box, spec, { ...io, signal }, { mark, limits: carried, onExit });
    const { hit, cpuMs } = group.used();
    hitLimit ??= hit ?? limitBehind(end);
    return {
      ...end,
      cancelled: end.cancelled && hitLimit !== 'writtenBytes',
      limits: [...group.inForce, ...carriedLimits(isRoot)],
      ...(lacks.size === 0 ? {} : { missing: describeLacks(lacks) }),
      ...(cpuMs === undefined ? {} : { cpuMs }),
      ...(hitLimit === undefined ? {} : { hitLimit }),
      ...(isCutOff ? { note: cutOff } : {}),
      ...(end.signal === 'SIGKILL' && !box.isOpen && end.killedBy === null ? { note: boxEnded } : {}),
    };
  } finally {
    clearInterval(look);
  }
}

const cutOff = 'The network relay of the sandbox ended before the command did; from then on it reached nothing.';
const boxEnded = 'The sandbox ended under the command; the next one gets a new sandbox.';
