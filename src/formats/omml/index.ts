import type { Xml } from '../xml/index.ts';
import { accents, functionNames, operators, signs } from './signs.ts';

/** A formula in Office Math (ECMA-376-1, 22.1) as LaTeX. Called right after the `open` of `m:oMath`; reads up to its end. */
export function readFormula(xml: Xml): string {
  return render(readNode(xml, { left: maxNodes }))
    .replace(/ {2,}/g, ' ')
    .trim();
}

interface Node {
  readonly name: string;
  /** `m:val` of a property. */
  readonly value: string | undefined;
  readonly children: Node[];
  text: string;
}

const maxNodes = 50_000;

function readNode(xml: Xml, budget: { left: number }): Node {
  const node: Node = { name: xml.name, value: xml.attribute('m:val'), children: [], text: '' };
  const { depth } = xml;
  for (let event = xml.next(); ; event = xml.next()) {
    if (event === 'text') node.text += xml.text;
    else if (event === 'close' && xml.depth === depth) return node;
    else if (event === 'open') {
      if (budget.left-- <= 0 || xml.name === 'w:rPr' || xml.name === 'w:del') xml.skip();
      else node.children.push(readNode(xml, budget));
    } else if (event === 'end') return node;
  }
}

function render(node: Node): string {
  const part = (name: string) => group(find(node, name));
  const inner = (name: string) => all(find(node, name));
  switch (node.name) {
    case 'm:t':
    case 'w:t':
      return latexText(node.text);
    case 'm:f':
      return property(node, 'm:fPr', 'm:type') === 'lin'
        ? `${inner('m:num')}/${inner('m:den')}`
        : `\\frac${part('m:num')}${part('m:den')}`;
    case 'm:sSup':
      return `${base(node)}^${script(node, 'm:sup')}`;
    case 'm:sSub':
      return `${base(node)}_${script(node, 'm:sub')}`;
    case 'm:sSubSup':
      return `${base(node)}_${script(node, 'm:sub')}^${script(node, 'm:sup')}`;
    case 'm:sPre':
      return `{}_${script(node, 'm:sub')}^${script(node, 'm:sup')}${inner('m:e')}`;
    case 'm:rad': {
      const degree = inner('m:deg');
      return `\\sqrt${degree === '' ? '' : `[${degree}]`}${part('m:e')}`;
    }
    case 'm:nary': {
      const sign =
        operators.get(property(node, 'm:naryPr', 'm:chr') ?? '∫') ?? property(node, 'm:naryPr', 'm:chr') ?? '';
      const [sub, sup] = [inner('m:sub'), inner('m:sup')];
      return `${sign}${sub === '' ? '' : `_${brace(sub)}`}${sup === '' ? '' : `^${brace(sup)}`} ${inner('m:e')}`;
    }
    case 'm:d': {
      const [begin, end] = [property(node, 'm:dPr', 'm:begChr') ?? '(', property(node, 'm:dPr', 'm:endChr') ?? ')'];
      const separator = property(node, 'm:dPr', 'm:sepChr') ?? '|';
      const parts = node.children.filter(({ name }) => name === 'm:e').map(all);
      return `\\left${fence(begin)}${parts.join(latexText(separator))}\\right${fence(end)}`;
    }
    case 'm:func': {
      const name = inner('m:fName');
      return `${functionNames.has(name) ? `\\${name}` : name} ${group(find(node, 'm:e'))}`;
    }
    case 'm:limLow': {
      const name = inner('m:e');
      return `${functionNames.has(name) ? `\\${name}` : name}_${part('m:lim')}`;
    }
    case 'm:limUpp':
      return `${inner('m:e')}^${part('m:lim')}`;
    case 'm:acc':
      return `${accents.get(property(node, 'm:accPr', 'm:chr') ?? '\u0302') ?? '\\hat'}${part('m:e')}`;
    case 'm:bar':
      return `${property(node, 'm:barPr', 'm:pos') === 'top' ? '\\overline' : '\\underline'}${part('m:e')}`;
    case 'm:groupChr':
      return `${property(node, 'm:groupChrPr', 'm:pos') === 'top' ? '\\overbrace' : '\\underbrace'}${part('m:e')}`;
    case 'm:borderBox':
      return `\\boxed${part('m:e')}`;
    case 'm:m': {
      const rows = node.children.filter(({ name }) => name === 'm:mr');
      const lines = rows.map((row) =>
        row.children
          .filter(({ name }) => name === 'm:e')
          .map(all)
          .join(' & '),
      );
      return `\\begin{matrix}${lines.join(' \\\\ ')}\\end{matrix}`;
    }
    case 'm:eqArr':
      return `\\begin{aligned}${node.children
        .filter(({ name }) => name === 'm:e')
        .map(all)
        .join(' \\\\ ')}\\end{aligned}`;
    default:
      return node.name.endsWith('Pr') ? '' : all(node);
  }
}

function all(node: Node | undefined): string {
  if (!node) return '';
  let text = '';
  for (const child of node.children) {
    const next = render(child);
    // A command must not run into the letter behind it.
    text += /\\[A-Za-z]+$/.test(text) && /^[A-Za-z]/.test(next) ? ` ${next}` : next;
  }
  return text;
}

function find(node: Node, name: string): Node | undefined {
  return node.children.find((child) => child.name === name);
}

function property(node: Node, group: string, name: string): string | undefined {
  const found = node.children.find((child) => child.name === group)?.children.find((child) => child.name === name);
  return found && (found.value ?? '');
}

const brace = (text: string) => `{${text}}`;
const group = (node: Node | undefined) => brace(all(node));
/** One letter needs no braces. */
const short = (text: string) => (/^[A-Za-z0-9]$/.test(text) ? text : brace(text));
const base = (node: Node) => {
  const text = all(find(node, 'm:e'));
  return /^(?:[A-Za-z0-9]+|\\[A-Za-z]+)$/.test(text) ? text : brace(text);
};
const script = (node: Node, name: string) => short(all(find(node, name)));

function fence(text: string): string {
  if (text === '') return '.';
  return /[{}]/.test(text)
    ? `\\${text}`
    : (new Map([
        ['⟨', '\\langle '],
        ['⟩', '\\rangle '],
        ['‖', '\\|'],
        ['⌊', '\\lfloor '],
        ['⌋', '\\rfloor '],
        ['⌈', '\\lceil '],
        ['⌉', '\\rceil '],
      ]).get(text) ?? text);
}

function latexText(text: string): string {
  if (functionNames.has(text.trim())) return `\\${text.trim()} `;
  let out = '';
  for (const char of text.normalize('NFKC')) {
    const sign = signs.get(char);
    if (sign !== undefined) out += `${sign} `;
    else out += /[#$%&_{}]/.test(char) ? `\\${char}` : char;
  }
  return out;
}
