import type { Random } from '../../fixtures/random.ts';
import { valuesOf } from './values.ts';

/** How the calls of a program look. */
export interface Calls {
  readonly name: string;
  /**
   * Options, separated by blanks: `-a`, `-S:kind` for a value that follows or is attached, `--suffix=kind`,
   * `--backup[=kind]` for one that may be attached; kinds are those of `values.ts`, or texts between bars.
   */
  readonly options: string;
  /** What follows: `{kind}` is replaced by a value. One of them is taken. */
  readonly shapes: readonly string[];
  /** Options are whole words after one dash. */
  readonly isDashed?: boolean;
  /** Options stand before all operands. */
  readonly isPosix?: boolean;
  /** Letters are not put together. */
  readonly isApart?: boolean;
}

/** A call of one of the programs; those that are called in many ways come more often. */
export function generateCall(all: readonly Calls[], random: Random): string {
  const { pick, chance, below } = random;
  const many = pick([true, false]);
  const calls = many ? pick(all.flatMap((each) => each.shapes.map(() => each))) : pick(all);
  // Twice, since a value may hold places for others.
  const shape = filled(filled(pick(calls.shapes), random), random);
  const [, before = '', main = '', behind = ''] = /^(.*? \| |)(.*?)( <.*|)$/s.exec(shape) ?? [];
  const operands = main === '' ? [] : [main];
  const known = calls.options.split(/\s+/).filter((option) => option !== '');
  const wanted = known.length === 0 || chance(0.4) ? 0 : 1 + below(3);
  const options = Array.from({ length: wanted }, () => written(pick(known), calls, random));
  const words = chance(0.8) || calls.isPosix === true ? [...options, ...operands] : [...operands, ...options];
  if (chance(0.08) && words.length > options.length && !calls.isDashed) words.splice(options.length, 0, '--');
  return `${before}${[calls.name, ...bundled(words, calls, random)].join(' ')}${behind}`;
}

function filled(shape: string, { pick }: Random): string {
  return shape.replaceAll(/\{([A-Z]|[a-z]+|[^{}]*\|[^{}]*)\}/g, (_, kind: string) => pick(valuesOf(kind)));
}

function written(option: string, { isDashed }: Calls, { pick, chance, below }: Random): string {
  const [, name = '', mark, kind = ''] = /^(--?[^:=[]+|\w+=?)(?:(:|=|\[=)(.*?)\]?)?$/.exec(option) ?? [];
  if (mark === undefined) return abbreviated(name);
  const value = pick(valuesOf(kind));
  if (mark === ':') return isDashed === true || chance(0.6) ? `${name} ${value}` : `${name}${value}`;
  if (mark === '[=') return chance(0.3) ? abbreviated(name) : `${abbreviated(name)}=${value}`;
  return chance(0.5) ? `${abbreviated(name)}=${value}` : `${abbreviated(name)} ${value}`;

  function abbreviated(whole: string): string {
    if (!whole.startsWith('--') || isDashed === true || chance(0.7)) return whole;
    return whole.slice(0, Math.max(3, whole.length - 1 - below(whole.length)));
  }
}

/** Letters that follow one another are sometimes one word. */
function bundled(words: readonly string[], { isApart, isDashed }: Calls, { chance }: Random): readonly string[] {
  const result: string[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const isBundle = last !== undefined && /^-[A-Za-z0-9]+$/.test(last) && /^-[A-Za-z]/.test(word);
    if (isBundle && isApart !== true && isDashed !== true && chance(0.5))
      result[result.length - 1] = last + word.slice(1);
    else result.push(word);
  }
  return result;
}
