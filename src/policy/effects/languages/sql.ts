import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found, Reader } from '../define.ts';
import { after, headOf, textOf } from '../words.ts';

const destroying =
  /\b(drop|truncate|delete|flushall|flushdb|dropdatabase|deletemany|deleteone|remove|detach|purge|shutdown)\b|\.drop\s*\(|\.remove\s*\(/i;
const changing =
  /\b(update|insert|alter|create|replace|grant|revoke|merge|rename|vacuum|reindex|set|hset|lpush|rpush|del|unlink|expire|incr|decr|import|load|copy|call|do|exec|execute|attach|config|eval|script|put|insertone|insertmany|updateone|updatemany|save)\b|\.restore\b/i;

/** A query: what it destroys, changes, or only reads. */
function query(value: Word, found: Found): void {
  const text = textOf(value);
  // The clients' own commands that start programs: `\! command`, `.shell command`, `COPY … TO PROGRAM`.
  const escape = /^\s*(\\!|!|\.shell|\.system|system)\s+/.exec(headOf(value));
  if (escape)
    return found.nest({ kind: 'script', via: 'a query', text: after(value, escape[0].length), shell: 'bash' });
  if (text === undefined) return found.doubt('a query that is known only when it runs');
  const bare = withoutTexts(text);
  if (/\\!|\bprogram\b|xp_cmdshell|\bsys_exec\b|load_extension|\\o\s*\||\.(shell|system|load)\b/i.test(bare)) {
    found.effect({ kind: 'run', target: value, note: 'a program that the query starts' });
  }
  if (/\binto\s+(out|dump)file\b|\\o\s+\S/i.test(bare)) {
    found.effect({ kind: 'write', note: 'a file that the query names' });
  }
  if (destroying.test(bare)) found.effect({ kind: 'change', thing: 'database', target: value, force: true });
  else if (changing.test(bare)) found.effect({ kind: 'change', thing: 'database', target: value });
  else found.effect({ kind: 'read', note: 'a database' });
}

/** Without a query in the arguments, statements come over standard input, or from a person. */
function ofInput(call: Call, found: Found, read: Reader = query): void {
  if (['-c', '-e', '-f', '-l', '-i'].some((option) => call.has(option))) return;
  const { stdin } = call.invocation;
  if (stdin.kind === 'inherited') return found.effect({ kind: 'terminal' });
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : undefined;
  if (text) read(text, found, call);
  else found.effect({ kind: 'change', thing: 'database', note: 'statements from standard input' });
}

/** Commands that are words of their own: `redis-cli DEL key`. */
function ofWords(call: Call, found: Found): void {
  const words = [...call.operands, ...call.values('--eval')];
  const [first] = words;
  if (!first) return ofInput(call, found);
  query(
    { ...first, pieces: words.flatMap((word, index) => (index === 0 ? word.pieces : [' ', ...word.pieces])) },
    found,
  );
}

function withoutTexts(text: string): string {
  return text.replaceAll(/'(?:''|[^'])*'|--[^\n]*|\/\*.{0,200}?\*\//gs, ' ');
}

export const sql: typeof query & { ofInput: typeof ofInput; ofWords: typeof ofWords } = Object.assign(query, {
  ofInput,
  ofWords,
});
