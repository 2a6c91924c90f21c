import { SallyportError } from '../../protocol/errors.ts';
import { defineCliCommand } from './define.ts';

export const skills = defineCliCommand({
  name: 'skills',
  summary: 'list, show <name> or validate the skills that teach agents to use the tools',
  args: {
    action: { type: 'positional', required: true, description: 'list, show or validate' },
    name: { type: 'positional', required: false, description: 'show, validate: only this skill' },
  },
  async run(args, { core, screen }) {
    const all = await core().skills();
    const chosen = args.name === undefined ? all : all.filter(({ name }) => name === args.name);
    if (chosen.length === 0 && args.name !== undefined)
      throw new SallyportError('NotFound', {
        says: `There is no skill "${args.name}".`,
        next: '"sallyport skills list" names them.',
      });
    switch (args.action) {
      case 'list':
        if (args.json)
          return screen.out(
            `${screen.json(chosen.map(({ name, description, origin, path, problems }) => ({ name, description, origin, path, problems })))}\n`,
          );
        return screen.out(
          screen.table(
            ['SKILL', 'FROM', 'WHAT IT IS FOR'],
            chosen.map(({ name, origin, description }) => [name, origin, description]),
            ['cyan', 'dim'],
          ),
        );
      case 'show':
        if (args.name === undefined)
          throw new SallyportError('InvalidArgs', {
            reason: 'Which one? Give the name of a skill',
            usage: 'sallyport skills list',
          });
        return screen.out(
          args.json
            ? `${screen.json(chosen[0])}\n`
            : screen.tty
              ? screen.safe(chosen[0]?.text ?? '')
              : (chosen[0]?.text ?? ''),
        );
      case 'validate': {
        const bad = chosen.filter(({ problems }) => problems.length > 0);
        if (args.json)
          screen.out(`${screen.json(chosen.map(({ name, path, problems }) => ({ name, path, problems })))}\n`);
        else
          for (const { name, path, problems } of chosen)
            screen.out(
              problems.length === 0
                ? `${screen.paint('green', ' ok ')}  ${name}\n`
                : `${screen.paint('red', 'FAIL')}  ${screen.safe(`${path}: ${problems.join('; ')}`)}\n`,
            );
        return bad.length > 0 ? 1 : 0;
      }
      default:
        throw new SallyportError('InvalidArgs', {
          reason: `"skills ${args.action}" is not known; there are list, show and validate`,
          usage: 'sallyport skills --help',
        });
    }
  },
});
