import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openCore } from '../../core/index.ts';
import type { Core } from '../../protocol/core.ts';
import { openCalls } from './calls.ts';
import { createMcpServer } from './server.ts';

export interface McpOptions {
  readonly root?: string;
  readonly preset: string;
  readonly signal: AbortSignal;
}

/** Serves one client over stdin and stdout until it goes away. Nothing but the protocol is written to stdout. */
export async function serveMcp({ signal, ...options }: McpOptions): Promise<void> {
  const calls = openCalls(() => core);
  const core: Core = openCore({ ...options, front: 'mcp', approver: calls.approver });
  const ended = new Promise<void>((done) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => done());
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done());
  });
  const connection = serveStdio(() => createMcpServer(core, calls), {
    onerror: (error) => console.error(`sallyport mcp: ${error.message}`),
  });
  try {
    await ended;
  } finally {
    await connection.close();
    await core[Symbol.asyncDispose]();
  }
}
