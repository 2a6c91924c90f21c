import { posix } from 'node:path';
import type { BoundCommand } from '../../protocol/grant.ts';
import type { ShellCommand } from '../../protocol/shell.ts';
import { hashOfFile, inside, known, readBound, sha256, type Place } from './place.ts';

type NamedFile = BoundCommand['files'][number];

/** Programs whose work is written down in a file that they look for themselves. The first that exists counts. */
const rulebooks: readonly { readonly names: string; readonly files: string }[] = [
  { names: 'make gmake', files: 'GNUmakefile makefile Makefile' },
  { names: 'bmake', files: 'BSDmakefile makefile Makefile' },
  { names: 'just', files: 'justfile Justfile .justfile' },
  { names: 'task go-task', files: 'Taskfile.yml taskfile.yml Taskfile.yaml taskfile.yaml' },
  { names: 'rake', files: 'rakefile Rakefile rakefile.rb Rakefile.rb' },
  { names: 'ninja samu', files: 'build.ninja' },
  { names: 'cargo', files: 'Cargo.toml' },
  { names: 'gradle', files: 'build.gradle build.gradle.kts' },
  { names: 'mvn', files: 'pom.xml' },
  { names: 'composer', files: 'composer.json' },
  { names: 'tox', files: 'tox.ini' },
  { names: 'docker-compose', files: 'compose.yaml compose.yml docker-compose.yaml docker-compose.yml' },
];

/** Other places, other rulebooks: such calls are asked about each time. */
const elsewhere =
  /^(?:-C|-f|-I|-F|-w|-r|-p|--(?:directory|file|makefile|justfile|working-directory|taskfile|dir|cwd|prefix|workspaces?|filter|recursive|manifest-path|project-dir|project-directory|include-dir|script-shell|eval|config)(?:=.*)?)/;

/** The files that say what a command will do, besides its own program; undefined when they cannot be told. */
export function namedFiles(command: ShellCommand, place: Place): (NamedFile | undefined)[] | undefined {
  const { name, cwd } = command;
  if (name === null || cwd === undefined) return undefined;
  const words = command.argv.slice(1).map((word) => known(word) ?? '');
  if (packageManagers.has(name)) return words.some(isElsewhere) ? undefined : [packageEntry(words, cwd, place)];
  const book = rulebooks.find(({ names }) => names.split(' ').includes(name));
  if (book) return words.some(isElsewhere) ? undefined : [firstOf(book.files.split(' '), cwd, place)];
  // A note says that the target is no script itself: a rule, or what a program of the project works on.
  return command.effects.flatMap(({ kind, target, note }) =>
    kind === 'run' && note === undefined && target?.path !== undefined ? scriptAt(target.path, place) : [],
  );
}

function isElsewhere(word: string): boolean {
  return elsewhere.test(word);
}

function scriptAt(path: string, place: Place): (NamedFile | undefined)[] {
  const where = inside(path, place);
  const sum = where === undefined ? undefined : hashOfFile(path);
  return where === undefined || sum === undefined ? [] : [{ path: where, what: 'the script', sha256: sum }];
}

function firstOf(names: readonly string[], cwd: string, place: Place): NamedFile | undefined {
  const found = names.find((name) => hashOfFile(posix.join(cwd, name)) !== undefined) ?? names[0] ?? '';
  const path = inside(posix.join(cwd, found), place);
  return path === undefined
    ? undefined
    : { path, what: 'the rules', sha256: hashOfFile(posix.join(cwd, found)) ?? null };
}

const packageManagers: ReadonlySet<string> = new Set('npm cnpm tnpm pnpm yarn yarnpkg bun'.split(' '));
const runsScript = /^(?:run|run-script|rum|urn)$/;
const isScript = /^(?:test|t|tst|start|stop|restart)$/;

/**
 * Of a script that is named, its own entry and those that run before and after it; else the whole file, because any
 * subcommand may run a script of that name, and an install runs some of its own.
 */
function packageEntry(words: readonly string[], cwd: string, place: Place): NamedFile | undefined {
  const file = nearestPackage(cwd, place);
  const path = file === undefined ? undefined : inside(file, place);
  const content = file === undefined ? undefined : readBound(file);
  if (path === undefined || content === undefined) return undefined;
  const [sub = '', name] = words;
  const script = runsScript.test(sub) ? name : isScript.test(sub) ? sub.replace(/^ts?t?$/, 'test') : undefined;
  const entries = script === undefined || script.startsWith('-') ? undefined : scriptsOf(content, script);
  if (!entries) return { path, what: 'the rules', sha256: sha256(content) };
  return { path, what: `the script "${script}"`, sha256: sha256(JSON.stringify(entries)) };
}

/** npm goes up until it finds one; not out of the workspace. */
function nearestPackage(cwd: string, { root }: Place): string | undefined {
  for (let folder = cwd; folder === root || folder.startsWith(`${root}/`); folder = posix.dirname(folder)) {
    const file = posix.join(folder, 'package.json');
    if (hashOfFile(file) !== undefined) return file;
  }
  return undefined;
}

function scriptsOf(content: Buffer, name: string): readonly unknown[] | undefined {
  try {
    const { scripts } = JSON.parse(content.toString('utf8')) as { scripts?: Record<string, unknown> };
    if (typeof scripts?.[name] !== 'string' || !Object.hasOwn(scripts, name)) return undefined;
    const related = name === 'restart' ? ['stop', 'start'] : [];
    return [name, ...related]
      .flatMap((each) => [`pre${each}`, each, `post${each}`])
      .map((each) => scripts[each] ?? null);
  } catch {
    return undefined;
  }
}
