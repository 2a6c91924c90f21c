import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { makeTemporaryFolder } from '../../platform/temporary.ts';
import type { Core } from '../../protocol/core.ts';
import { defineCliCommand } from './define.ts';
import { printOutput } from './exec.ts';
import { explainRun } from './explain.ts';
import { runTable } from './runs.ts';
import type { Screen } from './screen.ts';

export const tour = defineCliCommand({
  name: 'tour',
  summary: 'A short guided tour in a throw-away workspace',
  args: {},
  async run(_args, { screen }) {
    const place = makeTemporaryFolder('sallyport-tour-');
    const workspace = join(place, 'workspace');
    mkdirSync(workspace);
    try {
      const { openCore } = await import('../../core/index.ts');
      await using core = openCore({
        root: workspace,
        front: 'cli',
        env: { ...process.env, XDG_STATE_HOME: join(place, 'state') },
      });
      await show(screen, core, workspace);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
});

async function show(screen: Screen, core: Core, workspace: string): Promise<void> {
  const own = installedName(process.argv[1]);
  const say = (text: string) => screen.out(`${text}\n`);
  const step = (number: number, title: string, text: string) => {
    say(`\n${screen.paint('bold', ` ${number}  ${title}`)}`);
    say(`${screen.paint('dim', `    ${text}`)}\n`);
  };
  const prompt = (line: string) => say(`${screen.paint('cyan', '  $')} ${screen.paint('bold', line)}`);
  const indent = (text: string) => text.replace(/^(?=.)/gm, '    ');

  const run = async (line: string) => {
    prompt(`sallyport exec '${line}'`);
    const reply = await core.exec(line);
    const out = (text: string) => screen.out(indent(screen.wrap(text, 6)));
    printOutput({ ...screen, out, err: out }, reply);
    return reply.run_id;
  };

  say(screen.paint('bold', '\n Sallyport: the guarded door between AI agents and the terminal'));
  say(
    screen.paint(
      'dim',
      ' parse → judge → ask → run → bound → record. Everything below is really happening, in a throw-away folder.',
    ),
  );

  step(1, 'A command that may run', 'It is parsed by a strict grammar, judged, run inside this process, and recorded.');
  const allowed = await run('hello');

  step(
    2,
    'One that may not',
    'There is no shell here that could be talked into anything; the line is refused, with the reason.',
  );
  const refused = await run('hello; rm -rf ~');
  say('');
  await run('helo');

  step(3, 'Every run leaves a record', 'Refused ones too.');
  prompt('sallyport runs');
  screen.out(indent(runTable(screen, await core.runs.list())));
  say('');
  prompt(`sallyport explain ${refused.slice(0, 16)}`);
  const record = await core.runs.read(refused);
  screen.out(indent(explainRun(screen, record, await core.runs.vouches(record))));

  step(4, 'A record can be replayed', 'Shown as it was; nothing is executed.');
  prompt(`sallyport replay ${allowed.slice(0, 16)}`);
  const first = await core.runs.read(allowed);
  screen.out(
    indent(`${first.stdout}${screen.paint('dim', `exit code ${first.exit_code}, recorded ${first.timestamp}`)}\n`),
  );

  step(5, 'And a changed history is found', 'Somebody edits the record of the refused run:');
  prompt('sallyport audit verify');
  const before = await core.audit.verify();
  say(`    ${screen.paint('green', 'intact')}  ${before.runs} runs, ${before.lines} lines`);
  const file = join(workspace, '.agents', 'artifacts', 'terminal_exec', 'runs', `${refused}.json`);
  prompt(`sed -i 's/rm -rf/ls/' .agents/artifacts/terminal_exec/runs/${refused.slice(0, 8)}….json`);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('rm -rf', 'ls'));
  prompt('sallyport audit verify');
  for (const { message } of (await core.audit.verify()).problems)
    say(`    ${screen.paint('red', 'broken')}  ${message}`);

  const more = screen.paint('dim', `· README.md${own ? '' : ' · ARCHITECTURE.md'}`);
  say(`\n ${screen.paint('bold', 'Next:')} ${own ?? `node ${relative('.', process.argv[1] ?? '')}`} help   ${more}\n`);
}

/** How an installed package is called: by the name of its program, which npm puts among those of the project or of the system. */
function installedName(path = ''): string | undefined {
  if (basename(path) !== 'sallyport') return undefined;
  return path.includes(join('node_modules', '.bin')) ? 'npx sallyport' : 'sallyport';
}
