import { detectShell } from './backends/process/shell.ts';
import type { Core } from './protocol/core.ts';
import type { ShellRunOptions, ShellRunResult } from './protocol/shell-executor.ts';
import { createSallyport } from './sallyport.ts';

/**
 * Runs shell commands of one folder, each through the gate, without more setup.
 *
 * ```ts
 * await using shell = new ShellExecutor({ root: 'my-project' });
 * const { stdout, exitCode } = await shell.run('npm test', { timeout: 120 });
 * ```
 */
export class ShellExecutor implements AsyncDisposable {
  readonly #root: string | undefined;
  #core: Core | undefined;

  constructor({ root }: { root?: string } = {}) {
    this.#root = root;
  }

  /** What stands before the text of a command on this system. */
  static detectShell(): readonly string[] {
    return detectShell();
  }

  run(command: string, options?: ShellRunOptions): Promise<ShellRunResult> {
    this.#core ??= createSallyport(this.#root === undefined ? {} : { root: this.#root });
    return this.#core.shell.run(command, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#core?.[Symbol.asyncDispose]();
  }
}
