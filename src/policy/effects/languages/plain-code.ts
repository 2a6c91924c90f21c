import type { Language } from './signs.ts';

const maxPlain = 4096;
const maxStatements = 64;

interface Grammar {
  readonly comment: RegExp;
  /** A statement that prints texts in which nothing is filled in. */
  readonly print: RegExp;
}

const single = String.raw`'(?:[^'\\\n\r]|\\[^\n\r])*'`;
const double = (besides: string) => String.raw`"(?:[^"\\\n\r${besides}]|\\[^\n\r])*"`;

/** `name(text, text)` or, where the language allows it, `name text, text`. */
function printing(names: string, text: string, parentheses: 'needed' | 'optional'): RegExp {
  const texts = `(?:${text})(?:[ \\t]*,[ \\t]*(?:${text}))*`;
  const bare = parentheses === 'optional' ? `|[ \\t]*${texts}` : '';
  return new RegExp(`(?:${names})(?:[ \\t]*\\([ \\t]*(?:${texts})?[ \\t]*\\)${bare})[ \\t]*(?=[;#/\\n]|$)`, 'y');
}

const hash = /#(?![!{])[^\n\r\u2028\u2029]*/y;

/**
 * Only languages in which a comment and a text can be told without reading all the rest; a `#!` line gives Perl and
 * Ruby options, `?>` ends PHP even in a comment, and in double quotes some fill in what code makes.
 */
const grammars: Partial<Record<Language, Grammar>> = {
  Python: { comment: hash, print: printing('print', `\\d+|${single}|${double('')}`, 'needed') },
  JavaScript: {
    comment: /\/\/[^\n\r\u2028\u2029]*/y,
    print: printing('console\\.(?:log|error|info|warn)', `\\d+|${single}|${double('')}`, 'needed'),
  },
  Perl: { comment: hash, print: printing('print|say', `\\d+|${single}|${double('$@')}`, 'optional') },
  Ruby: { comment: hash, print: printing('puts|print|p', `\\d+|${single}|${double('#')}`, 'optional') },
  PHP: {
    comment: /(?:#(?!\[)|\/\/)(?:(?!\?>)[^\n\r\u2028\u2029])*(?![^\n\r])/y,
    print: printing('echo|print', `\\d+|${single}|${double('${')}`, 'optional'),
  },
};

/** Whether code is nothing but comments and prints of plain texts, so that a call in it is only spoken of. */
export function isPlainCode(code: string, language: Language): boolean {
  const grammar = grammars[language];
  if (!grammar || code.length > maxPlain) return false;
  let at = 0;
  for (let count = 0; count < maxStatements; count += 1) {
    at = skipped(/[\s;]*/y, code, at);
    if (at >= code.length) return true;
    const end = skipped(code[at] === '#' || code[at] === '/' ? grammar.comment : grammar.print, code, at);
    if (end === at) return false;
    at = end;
  }
  return false;
}

function skipped(pattern: RegExp, code: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(code)?.[0].length ?? 0);
}
