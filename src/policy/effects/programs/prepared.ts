import { defineProgram, type Call, type Found } from '../define.ts';
import { literal, textOf } from '../words.ts';

/** What the commands of `cmake -E` are elsewhere, where they have other names. */
const elsewhere: Readonly<Record<string, string>> = {
  copy: 'cp',
  copy_if_different: 'cp',
  copy_if_newer: 'cp',
  copy_directory: 'cp -r',
  copy_directory_if_different: 'cp -r',
  make_directory: 'mkdir -p',
  remove: 'rm',
  remove_directory: 'rm -r',
  rename: 'mv',
  create_symlink: 'ln -s',
  create_hardlink: 'ln',
  chdir: 'env -C',
};

/** `cmake -E command arguments`. */
function ownCommand({ invocation: { args } }: Call, found: Found): void {
  const at = args.findIndex((word) => textOf(word) === '-E');
  const [verb, ...rest] = at < 0 ? [] : args.slice(at + 1);
  if (!verb) return;
  const name = textOf(verb) ?? '';
  const words = Object.hasOwn(elsewhere, name)
    ? (elsewhere[name] as string).split(' ').map((text) => literal(text, verb.span))
    : [verb];
  found.nest({ kind: 'argv', via: 'cmake -E', words: [...words, ...rest] });
}

/** Builds that are prepared in a folder of their own first. */
export const prepared = [
  defineProgram({
    names: 'meson',
    summary: 'Prepares and runs builds.',
    quiet: true,
    subs: {
      setup: {
        options: { '-D -b --prefix --backend --buildtype --cross-file --native-file=': 'text' },
        operands: { first: 'write', rest: 'read' },
        effects: 'run: a build of the project',
      },
      install: { options: { '-C=': 'folder', '--destdir=': 'write' }, effects: 'run: a build of the project' },
      introspect: 'quiet',
    },
    otherwise: { options: { '-C=': 'folder' }, effects: 'run: a build of the project' },
    examples: {
      'meson setup out -Dx=1': 'write out, run out',
      'meson test -C out': 'cd out, run test',
      'meson introspect --targets out': 'quiet',
    },
  }),
  defineProgram({
    names: 'cmake',
    summary: 'Prepares builds.',
    options: {
      '-B --install-prefix --prefix --build=': 'write',
      '-S=': 'read',
      '-P --install=': 'run',
      '-E': 'flag',
      '-G -D -U -T -A --target --config -j --parallel --preset=': 'text',
    },
    effects: 'run: a build of the project',
    inspect: ownCommand,
    examples: {
      'cmake -E rm -rf x': 'run rm, > rm -rf x',
      'cmake -E remove_directory x': 'run remove_directory, > rm -r x',
      'cmake -E env A=1 ls': 'run env, > env A=1 ls',
      'cmake -S . -B build -DX=1': 'read ., write build, run',
      'cmake -P x.cmake': 'run x.cmake, run',
      'cmake --install build --prefix /usr/local': 'run build, write /usr/local, run',
      'cmake --version': 'quiet',
    },
  }),
];
