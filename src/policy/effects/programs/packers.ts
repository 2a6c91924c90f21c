import { defineProgram } from '../define.ts';
import { packed } from '../languages/names.ts';

const common = {
  '-c --stdout --to-stdout': 'flag',
  '-t --test -l --list': 'flag',
  '-d --decompress --uncompress -z --compress': 'flag',
  '-r --recursive': 'recursive',
  '-k --keep': 'text',
  '-f --force -q --quiet -v --verbose': 'text',
  '-#': 'text',
};
// Of several that say what to do, the last counts.
const tested = { if: '-t !-d', each: 'read' };
const operands = [{ if: '-c', each: 'read' }, tested, { each: packed }];

/** Programs that pack and unpack single files, where they are. */
export const packers = [
  defineProgram({
    names: 'gzip gunzip pigz unpigz compress uncompress',
    summary: 'Packs and unpacks single files.',
    quiet: true,
    options: {
      ...common,
      '-N --name': 'flag',
      '-n --no-name': 'text',
      '-S --suffix -b --bits --blocksize -p --processes=': 'text',
    },
    operands,
    examples: {
      'gzip -c a': 'quiet, read a',
      'gzip -9 a': 'read a, write a',
      'gunzip a.gz': 'read a.gz, write a.gz, write a',
      'gzip -d .envrc.gz': 'read .envrc.gz, write .envrc.gz, write .envrc',
      'gunzip -N d/a.gz': 'read d/a.gz, write d/a.gz, write d/a, write d/…',
      'gzip -r d': 'read d recursive, write d recursive',
    },
  }),
  defineProgram({
    names: 'bzip2 bunzip2 pbzip2 lbzip2 lzop',
    summary: 'Packs and unpacks single files.',
    quiet: true,
    options: { ...common, '-s --small': 'text', '-p -b -m[=]': 'text', '-o --output=': 'write' },
    operands,
    examples: { 'bzip2 -k a': 'read a, write a', 'bunzip2 a.bz2': 'read a.bz2, write a.bz2, write a' },
  }),
  defineProgram({
    names: 'xz unxz lzma unlzma lzip',
    summary: 'Packs and unpacks single files.',
    quiet: true,
    options: {
      ...common,
      '--files --files0[=]': 'flag',
      '-S --suffix -T --threads -F --format -C --check -M --memlimit --memory --memlimit-compress=': 'text',
      '--memlimit-decompress --memlimit-mt-decompress --block-size --block-list --flush-timeout=': 'text',
      '-e --extreme --single-stream --no-sparse --no-adjust --ignore-check -Q -H': 'text',
      '-o --output=': 'write',
    },
    operands,
    also: [{ if: '--files', doubt: 'the names of what it packs come from elsewhere' }],
    examples: {
      'xz -T 0 a': 'read a, write a',
      'xz -d a.tar.xz': 'read a.tar.xz, write a.tar.xz, write a.tar',
      'xz --files=list': 'quiet, ?',
    },
  }),
  defineProgram({
    names: 'zstd unzstd zstdmt pzstd',
    summary: 'Packs and unpacks single files.',
    quiet: true,
    options: {
      ...common,
      '-o=': 'write',
      '--output-dir-flat --output-dir-mirror=': 'write recursive',
      '--filelist=': 'names write + names read',
      '-D --patch-from --dict=': 'read',
      '--trace=': 'write',
      '--rm': 'flag',
      '--train --train-cover --train-fastcover --train-legacy[=]': 'flag',
      '-T -M -B -b -e -i -S --long --fast --adapt --threads --memory --format --maxdict --dictID[=]': 'text',
      '--stream-size --size-hint --target-compressed-block-size=': 'text',
      '--ultra --single-thread --rsyncable --exclude-compressed --check --no-check --sparse --no-sparse': 'text',
    },
    operands: [
      { if: '-c !--rm', each: 'read' },
      tested,
      { if: '--rm', each: packed },
      { if: '-o', each: 'read' },
      { if: '--output-dir-flat', each: 'read' },
      { each: packed },
    ],
    also: [{ if: '--train !-o', effects: 'write: a dictionary' }],
    examples: {
      'zstd -19 a -o ../b': 'write ../b, read a',
      'zstd -d a.zst': 'read a.zst, write a.zst, write a',
      'zstd --filelist list': 'read list, write …, read list, read …',
      'zstd --output-dir-flat /x a': 'write /x recursive, read a',
    },
  }),
  defineProgram({
    names: 'lz4 unlz4 lz4c brotli',
    summary: 'Packs and unpacks single files.',
    quiet: true,
    options: {
      ...common,
      '-o --output=': 'write',
      '-D --dictionary=': 'read',
      '-m --multiple': 'flag',
      '--rm': 'flag',
      '--content-size --no-frame-crc --favor-decSpeed --best': 'text',
      '-B -b -e -i -T --fast[=]': 'text',
    },
    operands: [
      { if: '-c !-m !--rm', each: 'read' },
      tested,
      { if: '-o', each: 'read' },
      { if: '-m', each: packed },
      { first: packed, second: 'write', rest: packed },
    ],
    also: [{ if: '-r', doubt: 'it follows links out of the folder' }],
    examples: {
      'lz4 a ../b': 'read a, write a, write ../b',
      'lz4 -d a.lz4': 'read a.lz4, write a.lz4, write a',
      'brotli -o b a': 'write b, read a',
    },
  }),
];
