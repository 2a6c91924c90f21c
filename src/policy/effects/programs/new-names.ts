import { defineProgram } from '../define.ts';
import { template } from '../languages/names.ts';
import { literal, textOf } from '../words.ts';

/** Programs that make up the names of the files they write. */
export const newNames = [
  defineProgram({
    names: 'mktemp',
    summary: 'Makes a new file or folder with a name of its own, in the folder for temporary files.',
    options: {
      '-p=': 'write',
      '--tmpdir[=]': 'write',
      '--suffix=': 'text',
      '-u --dry-run': 'flag',
      '-t': 'flag',
      '-d -q --directory --quiet': 'text',
    },
    operands: [{ if: '-t' }, { if: '-p' }, { if: '--tmpdir' }, { if: '-u' }, { each: template }],
    examples: {
      'mktemp -d': '',
      'mktemp -t x.XXXX': '',
      'mktemp -p /etc': 'write /etc',
      'mktemp /etc/x.XXXX': 'write /etc/x.…',
    },
  }),
  defineProgram({
    names: 'csplit',
    summary: 'Cuts a file into several where patterns say.',
    options: {
      '-f --prefix=': 'flag',
      '-b --suffix-format=': 'flag',
      '-n --digits=': 'text',
      '-k -s -z --keep-files --silent --quiet --elide-empty-files --suppress-matched': 'text',
    },
    operands: { first: 'read' },
    inspect(call, found) {
      const prefix = call.values('-f').at(-1) ?? literal('xx', { start: 0, end: 0 });
      found.effect({ kind: 'write', target: prefix });
      // `d/` before `../../x` is a path that leads out.
      if (call.values('-b').some((format) => textOf(format)?.includes('/') ?? true))
        found.doubt('names with folders in the part that is counted');
    },
    examples: {
      'csplit a.txt /x/': 'read a.txt, write xx',
      'csplit -f /etc/x a 2': 'read a, write /etc/x',
      'csplit -f d/ -b ../../%d a 2': 'read a, write d/, ?',
    },
  }),
  defineProgram({
    names: 'split',
    summary: 'Cuts a file into several.',
    options: {
      '--filter=': 'program',
      '-a -b -C -l -n -t --suffix-length --bytes --line-bytes --lines --number --separator=': 'text',
      '--additional-suffix=': 'text',
      '-f --prefix=': 'write',
      '-d -e -u -x -z -k -s --verbose --unbuffered --elide-empty-files': 'text',
      '--numeric-suffixes --hex-suffixes[=]': 'text',
    },
    operands: { first: 'read', second: 'write' },
    also: [{ if: '!second', effects: 'write: xaa, xab …' }],
    examples: {
      'split -l 100 big part-': 'read big, write part-',
      "split --filter='rm x' big": 'run rm x, read big, write, > sh: rm x',
      'split big': 'read big, write',
      'split --numeric=1 big ../part': 'read big, write ../part',
    },
  }),
  defineProgram({
    names: 'rename prename file-rename',
    summary: 'Renames many files, by a rule in Perl or by two texts.',
    options: { '-v -n -f -s -a -i --verbose --no-act': 'text', '-e=': 'run: code in Perl' },
    operands: { first: 'text', rest: 'read + delete: moved + write' },
    examples: {
      "rename 's/a/b/' x.txt": 'read x.txt, delete x.txt, write x.txt',
      'rename -n foo bar': 'read bar, delete bar, write bar',
    },
  }),
];
