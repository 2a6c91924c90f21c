import type { ArrayValue, HereDoc, Word as WordNode } from 'unbash';
import { evaluate, isClosed } from './arithmetic.ts';
import { expandBraces } from './braces.ts';
import type { Expanded } from './expanded.ts';
import { expandParameter, expandSimple } from './parameters.ts';
import { scanHereDoc, scanWord, type Atom, type Expansion } from './scan.ts';
import { FieldBuilder } from './splitting.ts';
import { processFile, substitute } from './substitution.ts';
import type { State } from './state.ts';
import {
  concat,
  display,
  hasPattern,
  isAscii,
  isUnknown,
  knownText,
  textOf,
  type Field,
  type Piece,
  type Text,
} from './text.ts';
import { expandTilde } from './tilde.ts';
import { joinTouching } from './touching.ts';
import { eitherWay, lookUp } from './variables.ts';
import { frameIn, mayBreak, spanOf, type Frame, type Walker } from './walker.ts';

/** Nothing in such a word is expanded, split or quoted. */
const plain = /^[\w%+,./:@^=-]+$/;

export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** All expansions of a word, as in the arguments of a command. */
export function fieldsOf(word: WordNode, state: State, frame: Frame, walker: Walker): Field[] {
  if (plain.test(word.text)) {
    walker.budget.takeSteps(1);
    return [[{ piece: word.text, isQuoted: false }]];
  }
  walker.budget.takeSteps(4);
  const words = expandBraces(word, walker.budget);
  if (!words) return splitFields(word, word, state, frame, walker);
  const inner: Frame = frameIn(frame, { span: spanOf(word, frame) });
  return words.flatMap((each) => splitFields(each, word, state, inner, walker));
}

function splitFields(word: WordNode | undefined, outer: WordNode, state: State, frame: Frame, walker: Walker): Field[] {
  if (!word) {
    walker.journal.doubt('syntax', `"${outer.text.slice(0, 60)}" is not understood`, spanOf(outer, frame));
    return [[{ piece: { unknown: 'substitution' }, isQuoted: false }]];
  }
  if (plain.test(word.text)) return [[{ piece: word.text, isQuoted: false }]];
  const builder = new FieldBuilder();
  // What braces made is no assignment: `echo x={a,~}` prints a `~`.
  const isAssignment = word === outer && /^[A-Za-z_]\w*\+?=/.test(word.text);
  expandAtoms(
    expandTilde(scanWord(word), isAssignment ? 'argument' : 'word', state, walker.context),
    builder,
    word,
    state,
    frame,
    walker,
  );
  builder.break();
  return builder.fields;
}

/** Without splitting and patterns, as in the value of an assignment. */
export function textOfValue(word: WordNode, state: State, frame: Frame, walker: Walker): Text {
  if (plain.test(word.text)) return [word.text];
  if (word.text === '') return [];
  return textOf(joined(expandTilde(scanWord(word), 'value', state, walker.context), word, state, frame, walker));
}

export function quotedField(word: WordNode, state: State, frame: Frame, walker: Walker): Field {
  return joined(scanWord(word, true), word, state, frame, walker);
}

export function patternField(word: WordNode, state: State, frame: Frame, walker: Walker): Field {
  return joined(expandTilde(scanWord(word), 'word', state, walker.context), word, state, frame, walker);
}

export function hereDocText(doc: HereDoc, state: State, frame: Frame, walker: Walker): Text {
  const { body, delimiter } = doc;
  const stripsTabs = doc.operator === '<<-';
  // Bash writes the code in it anew, with other spaces.
  if (/\(|`/.test(delimiter?.text ?? ''))
    walker.journal.doubt('syntax', 'A here-document ends with code that is not read', spanOf(doc, frame));
  // Bash strips them from the delimiter as well, and finds the end before the parser does.
  if (stripsTabs && delimiter?.value.startsWith('\t'))
    walker.journal.doubt('syntax', 'A here-document ends with tabs that are not read', spanOf(doc, frame));
  // One that is never ended gets the end of its last line from bash.
  const end: Text = body.text === '' || body.text.endsWith('\n') ? [] : ['\n'];
  if (delimiter?.quoted ?? false) {
    const text = stripsTabs ? body.text.replace(/^\t+/gm, '') : body.text;
    return text === '' ? [] : concat([text], end);
  }
  const atoms = scanHereDoc(body, stripsTabs);
  // Bash takes the quotes of `${x:-$""(code)}` away first, and then runs the code.
  if (atoms.some((atom) => 'expansion' in atom && /^\$\{[^]*\$(?:\\\n)*"/.test(atom.expansion.text)))
    walker.journal.doubt('dynamic-code', 'Quotes in a here-document may hide code', spanOf(body, frame));
  return concat(textOf(joined(atoms, body, state, frame, walker)), end);
}

export function arrayItems(array: ArrayValue, state: State, frame: Frame, walker: Walker): readonly Text[] | undefined {
  const items: Text[] = [];
  let isKnown = true;
  for (const element of joinTouching(array.elements)) {
    // `[key]=value`: the place of an item is not followed, the code in it is.
    if (element.text.startsWith('[')) {
      const text = textOfValue(element, state, frame, walker);
      if (/^\[.*\]\+?=/s.test(display(text))) {
        walker.runHidden(text, state, frame, spanOf(element, frame), '[]=');
        isKnown = false;
        continue;
      }
    }
    for (const field of fieldsOf(element, state, frame, walker)) {
      if (field.some((part) => isUnknown(part.piece) && !part.isQuoted)) isKnown = false;
      if (state.options.has('nullglob') && hasPattern(field)) isKnown = false;
      items.push(namesOf(field));
    }
  }
  return isKnown ? items : undefined;
}

/** The text of a field for a list that is kept; a pattern in it stands for the names of files. */
export function namesOf(field: Field): Text {
  const text = textOf(field);
  return hasPattern(field) ? text.map((piece) => (typeof piece === 'string' ? { names: piece } : piece)) : text;
}

/** Everything in it as one field, as between double quotes. */
export function joined(
  atoms: readonly Atom[],
  word: { readonly pos: number; readonly end: number },
  state: State,
  frame: Frame,
  walker: Walker,
): Field {
  const builder = new FieldBuilder();
  expandAtoms(atoms, builder, word, state, frame, walker, true);
  builder.break();
  return builder.fields[0] ?? [];
}

function expandAtoms(
  atoms: readonly Atom[],
  builder: FieldBuilder,
  word: { readonly pos: number; readonly end: number },
  state: State,
  frame: Frame,
  walker: Walker,
  isOne = false,
  isInner = false,
): void {
  const lone = isOne || atoms.length < 2 ? -1 : atoms.findLastIndex(hasLoneDollar);
  for (const [at, each] of atoms.entries()) {
    // Bash does not split what stands before a `$` that expands to nothing else: `$c$`.
    const atom = at < lone && 'expansion' in each ? { ...each, isQuoted: true } : each;
    if ('text' in atom) {
      walker.budget.takeText(atom.text.length);
      // What is written in a default outside quotes is split like its value.
      if (isInner && !atom.isQuoted && !isOne) builder.addSplit(atom.text, fieldSeparators(state, walker), false);
      else builder.add({ piece: atom.text, isQuoted: atom.isQuoted });
    } else if ('unknown' in atom) builder.add({ piece: atom.unknown, isQuoted: true });
    else if ('lost' in atom) {
      walker.journal.doubt('syntax', `"${atom.lost}" is not understood`, spanOf(word, frame));
      builder.add({ piece: { unknown: 'substitution' }, isQuoted: isOne });
    } else {
      const value = expandOne(atom.expansion, atom.isQuoted, state, frame, walker);
      if (value.isList && atom !== each) builder.add({ piece: { unknown: 'variable', name: '@' }, isQuoted: false });
      else if (value.operand) {
        // A default stands in the place of the variable, with its own quotes.
        const { operand } = value;
        const inner = atom.isQuoted
          ? scanWord(operand, true)
          : expandTilde(scanWord(operand), isOne ? 'value' : 'word', state, walker.context);
        const expand = () => expandAtoms(inner, builder, operand, state, frame, walker, isOne, true);
        builder.isGuess = value.isGuess ?? false;
        if (atom.isQuoted) builder.add({ piece: '', isQuoted: true });
        if (builder.isGuess) eitherWay(state, expand);
        else expand();
        builder.isGuess = false;
      } else addExpanded(value, atom.isQuoted || value.isWhole === true, builder, state, walker, isOne);
    }
  }
}

function hasLoneDollar(atom: Atom): boolean {
  return 'text' in atom && !atom.isQuoted && atom.text.includes('$');
}

function addExpanded(
  value: Expanded,
  isQuoted: boolean,
  builder: FieldBuilder,
  state: State,
  walker: Walker,
  isOne: boolean,
): void {
  const isGuess = value.isGuess ?? false;
  for (const item of value.items)
    for (const piece of item) if (typeof piece === 'string') walker.budget.takeText(piece.length);
  if (walker.budget.isSpent) return;
  if (isOne || (isQuoted && (value.isJoined || !value.isList))) {
    // Where they cannot stay apart, `$@` has blanks between them.
    const ifs = value.items.length > 1 ? (value.isJoined ? separator(state, walker) : [' ']) : [];
    const text = concat(...value.items.map((item, at) => (at > 0 ? [...ifs, ...item] : item)));
    const isOpen = value.isList && text.some(isUnknown);
    if (text.length === 0 && isQuoted) builder.add({ piece: '', isQuoted: true });
    for (const piece of text) builder.add({ piece, isQuoted: isQuoted && !(isOpen && isUnknown(piece)), isGuess });
  } else if (isQuoted) {
    value.items.forEach((item, at) => {
      if (at > 0) builder.breakAlways();
      if (item.length === 0) builder.add({ piece: '', isQuoted: true });
      // A list that is not known may be no word, or many.
      for (const piece of item) builder.add({ piece, isQuoted: !isOpenList(value, piece), isGuess });
    });
  } else {
    const ifs = fieldSeparators(state, walker);
    const joint = ifs?.slice(0, 1) ?? '';
    // In a substitution whose output is assigned bash joins them, elsewhere not: `IFS=; c=$(ls$*)`.
    if (ifs === '' && value.isJoined && value.items.length > 1)
      return builder.add({ piece: { unknown: 'variable', name: '*' }, isQuoted: false, isGuess });
    value.items.forEach((item, at) => {
      // They are joined, and then split: `IFS=0; set -- a0 b; ls $*` lists a, nothing and b.
      if (at > 0 && joint === '') builder.break();
      else if (at > 0) builder.addSplit(joint, ifs, isGuess);
      const lead = item.find((piece) => isUnknown(piece) && piece.isPerhaps === true);
      for (const piece of item) builder.addSplit(piece, ifs, isGuess, lead);
    });
  }
}

function isOpenList(value: Expanded, piece: Piece): boolean {
  return (
    value.items.length === 1 &&
    isUnknown(piece) &&
    (piece.name === '@' || piece.name === '*' || value.items[0]?.length === 1)
  );
}

function expandOne(part: Expansion, isQuoted: boolean, state: State, frame: Frame, walker: Walker): Expanded {
  if (!walker.budget.takeSteps(6)) return single([{ unknown: 'substitution' }]);
  try {
    return expandPart(part, isQuoted, state, frame, walker);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    walker.journal.doubt('too-deep', 'It is nested too deeply', spanOf(part, frame));
    return single([{ unknown: 'substitution' }]);
  }
}

function expandPart(part: Expansion, isQuoted: boolean, state: State, frame: Frame, walker: Walker): Expanded {
  switch (part.type) {
    case 'SimpleExpansion':
      return expandSimple(part.text.slice(1), state, walker);
    case 'ParameterExpansion':
      return expandParameter(part, isQuoted, state, frame, walker);
    case 'ArithmeticExpansion': {
      if (part.text.length > 2_000) throw new RangeError('A number that is longer than anybody writes');
      const { expression } = part;
      if (part.text.startsWith('$((') && !isClosed(part.text.slice(3, -2)))
        walker.journal.doubt('syntax', 'It may be two subshells to bash', spanOf(part, frame));
      if (!expression) {
        mayBreak(state, walker);
        walker.runHidden([part.text.slice(2)], state, frame, spanOf(part, frame), '$(( ))');
        return single([/\w/.test(part.text) ? { unknown: 'arithmetic' } : '0']);
      }
      const value = evaluate(expression, state, frame, walker, spanOf(part, frame));
      if (value === undefined) mayBreak(state, walker);
      return single([value === undefined ? { unknown: 'arithmetic' } : String(value)]);
    }
    case 'CommandExpansion':
      return single(substitute(part, state, frame, walker));
    case 'ProcessSubstitution':
      return { ...single([processFile(part, state, frame, walker)]), isWhole: true };
  }
}

/** Undefined when it is known only at run time. */
function fieldSeparators(state: State, walker: Walker): string | undefined {
  const ifs = lookUp('IFS', state, walker.context)?.value;
  const known = ifs === undefined ? ' \t\n' : knownText(ifs);
  return known === undefined || isAscii(known) ? known : undefined;
}

function separator(state: State, walker: Walker): Text {
  const first = fieldSeparators(state, walker)?.slice(0, 1);
  return first === undefined ? [{ unknown: 'variable', name: 'IFS' }] : first === '' ? [] : [first];
}

function single(text: Text): Expanded {
  return { items: [text], isList: false, isJoined: false };
}
