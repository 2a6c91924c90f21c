import type { Backend, ProcessEnd } from '../../protocol/backend.ts';
import { openCgroupFolder } from './cgroup.ts';
import { pipeStock } from '../pipes/pipes.ts';
import { runProcess } from './run.ts';
import { openSearch } from './search.ts';

export interface ProcessBackendOptions {
  /** False: processes are searched for even where this user has control groups. */
  readonly cgroups?: boolean;
}

/** Runs programs as processes of this user, in no box. */
export function createProcessBackend({ cgroups = true }: ProcessBackendOptions = {}): Backend {
  const stock = pipeStock();
  const search = openSearch();
  const running = new Map<Promise<ProcessEnd>, AbortController>();
  const wanted = cgroups && process.platform === 'linux';
  let probed: ReturnType<typeof openCgroupFolder> | undefined;
  const openTree = async (marker: string) => {
    const groups = wanted ? await (probed ??= openCgroupFolder()) : undefined;
    return groups?.openTree() ?? search.openTree(marker);
  };

  return {
    name: 'process',
    async run(spec, { signal, ...output }) {
      const stop = new AbortController();
      const onCancel = () => stop.abort();
      if (signal.aborted) stop.abort();
      signal.addEventListener('abort', onCancel);
      const run = runProcess(spec, { ...output, signal: stop.signal }, { stock, openTree });
      running.set(run, stop);
      try {
        return await run;
      } finally {
        running.delete(run);
        signal.removeEventListener('abort', onCancel);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const stop of running.values()) stop.abort();
      await Promise.allSettled(running.keys());
      stock[Symbol.dispose]();
      (await probed)?.[Symbol.dispose]();
    },
  };
}
