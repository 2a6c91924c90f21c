import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, Parser, type Node } from 'web-tree-sitter';

export interface Found {
  readonly start: number;
  readonly name: string;
}

/** The commands of a text; undefined when the grammar has no reading of it, or one that is known to be wrong. */
export type FindCommands = (text: string) => Found[] | undefined;

/** The grammar of tree-sitter, written by others than our reader. */
export async function openGrammar(): Promise<FindCommands> {
  await Parser.init();
  const { resolve } = createRequire(import.meta.url);
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(resolve('tree-sitter-powershell/tree-sitter-powershell.wasm'))));
  return (text) => {
    const tree = parser.parse(plainSigns(text));
    if (!tree) return undefined;
    try {
      return tree.rootNode.hasError ? undefined : commandsIn(tree.rootNode, text);
    } finally {
      tree.delete();
    }
  };
}

/** The grammar does not know that PowerShell takes typesetters' dashes, quotes and blanks for its own; no place changes. */
function plainSigns(text: string): string {
  return text
    .replaceAll(/[\u2013-\u2015]/g, '-')
    .replaceAll(/[\u2018-\u201b]/g, "'")
    .replaceAll(/[\u201c-\u201e]/g, '"')
    .replaceAll('`\r\n', ' `\n')
    .replaceAll('\r\n', ' \n')
    .replaceAll('\r', '\n')
    .replaceAll(/[\u0085\p{Zs}]/gu, ' ');
}

function commandsIn(root: Node, text: string): Found[] | undefined {
  const nodes = root.descendantsOfType(kinds);
  if (nodes.some(isMisread)) return undefined;
  return nodes
    .filter(({ type, text }) => type === 'command' && !isNoCommand(text))
    .map((node) => {
      const name = node.childForFieldName('command_name');
      return { start: node.startIndex, name: name ? text.slice(name.startIndex, name.endIndex) : '' };
    });
}

const kinds = ['command', 'command_name', 'command_parameter', 'generic_token', 'comment', 'stop_parsing'];

/** Words that the grammar cuts at their quotes, backticks and braces, and comments that it sees where none is. */
function isMisread({ type, text, parent }: Node): boolean {
  if (type === 'command_parameter') return text.includes('`');
  if (type === 'generic_token') return /[`'"<]|\$\{/.test(text);
  if (type === 'command_name') return /[`'"$<]|^\d.*#/.test(text);
  if (type === 'comment') return text.includes('`') || parent?.type.includes('string') === true;
  return type === 'stop_parsing';
}

/** Numbers, operators and keywords, which the grammar takes for the names of commands. */
function isNoCommand(text: string): boolean {
  return /^(?:[\d=>]|\*>|\.\d|(?:begin|break|clean|continue|data|do|dynamicparam|end|exit|filter|for|foreach|function|if|param|process|return|switch|throw|trap|try|while)\b(?!-))/i.test(
    text,
  );
}
