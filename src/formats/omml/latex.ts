import { functionNames, signs } from './signs.ts';

export const brace = (text: string): string => `{${text}}`;

/** What stands above or below: one letter needs no braces. */
export const scriptOf = (text: string): string => (/^(?:[A-Za-z0-9]|\\[A-Za-z]+)$/.test(text) ? text : brace(text));

/** What has something above or below it. */
export const baseOf = (text: string): string => (/^(?:[A-Za-z0-9]+|\\[A-Za-z]+)$/.test(text) ? text : brace(text));

/** Parts that follow each other: a command must not run into the letter behind it. */
export function joinLatex(parts: readonly string[]): string {
  let isCommand = false;
  return parts
    .map((part) => {
      const shown = isCommand && /^[A-Za-z]/.test(part) ? ` ${part}` : part;
      if (part !== '') isCommand = /\\[A-Za-z]+$/.test(part.slice(-40));
      return shown;
    })
    .join('');
}

export function latexText(text: string): string {
  const name = text.trim();
  return functionNames.has(name) ? `\\${name} ` : Array.from(text, latexSign).join('');
}

function latexSign(char: string): string {
  const sign = signs.get(char);
  if (sign !== undefined) return `${sign} `;
  // Made plain, 10² would be 102.
  if (/[²³¹⁰⁴-⁹]/.test(char)) return `^${char.normalize('NFKC')}`;
  if (/[₀-₉]/.test(char)) return `_${char.normalize('NFKC')}`;
  return Array.from(char.normalize('NFKC'), plainSign).join('');
}

function plainSign(char: string): string {
  const sign = signs.get(char);
  if (sign !== undefined) return `${sign} `;
  return char === '\\' ? '\\backslash ' : /[#$%&_{}]/.test(char) ? `\\${char}` : char;
}

const fences: ReadonlyMap<string, string> = new Map([
  ['⟨', '\\langle '],
  ['⟩', '\\rangle '],
  ['‖', '\\|'],
  ['⌊', '\\lfloor '],
  ['⌋', '\\rfloor '],
  ['⌈', '\\lceil '],
  ['⌉', '\\rceil '],
]);

export function fenced(begin: string, inner: string, end: string): string {
  return `\\left${fence(begin)}${inner}\\right${fence(end)}`;
}

function fence(text: string): string {
  if (text === '') return '.';
  return /[{}]/.test(text) ? `\\${text}` : (fences.get(text) ?? text);
}

/** As it is written. */
export function tidy(latex: string): string {
  return latex.replace(/ {2,}/g, ' ').trim();
}
