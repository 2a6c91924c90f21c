/** All processes of one run, however they came about. */
export interface ProcessTree {
  /** What finds them, as the result names it. */
  readonly kind: 'cgroup' | 'search';
  /** What has to be started so that the program and everything it starts are found again. */
  wrap(argv: readonly string[], env: Readonly<Record<string, string>>): readonly string[];
  /** Tells the tree its first process. */
  began(root: TreeRoot): void;
  /** Asks every process to end. */
  terminate(): Promise<void>;
  /** Ends every process; to be called again until nothing is left. */
  kill(): Promise<void>;
  isEmpty(): Promise<boolean>;
  /** Called once, at the end of the run; `look` is whether it matters what is left even if that takes a while. */
  close(end: { readonly exitCode: number | null; readonly look: boolean }): Promise<TreeEnd>;
}

export interface TreeEnd {
  readonly survivors: 'none' | 'unknown' | number;
  readonly cpuMs?: number;
}

export interface TreeRoot {
  readonly pid: number;
  /** From then on the pid may be somebody else's. */
  readonly hasEnded: () => boolean;
}

const graceMs = 500;
const patienceMs = 5_000;

/** Asks the processes to end, then makes them; gives up after a while on those that even the kernel cannot end. */
export async function endTree(tree: ProcessTree, root: TreeRoot): Promise<void> {
  const isGone = async () => root.hasEnded() && (await tree.isEmpty());
  await tree.terminate();
  if (await becomes(isGone, graceMs)) return;
  const start = performance.now();
  do {
    await tree.kill();
    if (await becomes(isGone, 100)) return;
  } while (performance.now() - start < patienceMs);
}

async function becomes(is: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const start = performance.now();
  for (let pause = 5; ; pause = Math.min(50, pause * 1.5)) {
    if (await is()) return true;
    if (performance.now() - start >= withinMs) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Those that are gone, or not ours to signal, are let be. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // What is left is counted at the end.
  }
}
