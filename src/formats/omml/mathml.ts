import type { Xml } from '../xml/index.ts';
import { functionNames, signs } from './signs.ts';

interface Node {
  readonly name: string;
  readonly children: Node[];
  text: string;
}

const maxNodes = 50_000;

/** A formula in MathML as LaTeX. Called right after the `open` of `math:math`; reads up to its end. */
export function readMathMl(xml: Xml): string {
  return render(readNode(xml, { left: maxNodes }))
    .replace(/ {2,}/g, ' ')
    .trim();
}

function readNode(xml: Xml, budget: { left: number }): Node {
  const node: Node = { name: xml.name.replace('math:', ''), children: [], text: '' };
  const { depth } = xml;
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event === 'text') node.text += xml.text;
    else if (event === 'open') {
      if (budget.left-- <= 0 || xml.name === 'math:annotation') xml.skip();
      else node.children.push(readNode(xml, budget));
    }
  }
  return node;
}

function render(node: Node): string {
  const at = (index: number) => {
    const child = node.children[index];
    return child ? render(child).trim() : '';
  };
  const group = (index: number) => `{${at(index)}}`;
  const short = (index: number) => (/^(?:[A-Za-z0-9]+|\\[A-Za-z]+)$/.test(at(index)) ? at(index) : group(index));
  switch (node.name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
    case 'ms': {
      const text = node.text.trim();
      return functionNames.has(text)
        ? `\\${text} `
        : Array.from(text, (char) => (signs.has(char) ? `${signs.get(char)} ` : char)).join('');
    }
    case 'mfrac':
      return `\\frac${group(0)}${group(1)}`;
    case 'msqrt':
      return `\\sqrt{${node.children.map(render).join('').trim()}}`;
    case 'mroot':
      return `\\sqrt[${at(1)}]${group(0)}`;
    case 'msup':
    case 'mover':
      return `${short(0)}^${short(1)}`;
    case 'msub':
    case 'munder':
      return `${short(0)}_${short(1)}`;
    case 'msubsup':
    case 'munderover':
      return `${short(0)}_${short(1)}^${short(2)} `;
    case 'mtable':
      return `\\begin{matrix}${node.children.map(render).join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
      return node.children.map(render).join(' & ');
    default:
      return node.children.map(render).join('');
  }
}
