import type { Script } from '../document/script.ts';
import type { RtfFormula } from './formula.ts';
import type { ParagraphLook, Sink } from './sink.ts';

export type Destination = 'text' | 'fonts' | 'styles' | 'marker' | 'instruction' | 'author' | 'frame';

/** What a group inherits, and what ends with it. */
export interface State {
  destination: Destination;
  sink: Sink;
  /** How many characters stand behind \u for those who do not know it. */
  fallback: number;
  font: number;
  strong: boolean;
  emphasis: boolean;
  struck: boolean;
  hidden: boolean;
  script: Script | undefined;
  /** That the text belongs to. */
  formula: RtfFormula | undefined;
  field: { href?: string } | undefined;
  style: number | undefined;
  outline: number | undefined;
  list: boolean;
  level: number;
  inTable: boolean;
  tables: number;
  /** Of the first line and of all lines. */
  firstIndent: number;
  indent: number;
  /** Called when the group ends. */
  leave: (() => void) | undefined;
}

export function firstState(sink: Sink): State {
  return {
    destination: 'text',
    sink,
    fallback: 1,
    font: -1,
    ...plainText,
    formula: undefined,
    field: undefined,
    ...plainParagraph,
    leave: undefined,
  };
}

export const plainText: Pick<State, 'strong' | 'emphasis' | 'struck' | 'hidden' | 'script'> = {
  strong: false,
  emphasis: false,
  struck: false,
  hidden: false,
  script: undefined,
};

export const plainParagraph: Pick<
  State,
  'style' | 'outline' | 'list' | 'level' | 'inTable' | 'tables' | 'firstIndent' | 'indent'
> = {
  style: undefined,
  outline: undefined,
  list: false,
  level: 0,
  inTable: false,
  tables: 1,
  firstIndent: 0,
  indent: 0,
};

export function paragraphLook(state: State, styleHeading: number | undefined, rowIsOpen: boolean): ParagraphLook {
  const { outline, list, level } = state;
  const heading = outline !== undefined && outline < 9 ? outline + 1 : styleHeading;
  const tables = state.inTable || rowIsOpen ? Math.max(1, Math.min(state.tables, 20)) : 0;
  return {
    ...(heading === undefined ? {} : { heading }),
    ...(list ? { depth: Math.max(0, Math.min(level, 8)) } : {}),
    ...(state.firstIndent < 0 ? { hanging: Math.max(0, Math.min(Math.round(state.indent / 360) - 1, 8)) } : {}),
    tables,
  };
}
