import type { BoxBackend, BoxBackendOptions } from './backends/box/index.ts';
import type { Backend } from './protocol/backend.ts';
import { isSallyportError, SallyportError } from './protocol/errors.ts';
import type { SandboxMode, SandboxStatus } from './protocol/sandbox.ts';

/** Where shell commands run: in boxes, or without. */
export interface Sandbox {
  readonly backend: Backend;
  readonly status: SandboxStatus;
}

/** The strongest sandbox that this machine has and the mode asks for; never a weaker one without saying so. */
export async function openSandbox(mode: SandboxMode, options: BoxBackendOptions): Promise<Sandbox> {
  const [{ createBoxBackend }, { createProcessBackend }] = await Promise.all([
    import('./backends/box/index.ts'),
    import('./backends/process/index.ts'),
  ]);
  if (mode === 'off') return { backend: createProcessBackend(), status: switchedOff };
  const isWrapped = mode === 'sandbox-runtime' || (mode === 'required' && process.platform === 'darwin');
  const { backend, status } = await probed(() => (isWrapped ? openWrapped(mode, options) : createBoxBackend(options)));
  if (backend) return { backend, status };
  if (mode === 'auto') return { backend: createProcessBackend(), status };
  const reason = status.lacks.join('; ');
  const refuse = () => Promise.reject(new SallyportError('NoSandbox', { reason }));
  return { backend: { name: 'none', run: refuse, [Symbol.asyncDispose]: async () => {} }, status };
}

async function probed(
  open: () => BoxBackend | Promise<BoxBackend>,
): Promise<Partial<Sandbox> & Pick<Sandbox, 'status'>> {
  try {
    const backend = await open();
    const status = await backend.probe();
    if (status.kind !== 'none') return { backend, status };
    await backend[Symbol.asyncDispose]();
    return { status };
  } catch (error) {
    if (!isSallyportError(error) || error.code !== 'NoSandbox') throw error;
    return { status: { kind: 'none', holds: [], lacks: [error.message], fix: 'see docs/sandbox.md', limits: [] } };
  }
}

/** Sandboxes of others, only where they were asked for: what nobody has run on a Mac yet is not what everybody there gets. */
async function openWrapped(mode: SandboxMode, options: BoxBackendOptions): Promise<BoxBackend> {
  const { createWrappedBackend, sandboxRuntime, seatbelt } = await import('./backends/wrapped/index.ts');
  const writable = [options.root, ...(options.allowedPaths ?? [])];
  return createWrappedBackend(options, mode === 'sandbox-runtime' ? sandboxRuntime(writable) : seatbelt());
}

/** What an automatic choice would come to. */
export async function probeSandbox(options: BoxBackendOptions): Promise<SandboxStatus> {
  const { backend, status } = await openSandbox('auto', options);
  await backend[Symbol.asyncDispose]();
  return status;
}

const switchedOff: SandboxStatus = {
  kind: 'none',
  holds: [],
  lacks: ['it is switched off'],
  fix: 'set sandbox.mode to auto',
  limits: [],
};
