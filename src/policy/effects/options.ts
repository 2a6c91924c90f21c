import type { Word } from '../../protocol/shell.ts';
import type { Level, Option } from './compile.ts';
import { after, headOf, shown, textOf } from './words.ts';

/** An option that was given. */
export interface Hit {
  readonly option: Option;
  /** As it was written, without its value. */
  readonly name: string;
  readonly value: Word | undefined;
  /** Of an option that brings another program along. */
  readonly words: readonly Word[] | undefined;
}

export interface Sorted {
  readonly hits: readonly Hit[];
  readonly operands: readonly Word[];
  readonly separator: number | undefined;
  /** What could be an option that is not known, in words. */
  readonly strange: readonly string[];
  /** What can be read in two ways, in words. */
  readonly open: readonly string[];
  /** The first operand may be the value of an option whose own may be empty: `env -u"$x" ls rm`. */
  readonly hasPerhapsValue: boolean;
}

/** Tells options from operands; the tables are asked in turn. */
export function sortArguments(args: readonly Word[], levels: readonly Level[], stopsAtOperand: boolean): Sorted {
  const [level] = levels;
  if (!level) return { hits: [], operands: args, separator: undefined, strange: [], open: [], hasPerhapsValue: false };
  const stops = stopsAtOperand || level.style === 'posix';
  const sorter = new Sorter(args, levels, stops);
  if (level.style === 'tar') sorter.takeLetters();
  while (sorter.hasMore()) {
    if (sorter.takeOption(level.style)) continue;
    if (stops) sorter.takeRest();
    else sorter.takeOperand();
  }
  return sorter;
}

class Sorter implements Sorted {
  readonly hits: Hit[] = [];
  readonly operands: Word[] = [];
  readonly strange: string[] = [];
  readonly open: string[] = [];
  hasPerhapsValue = false;
  separator: number | undefined;
  readonly #args: readonly Word[];
  readonly #levels: readonly Level[];
  readonly #stops: boolean;
  #at = 0;

  constructor(args: readonly Word[], levels: readonly Level[], stops: boolean) {
    this.#args = args;
    this.#levels = levels;
    this.#stops = stops;
  }

  hasMore(): boolean {
    return this.#at < this.#args.length;
  }

  takeOperand(): void {
    const word = this.#args[this.#at++];
    if (word) this.operands.push(word);
  }

  takeRest(): void {
    while (this.hasMore()) this.takeOperand();
  }

  /** Letters in front that need no dash: `tar xzf a.tgz`. */
  takeLetters(): void {
    const [first] = this.#args;
    const text = first && textOf(first);
    if (text === undefined || text.startsWith('-') || !/^[A-Za-z]+$/.test(text)) return;
    this.#at = 1;
    // Their values follow in the same order.
    for (const letter of text) this.#takeNamed(`-${letter}`, undefined);
  }

  /** Whether the next word was an option. */
  takeOption(style: Level['style']): boolean {
    const word = this.#args[this.#at];
    if (!word) return false;
    const head = headOf(word);
    if (head === '' && word.pieces.length > 0) {
      const [piece] = word.pieces;
      const isFromInput = typeof piece === 'object' && piece.unknown === 'argument';
      if (word.isSplit && !isFromInput) this.strange.push(`${shown(word)} may hold options`);
      return false;
    }
    if (style === 'keys') return this.#takeKey(word, head);
    if (head === '-' && word.pieces.length === 1) return this.#takeFlag(head);
    if (!head.startsWith('-')) return style === 'dash' && this.#takeFlag(head);
    if (head === '--' && word.pieces.length === 1) {
      // To find it is a word like any other.
      if (this.#takeFlag(head)) return true;
      this.#at += 1;
      this.separator = this.operands.length;
      this.takeRest();
      return true;
    }
    this.#at += 1;
    if (style === 'dash') this.#takeWord(word, head);
    else if (head.startsWith('--')) this.#takeLong(word, head);
    else this.#takeBundle(word, head);
    return true;
  }

  #takeKey(word: Word, head: string): boolean {
    const equals = head.indexOf('=');
    if (equals === -1) return this.#takeFlag(head);
    this.#at += 1;
    const name = head.slice(0, equals);
    const option = this.#find(name);
    if (option) this.#hit(option, name, after(word, equals + 1));
    else this.strange.push(`${name}= is not known`);
    return true;
  }

  #takeFlag(name: string): boolean {
    const option = this.#find(name);
    if (!option) return false;
    this.#at += 1;
    this.#hit(option, name);
    return true;
  }

  #takeWord(word: Word, head: string): void {
    const equals = head.indexOf('=');
    const name = equals === -1 ? head : head.slice(0, equals);
    const attached = equals === -1 ? undefined : after(word, equals + 1);
    const isWhole = equals !== -1 || word.pieces.length === 1;
    if (isWhole && this.#takeNamed(name, attached)) return;
    if (isWhole && name.startsWith('--') && this.#takeNamed(name.slice(1), attached)) return;
    // `-o../a`: a letter with its value, in what is no word for certain.
    const letter = /^-[A-Za-z](?=[./~])/.exec(head)?.[0];
    const option = letter === undefined ? undefined : this.#find(letter);
    if (letter !== undefined && option?.value === 'required') return this.#take(option, letter, after(word, 2));
    this.strange.push(`${shown(word)} is not known`);
  }

  /** `--long`, or the beginning of it; of several that begin so, all, so that none is missed. */
  #takeLong(word: Word, head: string): void {
    const equals = head.indexOf('=');
    const name = equals === -1 ? head : head.slice(0, equals);
    const attached = equals === -1 ? undefined : after(word, equals + 1);
    const isWhole = equals !== -1 || word.pieces.length === 1;
    if (isWhole && this.#takeNamed(name, attached)) return;
    const options = this.#beginningWith(name);
    if ((options.length === 0 && name !== '--help' && name !== '--version') || !isWhole)
      this.strange.push(`${shown(word)} is not known`);
    const [only] = options;
    const next = attached ?? this.#args[this.#at];
    if (only && options.length === 1 && isWhole) {
      // `rsync --partial a b`: no short form of --partial-dir with a value, but an option of its own, and a is an operand.
      const isOpen = !attached && next !== undefined && (only.value === 'required' || only.value === 'pair');
      if (isOpen && (this.#stops || this.#hasPlaces()))
        this.open.push(`${name} may be short for another option, with a value`);
      if (isOpen && !this.#stops && !only.isLast) return this.#hit(only, name, next);
      return this.#take(only, name, attached);
    }
    for (const option of options) this.#hit(option, name, option.value === 'none' ? undefined : next);
  }

  /** Letters after one dash; the first that takes a value has the rest of the word for it. */
  #takeBundle(word: Word, head: string): void {
    // Some programs know whole words after one dash beside letters.
    const equals = head.indexOf('=');
    const whole = equals === -1 ? head : head.slice(0, equals);
    if (whole.length > 2 && (equals !== -1 || word.pieces.length === 1) && this.#find(whole)) {
      this.#takeNamed(whole, equals === -1 ? undefined : after(word, equals + 1));
      return;
    }
    if (/^-\d+$/.test(head) && this.#takeNamed('-#', undefined)) return;
    for (let index = 1; index < head.length; index += 1) {
      const name = `-${head[index]}`;
      const option = this.#find(name);
      const hasMore = index + 1 < head.length || word.pieces.length > 1;
      if (!option) {
        this.strange.push(`${shown(word)} is not known`);
        // Its value, for all that is known.
        if (!/[A-Za-z0-9]/.test(head[index] ?? '')) return;
      } else if (option.value === 'none') {
        this.#hit(option, name);
      } else {
        const attached = hasMore ? after(word, index + 1) : undefined;
        this.#take(option, name, attached);
        const next = this.#args[this.#at];
        if (option.value === 'required' && attached && mayBeEmpty(attached) && next && !headOf(next).startsWith('-'))
          this.hasPerhapsValue = true;
        return;
      }
    }
    if (word.pieces.length > 1) this.strange.push(`${shown(word)} may hold options`);
  }

  #takeNamed(name: string, attached: Word | undefined): boolean {
    const option = this.#find(name);
    if (option) this.#take(option, name, attached);
    return option !== undefined;
  }

  #take(option: Option, name: string, attached: Word | undefined): void {
    if (option.value === 'argv') return this.#takeProgram(option, name, attached);
    if (option.value === 'pair' && !attached) this.#at += 1;
    const takesNext = (option.value === 'required' || option.value === 'pair') && !attached;
    const value = takesNext ? this.#args[this.#at] : attached;
    if (takesNext && value) this.#at += option.isFollowed ? 2 : 1;
    this.#hit(option, name, value);
    // Of the names that a pattern stands for, the first is the value; the others are operands.
    if (takesNext && value?.isPattern === true && this.#levels[0]?.style !== 'dash') this.operands.push(value);
    if (option.isLast) this.takeRest();
  }

  /** Another program up to a `;`, a `+` after `{}`, or the end. */
  #takeProgram(option: Option, name: string, attached: Word | undefined): void {
    const words: Word[] = attached ? [attached] : [];
    let previous: string | undefined;
    while (this.hasMore()) {
      const word = this.#args[this.#at++];
      if (!word) break;
      const text = textOf(word);
      if (text === ';' || (text === '+' && previous === '{}')) break;
      words.push(word);
      previous = text;
    }
    this.#hit(option, name, undefined, words);
  }

  /** Whether it matters which operand is the first, or the last. */
  #hasPlaces(): boolean {
    const [level] = this.#levels;
    return (
      level?.inspect !== undefined ||
      level?.operands.some(({ first, second, last }) => first ?? second ?? last) === true
    );
  }

  #hit(option: Option, name: string, value?: Word, words?: readonly Word[]): void {
    this.hits.push({ option, name, value, words });
  }

  #find(name: string): Option | undefined {
    for (const { options } of this.#levels) {
      const option = options.get(name);
      if (option) return option;
    }
    return undefined;
  }

  #beginningWith(name: string): readonly Option[] {
    if (name.length < 3) return [];
    const found = new Set<Option>();
    for (const { options } of this.#levels) {
      for (const [long, option] of options) if (long.startsWith(name)) found.add(option);
    }
    return [...found];
  }
}

function mayBeEmpty({ pieces }: Word): boolean {
  return pieces.every((piece) => typeof piece !== 'string' && piece.unknown !== 'arithmetic');
}
