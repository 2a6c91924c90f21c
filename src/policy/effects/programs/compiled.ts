import { defineProgram } from '../define.ts';
import { fileAfterEquals } from '../languages/names.ts';
import { after, headOf } from '../words.ts';

/** Programs that pack and change what is compiled. */
export const compiled = [
  defineProgram({
    names: 'jar',
    summary: 'Packs and unpacks classes of Java.',
    options: { '-f --file=': 'flag', '-C=_': 'read', '--dir=': 'write recursive' },
    inspect(call, found) {
      // Letters say what it does, with a dash or without: `jar cf`, `jar -xf`, `jar --create --file=a`.
      const { args } = call.invocation;
      const letters = args[0] ? headOf(args[0]) : '';
      const rest = args.filter((word) => !headOf(word).startsWith('-'));
      const target = call.values('--file')[0] ?? (letters.startsWith('-') ? rest[0] : rest[1]);
      const isMade = /^-?[a-z0-9]*[cu]|^--(create|update)/i.test(letters);
      if (target) found.effect({ kind: isMade ? 'write' : 'read', target });
      if (/^-?[a-z0-9]*x|^--extract/i.test(letters))
        found.effect({ kind: 'write', recursive: true, note: 'unpacks here' });
    },
    examples: {
      'jar cf a.jar b': 'write a.jar',
      'jar tf a.jar': 'read a.jar',
      'jar xf a.jar': 'read a.jar, write recursive',
      'jar --create --file=a.jar b': 'write a.jar',
    },
  }),
  defineProgram({
    names: 'ar llvm-ar gcc-ar',
    summary: 'Keeps compiled files in one.',
    options: {
      '--plugin=': 'run: option',
      '--target --record-libdeps=': 'text',
      '-l=': 'text',
      '--output=': 'write',
      '--thin --help --version': 'text',
    },
    inspect({ operands, invocation: { args } }, found) {
      // Letters say what it does, with a dash or without; a place in the archive may be named before it.
      const dashed = args.find((word) => /^-[a-zA-Z]/.test(headOf(word)));
      const first = dashed ?? operands[0];
      const letters = first ? headOf(first) : '';
      const [one, two, ...rest] = dashed ? operands : operands.slice(1);
      const isPlaced = /[abi]/.test(letters);
      const target = isPlaced ? two : one;
      if (/M/.test(letters)) found.doubt('what it does comes over standard input');
      if (!target) return;
      if (/[rqdms]/.test(letters)) found.effect({ kind: 'write', target });
      else found.effect({ kind: 'read', target });
      if (/[rq]/.test(letters))
        for (const file of isPlaced || !two ? rest : [two, ...rest]) found.effect({ kind: 'read', target: file });
      if (letters.includes('x')) found.doubt('the archive says where its files go');
    },
    examples: {
      'ar t a.a': 'read a.a',
      'ar rcs a.a b.o': 'write a.a, read b.o',
      'ar -rb x.o a.a b.o': 'write a.a, read b.o',
      'ar --output ../d x a.a': 'write ../d, read a.a, ?',
    },
  }),
  defineProgram({
    names: 'strip ranlib objcopy',
    summary: 'Change compiled files.',
    options: {
      '-o=': 'write',
      '--plugin=': 'run: option',
      '-F -I -O -B -R -K -N -G -W -L -j --target --input-target --output-target --remove-section --keep-symbol=':
        'text',
      '--dump-section=': fileAfterEquals('write'),
      '--add-section --update-section=': fileAfterEquals('read'),
      '--set-section-flags --rename-section --only-section --strip-symbol --redefine-sym=': 'text',
    },
    operands: [
      { if: '-o', each: 'read' },
      { if: 'second', rest: 'read + write', last: 'write' },
      { each: 'read + write' },
    ],
    examples: {
      'strip app': 'read app, write app',
      'strip --plugin ./x app': 'run ./x, read app, write app',
      'strip -o b a': 'write b, read a',
      'objcopy --dump-section .text=../x a': 'write ../x, read a, write a',
      'objcopy -O binary a b': 'read a, write a, write b',
    },
  }),
  defineProgram({
    names: 'nm objdump readelf size addr2line llvm-nm llvm-objdump llvm-readelf',
    summary: 'Tell what is in compiled files.',
    quiet: true,
    options: {
      '--plugin --load-pass-plugin=': 'run: option',
      '-e --exe=': 'read',
      '-j -M -m -b -f --section --format --target --disassembler-options --start-address --stop-address=': 'text',
      '--debug-dump --dwarf --disassemble --demangle[=]': 'text',
    },
    operands: 'read',
    inspect({ operands }, found) {
      // Words of `@file` are options and names too; those that are neither are printed.
      for (const word of operands)
        if (headOf(word).startsWith('@')) found.effect({ kind: 'read', target: after(word, 1) });
    },
    examples: {
      'nm -D a.so': 'quiet, read a.so',
      'nm --plugin ./x.so a.o': 'run ./x.so, read a.o',
      'readelf -a @.env': 'quiet, read @.env, read .env',
    },
  }),
];
