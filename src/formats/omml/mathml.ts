import type { Xml } from '../xml/index.ts';
import { baseOf, brace, fenced, joinLatex, latexText, scriptOf, tidy } from './latex.ts';
import { functionNames, operators, overs, unders } from './signs.ts';
import { readTree, textOf, type MathNode } from './tree.ts';

/** Attributes of MathML that change what a formula says. */
export const mathMlAttributes = ['open', 'close', 'separators', 'linethickness'] as const;

/** A formula in MathML as LaTeX. Called right after the `open` of `math:math`; reads up to its end. */
export function readMathMl(xml: Xml): string {
  return mathMlText(
    readTree(xml, { attributes: mathMlAttributes, skipped: ['math:annotation', 'math:annotation-xml'] }),
  );
}

/** What presentation MathML shows, as LaTeX. */
export function mathMlText(formula: MathNode): string {
  return tidy(render(formula));
}

function render(node: MathNode): string {
  // Each is made once: made twice at each level, a formula of 60 levels would never end.
  const parts = () => elements(node).map((child) => render(child).trim());
  switch (node.name.replace('math:', '')) {
    case '':
      return node.text.trim() === '' ? '' : latexText(node.text);
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'ci':
    case 'cn':
      return latexText(
        textOf(node)
          .replace(/[\u2061-\u2064\u200B]/g, '')
          .trim(),
      );
    case 'mtext':
      return words(textOf(node));
    case 'mfrac': {
      const [top = '', below = ''] = parts();
      const hasLine = !/^0+(?:\.0*)?(?:[a-z%]|$)/.test(node.attribute('linethickness')?.trim() ?? '');
      return hasLine ? `\\frac${brace(top)}${brace(below)}` : `{${top} \\atop ${below}}`;
    }
    case 'msqrt':
      return `\\sqrt${brace(all(node))}`;
    case 'mroot': {
      const [inner = '', degree = ''] = parts();
      return `\\sqrt[${degree}]${brace(inner)}`;
    }
    case 'msup': {
      const [base = '', above = ''] = parts();
      return scripts(base, '', above);
    }
    case 'msub': {
      const [base = '', below = ''] = parts();
      return scripts(base, below, '');
    }
    case 'msubsup': {
      const [base = '', below = '', above = ''] = parts();
      return scripts(base, below, above);
    }
    case 'mover': {
      const [base = '', above = ''] = parts();
      return limits(node, base, '', above);
    }
    case 'munder': {
      const [base = '', below = ''] = parts();
      return limits(node, base, below, '');
    }
    case 'munderover': {
      const [base = '', below = '', above = ''] = parts();
      return limits(node, base, below, above);
    }
    case 'mmultiscripts':
      return multiscripts(elements(node));
    case 'mfenced': {
      const separators = Array.from((node.attribute('separators') ?? ',').replace(/\s/g, ''));
      const inner = parts().map((part, index) =>
        index === 0 ? part : `${separators[index - 1] ?? separators.at(-1) ?? ''}${part}`,
      );
      return fenced(node.attribute('open')?.trim() ?? '(', inner.join(''), node.attribute('close')?.trim() ?? ')');
    }
    case 'mtable':
      return `\\begin{matrix}${parts().join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
      return parts().join(' & ');
    case 'mlabeledtr':
      return parts().slice(1).join(' & ');
    case 'mspace':
      return ' ';
    case 'semantics':
    case 'maction': {
      const [shown] = elements(node);
      return shown ? render(shown) : '';
    }
    case 'mphantom':
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return all(node);
  }
}

const all = (node: MathNode) => joinLatex(node.children.map(render));
/** The arguments; a text between them is one only when it says something. */
const elements = (node: MathNode) => node.children.filter(({ name, text }) => name !== '' || text.trim() !== '');

function words(text: string): string {
  const shown = text.replace(/\s+/g, ' ');
  if (shown.trim() === '') return ' ';
  return /\p{L}{2}| /u.test(shown) ? `\\text{${shown.replace(/[#$%&_{}]/g, '\\$&')}}` : latexText(shown);
}

function scripts(base: string, below: string, above: string): string {
  return `${baseOf(base)}${below === '' ? '' : `_${scriptOf(below)}`}${above === '' ? '' : `^${scriptOf(above)}`}`;
}

/** What stands right above and below: the limits of a sum, an accent, or anything else. */
function limits(node: MathNode, base: string, below: string, above: string): string {
  const [of, first, second] = elements(node).map((child) => textOf(child).trim());
  if (of !== undefined && (operators.has(of) || functionNames.has(of)))
    return `${operators.get(of) ?? base}${scripts('', below, above).slice(2)}`;
  const [under, over] = below === '' ? [undefined, first] : [first, second];
  const accented = putAround(base, '\\underset', unders.get(under ?? ''), below);
  return putAround(accented, '\\overset', overs.get(over ?? ''), above);
}

function putAround(base: string, command: string, accent: string | undefined, sign: string): string {
  if (sign === '') return base;
  return accent === undefined ? `${command}${brace(sign)}${brace(base)}` : `${accent}${brace(base)}`;
}

/** The base, pairs of what stands below and above it, and behind `mprescripts` those before it. */
function multiscripts([base, ...children]: readonly MathNode[]): string {
  const middle = children.findIndex(({ name }) => /^(?:math:)?mprescripts$/.test(name));
  const pairs = (list: readonly MathNode[]) => {
    const made = list.map((each) => render(each).trim());
    return made
      .filter((_, index) => index % 2 === 0)
      .map((below, index) => scripts('', below, made[index * 2 + 1] ?? '').slice(2))
      .join('{}');
  };
  const before = middle === -1 ? '' : pairs(children.slice(middle + 1));
  const after = pairs(middle === -1 ? children : children.slice(0, middle));
  return `${before === '' ? '' : `{}${before}`}${baseOf(base ? render(base).trim() : '')}${after}`;
}
