import { detectShell } from './backends/process/shell.ts';
import type { Core } from './protocol/core.ts';
import type { ShellRunner, ShellRunOptions, ShellRunResult } from './protocol/shell-executor.ts';

/**
 * Runs shell commands of one folder, each through the gate, without more setup.
 *
 * ```ts
 * await using shell = new ShellExecutor({ root: 'my-project' });
 * const { stdout, exitCode } = await shell.run('npm test', { timeout: 120 });
 * ```
 */
export class ShellExecutor implements ShellRunner, AsyncDisposable {
  readonly #root: string | undefined;
  #core: Promise<Core> | undefined;

  constructor({ root }: { root?: string } = {}) {
    this.#root = root;
  }

  /** What stands before the text of a command on this system. */
  static detectShell(): readonly string[] {
    return detectShell();
  }

  detectShell(): readonly string[] {
    return detectShell();
  }

  async run(command: string, options?: ShellRunOptions): Promise<ShellRunResult> {
    this.#core ??= this.#open();
    return (await this.#core).shell.run(command, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const core = await this.#core?.catch(() => undefined);
    await core?.[Symbol.asyncDispose]();
  }

  async #open(): Promise<Core> {
    const { createSallyport } = await import('./sallyport.ts');
    return createSallyport(this.#root === undefined ? {} : { root: this.#root });
  }
}

/** The one of an instance, which runs its commands and ends with it. */
export class ShellOfInstance extends ShellExecutor {
  override readonly run: ShellRunner['run'];

  constructor(run: ShellRunner['run']) {
    super();
    this.run = run;
  }
}
