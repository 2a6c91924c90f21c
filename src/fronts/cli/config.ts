import { SallyportError } from '../../protocol/errors.ts';
import { defineCliCommand } from './define.ts';

export const config = defineCliCommand({
  name: 'config',
  summary: 'show: print the settings in force; --origin says which file decided',
  args: {
    action: { type: 'positional', required: true, description: 'show' },
    origin: { type: 'boolean', description: 'Where each value comes from' },
  },
  async run(args, { core, screen }) {
    if (args.action !== 'show')
      throw new SallyportError('InvalidArgs', {
        reason: `"config ${args.action}" is not known; there is show`,
        usage: 'sallyport config --help',
      });
    const entries = await core().config();
    if (args.json)
      return screen.out(
        `${screen.json(args.origin ? entries : Object.fromEntries(entries.map(({ key, value }) => [key, value])))}\n`,
      );
    const rows = entries.map(({ key, value, origin, file }) => [
      key,
      JSON.stringify(value),
      ...(args.origin ? [file ? `${origin}: ${file}` : origin] : []),
    ]);
    screen.out(screen.table(['SETTING', 'VALUE', ...(args.origin ? ['FROM'] : [])], rows, ['cyan', undefined, 'dim']));
    for (const text of entries.flatMap(({ key, ignored }) => ignored.map((why) => `${key} ignored in ${why}`)))
      screen.err(`${screen.paint('yellow', 'note:')}  ${screen.safe(text)}\n`);
  },
});
