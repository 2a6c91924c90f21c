import type { Word } from '../../../protocol/shell.ts';
import { defineProgram, type Call, type Found, type Reader } from '../define.ts';
import { attached, helper, optionsFor, readsFrom, runsOption, writesTo } from '../languages/attached.ts';
import { after, beside, headOf, literal, textOf } from '../words.ts';

const linkers =
  /^(?:(?:ld\.)?(?:bfd|gold|lld|mold|wild)|ld|ld64|rust-lld|(?:[\w.]+-)*(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ld)(?:-[\d.]+)?)$/;
/** Specs that come with compilers for small machines. */
const ownSpecs = /^(?:nano|nosys|rdimon|picolibc\w*|sync-none|aprofile-ve|pid|redboot|linux)\.specs$/;

/** Options that go through to a part of the compiler: libraries that it loads. */
const loads: Reader = (value, found, call) => {
  if (/^-{1,2}(?:load|plugin|add-plugin|fplugin|fpass-plugin|load-pass-plugin)\b/.test(headOf(value)))
    runsOption(value, found, call);
};

/** `|program` and a connection tell where modules are. */
const mapper: Reader = (value, found, call) => {
  const head = headOf(value);
  if (/^[|@]/.test(head)) runsOption(after(value, 1), found, call);
  else if (/:\d+$|^=/.test(textOf(value) ?? ':1')) found.effect({ kind: 'contact', target: value });
  else readsFrom(value, found, call);
};

const joined = attached(
  [/^-B/, runsOption],
  [/^-o/, writesTo],
  [/^-MF/, writesTo],
  [/^-MJ/, writesTo],
  [/^-Wl,/, optionsFor('ld', /,/)],
  [/^-Wa,/, optionsFor('as', /,/)],
  [/^-Wp,(?:.*,)?-MM?D,/, writesTo],
  [/^-(?:fdump-[\w-]+|fopt-info[\w-]*|fsave-optimization-record|foptimization-record-file)=/, writesTo],
  [/^-fplugin-arg-/, () => undefined],
);

/** Words of `@file` are options too. */
function optionFiles(operands: readonly Word[], found: Found): void {
  for (const word of operands) {
    if (!headOf(word).startsWith('@')) continue;
    const target = after(word, 1);
    found.effect({ kind: 'read', target });
    found.effect({ kind: 'run', target, note: 'a file of options' });
  }
}

function passedOn(call: Call, found: Found): void {
  joined(call, found);
  optionFiles(call.operands, found);
  const words = call.values('-Xlinker');
  const [first] = words;
  if (first) found.nest({ kind: 'argv', via: call.invocation.name, words: [literal('ld', first.span), ...words] });
}

/** `name=value` of `-C`. */
const codegen: Reader = (value, found, call) => {
  const [start = '', name] = /^([\w-]+)=/.exec(headOf(value)) ?? [];
  const rest = after(value, start.length);
  if (name === 'linker') helper(linkers)(rest, found, call);
  else if (name === 'link-arg' || name === 'link-args') optionsFor('cc', /\s+/)(rest, found, call);
  else if (name === 'pre-link-args' || name === 'dlltool' || name === 'ar') runsOption(rest, found, call);
  else if (name === 'incremental' || name === 'profile-generate') writesTo(rest, found, call);
  else if (name === 'llvm-args' && /-load\b/.test(headOf(rest))) runsOption(rest, found, call);
};

/** Settings of a compiler that is not released. */
const unstable: Reader = (value, found, call) => {
  const [start = '', name] = /^([\w-]+)=/.exec(headOf(value)) ?? [];
  const rest = after(value, start.length);
  if (name === 'codegen-backend' && /[\\/.]/.test(headOf(rest))) runsOption(rest, found, call);
  else if (name === 'llvm-plugins' || name?.startsWith('pre-link-arg')) runsOption(rest, found, call);
  else if (name === 'self-profile' || name?.startsWith('dump')) writesTo(rest, found, call);
};

/** `kind=path`, and several of them. */
const emitted: Reader = (value, found, call) => {
  const text = textOf(value);
  if (text === undefined) return found.effect({ kind: 'write', target: value });
  for (const part of text.split(',').slice(0, 16)) {
    const equals = part.indexOf('=');
    if (equals !== -1 && part.slice(equals + 1) !== '-')
      writesTo(literal(part.slice(equals + 1), value.span), found, call);
  }
};

/** A file with the name of a linker in it. */
const target: Reader = (value, found, call) => {
  if (/\.json$|[\\/]/.test(textOf(value) ?? '/')) runsOption(value, found, call);
};

/** The beginning of names, of what is kept on the way. */
const besideIt: Reader = (value, found) => found.effect({ kind: 'write', target: beside(value) });

/** Compilers of C and their likes, of Rust and Java; and linkers. */
export const compilers = [
  defineProgram({
    names: 'gcc g++ cc c++ clang clang++ clang-cl tcc gcc-* g++-* clang-1* gfortran nvcc emcc em++ icx icpx hipcc',
    summary: 'Compile and link C and its likes.',
    style: 'dash',
    options: {
      '-dumpbase -dumpdir=': besideIt,
      '-o -MF -MJ -aux-info -serialize-diagnostics -fmodules-cache-path -fcrash-diagnostics-dir --output=': 'write',
      '-index-store-path -output-directory -odir -keep-dir -dependency-output=': 'write',
      '-ftime-trace[=]': 'write',
      '-wrapper -B -fplugin -fpass-plugin -js-transform=': 'run: option',
      '-config -options-file -optf=': 'run: option: settings may name programs',
      '-gcc-toolchain -gcc-install-dir -resource-dir=': 'run',
      '-specs=': helper(ownSpecs),
      '-fuse-ld -ld-path -ccbin -compiler-bindir=': helper(linkers),
      '-fmodule-mapper=': mapper,
      '-Xclang -mllvm -Xarch_host -Xarch_device -load=': loads,
      '-Xlinker=': 'flag',
      '-Xcompiler --compiler-options=': optionsFor('cc', /,/),
      '-include -imacros -fprofile-use=': 'read',
      '-run=…': 'run',
      '-I -L -l -D -U -x -isystem -iquote -MT -MQ -arch -target -framework=': 'text',
    },
    operands: 'read',
    effects: 'write: what it compiles',
    help: '--help --version -v -V -version -dumpversion -dumpmachine -dumpspecs',
    inspect: passedOn,
    examples: {
      'gcc -O2 -Wall -o app main.c': 'write app, read main.c, write',
      'gcc -wrapper ./x,a main.c': 'run ./x,a, read main.c, write',
      'gcc -B./x/ main.c': 'run ./x/, read main.c, write, run ./x/',
      'gcc -o/srv/x main.c': 'write /srv/x, read main.c, write, write /srv/x',
      'gcc -Wl,-Map=a.map,--plugin,./x.so main.o': 'read main.o, write, > ld -Map=a.map --plugin ./x.so',
      'gcc -Xlinker -o -Xlinker ../x main.o': 'read main.o, write, > ld -o ../x',
      'gcc --specs=nano.specs main.c': 'read main.c, write',
      'gcc -specs=./x main.c': 'run ./x, read main.c, write',
      'clang -fuse-ld=lld main.c': 'read main.c, write',
      'clang -fuse-ld=./x main.c': 'run ./x, read main.c, write',
      'clang -Xclang -load -Xclang ./x.so main.c': 'run -load, read main.c, write',
      'g++ -fmodule-mapper="|./x" a.cc': 'run ./x, read a.cc, write',
      'gcc -fdump-tree-all=../x a.c': 'read a.c, write, write ../x',
      'gcc -dumpbase ../x -save-temps a.c': 'write ../…, read a.c, write',
      'gcc @list': 'read @list, write, read list, run list',
      'tcc -run x.c -o y': 'run x.c, read -o, read y, write',
      'gcc --version': 'quiet',
      'gcc -C -o app main.c': 'write app, read main.c, write',
    },
  }),
  defineProgram({
    names: 'ld ld.lld ld.bfd ld.gold lld lld-link gold mold ld64.lld wasm-ld',
    summary: 'Link what is compiled.',
    style: 'dash',
    options: {
      '-o -Map -out-implib -dependency-file -dependency-info -reproduce -lto-obj-path -thinlto-cache-dir --output=':
        'write',
      '-plugin -load-pass-plugin -lto-CGO=': 'run: option',
      '-mllvm=': loads,
      '-T -version-script -dynamic-list -script -c --mri-script=': 'read',
      '-L -l -m -e -z -u -h -soname -rpath -rpath-link -dynamic-linker -I -defsym -plugin-opt -entry -y -b -format=':
        'text',
    },
    operands: 'read',
    effects: 'write: what it links',
    help: '--help --version -v -V',
    inspect: (call, found) => {
      attached([/^-o/, writesTo], [/^-Map/, () => undefined])(call, found);
      optionFiles(call.operands, found);
      // `-r`, `-run` … of mold: `mold -run make` starts a program that links with it.
      const [first, ...words] = call.invocation.args;
      if (first && /^--?run$/.test(textOf(first) ?? '') && words.length > 0)
        found.nest({ kind: 'argv', via: call.invocation.name, words });
    },
    examples: {
      'ld -o app a.o': 'write app, read a.o, write',
      'ld --plugin ./x.so a.o': 'run ./x.so, read a.o, write',
      'ld -plugin=./x.so a.o': 'run ./x.so, read a.o, write',
      'ld -o../x a.o': 'write ../x, read a.o, write, write ../x',
      'ld -Map=../x a.o': 'write ../x, read a.o, write',
      'mold -run rm x': 'read rm, read x, write, > rm x',
    },
  }),
  defineProgram({
    names: 'as gas nasm yasm fasm windres',
    summary: 'Make objects of assembly and of resources.',
    style: 'dash',
    options: {
      '-o -MF -MD --MD -Z -output -l=': 'write',
      '-preprocessor=': 'program',
      '-p -P -include=': 'read',
      '-I -D -d -U -f -F -X -O -J -i=': 'text',
    },
    operands: 'read',
    effects: 'write: what it compiles',
    help: '--help --version -v -V',
    inspect: attached([/^-o/, writesTo], [/^-l(?=.)/, writesTo], [/^-a[cdghlmns]*=/, writesTo]),
    examples: {
      'nasm -f elf64 -o a.o a.asm': 'write a.o, read a.asm, write',
      'as -al=../x a.s': 'read a.s, write, write ../x',
      "windres --preprocessor='rm x' a.rc": 'run rm x, read a.rc, write, > sh: rm x',
    },
  }),
  defineProgram({
    names: 'rustc rustdoc clippy-driver',
    summary: 'Compiles Rust.',
    style: 'dash',
    options: {
      '-o --out-dir --output --dep-info=': 'write',
      '-C --codegen=': codegen,
      '-Z=': unstable,
      '--emit --print=': emitted,
      '--target=': target,
      '--runtool --test-builder --test-runtool --test-builder-wrapper=': 'run: option',
      '--sysroot=': 'run',
      '--extern -L -l --crate-type --crate-name --cfg --check-cfg --edition -A -W -D -F --error-format --cap-lints=':
        'text',
    },
    operands: 'read',
    effects: 'write: what it compiles',
    help: '--help --version -v -V -vV -h',
    inspect: (call, found) => {
      attached([/^-o/, writesTo], [/^-C/, codegen], [/^-Z/, unstable])(call, found);
      optionFiles(call.operands, found);
    },
    examples: {
      'rustc -C opt-level=3 -o app a.rs': 'write app, read a.rs, write',
      'rustc -C linker=./x a.rs': 'run ./x, read a.rs, write',
      'rustc -Clinker=./x a.rs': 'read a.rs, write, run ./x',
      'rustc -C linker=clang -C link-arg=-fuse-ld=lld a.rs': 'read a.rs, write, > cc -fuse-ld=lld',
      'rustc --emit=asm=../x a.rs': 'write ../x, read a.rs, write',
      'rustc --target ./x.json a.rs': 'run ./x.json, read a.rs, write',
      'rustc --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'javac javadoc groovyc kotlinc kotlinc-jvm scalac',
    summary: 'Compile for the machine of Java.',
    style: 'dash',
    options: {
      '-d -s -h -output --output=': 'write',
      '-processor -processorpath --processor-path --processor-module-path -docletpath -doclet -tagletpath=': 'run',
      '-script=…': 'run',
      '-cp -classpath --class-path -sourcepath -e -p --module-path -source -target -release -encoding=': 'text',
    },
    operands: 'read',
    effects: 'write: what it compiles',
    help: '--help --version -v -V -version -help',
    inspect: (call, found) => {
      attached([/^-J(?=.*(?:agent|class-?path|-cp|@))/, runsOption], [/^-Xplugin[:=]/, runs])(call, found);
      optionFiles(call.operands, found);
    },
    examples: {
      'javac -d out A.java': 'write out, read A.java, write',
      'javac -J-javaagent:x.jar A.java': 'read A.java, write, run -javaagent:x.jar',
      'javac -J-Xmx1g A.java': 'read A.java, write',
      'kotlinc -script x.kts': 'run x.kts, write',
    },
  }),
];

function runs(...[target, found]: Parameters<Reader>): void {
  found.effect({ kind: 'run', target });
}
