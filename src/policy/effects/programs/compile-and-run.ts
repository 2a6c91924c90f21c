import { defineProgram } from '../define.ts';
import { attached, runsOption, writesTo } from '../languages/attached.ts';
import { code } from '../languages/code.ts';
import { textOf } from '../words.ts';

const running = 'run: code of the project';
const making = { operands: 'read', effects: 'write: what it compiles' };

/** Compilers that also run what they compile, in the languages with fewer users. */
export const compileAndRun = [
  defineProgram({
    names: 'zig',
    summary: 'Compiles Zig and C.',
    style: 'dash',
    quiet: true,
    options: {},
    subs: {
      'version env targets zen libc std help ast-check': 'quiet',
      fmt: { operands: 'write' },
      'init init-exe init-lib': 'write',
      fetch: 'contact: packages + change packages',
      'cc c++': {
        style: 'posix',
        inspect: ({ invocation: { args: words } }, found) => found.nest({ kind: 'argv', via: 'zig', words }),
      },
      'run test build': {
        options: {
          '-p --prefix --cache-dir --global-cache-dir --prefix-lib-dir --prefix-exe-dir --prefix-include-dir=': 'write',
          '--build-runner --build-file --test-cmd --zig-lib-dir=': 'run: option',
          '-femit-bin -femit-asm -femit-llvm-ir -femit-llvm-bc -femit-docs -femit-h=': 'write',
        },
        effects: running,
      },
    },
    otherwise: {
      options: { '-femit-bin -femit-asm -femit-llvm-ir -femit-docs -femit-h --cache-dir -o=': 'write' },
      operands: 'read',
      effects: 'write: what it compiles',
    },
    examples: {
      'zig version': 'quiet',
      'zig run x.zig': 'run x.zig',
      'zig build -p ../x': 'write ../x, run',
      'zig build-exe a.zig -femit-bin=../x': 'write ../x, read build-exe, read a.zig, write',
      'zig cc -B./x a.c': '> cc -B./x a.c',
    },
  }),
  defineProgram({
    names: 'nim',
    summary: 'Compiles Nim, and runs settings and what it compiled.',
    style: 'dash',
    options: {
      '-r --run': running,
      '--eval=': running,
      '-o --out --outdir --nimcache --docRoot --index=': 'write',
    },
    effects: 'write: what it compiles',
    inspect(call, found) {
      // `--name:value` is `--name=value`.
      attached(
        [/^--?(?:o|out|outdir|nimcache):/i, writesTo],
        [/^--?[\w.]+\.(?:exe|linkerexe|cpp\.exe)[:=]/i, runsOption],
        [/^--eval:/i, runsOption],
      )(call, found);
      const [verb, file] = call.operands;
      const text = (verb && textOf(verb)) ?? '';
      if (/^(?:e|r|secret|js2?r)$/i.test(text) || text.endsWith('.nims'))
        found.effect({ kind: 'run', ...((file ?? verb) && { target: file ?? verb }) });
      else if (file) found.effect({ kind: 'read', target: file });
    },
    help: '--help --version -v -h --fullhelp --advanced',
    examples: {
      'nim c -r a.nim': 'run, write, read a.nim',
      'nim e x.nims': 'write, run x.nims',
      'nim c -o:../x a.nim': 'write, write ../x, read a.nim',
      'nim c --gcc.exe:./x a.nim': 'write, run ./x, read a.nim',
    },
  }),
  defineProgram({
    names: 'crystal',
    summary: 'Compiles and runs Crystal.',
    quiet: true,
    subs: {
      'version env help clear_cache': 'quiet',
      // As Ruby is written.
      eval: { style: 'posix', operands: code('Ruby') },
      'run spec i interactive play': { style: 'posix', options: { '-o --output=': 'write' }, effects: running },
      build: {
        options: { '-o --output --emit=': 'write', '--link-flags -D --define -p --target=': 'text' },
        ...making,
      },
      docs: { options: { '-o --output=': 'write' }, effects: 'write: documents' },
      init: 'write',
      tool: { subs: { format: { operands: 'write' } }, otherwise: 'read' },
    },
    otherwise: { style: 'posix', operands: { first: 'run' } },
    examples: {
      "crystal eval 'puts 1'": 'run',
      'crystal eval \'system("rm x")\'': 'run, run, > sh: rm x',
      'crystal build -o ../x a.cr': 'write ../x, read a.cr, write',
      'crystal a.cr': 'run a.cr',
      'crystal --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'v odin',
    summary: 'Compile and run V and Odin.',
    style: 'dash',
    quiet: true,
    options: { '-o -out=': 'write', '-cc -ldflags -cflags=': 'text' },
    isGlobal: true,
    subs: {
      'version doctor help report root check vet doc': 'quiet',
      'run crun watch test repl shader': running,
      fmt: { operands: 'write' },
      'install update remove upgrade': 'contact: packages + change packages',
    },
    otherwise: making,
    inspect: attached([/^-out:/, writesTo]),
    examples: {
      'v run a.v': 'run a.v',
      'v -o app a.v': 'write app, read a.v, write',
      'odin build . -out:app': 'read build, read ., write',
      'v version': 'quiet',
    },
  }),
  defineProgram({
    names: 'ghc',
    summary: 'Compiles Haskell.',
    style: 'dash',
    options: {
      '-o -odir -hidir -hiedir -stubdir -dumpdir -outputdir -tmpdir -ddump-file-prefix -dyno=': 'write',
      '-e=': code('Haskell'),
      '-interactive': 'terminal',
      '--run=…': 'run',
      '-ghci-script -plugin-package -fplugin -fplugin-library=': 'run: option',
      '-I -L -l -D -X -package -package-db -package-id -optc -optl -optP -x -framework -i=': 'text',
    },
    operands: 'read',
    effects: 'write: what it compiles',
    help: '--help --version -v -V --info --supported-extensions --numeric-version --print-libdir',
    inspect(call, found) {
      const { args } = call.invocation;
      // `-pgmF program` and its sisters, with the value in the same word or in the next.
      for (const [at, word] of args.entries()) {
        const text = textOf(word) ?? '';
        const next = args[at + 1];
        if (/^-pgm(?:[A-Zacdils]|lm|otool|install_name_tool)$/.test(text) && next) runsOption(next, found, call);
      }
      attached([/^-pgm[A-Zacdils](?=[./\\~])/, runsOption], [/^-o(?=[./\\~])/, writesTo])(call, found);
    },
    examples: {
      'ghc -o app a.hs': 'write app, read a.hs, write',
      'ghc -e \'System.Process.system "rm x"\'': 'run, run, write, > sh: rm x',
      'ghc -e \'readProcess "rm" ["x"] []\'': 'run, run, write, ?',
      'ghc -F -pgmF ./x a.hs': 'read ./x, read a.hs, write, run ./x',
      'ghc --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'ocamlc ocamlopt ocamlc.opt ocamlopt.opt ocamlfind',
    summary: 'Compile OCaml.',
    style: 'dash',
    options: {
      '-o -dump-dir=': 'write',
      '-pp -ppx -cc -as=': 'program',
      '-plugin=': 'run: option',
      '-I -package -ccopt -cclib -open -w -warn-error=': 'text',
    },
    operands: 'read',
    effects: 'write: what it compiles',
    help: '--help --version -v -version -vnum -where -config',
    examples: {
      'ocamlc -o app a.ml': 'write app, read a.ml, write',
      "ocamlopt -pp 'rm x' a.ml": 'run rm x, read a.ml, write, > sh: rm x',
    },
  }),
  defineProgram({
    names: 'ldc2 dmd gdmd ldmd2 rdmd',
    summary: 'Compile and run D.',
    style: 'dash',
    options: {
      '-run=…': 'run',
      '-plugin -linker -gcc -Xcc=': 'run: option',
      '-of -od -Df -Dd -Hf -Hd -Xf -deps -map -cov -o=': 'write',
      '-I -J -L -version -debug -mtriple=': 'text',
    },
    operands: 'read',
    effects: 'write: what it compiles',
    help: '--help --version -v -h',
    inspect(call, found) {
      attached([/^-(?:of|od|Df|Dd|Hf|Hd|Xf)(?!=)/, writesTo])(call, found);
      const [target] = call.operands;
      if (call.invocation.name === 'rdmd') found.effect({ kind: 'run', ...(target && { target }) });
    },
    examples: {
      'dmd -run a.d': 'run a.d, write',
      'dmd -of../x a.d': 'read a.d, write, write ../x',
      'rdmd a.d': 'read a.d, write, run a.d',
    },
  }),
  defineProgram({
    names: 'vala valac gnat gnatmake fpc swiftc csc mcs tsickle install_name_tool',
    summary: 'Compile other languages.',
    style: 'dash',
    options: {
      '-o -d -directory -output -out -emit-module-path -emit-dependencies-path -module-cache-path=': 'write',
      '-cc -GCC -GNATLINK -GNATBIND -Xcc=': 'program',
      '-load-plugin-library -load-plugin-executable -tools-directory -ld-path -fplugin -analyzer=': 'run: option',
      '-run -interpret': running,
      '-Xlinker=': 'flag',
      '-I -L -l -D -U -module-name -target -sdk -pkg -X=': 'text',
    },
    operands: 'read',
    effects: 'write: what it compiles',
    help: '--help --version -v -version -i',
    inspect(call, found) {
      attached(
        [/^[-/](?:out|doc|pdb|refout|generatedfilesout|errorlog):/, writesTo],
        [/^[-/](?:analyzer|a):/, runsOption],
        [/^-F[DL](?=[./\\~])/, runsOption],
        [/^-(?:o|FE|FU)(?=[./\\~])/, writesTo],
      )(call, found);
      const target = call.operands.at(-1);
      const { name } = call.invocation;
      if (name === 'vala') found.effect({ kind: 'run', ...(target && { target }) });
      else if (name === 'install_name_tool' && target) found.effect({ kind: 'write', target });
    },
    examples: {
      'valac -o app a.vala': 'write app, read a.vala, write',
      'vala a.vala': 'read a.vala, write, run a.vala',
      'csc -out:../x a.cs': 'read a.cs, write, write ../x',
      'install_name_tool -add_rpath x ../a': 'read x, read ../a, write, write ../a',
    },
  }),
];
