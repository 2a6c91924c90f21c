import type { Random } from '../../fixtures/random.ts';

/** Pieces that change how the text around them is read. */
const pieces = [
  Array.from('\'"\\\n\t #`${}()[]<>&|;!~*=,'),
  '$( ${ $(( <( >( << ;; && || |& >& 2> $\' $" "" \'\' $@ $* $1 $# $? $_ $IFS ${IFS}'.split(' '),
  '{a,b} {1..3} ${x:- ${x# ${! @P} |w52 $(w54) `w55` <(w56) "$(w57)" ${x:-$(w59)}'.split(' '),
  ['&\\\n>', '<<\\\n-E\n', "<<-'\tE'\n\tE\n", '99999999999>', '<()', ' < nofile ', '<<E <<F\n', '\nE ', ' ;;& *) '],
  [' #', '<<E\n', '\nE\n', '\\\n', '[[ ', ' ]]', '(( ', ' ))', '; w50 m', '\nw51 m\n', '&&w53 m', ' & w58 &'],
  '${a[ ${@ "$@" ${!x} ;& ;;& <> >| &> 2>&1 <&- {fd}> <<- <<< @( +( !( a=( a[0]= += == =~ -eq \\\\ \\" \\`'.split(' '),
  'do done then fi in esac if for while case function eval exec time x=1 coproc select until elif else local declare trap . command builtin'
    .split(' ')
    .map((word) => ` ${word} `),
].flat();

/** The same line with a few places changed; it need not be bash any more. */
export function mutate(line: string, random: Random): string {
  let text = line;
  for (let left = 1 + random.below(3); left > 0; left--) text = once(text, random);
  return text.slice(0, 2000);
}

function once(text: string, { below, pick }: Random): string {
  const at = below(text.length + 1);
  const to = Math.min(text.length, at + 1 + below(6));
  const [before, part, after] = [text.slice(0, at), text.slice(at, to), text.slice(to)];
  return pick([
    () => before + pick(pieces) + part + after,
    () => before + pick(pieces) + part + after,
    () => before + after,
    () => before + part + part + after,
    () => `${before}'${part}'${after}`,
    () => `${before}"${part}"${after}`,
    () => `${before}$(${part})${after}`,
    () => `${before}\`${part}\`${after}`,
    () => `${before}{${part},${part}}${after}`,
    () => `${before}\\${part}${after}`,
    () => before + part.replaceAll(' ', pick(['\t', '\\\n', '$IFS', '\n', ' \\\n '])) + after,
    () => before + part.toUpperCase() + after,
  ])();
}
