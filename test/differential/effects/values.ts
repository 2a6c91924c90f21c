import { programs } from './languages.ts';

/**
 * What a call may name, by a letter or a word; all of it as it is written in a shell.
 * Most of each is plain, so that calls work; the rest leads out, through links, or is spelled in an odd way.
 */
export const values: Readonly<Record<string, readonly string[]>> = {
  /** A file. */
  F: words(
    "a.txt a.txt b.txt b.txt d/x d/y.txt ./b.txt d/../a.txt 'with blank.txt' ./-dash .env linkfile inlink/x run.sh",
    '../outside/o.txt ../outside/secret.txt /w/outside/o.txt linkdir/o.txt ~/h.txt "$HOME/h.txt" "$PWD"/a.txt',
    '../outside/src/m.txt d/../../outside/run.sh {a,b}.txt *.txt d/* ../outside/*.txt',
  ),
  /** A folder. */
  D: words(
    'd d d/ ./d/ empty empty/ d/e . ./ d/../empty inlink inlink/ linkdir linkdir/ .. ../outside ../outside/',
    '/w/outside /w/outside/hollow/ ../outside/dir linkdir/src ~ ~/ "$HOME" d/e/.. d/../../outside pack',
  ),
  /** Something that is not there. */
  N: words(
    "new new ./new d/new d/new 'new name' n1/n2 d/../new2 -new empty/new inlink/new",
    '../outside/new /w/outside/new linkdir/new ~/new dangling ../new d/../../outside/new new/',
  ),
  /** Any of them. */
  A: [],
  /** Part of a name. */
  T: words("x .bak ~ '' new ../outside/x /w/outside/x d/x 2 .x../outside"),
  C: words("'touch ran' 'touch ../outside/ran' ./run.sh 'cat ../outside/o.txt' 'rm -f d/x' cat 'tee ../outside/teed'"),
  number: words('0 1 2 10 1k'),
  control: words('none off numbered t existing nil simple never'),
  when: words('always auto never'),
  mode: words('644 700 u+x a-w go= -x'),
  date: words('2020-01-01 yesterday @0'),
  attributes: words('all mode timestamps links'),
  ...programs,
  owner: words('0 :0 0:0 root'),
};

/** A value of a kind: a letter or word of the table, or the texts between bars. */
export function valuesOf(kind: string): readonly string[] {
  if (kind === 'A') return ['F', 'D', 'N'].flatMap((each) => values[each] ?? []);
  return Object.hasOwn(values, kind) ? (values[kind] ?? []) : kind.split('|');
}

/** Texts cut at blanks, but for those in quotes. */
function words(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.match(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g) ?? []);
}
