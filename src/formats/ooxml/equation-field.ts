import { formulaText } from '../omml/index.ts';
import { accents } from '../omml/signs.ts';
import type { MathNode } from '../omml/tree.ts';
import type { Span } from '../document/model.ts';
import { numberText } from './number-text.ts';

/** No person writes longer ones, and each argument becomes one of a call. */
const maxLength = 20_000;
const maxDepth = 50;
const maxCircled = 20;
const attribute = (): undefined => undefined;
const words = (text: string): MathNode => ({ name: '', children: [], text, attribute });
const element = (name: string, ...children: MathNode[]): MathNode => ({ name, children, text: '', attribute });

interface Reading {
  readonly text: string;
  at: number;
  depth: number;
  readonly isReadingAid: boolean;
  /** Something in it needs more than a line of text. */
  isFormula: boolean;
}

/**
 * What a field of the kind EQ shows, which has no result: a fraction in an examination paper, a number in a circle, a text with its
 * reading above. Undefined for other fields.
 */
export function equationField(instruction: string): Pick<Span, 'text' | 'style'> | undefined {
  const [head] = /^\s*EQ(?=[\s\\])/i.exec(instruction) ?? [];
  if (head === undefined || instruction.length > maxLength) return undefined;
  // Word's reading aids have their alignment behind jc.
  const isReadingAid = /\\\*\s*jc\d/.test(instruction);
  const reading: Reading = { text: instruction, at: head.length, depth: 0, isReadingAid, isFormula: false };
  const found = element('m:e', ...sequence(reading, false));
  if (isReadingAid || !reading.isFormula) return { text: plain(found).trim() };
  return { text: formulaText(found), style: 'math' };
}

const plain = (node: MathNode): string => (node.name === '' ? node.text : node.children.map(plain).join(''));

/** Up to the end, or to the sign that ends an argument, which is left. */
function sequence(reading: Reading, isArgument: boolean): MathNode[] {
  const nodes: MathNode[] = [];
  let [text, inner] = ['', 0];
  const flush = () => {
    if (text !== '') nodes.push(element('m:t', words(text)));
    text = '';
  };
  for (; reading.at < reading.text.length; reading.at++) {
    const char = reading.text.charAt(reading.at);
    if (isArgument && inner === 0 && ',;)'.includes(char)) break;
    if (char !== '\\') {
      inner += char === '(' ? 1 : char === ')' ? -1 : 0;
      text += char;
      continue;
    }
    const rest = reading.text.slice(reading.at, reading.at + 200);
    const format = /^\\\*\s*(?:"[^"]*"|[^\s\\]+)\s*/.exec(rest)?.[0];
    const [whole, name = '', options = ''] =
      /^\\([abdfilorsx])((?:\s*\\(?:[lrbfv]c\s*\\.|[a-z]{2}\s*\d*))*)\s*\(/i.exec(rest) ?? [];
    if (format !== undefined) reading.at += format.length - 1;
    else if (whole !== undefined && reading.depth < maxDepth) {
      const isScript = /^s$/i.test(name) || /^o\s*\\al/i.test(name + options);
      const base = isScript ? (/\S$/u.exec(text)?.[0] ?? '') : '';
      text = text.slice(0, text.length - base.length);
      flush();
      reading.at += whole.length;
      const shownAs = shown(name.toLowerCase(), options, args(reading), reading);
      if (base !== '') shownAs[0] = withBase(base, shownAs[0]);
      nodes.push(...shownAs);
    } else text += reading.text.charAt(++reading.at);
  }
  flush();
  return nodes;
}

/** What stands above or below a sign, with the sign. */
function withBase(base: string, node: MathNode | undefined): MathNode {
  const sign = element('m:t', words(base));
  return node?.name.startsWith('m:s') === true
    ? element(node.name, element('m:e', sign), ...node.children)
    : element('m:r', sign, ...(node ? [node] : []));
}

/** The arguments of a switch, from right behind its bracket to the one that closes it. */
function args(reading: Reading): MathNode[][] {
  const found: MathNode[][] = [];
  reading.depth++;
  for (;;) {
    found.push(sequence(reading, true));
    if (reading.at >= reading.text.length || reading.text.charAt(reading.at) === ')') break;
    reading.at++;
  }
  reading.depth--;
  return found;
}

function shown(name: string, options: string, given: readonly MathNode[][], reading: Reading): MathNode[] {
  const [first = [], second = [], third = []] = given;
  const has = (option: string) => new RegExp(`\\\\${option}`, 'i').test(options);
  const sign = (option: string) => new RegExp(`\\\\${option}\\s*\\\\(.)`, 'i').exec(options)?.[1];
  if (name === 'o') return overprinted(given, has('al'), reading);
  if (name === 'd') return [];
  if (name === 'l') return given.flatMap((each, index) => (index === 0 ? each : [element('m:t', words(',')), ...each]));
  reading.isFormula = true;
  switch (name) {
    case 'f':
      return [element('m:f', element('m:num', ...first), element('m:den', ...second))];
    case 'r':
      return given.length > 1
        ? [element('m:rad', element('m:deg', ...first), element('m:e', ...second))]
        : [element('m:rad', element('m:e', ...first))];
    case 's':
      if (given.length > 1) return [element('m:sSubSup', element('m:sup', ...first), element('m:sub', ...second))];
      return has('do')
        ? [element('m:sSub', element('m:sub', ...first))]
        : [element('m:sSup', element('m:sup', ...first))];
    case 'a': {
      const columns = Number(/\\co\s*(\d+)/i.exec(options)?.[1] ?? 1) || 1;
      const rows: MathNode[] = [];
      for (let at = 0; at < given.length; at += columns)
        rows.push(element('m:mr', ...given.slice(at, at + columns).map((each) => element('m:e', ...each))));
      return [element('m:m', ...rows)];
    }
    case 'b': {
      const both = sign('bc');
      const closing = both === undefined ? undefined : (closings.get(both) ?? both);
      const isOneSided = both === undefined && (has('lc') || has('rc'));
      const begin = sign('lc') ?? both ?? (isOneSided ? '' : '(');
      const end = sign('rc') ?? closing ?? (isOneSided ? '' : ')');
      const signs = element('m:dPr', element('m:begChr', words(begin)), element('m:endChr', words(end)));
      return [element('m:d', signs, element('m:e', ...first))];
    }
    case 'i': {
      const operator = sign('[fv]c') ?? (has('su') ? '∑' : has('pr') ? '∏' : '∫');
      const limits = [element('m:sub', ...first), element('m:sup', ...second), element('m:e', ...third)];
      return [element('m:nary', element('m:naryPr', element('m:chr', words(operator))), ...limits)];
    }
    default: {
      if (!has('to') && !has('bo')) return [element('m:borderBox', element('m:e', ...first))];
      const pos = element('m:barPr', element('m:pos', words(has('to') ? 'top' : 'bot')));
      return [element('m:bar', pos, element('m:e', ...first))];
    }
  }
}

const closings: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
]);

/** Several at one place: a sign with a shape around it, a text with its reading, the two numbers beside a letter. */
function overprinted(given: readonly MathNode[][], isLeft: boolean, reading: Reading): MathNode[] {
  const [first = [], second = []] = given;
  if (given.length !== 2) return given.flat();
  if (reading.isReadingAid) return second;
  const texts = given.map((each) => each.map(plain).join('').trim());
  const shape = given.findIndex(([node], index) => node?.name === 'm:t' && /^[○◯〇△▽□◇]$/.test(texts[index] ?? ''));
  if (shape >= 0) {
    const inside = texts[1 - shape] ?? '';
    const isCircled = /^\d{1,2}$/.test(inside) && Number(inside) >= 1 && Number(inside) <= maxCircled;
    const sign = isCircled ? numberText(Number(inside), 'decimalEnclosedCircle') : `(${inside})`;
    return [element('m:t', words(sign))];
  }
  const raised = given.findIndex((each) => isAlone(each, 'm:sSup'));
  if (raised >= 0) {
    const [sign = '', over, under] = [texts[raised], contentOf(given[raised]), contentOf(given[1 - raised])];
    const accent = element('m:chr', words(/^[-－—¯]$/.test(sign) ? '\u0305' : sign));
    return accents.has(plain(accent))
      ? [element('m:acc', element('m:accPr', accent), element('m:e', ...under))]
      : [element('m:limUpp', element('m:e', ...under), element('m:lim', ...over))];
  }
  if (!isLeft) return given.flat();
  reading.isFormula = true;
  return [element('m:sSubSup', element('m:sup', ...first), element('m:sub', ...second))];
}

/** Whether it is raised or lowered as a whole. */
const isAlone = ([node, more]: readonly MathNode[], name: string): boolean =>
  node?.name === name && node.children.length === 1 && !more;

/** Without what says that it is raised or lowered: it stands above or below the other. */
function contentOf(nodes: readonly MathNode[] = []): readonly MathNode[] {
  return isAlone(nodes, 'm:sSup') || isAlone(nodes, 'm:sSub') ? (nodes[0]?.children ?? []) : nodes;
}
