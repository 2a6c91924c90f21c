import type { Backend } from '../../protocol/backend.ts';
import { openCgroupFolder } from './cgroup.ts';
import { pipeStock } from '../pipes/pipes.ts';
import { openRunning } from '../pipes/running.ts';
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
  const running = openRunning();
  const wanted = cgroups && process.platform === 'linux';
  let probed: ReturnType<typeof openCgroupFolder> | undefined;
  const openTree = async (marker: string) => {
    const groups = wanted ? await (probed ??= openCgroupFolder()) : undefined;
    return groups?.openTree() ?? search.openTree(marker);
  };

  return {
    name: 'process',
    run: (spec, { signal, ...output }) =>
      running.run(signal, (stop) => runProcess(spec, { ...output, signal: stop }, { stock, openTree })),
    async [Symbol.asyncDispose]() {
      await running.end();
      stock[Symbol.dispose]();
      (await probed)?.[Symbol.dispose]();
    },
  };
}
