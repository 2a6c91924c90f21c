import type { ShellCommand, Stdin, Word } from '../../../protocol/shell.ts';
import { literal, textOf } from '../words.ts';

const maxEncoded = 65_536;

/** What comes over a pipe from a program that decodes a known text: `echo cm0geA== | base64 -d`. */
export function decodedInput(stdin: Stdin): Word | undefined {
  if (stdin.kind !== 'pipe' || stdin.text) return undefined;
  const last = stdin.from.at(-1);
  const encoding = last && encodingOf(last);
  const source = encoding && inputOf(last.stdin);
  const text = source && textOf(source);
  if (!source || text === undefined || text.length > maxEncoded) return undefined;
  return literal(Buffer.from(text.replaceAll(/\s+/g, ''), encoding).toString(), source.span);
}

function inputOf(stdin: Stdin): Word | undefined {
  return stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : undefined;
}

/** Only without a file, which nobody can know. */
function encodingOf({ name, argv }: ShellCommand): 'base64' | 'hex' | undefined {
  const line = argv
    .slice(1)
    .map((word) => textOf(word) ?? '?')
    .join(' ');
  if (name === 'base64' && /^(?:-[dDi]+|--decode)(?: -)?$/.test(line)) return 'base64';
  if (name === 'openssl' && /^(?:enc )?-?base64 (?:-[dA] ?)+$/.test(line)) return 'base64';
  return name === 'xxd' && /^(?:-r -p|-p -r|-rp|-pr)$/.test(line) ? 'hex' : undefined;
}
