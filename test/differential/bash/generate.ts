import type { Random } from '../../fixtures/random.ts';
import { dataAsCode, dynamicSpellings, hiddenIn, shellsWith, spellings, wrappers } from './places.ts';

/** Programs that no table knows; each is used once in a line, so that none can hide behind another. */
const markers = Array.from({ length: 60 }, (_, at) => `w${String(at).padStart(2, '0')}`);

/** Programs that tables know. */
const known = ['rm', 'git', 'npm', 'cat', 'ls', 'cp', 'touch', 'grep', 'sed', 'make', 'curl', 'tar', 'sort', 'chmod'];

/** All that has a stub in the cage: what is printed by `emit` no plan can know, and `nope` fails. */
export const programs: readonly string[] = [
  markers,
  known,
  [
    'w90',
    'w91',
    'w92',
    'w93',
    'emit',
    'surprise',
    'nope',
    'tool',
    'diff',
    'dirname',
    'basename',
    'tee',
    'sudo',
    'dd',
    'vim',
    'node',
  ],
].flat();

/** A line of bash from a grammar: programs in every place where code can be. */
export function generateLine(random: Random): string {
  return new Line(random).list(3);
}

class Line {
  readonly #random: Random;
  #used = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  list(depth: number): string {
    const { pick, chance } = this.#random;
    let text = this.#andOr(depth);
    while (chance(0.3)) text += pick([' ; ', ';', '\n', ' & ', ' &\n', ' # note\n', ' ;\\\n']) + this.#andOr(depth);
    return text;
  }

  #andOr(depth: number): string {
    const { pick, chance } = this.#random;
    let text = this.#pipeline(depth);
    while (chance(0.2)) text += pick([' && ', ' || ', '&&', '||\n', ' &&\\\n']) + this.#pipeline(depth);
    return text;
  }

  #pipeline(depth: number): string {
    const { pick, chance } = this.#random;
    let text = (chance(0.08) ? pick(['! ', 'time ', 'time -p ', '! time ', 'time ! ']) : '') + this.#command(depth);
    while (chance(0.2)) text += pick([' | ', '|', ' |& ', ' |\n']) + this.#command(depth);
    return text;
  }

  #command(depth: number): string {
    const { pick, chance } = this.#random;
    if (depth <= 0 || chance(0.55)) return this.#simple(depth);
    const inner = () => this.list(depth - 1);
    return pick([
      () => `(${inner()})`,
      () => `{ ${inner()}\n}`,
      () => `if ${inner()}\nthen ${inner()}\nelse ${inner()}\nfi`,
      () => `for i in ${this.#words(depth)}; do ${inner()}\ndone`,
      () => `for ((n${depth}=0; n${depth}<2; n${depth}++)); do ${inner()}\ndone`,
      () => `while ${inner()}\ndo ${inner()}\nbreak; done`,
      () => `until ${inner()}\ndo ${inner()}\nbreak; done`,
      () => `case ${this.#word(depth)} in x) ${inner()}\n;; *) ${inner()}\n;; esac`,
      () => `f() { ${inner()}\n}; f ${this.#words(depth)}`,
      () => `function g { ${this.#program()} "$@"; ${inner()}\n}; g ${this.#words(depth)}`,
      () => `h() (${inner()}); h`,
      () => `[[ -n ${this.#word(depth)} ]] && ${this.#simple(depth)}`,
      () => `coproc ${this.#simple(0)}`,
      () => `select i in a; do ${inner()}\nbreak; done <<< 1`,
    ])();
  }

  #simple(depth: number): string {
    const { pick, chance } = this.#random;
    if (depth > 0 && chance(0.3)) return this.#carried(depth);
    const assignments = chance(0.12) ? `V${pick(['=', '+='])}${this.#word(depth)} ` : '';
    const redirects = chance(0.15) ? ` ${this.#redirect(depth)}` : '';
    const text = `${this.#spelled()} ${this.#words(depth)}`;
    return `${assignments}${text}${redirects}`;
  }

  /** Behind a wrapper, in another shell, or as data that is evaluated. */
  #carried(depth: number): string {
    const { pick } = this.#random;
    const plain = () => `${this.#program()} ${pick(['a', 'x y', '-v'])}`;
    return pick([
      () => pick(wrappers)(plain()),
      () => pick(wrappers)(pick(wrappers)(plain())),
      () => pick(shellsWith)(plain()),
      () => pick(shellsWith)(`${plain()}; ${plain()}`),
      () => pick(dataAsCode)(plain()),
      () => `eval ${quote(this.#simple(depth - 1))}`,
      () => `bash -c ${quote(this.list(depth - 1))}`,
    ])();
  }

  #words(depth: number): string {
    const { below } = this.#random;
    return Array.from({ length: below(3) }, () => this.#word(depth)).join(' ');
  }

  #word(depth: number): string {
    const { pick, chance } = this.#random;
    if (depth > 0 && chance(0.3)) return pick(hiddenIn)(`${this.#program()} ${pick(['', 'a', '"b c"'])}`);
    return pick([
      'a',
      '-x',
      "'b c'",
      '"d"',
      '$HOME',
      '*.txt',
      '{p,q}',
      '"$UNSET"',
      '~',
      'a\\ b',
      "$'t\\tx'",
      '\\#n',
      '-rf',
    ]);
  }

  #redirect(depth: number): string {
    const { pick } = this.#random;
    return pick([
      () => '> out',
      () => '2>&1',
      () => '< a.txt',
      () => '>> "out 2"',
      () => `<<< ${this.#word(depth)}`,
      () => `<<E\n$(${this.#program()} h) \`${this.#program()} b\`\nE\n`,
      () => `<<'E'\n$(${pick(known)} not run)\nE\n`,
      () => `<<-E\n\t\${U:-$(${this.#program()})}\n\tE\n`,
      () => `> >(${this.#program()})`,
      () => `< <(${this.#program()})`,
      () => `> "$(${this.#program()})out"`,
    ])();
  }

  /** A program that was not in this line before. */
  #program(): string {
    const { pick, chance } = this.#random;
    if (chance(0.25)) return pick(known);
    return markers[this.#used++ % markers.length] as string;
  }

  #spelled(): string {
    const { pick, chance } = this.#random;
    const name = this.#program();
    if (chance(0.02)) return pick(dynamicSpellings)(name);
    return chance(0.45) ? pick(spellings)(name) : name;
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
