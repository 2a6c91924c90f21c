import { expect, test } from 'vitest';
import { argsSchema, builtinCommands, helpFor } from '../../src/commands/index.ts';
import { createSallyport } from '../../src/sallyport.ts';
import { tempWorkspace } from '../../src/testing/index.ts';
import { fuzzLines } from '../fixtures/fuzz.ts';
import { sampleWorkspace } from '../fixtures/samples.ts';

// Every command is held to the same contract; a new one is picked up from the registry.
const actions = [...builtinCommands.values()].flatMap((command) =>
  [...command.actions].map(([sub, action]) => ({
    line: [command.name, ...(sub === null ? [] : [sub])].join(' '),
    name: command.name,
    sub,
    action,
  })),
);

test.each(actions)('$line: every example succeeds', async ({ action }) => {
  expect(action.examples.length).toBeGreaterThan(0);
  using workspace = sampleWorkspace();
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  for (const example of action.examples) {
    const { exit_code, result, stderr } = await core.exec(example);
    expect({ example, exit_code, ok: result.ok, stderr }).toEqual({ example, exit_code: 0, ok: true, stderr: '' });
  }
});

const withSubcommands = [...builtinCommands.values()].filter(({ actions }) => !actions.has(null));
test.each(withSubcommands)('help on $name shows one example of each subcommand', ({ name, actions }) => {
  const { examples } = helpFor(builtinCommands, name, null);
  expect(examples.map((example) => example.split(' ').slice(0, 2).join(' '))).toEqual(
    [...actions.keys()].map((sub) => `${name} ${sub}`),
  );
});

test.each(actions)(
  '$line: help is the same in all its forms and names every flag',
  async ({ line, name, sub, action }) => {
    using workspace = tempWorkspace();
    await using core = createSallyport({ root: workspace.path, env: workspace.env });
    const { text, flags, usage } = helpFor(builtinCommands, name, sub);
    for (const form of [
      `${line} --help`,
      `help ${line}`,
      ...(sub === null ? [`${name} help`] : [`${name} help ${sub}`]),
    ]) {
      const { stdout, exit_code, result } = await core.exec(form);
      expect({ form, stdout, exit_code, usage: result['usage'] }).toEqual({ form, stdout: text, exit_code: 0, usage });
    }
    expect(flags.map((flag) => flag.name)).toEqual(Object.keys(action.flags).map((flag) => `--${flag}`));
  },
);

test.each(actions)('$line: declares what the gate enforces', ({ action }) => {
  const { limits, audit, flags } = action;
  for (const limit of Object.values(limits)) expect(limit).toBeGreaterThanOrEqual(0);
  expect(limits.timeMs).toBeGreaterThanOrEqual(1);
  expect(Object.keys(flags)).toEqual(expect.arrayContaining([...audit]));
  const writes = Object.values(flags).some((flag) => flag.kind === 'path' && flag.access === 'write');
  expect(action.capabilities.includes('write') || !writes).toBe(true);
  for (const name of Object.keys(flags)) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test.each(actions)('$line: its arguments have a JSON Schema', ({ action }) => {
  const schema = argsSchema(action);
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  expect(Object.keys(schema['properties'] as object)).toEqual(Object.keys(action.flags));
});

test('random lines are all answered, valid and recorded, and the chain holds', async () => {
  using workspace = tempWorkspace();
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  const { codes } = await fuzzLines(core, [...builtinCommands.values()], 400, 42);
  expect(Object.keys(codes)).toEqual(expect.arrayContaining(['ok', 'InvalidCommand', 'UnknownCommand', 'InvalidArgs']));
  expect(await core.audit.verify()).toMatchObject({ ok: true, runs: 400 });
});
