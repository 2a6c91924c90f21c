import { helpFor, type Command } from '../src/commands/index.ts';
import { builtinCommands } from '../src/commands/index.ts';
import { configKeys } from '../src/config.ts';
import { protectedRules } from '../src/files/index.ts';
import { builtinRules } from '../src/policy/index.ts';
import { errorCatalogue } from '../src/protocol/errors.ts';
import { lineLimits, outputLimits, timeouts } from '../src/protocol/limits.ts';

const generated = '<!-- Made by "npm run docs" from the definitions in src/; edit those. -->\n';

export function commandsPage(commands: ReadonlyMap<string, Command> = builtinCommands): string {
  const sections = [...commands.values()].map(
    ({ name, summary, actions }) =>
      `## \`${name}\`\n\n${summary}\n${[...actions]
        .map(([sub, action]) => {
          const help = helpFor(commands, name, sub);
          const { capabilities, limits, audit, stdin, confirm } = action;
          return `
${sub === null ? '' : `### \`${name} ${sub}\`\n\n${action.summary}\n`}
\`\`\`text
${help.usage}
\`\`\`

${table(
  ['flag', 'value', 'default', 'what it does'],
  help.flags.map((flag) => [
    `\`${flag.name}\``,
    flag.value === null ? '' : `\`${flag.value}\``,
    flag.default === null ? (flag.required ? 'required' : '') : `\`${flag.default}\``,
    flag.summary,
  ]),
  'It takes no flags.',
)}
| declares | |
|---|---|
| may | ${capabilities.join(', ') || 'touch nothing'} |
| stdin | ${stdin ?? 'refused'} |
| reads at most | ${limits.inputBytes} bytes |
| writes at most | ${limits.outputBytes} bytes |
| runs at most | ${limits.timeMs} ms |
| needs \`--confirm\` | ${confirm === 'always' ? 'always' : confirm === 'overwrite' ? 'together with `--overwrite`' : 'no'} |
| in the record | ${audit.map((flag) => `\`--${flag}\``).join(', ') || 'the line itself'} |

${action.examples.map((example) => `\`\`\`sh\nsallyport exec '${example}'\n\`\`\``).join('\n\n')}
`;
        })
        .join('')}`,
  );
  return `${generated}
# The commands of \`terminal_exec\`

They run inside the Sallyport process: no shell, no other program, no network. A line has the form
\`cmd [subcmd] --flag value --switch\`; \`--flag=value\` works too. Words may be quoted: \`"…"\` knows \`\\"\` and \`\\\\\`, \`'…'\` is
literal. Nothing is expanded. Outside quotes \`;\` \`&\` \`|\` \`<\` \`>\` backquotes and \`$(\` are refused, and so are line breaks and
control characters anywhere. Flags are neither repeated nor abbreviated. A line has at most ${lineLimits.bytes} bytes and ${lineLimits.words} words.

\`help\`, \`<cmd> --help\` and \`<cmd> <sub> --help\` work everywhere. A run gets ${timeouts.defaultMs} ms unless \`timeout_ms\` says
otherwise, and never more than the command's own limit. A reply holds at most ${outputLimits.stdoutBytes} bytes of stdout,
${outputLimits.stderrBytes} of stderr and ${outputLimits.resultBytes} of \`result\`; the whole of what is longer is in an artifact.

${sections.join('\n')}
# The rules that judge them

${table(
  ['rule', 'what it says'],
  builtinRules.map(({ id, summary }) => [`\`${id}\``, summary]),
)}
# Protected paths

Inside the workspace these need a person, whoever asks and by whatever spelling.

${table(
  ['rule', 'reading', 'writing', 'why'],
  protectedRules.map(({ id, read, write, reason }) => [`\`${id}\``, read, write, reason]),
)}`;
}

/** A SKILL.md with its reference written anew: the usage of the commands that its metadata names. */
export function skillPage(text: string, commands: ReadonlyMap<string, Command> = builtinCommands): string {
  const names = /^ {2}commands: "?([a-z ]+)"?$/m.exec(text)?.[1]?.split(' ') ?? [];
  const lines = names.flatMap((name) =>
    [...(commands.get(name)?.actions ?? [])].map(
      ([sub, { summary }]) => `- \`${helpFor(commands, name, sub).usage}\`\\\n  ${summary}`,
    ),
  );
  const [written] = text.split(referenceMark);
  return lines.length === 0 ? text : `${written}${referenceMark}\n\n## Reference\n\n${lines.join('\n')}\n`;
}

const referenceMark = '<!-- Below: made by "npm run docs" from the definitions. -->';

export function errorsPage(): string {
  const rows = Object.entries(errorCatalogue).map(([code, { exit, message, hint }]) => [
    `\`${code}\``,
    String(exit),
    message,
    hint,
  ]);
  return `${generated}
# Errors

Every failure has a code, a message that says what was refused and why, and a hint that says what to do next. In a reply of
\`terminal_exec\` they are \`error_code\`, \`error_message\` and the last lines of \`stderr\`; on the command line the exit code is
the one below. Words in braces are filled in.

${table(['code', 'exit', 'message', 'hint'], rows)}`;
}

export function configPage(): string {
  const rows = Object.entries(configKeys).map(([key, { summary, default: value, merge, notFromWorkspace }]) => [
    `\`${key}\``,
    `\`${JSON.stringify(value)}\``,
    merge === 'add' ? 'lists of all layers together' : 'the last layer',
    notFromWorkspace ? `no: ${notFromWorkspace}` : 'yes',
    summary,
  ]);
  return `${generated}
# Settings

One YAML file per layer; a later layer counts more: built-in < user < workspace < admin. A file that cannot be understood
stops Sallyport with an error, so that a typing mistake never loosens anything. \`sallyport config show --origin\` prints what
is in force and which file decided.

| layer | file |
|---|---|
| user | \`$XDG_CONFIG_HOME/sallyport/config.yaml\` (\`~/.config/sallyport/config.yaml\`) |
| workspace | \`sallyport.yaml\` in the workspace; it may come from a stranger and can only make things stricter |
| admin | \`/etc/sallyport/config.yaml\` |

${table(['setting', 'built-in', 'decided by', 'from a workspace', 'what it is'], rows)}
\`\`\`yaml
redact:
  env: [ACME_LICENCE]
  patterns: ['ACME-[0-9]{8}']
retention:
  days: 30
\`\`\`
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[], none = ''): string {
  if (rows.length === 0) return `${none}\n`;
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |\n`).join('');
}
