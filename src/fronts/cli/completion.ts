import type { ArgsDef } from 'citty';
import { SallyportError } from '../../protocol/errors.ts';
import { defineCliCommand } from './define.ts';
import { subcommands } from './index.ts';

export const completion = defineCliCommand({
  name: 'completion',
  summary: 'Print a completion script for bash, zsh or fish',
  args: {
    shell: {
      type: 'positional',
      required: true,
      description: 'bash, zsh or fish: source <(sallyport completion bash)',
    },
  },
  async run(args, { screen }) {
    const render = Object.hasOwn(scripts, args.shell) ? scripts[args.shell as keyof typeof scripts] : undefined;
    if (!render)
      throw new SallyportError('InvalidArgs', {
        reason: `There is no completion for "${args.shell}"; there are bash, zsh and fish`,
        usage: 'sallyport completion --help',
      });
    screen.out(render(await describe()));
  },
});

interface Described {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly { readonly name: string; readonly summary: string; readonly takesValue: boolean }[];
}

const actions: Readonly<Record<string, readonly string[]>> = {
  policy: ['check', 'rules', 'test', 'backtest', 'import'],
  runs: ['prune'],
  audit: ['verify', 'export'],
  skills: ['list', 'show', 'validate'],
  config: ['show'],
  completion: ['bash', 'zsh', 'fish'],
};

async function describe(): Promise<Described[]> {
  const loaded = await Promise.all(
    Object.entries(subcommands).map(async ([name, load]) => [name, await load()] as const),
  );
  return loaded.map(([name, { meta, args }]) => ({
    name,
    summary: (meta as { description: string }).description,
    flags: Object.entries(args as ArgsDef).flatMap(([flag, spec]) =>
      spec.type === 'positional'
        ? []
        : [{ name: `--${flag}`, summary: spec.description ?? '', takesValue: spec.type !== 'boolean' }],
    ),
  }));
}

const scripts = {
  bash: (commands: readonly Described[]) => `_sallyport() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$prev" = --root ]; then local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")); return; fi
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} help" -- "$cur")); return; fi
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, flags }) => `    ${name}) COMPREPLY=($(compgen -W "${[...(actions[name] ?? []), ...flags.map((flag) => flag.name)].join(' ')}" -- "$cur")) ;;`).join('\n')}
  esac
}
complete -o default -F _sallyport sallyport
`,
  zsh: (commands: readonly Described[]) => `#compdef sallyport
_sallyport() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quote(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "$words[2]" in
${commands.map(({ name, flags }) => `    ${name}) _arguments ${flags.map((flag) => quote(`${flag.name}[${flag.summary.replace(/[[\]:]/g, '\\$&')}]${flag.takesValue ? ':value:_files' : ''}`)).join(' ')} ${actions[name] ? quote(`2:action:(${actions[name].join(' ')})`) : quote('*::')} ;;`).join('\n')}
  esac
}
compdef _sallyport sallyport
`,
  fish: (commands: readonly Described[]) =>
    [
      'complete -c sallyport -f',
      ...commands.flatMap(({ name, summary, flags }) => [
        `complete -c sallyport -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
        ...(actions[name] ?? []).map(
          (action) => `complete -c sallyport -n '__fish_seen_subcommand_from ${name}' -a ${action}`,
        ),
        ...flags.map(
          (flag) =>
            `complete -c sallyport -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.slice(2)}${flag.takesValue ? ' -r' : ''} -d ${quote(flag.summary)}`,
        ),
      ]),
      '',
    ].join('\n'),
};

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
