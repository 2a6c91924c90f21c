import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as surface from '../../src/index.ts';
import { envelopeSchema } from '../../src/protocol/envelope.ts';
import { plannedCommandSchema } from '../../src/protocol/plan.ts';
import { requestSchema } from '../../src/protocol/request.ts';
import { runRecordSchema } from '../../src/protocol/run-record.ts';
import { terminalExecInputSchema, terminalExecOutputSchema } from '../../src/protocol/terminal-exec.ts';
import { verdictSchema } from '../../src/protocol/verdict.ts';
import * as testing from '../../src/testing/index.ts';
import { version } from '../../src/version.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  exports: Record<string, string | { default: string }>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

test('the public names are these', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'NullTerminalPermissionService',
    'PermissionResult',
    'SallyportError',
    'SecurityError',
    'ShellExecutor',
    'TerminalPermissionService',
    'createSallyport',
    'errorCatalogue',
    'isSallyportError',
  ]);
  expect(Object.keys(testing).sort()).toEqual(['manualClock', 'scriptedApprover', 'tempWorkspace']);
});

test('every export of the manifest has its source', () => {
  for (const target of Object.values(manifest.exports)) {
    const file =
      typeof target === 'string' ? target : target.default.replace('./dist/', './src/').replace(/\.js$/, '.ts');
    expect({ file, exists: existsSync(file) }).toEqual({ file, exists: true });
  }
});

test('the version is that of the manifest, and dependencies are pinned', () => {
  expect(version).toBe(manifest.version);
  for (const pinned of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
});

test.each(
  Object.entries({
    requestSchema,
    plannedCommandSchema,
    verdictSchema,
    runRecordSchema,
    terminalExecInputSchema,
    terminalExecOutputSchema,
    envelopeSchema,
  }),
)('%s can be given to others as JSON Schema', (_, schema) => {
  const json = z.toJSONSchema(schema) as { type?: string; anyOf?: unknown; oneOf?: unknown };
  expect(json.type === 'object' || json.anyOf !== undefined || json.oneOf !== undefined).toBe(true);
});

test.each<[string, object, boolean]>([
  [
    'a success',
    { status: 'success', data: {}, text: '', stats: { time_ms: 1 }, context: { cwd: '.', params_input: {} } },
    true,
  ],
  [
    'an error with its code',
    {
      status: 'error',
      data: {},
      text: '',
      stats: { time_ms: 1 },
      context: { cwd: '.', params_input: {} },
      error: { code: 'TIMEOUT', message: 'm' },
    },
    true,
  ],
  [
    'an error without one',
    { status: 'error', data: {}, text: '', stats: { time_ms: 1 }, context: { cwd: '.', params_input: {} } },
    false,
  ],
  [
    'an error with data',
    {
      status: 'error',
      data: { a: 1 },
      text: '',
      stats: { time_ms: 1 },
      context: { cwd: '.', params_input: {} },
      error: { code: 'TIMEOUT', message: 'm' },
    },
    false,
  ],
  [
    'a success with an error',
    {
      status: 'success',
      data: {},
      text: '',
      stats: { time_ms: 1 },
      context: { cwd: '.', params_input: {} },
      error: { code: 'TIMEOUT', message: 'm' },
    },
    false,
  ],
  [
    'an unknown member',
    { status: 'success', data: {}, text: '', stats: { time_ms: 1 }, context: { cwd: '.', params_input: {} }, extra: 1 },
    false,
  ],
])('the envelope takes %s: %j → %s', (_, envelope, valid) => {
  expect(envelopeSchema.safeParse(envelope).success).toBe(valid);
});

test.each([undefined, 5, { command: 'hello' }])(
  'exec(%j), as JavaScript allows it, is refused and recorded',
  async (line) => {
    using workspace = testing.tempWorkspace();
    await using sallyport = surface.createSallyport({ root: workspace.path, env: workspace.env });
    expect(await sallyport.exec(line as never)).toMatchObject({
      exit_code: 2,
      error_code: 'InvalidArgs',
      result: { ok: false },
    });
    expect(await sallyport.runs.list()).toHaveLength(1);
  },
);
