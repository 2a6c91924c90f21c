import { Language, Parser, type Node, type Tree } from 'web-tree-sitter';
import type { ReadAgain, SecondReading } from '../../protocol/shell.ts';

/** In hundreds of steps of the parser. Counted and not timed, so that a text has the same verdict on a busy machine. */
const mostWork = 200;
const mostNodes = 1_500;
/** The grammar has no reading of `rm a,b`, and finds that out in a time that grows with the square of the list. */
const bareListed = /[^\s'"],/g;
const mostListed = 100;
const tooLong: SecondReading = { failure: 'it is too long for that' };

/**
 * The grammar of tree-sitter, written by others than our reader: it has no reading of texts that it finds errors in, nor of
 * those that it is known to read wrongly.
 */
export async function openGrammar(engine: Uint8Array, grammar: Uint8Array): Promise<ReadAgain> {
  await Parser.init({ wasmBinary: engine });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (text) => {
    if ((text.match(bareListed)?.length ?? 0) > mostListed) return undefined;
    let work = 0;
    const tree = parser.parse(plainSigns(text), null, { progressCallback: () => ++work > mostWork });
    if (!tree) {
      parser.reset();
      return tooLong;
    }
    return readTree(tree, text);
  };
}

function readTree(tree: Tree, text: string): SecondReading {
  try {
    return tree.rootNode.hasError ? undefined : commandsIn(tree.rootNode, text);
  } finally {
    tree.delete();
  }
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

function commandsIn(root: Node, text: string): SecondReading {
  const nodes = root.descendantsOfType(kinds);
  // To find what a node is part of, all before it are looked at.
  if (nodes.length > mostNodes) return tooLong;
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
function isMisread(node: Node): boolean {
  const { type, text } = node;
  if (type === 'command_parameter') return text.includes('`');
  if (type === 'generic_token') return /[`'"<]|\$\{/.test(text);
  if (type === 'command_name') return /[`'"$<]|^\d.*#/.test(text);
  if (type === 'comment') return text.includes('`') || node.parent?.type.includes('string') === true;
  return type === 'stop_parsing';
}

/** Numbers, operators and keywords, which the grammar takes for the names of commands. */
function isNoCommand(text: string): boolean {
  return /^(?:[\d=>]|\*>|\.\d|(?:begin|break|clean|continue|data|do|dynamicparam|end|exit|filter|for|foreach|function|if|param|process|return|switch|throw|trap|try|while)\b(?!-))/i.test(
    text,
  );
}
