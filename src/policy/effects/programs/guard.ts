import { defineProgram, type Part } from '../define.ts';

/** Whatever is not known to look only. */
const acts: Part = { effects: 'change guard', help: '--help -h' };

/** An option that is not listed here may do anything, so it is a doubt. */
function looks(options: Part['options'], more: Omit<Part, 'options'> = {}): Part {
  return { quiet: true, strict: true, help: '--help -h', options: { ...options, '--help -h': 'help' }, ...more };
}

const filters = { '--since --until --tool --exit --text --limit=': 'text' } as const;
const judging = { '--cwd --shell --preset --tool=': 'text', '--sandboxed --batch': 'text' } as const;

/** Sallyport itself: what looks is harmless, and everything else would change the guard that judges it. */
export const guard = [
  defineProgram({
    names: 'sallyport',
    summary: 'The guard itself: an agent may look, and no more.',
    quiet: true,
    strict: true,
    isGlobal: true,
    options: { '--root=': 'text', '--json': 'text' },
    help: '--help --version -h -v',
    subs: {
      'help tools doctor completion explain': looks({}),
      runs: looks(
        { ...filters, '--days --max-bytes=': 'text' },
        // Its only action removes what was recorded.
        { also: [{ if: 'operands', effects: 'change guard' }] },
      ),
      replay: looks({ '--again': 'change guard' }),
      audit: looks(
        { ...filters, '--format=': 'text' },
        { subs: actions('verify export'), isGlobal: true, otherwise: acts },
      ),
      policy: looks(judging, {
        subs: { 'check rules backtest': looks({}), 'test import': looks({}, { operands: 'read' }) },
        isGlobal: true,
        otherwise: acts,
      }),
      config: looks({ '--origin': 'text' }, { subs: actions('show'), isGlobal: true, otherwise: acts }),
      skills: looks({}, { subs: actions('list show validate'), otherwise: acts }),
      grants: looks({}, { subs: { ...actions('list show'), revoke: acts }, otherwise: acts }),
      queue: looks({}, { subs: { ...actions('list show'), 'cancel retry': acts }, otherwise: acts }),
      'exec run call undo panic resume allow-all work watch init mcp tour': acts,
    },
    otherwise: acts,
    examples: {
      'sallyport policy check "rm -rf /"': 'quiet',
      'sallyport policy test cases.jsonl': 'quiet, read cases.jsonl',
      'sallyport config set preset blocklist': 'change guard set',
      "sallyport run 'rm x'": 'change guard rm x',
      'sallyport run --help': 'quiet',
      'sallyport audit verify': 'quiet',
      'sallyport audit export --format csv --since 7d': 'quiet',
      'sallyport grants list --json': 'quiet',
      'sallyport grants revoke x': 'change guard x',
      'sallyport grants add x': 'change guard add',
      'sallyport runs --limit 5': 'quiet',
      'sallyport --root / runs --json prune --days 0': 'change guard prune',
      'sallyport runs $X': 'change guard …, ?',
      'sallyport replay 01A': 'quiet',
      'sallyport replay 01A --again': 'change guard 01A',
      'sallyport runs --unheard-of': 'quiet, ?',
      'sallyport tour': 'change guard',
    },
  }),
];

function actions(names: string): NonNullable<Part['subs']> {
  return { [names]: looks({}) };
}
