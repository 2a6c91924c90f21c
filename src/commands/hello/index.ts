import { action, defineCommand } from '../define.ts';

const banner = [
  '#   #  #####  #      #       ###  ',
  '#   #  #      #      #      #   # ',
  '#####  ####   #      #      #   # ',
  '#   #  #      #      #      #   # ',
  '#   #  #####  #####  #####   ###  ',
].map((row) => row.trimEnd());

const signature = 'lemonhall';

export const hello = defineCommand({
  name: 'hello',
  summary: 'Prints HELLO in ASCII art and a signature: the smallest proof that the gate works.',
  action: action({
    summary: 'Prints HELLO in ASCII art and a signature.',
    flags: {},
    capabilities: [],
    limits: { inputBytes: 0, outputBytes: 4096, timeMs: 5_000, memoryBytes: 16 * 1024 * 1024 },
    audit: [],
    examples: ['hello'],
    run(_args, { print }) {
      print(`${banner.join('\n')}\n\n${' '.repeat(12)}${signature}\n`);
      return { signature };
    },
  }),
});
