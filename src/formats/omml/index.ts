import type { Xml } from '../xml/index.ts';
import { baseOf, brace, fenced, joinLatex, latexText, scriptOf, tidy } from './latex.ts';
import { accents, functionNames, operators } from './signs.ts';
import { readTree, textOf, type MathNode } from './tree.ts';

/** A formula in Office Math (ECMA-376-1, 22.1) as LaTeX. Called right after the `open` of `m:oMath`; reads up to its end. */
export function readFormula(xml: Xml): string {
  return formulaText(readTree(xml, { attributes: ['m:val'], skipped: ['w:rPr', 'w:del'] }));
}

export function formulaText(formula: MathNode): string {
  return tidy(render(formula));
}

function render(node: MathNode): string {
  const part = (name: string) => group(find(node, name));
  const inner = (name: string) => all(find(node, name));
  switch (node.name) {
    case 'm:t':
    case 'w:t':
      return latexText(textOf(node));
    case 'm:f':
      if (isStack(node)) return `\\genfrac{}{}{0pt}{}${part('m:num')}${part('m:den')}`;
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
      const [only, more] = (find(node, 'm:e')?.children ?? []).filter(({ name }) => !name.endsWith('Pr'));
      if (begin + end === '()' && only && !more && isStack(only))
        return `\\binom${group(find(only, 'm:num'))}${group(find(only, 'm:den'))}`;
      const separator = property(node, 'm:dPr', 'm:sepChr') ?? '|';
      const parts = node.children.filter(({ name }) => name === 'm:e').map(all);
      return fenced(begin, parts.join(latexText(separator)), end);
    }
    case 'm:func': {
      const name = inner('m:fName');
      return `${functionNames.has(name) ? `\\${name}` : name} ${group(find(node, 'm:e'))}`;
    }
    case 'm:limLow':
      return limit(inner('m:e'), '_', part('m:lim'));
    case 'm:limUpp':
      return limit(inner('m:e'), '^', part('m:lim'));
    case 'm:acc':
      return `${accents.get(property(node, 'm:accPr', 'm:chr') ?? '\u0302') ?? '\\hat'}${part('m:e')}`;
    case 'm:bar':
      return `${property(node, 'm:barPr', 'm:pos') === 'top' ? '\\overline' : '\\underline'}${part('m:e')}`;
    case 'm:groupChr': {
      const isAbove = property(node, 'm:groupChrPr', 'm:pos') === 'top';
      const sign = property(node, 'm:groupChrPr', 'm:chr') ?? '⏟';
      const arrow = arrows.get(sign);
      if (arrow !== undefined) return isAbove ? `${arrow}[${inner('m:e')}]{}` : `${arrow}${part('m:e')}`;
      if (!/[⏞⏟]/.test(sign)) return `${isAbove ? '\\overset' : '\\underset'}${brace(latexText(sign))}${part('m:e')}`;
      return `${isAbove ? '\\overbrace' : '\\underbrace'}${part('m:e')}`;
    }
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

/** A fraction without its line, as in a binomial coefficient. */
function isStack(node: MathNode): boolean {
  return node.name === 'm:f' && property(node, 'm:fPr', 'm:type') === 'noBar';
}

/** Operators have their limits as scripts; anything else has something above or below it. */
function limit(shown: string, sign: '_' | '^', what: string): string {
  const name = shown.trim().replace(/^\\/, '');
  if (functionNames.has(name)) return `\\${name}${sign}${what}`;
  const isOperator = /^(?:overbrace|underbrace)\b/.test(name) || [...operators.values()].includes(shown.trim());
  return isOperator ? `${shown}${sign}${what}` : `${sign === '_' ? '\\underset' : '\\overset'}${what}${brace(shown)}`;
}

/** Those that grow with what stands at them. */
const arrows: ReadonlyMap<string, string> = new Map([
  ['→', '\\xrightarrow'],
  ['←', '\\xleftarrow'],
  ['↔', '\\xleftrightarrow'],
  ['⇒', '\\xRightarrow'],
  ['⇐', '\\xLeftarrow'],
  ['⇔', '\\xLeftrightarrow'],
]);

function all(node: MathNode | undefined): string {
  return node ? joinLatex(node.children.map(render)) : '';
}

function find(node: MathNode, name: string): MathNode | undefined {
  return node.children.find((child) => child.name === name);
}

/** The value of a property; where the format has no attributes it is the text. */
function property(node: MathNode, group: string, name: string): string | undefined {
  const found = node.children.find((child) => child.name === group)?.children.find((child) => child.name === name);
  return found && (found.attribute('m:val') ?? textOf(found).trim());
}

const group = (node: MathNode | undefined) => brace(all(node));
const base = (node: MathNode) => baseOf(all(find(node, 'm:e')));
const script = (node: MathNode, name: string) => scriptOf(all(find(node, name)));
