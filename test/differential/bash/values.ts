import type { Random } from '../../fixtures/random.ts';

/** A line that gives variables, arrays and arguments values in all the ways bash has, and runs what comes out of them. */
export function lineOfValues(random: Random): string {
  return new Values(random).line();
}

const numbers =
  '0 1 2 -1 3 i j i++ ++i i+1 j-1 $i $((i)) 1?0:1 i=1 ${#x[@]} $# 1-1 0x1 2#1 ~0+1 -2 i,1 x[0] x[i]'.split(' ');

const patterns =
  `x * ? w* *w [x-z] [!w] 'w' "$a" $a *- [,:]* w? ?w *[0-9] ["x"] [$i] \\* # W \${b:0:1} *, ~ [[:digit:]]`.split(' ');

const conditions = [
  ['true', 'false', 'nope', '! false', '[[ $a ]]', '[[ -v a ]]', '((i))', '((i++))', 'test "$1"', 'let i'],
  ['[[ $a == x* ]]', ': "${a:=wide}"', '[[ $a && ${b:=z} ]]'],
].flat();

const sums =
  'i=j i+=1 j++ --j i=i<<1 x[1]=2 i=j?0:1 i=1,j=i+1 i||(j=2) i&&(j=2) i=~j i=2**3%5 i=0xff&3 i=j==0 a=i i=$((j+1))*2 j=i-- i=010-7 i=!i i^=1 i=-j i=(1,2) i=x[1] y[i++]=1'.split(
    ' ',
  );

const separators = [',', "' '", "':'", "', '", "''", '-', '$b', String.raw`$' \t\n'`, '0'];

class Values {
  readonly #random: Random;
  #used: number;

  constructor(random: Random) {
    this.#random = random;
    this.#used = random.below(40);
  }

  line(): string {
    const { below, chance, pick } = this.#random;
    const third = pick([this.#marker(), "''", 'a', 'b', `'${this.#marker()} ${this.#marker()}'`]);
    let text = `a=${this.#marker()} b=${this.#marker()} c=${third} d=x${this.#marker()} i=${below(2)} j=${below(3)}; `;
    text += `x=(${this.#marker()} ${this.#marker()}) y=(${this.#marker()}); set -- ${this.#marker()} ${this.#marker()}; `;
    if (chance(0.15)) text += 'declare -n r=a; ';
    if (chance(0.1)) text += `declare -A m=([k]=${this.#marker()}); `;
    for (let left = 1 + below(4); left > 0; left--) text += this.#step(0) + pick(['; ', '; ', '; ', '\n']);
    return text + this.#call();
  }

  #marker(): string {
    return `w${String(this.#used++ % 60).padStart(2, '0')}`;
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#word()).join(' ');
  }

  #name(): string {
    return this.#random.pick(['a', 'b', 'c', 'd', 'x', 'y', 'i', 'r']);
  }

  #word(depth = 0): string {
    const { pick } = this.#random;
    const one = () => this.#marker();
    const made = pick(
      [
        [one(), one(), one(), one(), `${one()}x`, `x${one()}`, `'${one()} ${one()}'`, `${one()},${one()}`, "''"],
        [`':${one()}: ${one()}'`, one().toUpperCase(), '$a', '"$b"', `$'${one()}\\x20${one()}'`, `{${one()},${one()}}`],
        ['*.txt', '*.none', '"$@"', '$*', '"$*"', '"${x[@]}"', '${x[*]}', `"${one()}  $c"`, '$(nope)'],
      ].flat(),
    );
    if (depth > 2 || this.#random.chance(0.8)) return made;
    return pick([this.#expansion(depth + 1), `"${this.#expansion(depth + 1)}"`]);
  }

  #expansion(depth = 0): string {
    const { pick } = this.#random;
    const [number, count, pattern, word] = [pick(numbers), pick(numbers), pick(patterns), this.#word(depth)];
    const base = pick(
      [
        [this.#name(), this.#name(), `x[${number}]`, 'x[@]', 'y[*]', '@', '*', '1', '2', '#', '!c', '!r', '!1', '!#'],
        ['m[k]', 'm[@]', '0', 'a[@]'],
      ].flat(),
    );
    const operation = pick(
      [
        ['', '', `:-${word}`, `-${word}`, `:=${word}`, `=${word}`, `:+${word}`, `+${word}`, ':?', `#${pattern}`],
        [`##${pattern}`, `%${pattern}`, `%%${pattern}`, `/${pattern}/${pick(['', 'x', '$b', '&'])}`, `//${pattern}/w`],
        [`/#${pattern}/w`, `/%${pattern}/x`, '/#/w', '^', '^^', ',,', ',,[A-Z]', `: ${number}`, `: ${number}:${count}`],
        ['::3', ':1:3', ': -3', '@Q', '@U', '@L', '@u', '@A', '@K'],
      ].flat(),
    );
    return `\${${base}${operation}}`;
  }

  #assignment(): string {
    const { pick } = this.#random;
    const [name, word, number] = [this.#name(), this.#word(), pick(numbers)];
    return pick(
      [
        [
          `${name}=${word}`,
          `${name}=${word}`,
          `${name}+=${word}`,
          `${name}=${this.#expansion()}`,
          `x=(${this.#words(2)})`,
        ],
        [`x+=(${word})`, `x[${number}]=${word}`, `y[${number}]+=${word}`, `y=([1]=${word} ${word})`, `i=${number}`],
        [`IFS=${pick(separators)}`, `m[${pick(['k', 'i', '0'])}]=${word}`, `r=${this.#name()}`],
      ].flat(),
    );
  }

  #builtin(): string {
    const { pick } = this.#random;
    const [name, word, sum] = [this.#name(), this.#word(), pick(sums)];
    const options = pick(['', '-i', '-u', '-l', '-x', '+x', '+i', '+u', '-a', '-r', '-g', '-ai', '-al', '-n', '-A']);
    return pick(
      [
        [`set -- ${this.#words(2)}`, 'set --', 'shift', `shift ${pick(['2', '0', '$i', '-1', '1 2', '0x1'])}`],
        [`declare ${options} ${name}=${word}`, `declare ${options} ${name}`, `export ${name}=${word}`, `unset ${name}`],
        [
          `readonly ${name}`,
          `declare -n r=${pick(['a', 'x', 'c'])}`,
          'unset -n r',
          `unset 'x[${pick(['0', '-1', 'i'])}]'`,
        ],
        [
          `read ${name} <<< ${word}`,
          `read -ra x <<< ${word}`,
          `IFS=, read a b <<< ${word}`,
          `mapfile -t x <<< ${word}`,
        ],
        [`printf -v ${name} %s ${word}`, `printf -v 'x[i]' %s ${word}`, `((${sum}))`, `let '${sum}'`, `: $((${sum}))`],
        [
          `: ${this.#expansion()}`,
          `: "${this.#expansion()}"`,
          `${this.#assignment()} eval 'c=$a'`,
          'shopt -s nullglob',
        ],
        [
          `${this.#assignment()} ${this.#assignment()}`,
          `${this.#assignment()} <<< ${word}`,
          `: <<< ${this.#expansion()}`,
        ],
      ].flat(),
    );
  }

  #step(depth: number): string {
    const { pick } = this.#random;
    const inner = () => (depth > 1 ? this.#assignment() : this.#step(depth + 1));
    return pick([
      () => this.#assignment(),
      () => this.#assignment(),
      () => this.#builtin(),
      () => this.#builtin(),
      () => `${pick(conditions)} ${pick(['&&', '||'])} ${this.#assignment()}`,
      () => `${pick(conditions)} && ${this.#builtin()} || ${this.#assignment()}`,
      () => `if ${pick(conditions)}; then ${inner()}; else ${inner()}; fi`,
      () => `for ${pick(['a', 'i', 'r'])} in ${this.#words(2)}; do ${inner()}; done`,
      () => `f() { ${inner()}; ${inner()}; }; ${pick(['', this.#assignment()])} f ${this.#words(2)}`,
      () => `g() { ${this.#call()}; }; ${pick(['', this.#assignment()])} g ${this.#word()}`,
      () => `case ${pick(['$a', '"$b"', '$#', '$i'])} in ${pick(patterns)}) ${inner()};; *) ${inner()};; esac`,
      () => `(${inner()})`,
      () => `c=$(${inner()}; echo ${this.#word()})`,
    ])();
  }

  #call(): string {
    const { pick } = this.#random;
    const [name, number] = [this.#name(), pick(numbers)];
    return pick(
      [
        [`$${name} z`, `"$${name}" z`, `${this.#expansion()} z`, `"${this.#expansion()}" z`, `\${x[${number}]} z`],
        ['"${x[@]}"', '"$@"', '$*', '"$*" z', '$1 z', '${!c} z', '$r z', '"${m[k]}" z', `"\${@:${number}}" z`],
        [`"\${x[@]:${number}}" z`, `bash -c '$${name} z'`, `bash -c '"$@"' ${this.#words(2)}`, '$a$b z', '{$a,$b} z'],
        [`w0$((${number})) z`, 'w0$i z', `w5\${#${name}} z`, 'w4${#x[@]} z', 'w3$# z', `eval "$${name} z"`],
      ].flat(),
    );
  }
}
