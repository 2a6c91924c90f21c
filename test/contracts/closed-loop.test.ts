import { expect, test } from 'vitest';
import type { Core } from '../../src/protocol/core.ts';
import type { TerminalExecOutput } from '../../src/protocol/terminal-exec.ts';
import { createSallyport } from '../../src/sallyport.ts';
import { tempWorkspace } from '../../src/testing/index.ts';

const page = (title: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>The figure of ${title} is 42.</p></body></html>`;

test('a model that knows nothing but the skill goes from an inbox to text to queued steps', async () => {
  using workspace = tempWorkspace();
  workspace.write('inbox/report.html', page('First'));
  workspace.write('inbox/second paper.html', page('Second'));
  await using core = createSallyport({ root: workspace.path, env: workspace.env });
  await core.init();

  const model = scriptedModel(core);
  const skill = await model.read('.agents/skills/documents/SKILL.md');
  const lines = [...skill.matchAll(/```json\n([^]*?)\n```/g)].map(
    (match) => (JSON.parse(match[1] as string) as { command: string }).command,
  );
  const lineWith = (start: string) => lines.find((line) => line.startsWith(start) && line.includes('report')) ?? '';
  const extract = lines.find((line) => line.includes('--out outbox/report.md')) ?? '';
  const files = await model.list('inbox');
  expect(files).toEqual(['inbox/report.html', 'inbox/second paper.html']);

  // Step 2: text of each file, and what it says.
  for (const file of files) {
    const name = (file.split('/')[1] as string).replace('.html', '');
    const line = extract.replace('inbox/report.html', `"${file}"`).replace('outbox/report.md', `"outbox/${name}.md"`);
    expect(await model.exec(line)).toMatchObject({ exit_code: 0, result: { status: 'ok' } });
    expect(await model.read(`outbox/${name}.md`)).toMatch(/^# (First|Second)\n+The figure of (First|Second) is 42\./m);
  }

  // Step 3: what can wait, each after the one before, and adding it twice does no harm.
  const added = await model.exec(lineWith('queue add'));
  expect(await model.exec(lineWith('queue add'))).toMatchObject({ result: { added: false, job: added.result['job'] } });
  const pack = lines.find((line) => line.includes('--after report-text')) ?? '';
  expect(await model.exec(pack)).toMatchObject({ exit_code: 0, result: { state: 'waiting' } });
  expect(await model.exec(lineWith('queue show'))).toMatchObject({ result: { state: 'waiting' } });

  // The person's part.
  expect(await core.queue.work({ once: true })).toEqual({ done: 2, failed: 0, cancelled: 0, waiting: 0 });

  // Step 4: it looks after its jobs and tells its user.
  expect(await model.exec(lineWith('queue show'))).toMatchObject({ result: { state: 'done' } });
  expect(await model.read('outbox/report.txt')).toContain('The figure of First is 42.');
  const packed = await model.exec('zip list --in outbox.zip');
  expect(packed.result['entries']).toMatchObject(
    ['report.md', 'report.txt', 'second paper.md'].map((name) => ({ name })),
  );
  await model.write('outbox/summary.md', 'Both documents say 42.\n');

  const fronts = (await core.runs.list()).map(({ front, tool }) => `${front} ${tool}`);
  expect(fronts.filter((each) => each === 'queue terminal_exec')).toHaveLength(2);
  expect(await core.audit.verify()).toMatchObject({ ok: true, open: 0 });
});

/** Has the tools and nothing else. */
function scriptedModel(core: Core) {
  const data = async (tool: string, input: object) => {
    const {
      status,
      data: found,
      text,
    } = (await core.call(tool, input)) as { status: string; data: never; text: string };
    expect({ tool, status, text: status === 'success' ? '' : text }).toEqual({ tool, status: 'success', text: '' });
    return found;
  };
  return {
    exec: async (command: string) => (await core.call('terminal_exec', { command })) as TerminalExecOutput,
    read: async (path: string): Promise<string> => (await data('Read', { path }))['content'],
    write: (path: string, content: string) => data('Write', { path, content }),
    async list(path: string): Promise<string[]> {
      const entries: { path: string; type: string }[] = (await data('LS', { path }))['entries'];
      return entries.flatMap((entry) => (entry.type === 'file' ? [entry.path] : []));
    },
  };
}
