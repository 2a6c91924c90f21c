import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempWorkspace, type TempWorkspace } from '../../src/testing/index.ts';
import type { Envelope } from '../../src/protocol/envelope.ts';
import type { RunRecord } from '../../src/protocol/history.ts';
import type { TerminalExecOutput } from '../../src/protocol/terminal-exec.ts';
import { cleanEnv, cli, cliPath, helloOutput, run } from './cli.ts';

type Form = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };

interface Connection extends AsyncDisposable {
  readonly client: Client;
  readonly asked: { message: string; requestedSchema: unknown }[];
  readonly stderr: () => string;
  readonly onMessage: (listener: (message: Message) => void) => void;
}

type Message = Parameters<NonNullable<StdioClientTransport['onmessage']>>[0];

/** A real client and the built server as its child. Without `answer` the client cannot ask anybody. */
async function connect(
  workspace: TempWorkspace,
  { mode, answer }: { mode: 'legacy' | 'modern'; answer?: (message: string) => Form | Promise<Form> },
): Promise<Connection> {
  const asked: Connection['asked'] = [];
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    {
      capabilities: answer ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: mode === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push({ message: params.message, requestedSchema: 'requestedSchema' in params && params.requestedSchema });
      return answer(params.message);
    });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliPath, 'mcp', '--root', workspace.path],
    env: cleanEnv(workspace.env) as Record<string, string>,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await client.connect(transport);
  const onMessage = (listener: (message: Message) => void) => {
    const receive = transport.onmessage;
    transport.onmessage = (message, ...more) => {
      listener(message);
      receive?.(message, ...more);
    };
  };
  return { client, asked, stderr: () => stderr, onMessage, [Symbol.asyncDispose]: () => client.close() };
}

async function records(workspace: TempWorkspace): Promise<RunRecord[]> {
  return JSON.parse((await cli(workspace, ['runs', '--json'])).stdout) as RunRecord[];
}

describe.each(['legacy', 'modern'] as const)('a client of the %s era', (mode) => {
  // A start of the server costs more than most tests.
  const workspace = tempWorkspace();
  let plain: Connection;
  let asking: Connection;
  let answer: (message: string) => Form | Promise<Form> = () => ({ action: 'cancel' });
  beforeAll(async () => {
    plain = await connect(workspace, { mode });
    asking = await connect(workspace, { mode, answer: (message) => answer(message) });
  });
  afterAll(async () => {
    await plain[Symbol.asyncDispose]();
    await asking[Symbol.asyncDispose]();
    workspace[Symbol.dispose]();
  });

  test('finds the tools, with schemas that say what may be left out', async () => {
    const { client, stderr } = plain;
    const { tools } = await client.listTools();
    const named = JSON.parse((await cli(workspace, ['tools', '--json'])).stdout) as { name: string }[];
    expect(tools.map(({ name }) => name).sort()).toEqual(named.map(({ name }) => name).sort());
    const bash = tools.find(({ name }) => name === 'Bash');
    expect(bash?.inputSchema).toMatchObject({ type: 'object', required: ['command'] });
    expect(bash?.outputSchema).toMatchObject({ type: 'object' });
    expect(tools.find(({ name }) => name === 'run_shell')?.outputSchema).toBeUndefined();
    expect(client.getServerVersion()?.name).toBe('sallyport');
    expect(stderr()).toBe('');
  });

  test('runs commands and gets the wire shape of each tool, as data and as text', async () => {
    using workspace = tempWorkspace();
    await using connection = await connect(workspace, { mode });
    const { client } = connection;
    await client.listTools(); // from here on the client checks results against the schemas
    const echo = await client.callTool({ name: 'Bash', arguments: { command: 'echo "hello mcp"' } });
    const envelope = echo.structuredContent as Envelope;
    expect(echo.isError).toBeFalsy();
    expect(envelope).toMatchObject({ status: 'success', data: { stdout: 'hello mcp\n', exit_code: 0 } });
    expect(echo.content).toEqual([{ type: 'text', text: JSON.stringify(envelope) }]);

    const hello = await client.callTool({ name: 'terminal_exec', arguments: { command: 'hello' } });
    const output = hello.structuredContent as TerminalExecOutput;
    expect(output).toMatchObject({ exit_code: 0, stdout: helloOutput });

    const shell = await client.callTool({ name: 'run_shell', arguments: { command: 'echo out; exit 3' } });
    expect(shell).toMatchObject({ content: [{ type: 'text', text: 'out\nExit code: 3' }] });
    expect(shell.structuredContent).toBeUndefined();

    await connection[Symbol.asyncDispose]();
    expect((await records(workspace)).map(({ tool, front }) => [tool, front])).toEqual([
      ['run_shell', 'mcp'],
      ['terminal_exec', 'mcp'],
      ['Bash', 'mcp'],
    ]);
  });

  test('is told what is refused, and what it got wrong', async () => {
    const { client } = plain;
    const blocked = await client.callTool({ name: 'Bash', arguments: { command: 'sudo ls' } });
    expect(blocked).toMatchObject({ isError: true, structuredContent: { error: { code: 'INVALID_PARAM' } } });
    const text = await client.callTool({ name: 'run_shell', arguments: { command: 'rm -rf /' } });
    expect(text).toMatchObject({ isError: true });
    const unknown = await client.callTool({ name: 'terminal_exec', arguments: { command: 'helo' } });
    expect(unknown).toMatchObject({ isError: true, structuredContent: { error_code: 'UnknownCommand' } });
    const wrong = await client.callTool({ name: 'Bash', arguments: { cmd: 'ls' } });
    expect(wrong).toMatchObject({ isError: true, structuredContent: { error: { code: 'INVALID_PARAM' } } });
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  test('that cannot ask a person is refused what needs one', async () => {
    workspace.write('f', 'old');
    const reply = await plain.client.callTool({ name: 'Bash', arguments: { command: 'rm -r f' } });
    expect(reply).toMatchObject({ isError: true });
    expect(readFileSync(join(workspace.path, 'f'), 'utf8')).toBe('old');
  });

  test('is stopped when it sends the same failing command again and again', async () => {
    const call = { name: 'run_shell', arguments: { command: 'exit 7' } };
    for (let at = 0; at < 3; at++)
      expect(await plain.client.callTool(call)).toMatchObject({ content: [{ text: 'Exit code: 7' }] });
    expect(await plain.client.callTool(call)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Blocked: This command failed the same way 3 times/) as string }],
    });
  });

  test('asks a person, whose allow lets it run and is in the record', async () => {
    workspace.write('f', 'old');
    answer = () => ({ action: 'accept', content: { answer: 'allow', note: 'go on' } });
    const reply = await asking.client.callTool({ name: 'Bash', arguments: { command: 'rm -r f && echo gone' } });
    expect(reply).toMatchObject({ structuredContent: { status: 'success', data: { stdout: 'gone\n' } } });
    const asked = asking.asked.at(-1);
    expect(asked?.message).toContain('rm -r f && echo gone');
    expect(asked?.requestedSchema).toMatchObject({
      properties: { answer: { type: 'string', enum: ['allow', 'deny'] }, note: { type: 'string' } },
      required: ['answer'],
    });
    const record = (await records(workspace)).find(({ command }) => command === 'rm -r f && echo gone');
    expect(record?.approval).toMatchObject({ answer: 'allow', how: 'elicitation', who: 'the user of test-client' });
    expect(record?.undo).toMatchObject({ kept: 1, bytes: 3 });
  });

  test.each<[string, Form]>([
    ['deny', { action: 'accept', content: { answer: 'deny', note: 'not that one' } }],
    ['decline', { action: 'decline' }],
    ['cancel', { action: 'cancel' }],
  ])('asks a person, whose %s refuses', async (kind, form) => {
    workspace.write(kind, 'old');
    answer = () => form;
    const before = asking.asked.length;
    const reply = await asking.client.callTool({ name: 'Bash', arguments: { command: `rm -r ${kind}` } });
    expect(reply).toMatchObject({ isError: true });
    expect(asking.asked).toHaveLength(before + 1);
    if (kind === 'deny') expect(JSON.stringify(reply.structuredContent)).toContain('not that one');
    expect(readFileSync(join(workspace.path, kind), 'utf8')).toBe('old');
  });

  test('asks about each of several calls at once, and the answers reach the right ones', async () => {
    for (const name of ['a', 'b', 'c']) workspace.write(name, name);
    const answers = new Map([['rm -r a', 'allow'], ['rm -r b', 'deny'], ['rm -r c', 'allow']]); // prettier-ignore
    answer = async (message) => {
      const line = [...answers.keys()].find((command) => message.includes(command)) ?? '';
      await new Promise((done) => setTimeout(done, line === 'rm -r a' ? 300 : 20));
      return { action: 'accept', content: { answer: answers.get(line) ?? 'deny' } };
    };
    const replies = await Promise.all(
      [...answers.keys()].map((command) => asking.client.callTool({ name: 'Bash', arguments: { command } })),
    );
    expect(replies.map(({ isError }) => isError === true)).toEqual([false, true, false]);
    expect(readFileSync(join(workspace.path, 'b'), 'utf8')).toBe('b');
  });

  test('can cancel a command, which then ends', async () => {
    using workspace = tempWorkspace();
    const connection = await connect(workspace, { mode });
    const cancel = new AbortController();
    const call = connection.client.callTool(
      { name: 'Bash', arguments: { command: 'touch begun; sleep 300; touch ended' } },
      { signal: cancel.signal },
    );
    const failed = expect(call).rejects.toThrow();
    await expect.poll(() => readSafely(join(workspace.path, 'begun')), { timeout: 20_000 }).toBe('');
    cancel.abort('not needed any more');
    await failed;
    // The server goes on serving, and goes when the client goes.
    const after = await connection.client.callTool({ name: 'Bash', arguments: { command: 'echo still here' } });
    expect(after).toMatchObject({ structuredContent: { data: { stdout: 'still here\n' } } });
    await connection[Symbol.asyncDispose]();
    const all = await records(workspace);
    expect(all.find(({ command }) => command.includes('sleep'))).toMatchObject({ error_code: 'Cancelled' });
    expect(readSafely(join(workspace.path, 'ended'))).toBeUndefined();
  });

  test('hears how long a shell command runs and how much it has printed', async () => {
    using workspace = tempWorkspace();
    await using connection = await connect(workspace, { mode });
    const heard: { progress: number; message?: string | undefined }[] = [];
    const reply = await connection.client.callTool(
      { name: 'Bash', arguments: { command: 'printf 12345; until [ -e heard ]; do sleep 0.1; done' } },
      {
        onprogress(report) {
          heard.push(report);
          if (report.message?.includes('5 bytes') && heard.length >= 2) workspace.write('heard', '');
        },
      },
    );
    expect(reply).toMatchObject({ structuredContent: { data: { stdout: '12345', exit_code: 0 } } });
    expect(heard.map(({ progress }) => progress)).toEqual(heard.map((_, at) => at + 1));
    expect(heard.at(-1)?.message).toBe(`running, 5 bytes printed: ${heard.length} seconds`);
  });

  test('hears of progress', async () => {
    using workspace = tempWorkspace();
    for (let file = 0; file < 250; file++) workspace.write(`src/${file}.bin`, Buffer.alloc(200_000, file));
    await using connection = await connect(workspace, { mode });
    // As they come over the wire: a client that gets them together with the answer no longer reports them.
    const seen: number[] = [];
    connection.onMessage((message) => {
      if ('method' in message && message.method === 'notifications/progress')
        seen.push(message.params?.['progress'] as number);
    });
    const reply = await connection.client.callTool(
      { name: 'terminal_exec', arguments: { command: 'zip create --src src --out a.zip --level 9 --confirm' } },
      { onprogress() {} },
    );
    expect(reply).toMatchObject({ structuredContent: { exit_code: 0 } });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  });
});

test('each tool says what it can do at most', async () => {
  using workspace = tempWorkspace();
  await using connection = await connect(workspace, { mode: 'modern' });
  const { tools } = await connection.client.listTools();
  const words = { readOnlyHint: 'looks', destructiveHint: 'destroys', idempotentHint: 'repeats', openWorldHint: 'reaches out' };
  const said = tools.map(({ name, annotations = {} }) => [
    name,
    Object.entries(words).flatMap(([hint, word]) => (annotations[hint as keyof typeof words] === true ? [word] : [])).join(', '),
  ]);
  expect(Object.fromEntries(said)).toEqual({
    Bash: 'destroys, reaches out',
    run_shell: 'destroys, reaches out',
    terminal_exec: 'destroys',
    terminal_read: 'looks, repeats',
    terminal_wait: 'looks, repeats',
    terminal_kill: 'destroys, repeats',
    LS: 'looks, repeats',
    Read: 'looks, repeats',
    Glob: 'looks, repeats',
    Grep: 'looks, repeats',
    Mkdir: 'repeats',
    Write: 'destroys, repeats',
    Edit: 'destroys',
  });
  expect(tools.map(({ annotations }) => Object.keys(annotations ?? {}).length)).toEqual(tools.map(() => 4));
}); // prettier-ignore

test('nothing but the protocol is on stdout, and the server ends with its input', async () => {
  using workspace = tempWorkspace();
  const send = (id: number | undefined, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params })}\n`;
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } };
  const stdin = send(1, 'initialize', client) + send(undefined, 'notifications/initialized', {}) + 'not json\n';
  const { code, stdout } = await run(process.execPath, [cliPath, 'mcp'], workspace, { stdin });
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc)).toEqual(lines.map(() => '2.0'));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } });
});

test('a workspace that does not exist is an error at once, not a silent server', async () => {
  using workspace = tempWorkspace();
  const ended = await run(process.execPath, [cliPath, 'mcp', '--root', 'nowhere'], workspace);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toContain('does not exist');
});

function readSafely(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
