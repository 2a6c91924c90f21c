import { helpFor, type Command } from '../src/commands/index.ts';
import { builtinCommands } from '../src/commands/index.ts';
import { configKeys } from '../src/config.ts';
import { protectedRules } from '../src/files/index.ts';
import { builtinRules } from '../src/policy/index.ts';
import { presets, shellRules, strictness } from '../src/policy/shell/index.ts';
import { decide } from '../src/policy/shell/presets.ts';
import { programs } from '../src/policy/effects/programs/index.ts';
import { errorCatalogue } from '../src/protocol/errors.ts';
import { lineLimits, outputLimits, timeouts } from '../src/protocol/limits.ts';
import { builtinTools } from '../src/tools/index.ts';

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
otherwise, and never more than the command's own limit. Without \`timeout_ms\` long work in a thread (archives, documents) goes on
as long as it shows progress at least that often, up to the command's own limit. A reply holds at most ${outputLimits.stdoutBytes} bytes of stdout,
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

/** A SKILL.md with its reference written anew: of the commands and tools that its metadata names. */
export function skillPage(text: string, commands: ReadonlyMap<string, Command> = builtinCommands): string {
  const named = (key: string) => new RegExp(`^ {2}${key}: "?([\\w ]+)"?$`, 'm').exec(text)?.[1]?.split(' ') ?? [];
  const lines = [
    ...named('commands').flatMap((name) =>
      [...(commands.get(name)?.actions ?? [])].map(
        ([sub, { summary }]) => `- \`${helpFor(commands, name, sub).usage}\`\\\n  ${summary}`,
      ),
    ),
    ...named('tools').map((name) => `- \`${name}\`\\\n  ${builtinTools.get(name)!.description}`),
  ];
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

export function policyPage(): string {
  const sections = shellRules.map(
    ({ id, level, summary, hits, passes }) =>
      `### \`${id}\`: ${level}\n\n${summary}\n\n${[
        ...hits.map((line) => ['objects', line]),
        ...passes.map((line) => ['passes', line]),
      ]
        .map(([what, line]) => `- ${what}: ${code(line ?? '')}`)
        .join('\n')}\n`,
  );
  return `${generated}
# The policy of shell commands

A command line is parsed by a real grammar into every simple command in it, wherever code can hide: pipes, substitutions,
here-documents, functions, \`sh -c\`, \`eval\`, \`xargs\`, \`find -exec\`. Of each one, tables of ${programs.length} families of programs say what it
would read, write, delete, run, contact or change, from its options and operands. The rules below look at these effects, never
at the text. The strictest of all votes counts. What cannot be understood before it runs is never taken for harmless.

Text of PowerShell is read twice, also where it is code within code. A strict reader of our own that follows PowerShell's tokenizer makes
the plan, and doubts what it does not understand. Of what is in no doubt, the grammar of tree-sitter is the second opinion: a command that it finds and the plan has
not leaves a doubt, as does a text that it does not come to the end of (more than 32 KiB, or 20,000 steps of its parser) and a grammar that
cannot be loaded, breaks or hangs. It does not make the plan, because it cannot read a quarter of everyday lines (\`Select-Object Name, Length\`,
\`cat $HOME/.profile\`) and reads some others wrongly without an error; there our reader decides alone. It is loaded with the first such text,
into a thread of its own, and goes when none has come for a minute. No real PowerShell has been asked.

\`\`\`console
$ sallyport policy check 'cd build && rm -rf ../dist | tee log.txt'
\`\`\`

shows every command of the line with its effects, its level and the rule that decided; \`--json\` gives the same as data, and
\`--batch\` reads one JSON object \`{id?, command, cwd?, shell?}\` per line of stdin. Nothing is run.

**The policy is the seat belt, not the wall.** It knows what programs say they do. A program that lies, a build script, a test
suite can do anything that its user can. Where no [sandbox](sandbox.md) holds them, "network off" is a rule about the names of network tools and
about \`/dev/tcp\`; it does not stop a Python script that opens a socket.

## Levels and presets

${table(
  ['level', ...presets.map((preset) => `\`${preset}\``)],
  strictness.map((level) => [
    level,
    ...presets.map((preset) => {
      const [bare, boxed] = [decide(level, preset, false), decide(level, preset, true)];
      return bare === boxed ? bare : `${bare}; ${boxed} in a box`;
    }),
  ]),
)}
\`blocklist\` is the preset of the SDK, \`call\`, \`run\` and \`ShellExecutor\`; \`guarded\` that of agents' fronts and of
\`policy check\`. Blocked, interactive and outside cannot be allowed by anybody. Nobody to ask means deny.

## Rules of your own

In a [config file](config.md), as \`policy.rules\`:

\`\`\`yaml
policy:
  rules:
    - id: no-production
      decision: deny
      reason: Production is for people.
      programs: [kubectl, helm]
      has: ['--*context*', '*prod*'] # --context=production is one word, --context production are two: both fit
      match: ['kubectl --context=production get pods', 'helm --kube-context prod-eu list']
      not_match: ['kubectl --context=staging get pods']
\`\`\`

| field | what it says |
| --- | --- |
| \`id\` | its name in verdicts and records: letters, digits, "." and "-" |
| \`decision\` | \`allow\`, \`ask\` or \`deny\` |
| \`reason\` | what people and agents read |
| \`programs\` | names without folders, at least one; \`*\` stands for anything, but not in a rule that allows |
| \`args\` | optional: the words right after the program, a pattern each; more words may follow |
| \`has\` | optional: patterns of which each must fit some word, wherever it stands |
| \`match\` | lines it must speak about, at least one; tried when the rule is loaded |
| \`not_match\` | optional: lines it must not speak about; tried too |

A rule is asked about every simple command of a line, with the rules below, and the strictest vote counts: \`deny\` is the level
blocked and no answer lifts it, \`ask\` is high. \`allow\` lifts only what no other rule objects to, which is the level unrated: it
outvotes nothing that is medium or above, and it does not speak where a word is known only at run time. Rules of a workspace can
forbid and ask, not allow.

## Trying a policy

- \`sallyport policy test <file>\` holds it against expectations, one JSON object per line: \`{"command": "rm -rf /", "expect": "blocked"}\`.
  \`expect\` is a decision or a level; \`accept\` (a list of more that will do), \`id\`, \`cwd\` and \`shell\` are optional. Exit code 1
  when one is not met.
- \`sallyport policy backtest\` judges the shell commands on record by the policy of today and lists those decided otherwise;
  with the preset that they were judged by (which older records do not have: then blocklist for \`cli\` and \`sdk\`, else guarded) and in the
  box they ran in, unless \`--preset\` or \`--sandboxed\` say otherwise.
- \`sallyport policy import <file>\` reads the allow-list in the settings of Claude Code or VS Code, prints what can be said as rules,
  and says of every other entry why it is not taken; a list that is none is an error. It writes nothing. An entry that allows one line alone is not taken, since a
  rule allows whatever begins like it; neither is one for what is medium or above here.

## Rules

${sections.join('\n')}`;
}

/** Code that may itself hold backquotes or line breaks. */
function code(line: string): string {
  const text = line.replaceAll('\n', '⏎');
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

export function configPage(): string {
  const rows = Object.entries(configKeys).map(
    ([key, { summary, default: value, merge, notFromWorkspace, stricter }]) => [
      `\`${key}\``,
      `\`${JSON.stringify(value)}\``,
      merge === 'add' ? 'lists of all layers together' : 'the last layer',
      notFromWorkspace ? `no: ${notFromWorkspace}` : stricter ? 'only what is stricter' : 'yes',
      summary,
    ],
  );
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
