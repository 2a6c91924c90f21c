import { readArgument } from './arguments.ts';
import { readExpression, readPrimary } from './expressions.ts';
import type { Grammar } from './grammar-parts.ts';
import { Reader } from './reader.ts';
import { readStatement } from './statements.ts';
import type { Body, Statement } from './syntax.ts';

/** A text as statements; what cannot be read is a doubt of the reader. */
export function parse(text: string): { body: Body; doubts: Reader['doubts'] } {
  const reader = new Reader(text);
  let hasLists = true;
  const within = <T>(lists: boolean, read: () => T): T => {
    const before = hasLists;
    hasLists = lists;
    const found = read();
    hasLists = before;
    return found;
  };
  const grammar: Grammar = {
    reader,
    body: (close) => within(true, () => reader.nested(() => readBody(grammar, close), [])),
    statement: () => within(true, () => reader.nested(() => readStatement(grammar), undefined)),
    expression: (above) => reader.nested(() => readExpression(grammar, above), undefined),
    item: () => within(false, () => grammar.expression()),
    get hasLists() {
      return hasLists;
    },
    primary: () => reader.nested(() => readPrimary(grammar), undefined),
    argument: () => readArgument(grammar),
  };
  const body = readBody(grammar, undefined);
  return { body, doubts: reader.doubts };
}

function readBody({ reader, statement }: Grammar, close: ')' | '}' | undefined): Body {
  const statements: Statement[] = [];
  for (;;) {
    reader.skipSeparators();
    if (reader.isDone) {
      if (close) reader.doubt('syntax', 'It cannot be read as PowerShell: a bracket is not closed');
      return statements;
    }
    if (close && reader.take(close)) return statements;
    const start = reader.at;
    const found = statement();
    if (found) {
      statements.push(found);
      endOfStatement(reader, found);
    }
    if (reader.at === start) reader.stumble('was not expected');
  }
}

/** PowerShell wants an end after a pipeline; where there is none, it has read something else than we have. */
function endOfStatement(reader: Reader, statement: Statement): void {
  const last = statement.type === 'chain' ? statement.parts.at(-1) : statement;
  if (last?.type !== 'pipeline' || last.isBackground) return;
  reader.skipBlanks();
  if (!reader.isDone && !reader.looksLike(/[;\r\n)}]/y))
    reader.doubt('syntax', `It cannot be read as PowerShell: "${reader.peek()}" follows a command`);
}
