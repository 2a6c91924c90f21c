import { defineProgram, type Part, type Reader } from '../define.ts';
import { tasks } from '../languages/frameworks.ts';
import { made } from '../languages/make.ts';
import { after, headOf, literal, textOf } from '../words.ts';

const building: Part = { style: 'gnu', effects: 'run: code of the project' };
const publishing = 'contact: packages + change remote force: publishes a package';
const packages = 'contact: packages + change packages';

/** A build goes to the folder of the file that describes it. */
const projectFile: Reader = (value, found) => {
  const text = textOf(value) ?? '';
  const folder = /\.(?:xml|gradle|kts)$/.test(text) ? text.replace(/\/?[^/]*$/, '') : text;
  if (folder !== '') found.effect({ kind: 'read', target: literal(folder, value.span), note: 'cd' });
};

/** Without anything to do, they speak with a person. */
const spoken = /^(clj|clojure|sbt|kotlin)$/;

/** Build tools; what they run comes from the project. */
export const build = [
  defineProgram({
    names: `
      make gmake bmake ninja samu scons waf mage bazel bazelisk buck buck2 tup redo
      earthly ant pants xmake nmake msbuild
    `,
    summary: 'Build by rules.',
    options: {
      '-C --directory=': 'folder',
      '-f --file --makefile --justfile -I --include-dir=': 'text',
      '-E --eval=': 'run: option: a rule on the command line',
      '-o -W --old-file --new-file --target=': 'text',
      '-j -l -O --jobs --load-average --output-sync --debug[=]': 'text',
      '-d -n -s -k -B -i -q -p -r -R -e -w -v -t -S --dry-run --silent --keep-going --always-make': 'text',
    },
    inspect: made,
    examples: {
      'make -j8 test': 'run test',
      make: 'run',
      'make -f- <<< x': 'run, run, ?',
      'make -f - <<< a: ; rm x': 'run, run, > sh: rm x, ?',
      'make SHELL=/bin/bash all': 'run all',
      'make SHELL=./x all': 'run SHELL=./x, run all',
      'make -C sub CC=gcc': 'cd sub, run',
      'make -d -C sub': 'cd sub, run',
    },
  }),
  defineProgram({
    names: 'task go-task',
    summary: 'Runs tasks of the project.',
    quiet: true,
    options: {
      '-d --dir=': 'folder',
      '-t --taskfile -o --output -C --concurrency -I --interval --sort=': 'text',
      '-l --list -a --list-all --summary --status --json --completion': 'help',
      '-n -f -p -s -v -w -x -y --dry --force --parallel --silent --verbose --watch --yes': 'text',
    },
    also: [{ effects: 'run: a task of the project' }],
    examples: { 'task build': 'run build', 'task --list': 'quiet', 'task -d sub build': 'cd sub, run build' },
  }),
  defineProgram({
    names: 'just',
    summary: 'Runs recipes of the project.',
    style: 'posix',
    quiet: true,
    options: {
      '-c --command': 'argv',
      '-d --working-directory=': 'folder',
      '-f --justfile=': 'text',
      '--shell=': 'program',
      '-e --edit --choose': 'terminal',
      '--set=_': 'text',
      '--color --dump-format --shell-arg -s --show --list-heading --list-prefix --dotenv-path=': 'text',
      '-l --list --summary --evaluate --variables --dump --groups': 'help',
      '-n -q -u -v --dry-run --quiet --unsorted --verbose --yes --fmt --check --unstable --init': 'text',
    },
    also: [{ if: '!-c', effects: 'run: a recipe of the project' }],
    examples: {
      'just test': 'run test',
      'just --list': 'quiet',
      'just --command rm -rf x': 'quiet, > rm -rf x',
    },
  }),
  defineProgram({
    names: `
      ctest cpack autoconf automake autoreconf configure libtool aclocal pkg-config pkgconf conan
      vcpkg qmake swig protoc buf flex lex bison yacc m4 gperf
    `,
    summary: 'Prepare builds.',
    options: {
      '-B --prefix=': 'write',
      '-D -U -T -A --target --config -j --parallel --preset -R=': 'text',
      '-o --output=': 'write',
    },
    effects: 'run: a build of the project',
    // `--go_out=options:folder` of protoc.
    inspect({ invocation: { args } }, found) {
      for (const word of args) {
        const start = /^--[\w-]+_out=(?:.*:)?/.exec(headOf(word))?.[0];
        if (start !== undefined) found.effect({ kind: 'write', target: after(word, start.length) });
      }
    },
    examples: {
      'ctest -R x': 'run',
      'protoc --go_out=paths=source_relative:gen a.proto': 'run a.proto, write gen',
    },
  }),
  defineProgram({
    names: 'hugo jekyll zola mdbook',
    summary: 'Make a site from the texts of a project.',
    options: {
      '-d --destination --dest-dir -o --output-dir=': 'write',
      '-s --source --config -c -b --baseURL -e --environment -t --theme -p --port --bind -r --root=': 'text',
    },
    effects: 'run: code of the project',
    help: '--help --version -v -h',
    examples: { 'hugo --minify': 'run', 'hugo -d out': 'write out, run' },
  }),
  defineProgram({
    names: 'gradle gradlew mvn mvnw mvnd sbt lein clj clojure mill kotlin gradlew.bat ivy jbang',
    summary: 'Build projects of the Java world.',
    style: 'dash',
    options: {
      '-p -project-dir=': 'folder',
      '-f -file=': projectFile,
      '-I -init-script=': 'run',
      '-D -P -pl -T=': 'text',
    },
    inspect({ operands, invocation }, found) {
      const publish = operands.find((word) =>
        /^(deploy|publish|release|uploadArchives|release:perform)/.test(headOf(word)),
      );
      if (publish)
        found.effect({ kind: 'change', thing: 'remote', target: publish, force: true, note: 'publishes a package' });
      const [target] = operands;
      found.effect({ kind: 'run', ...(target && { target }), note: 'a task of the project' });
      const isByHand = target ? /^(repl|console)$/.test(textOf(target) ?? '') : spoken.test(invocation.name);
      if (isByHand && invocation.stdin.kind === 'inherited' && (target || invocation.args.length === 0))
        found.effect({ kind: 'terminal' });
    },
    help: '--help --version -v -version -h',
    examples: {
      'mvn -q test': 'run test',
      'gradlew build': 'run build',
      'lein repl': 'run repl, terminal',
      clojure: 'run, terminal',
      'clojure -M:test': 'run',
      'mvn deploy': 'change remote deploy force, run deploy',
    },
  }),
  defineProgram({
    names: 'java scala-cli mono wine dosbox wasmtime wasmer qemu-*',
    summary: 'Runs a program of another machine.',
    style: 'dash',
    options: {
      '-jar -cp -classpath --class-path -m --module -p=': 'run',
      '-D -X=': 'text',
      '-javaagent -agentpath -agentlib=': 'run',
      '-version --version': 'help',
    },
    operands: { first: 'run' },
    examples: { 'java -jar a.jar': 'run a.jar', 'java -version': 'quiet', 'java Main.java': 'run Main.java' },
  }),
  defineProgram({
    names: 'dotnet nuget paket',
    summary: 'Builds and runs .NET projects.',
    quiet: true,
    subs: {
      'list sln --info --list-sdks help': 'quiet',
      'build test publish pack clean': {
        options: {
          '-o --output --results-directory --artifacts-path=': 'write',
          '-c --configuration -f --framework -r --runtime -l --logger -v --verbosity -p --property -s --settings=':
            'text',
          '--filter -d --diag --collect -a --arch --os=': 'text',
        },
        effects: 'run: code of the project',
      },
      'run watch msbuild format exec vstest': 'run: code of the project',
      ef: {
        subs: { database: { subs: { drop: 'change database force' }, otherwise: 'run: code of the project' } },
        otherwise: 'run: code of the project',
      },
      'restore add remove workload install': packages,
      tool: {
        subs: {
          'install update uninstall': 'contact: packages + change global-packages',
          'run restore': 'run',
          list: 'quiet',
        },
      },
      new: 'write',
      nuget: { subs: { push: publishing, delete: publishing, 'locals list': 'quiet' }, otherwise: packages },
      push: publishing,
    },
    otherwise: { operands: { first: 'run' } },
    examples: {
      'dotnet test': 'run',
      'dotnet publish -c Release -o out': 'write out, run',
      'dotnet ef database drop -f': 'change database force',
      'dotnet ef database update': 'run update',
      'dotnet nuget push a.nupkg': 'contact, change remote a.nupkg force',
      'dotnet --version': 'quiet',
    },
  }),
  defineProgram({
    ...building,
    names: `
      swift xcodebuild xcrun flutter dart pod fastlane stack cabal dune opam rebar3 mix gleam shards
      nimble spago elm lake raco dub alr fpm nix-build cocoapods carthage tuist idf.py platformio pio arduino-cli west godot
      unity
    `,
    summary: 'Build projects of other languages.',
    help: '--help --version -v -h',
    inspect({ operands }, found) {
      tasks({ operands }, found);
      const publish = operands.find((word) =>
        /^(publish|upload|hex\.publish|trunk|release|deliver|pilot|deploy)$/.test(headOf(word)),
      );
      if (publish) found.effect({ kind: 'change', thing: 'remote', target: publish, force: true, note: 'publishes' });
    },
    examples: {
      'mix test': 'run test',
      'mix ecto.drop': 'run ecto.drop, change database ecto.drop force',
      'dart pub get': 'run pub',
      'flutter --version': 'quiet',
      'mix hex.publish': 'run hex.publish, change remote hex.publish force',
    },
  }),
];
