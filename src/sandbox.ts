import type { BoxBackendOptions } from './backends/box/index.ts';
import type { Backend } from './protocol/backend.ts';
import { SallyportError } from './protocol/errors.ts';
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
  // Only where it was asked for: what nobody has run on a Mac yet is not what everybody there gets.
  const isSeatbelt = process.platform === 'darwin' && mode === 'required';
  const backend = isSeatbelt ? await openSeatbelt(options) : createBoxBackend(options);
  const status = await backend.probe();
  if (status.kind !== 'none') return { backend, status };
  await backend[Symbol.asyncDispose]();
  if (mode === 'auto') return { backend: createProcessBackend(), status };
  const reason = status.lacks.join('; ');
  const refuse = () => Promise.reject(new SallyportError('NoSandbox', { reason }));
  return { backend: { name: 'none', run: refuse, [Symbol.asyncDispose]: async () => {} }, status };
}

async function openSeatbelt(options: BoxBackendOptions) {
  return (await import('./backends/seatbelt/index.ts')).createSeatbeltBackend(options);
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
