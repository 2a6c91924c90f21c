import { defineProgram } from '../define.ts';
import { linkedHere } from '../languages/names.ts';
import { textOf } from '../words.ts';

// Only the long ones take a value: `cp -it d a` has a folder.
const common = { '-v -Z -i --verbose': 'text', '--context --interactive[=]': 'text' };
const backup = { '-b': 'text', '--backup[=]': 'text', '-S --suffix=': 'text' };

/** Programs that make, copy, move and remove files. */
export const files = [
  defineProgram({
    names: 'rm grm',
    summary: 'Removes files.',
    strict: true,
    options: {
      '-r -R --recursive': 'recursive',
      '-f --force': 'force',
      '-d --dir': 'text',
      '-I': 'text',
      '-x --one-file-system': 'text',
      '-P': 'text',
      '-W': 'text',
      '--no-preserve-root': 'force',
      '--preserve-root[=]': 'text',
      ...common,
    },
    operands: 'delete',
    examples: {
      'rm -rf build': 'delete build recursive force',
      'rm --rec --forc build': 'delete build recursive force',
      'rm a -r -- -f': 'delete a recursive, delete -f recursive',
      'rm old.log': 'delete old.log',
      'rm -vfdR /': 'delete / recursive force',
      'rm -irf /': 'delete / recursive force',
    },
  }),
  defineProgram({
    names: 'rmdir unlink',
    summary: 'Removes empty folders, or one file.',
    options: { '-p --parents': 'text', ...common },
    operands: 'delete',
    examples: { 'rmdir old': 'delete old', 'unlink -- a': 'delete a' },
  }),
  defineProgram({
    names: 'rimraf trash trash-put del-cli',
    summary: 'Removes folders with all that is in them.',
    operands: 'delete recursive',
    examples: { 'rimraf dist': 'delete dist recursive', 'rimraf --help': 'quiet' },
  }),
  defineProgram({
    names: 'cp gcp',
    summary: 'Copies files.',
    options: {
      '-r -R --recursive': 'recursive',
      '-a --archive': 'recursive',
      '-t --target-directory=': 'write',
      '-T --no-target-directory': 'text',
      '-f --force': 'text',
      '-l --link -s --symbolic-link': 'flag',
      '-d -H -L -P -n -p -u -x -c -X': 'text',
      '--parents': 'flag',
      '--attributes-only --copy-contents --remove-destination --strip-trailing-slashes --debug': 'text',
      '--dereference --no-dereference --no-clobber --one-file-system --keep-directory-symlink': 'text',
      '--update[=]': 'text',
      '--no-preserve=': 'text',
      '--preserve[=]': 'text',
      '--reflink[=]': 'text',
      '--sparse=': 'text',
      ...backup,
      ...common,
    },
    operands: [
      { if: '-t', each: 'read' },
      { rest: 'read', last: 'write' },
    ],
    content: [{ if: '-l', is: 'linked' }, { if: '-s', is: 'linked' }, { is: 'copied' }],
    inspect(call, found) {
      // `cp --parents ../../a d` writes to d/../../a.
      if (call.has('--parents') && call.operands.some((word) => /(?:^|\/)\.\.(?:\/|$)/.test(textOf(word) ?? '..')))
        found.doubt('a path that leads up, below the folder it is copied to');
    },
    examples: {
      'cp -r src dist': 'read src recursive, write dist recursive',
      'cp -t out a b': 'write out, read a, read b',
      'cp --targ=/etc evil': 'write /etc, read evil',
      'cp -iZt /etc evil': 'write /etc, read evil',
      'cp a b': 'read a, write b',
      'cp ../*': 'read ../*, write ../*',
      'cp --parents ../../a d': 'read ../../a, write d, ?',
    },
  }),
  defineProgram({
    names: 'mv gmv',
    summary: 'Moves files.',
    options: {
      '-t --target-directory=': 'write',
      '-T --no-target-directory': 'text',
      '-f --force': 'text',
      '-n -u --update --no-clobber --exchange --no-copy --debug --strip-trailing-slashes': 'text',
      ...backup,
      ...common,
    },
    operands: [
      { if: '-t', each: 'read + delete: moved' },
      { rest: 'read + delete: moved', last: 'write' },
    ],
    content: [{ is: 'copied' }],
    examples: {
      'mv a b': 'read a, delete a, write b',
      'mv -ft /etc a': 'write /etc, read a, delete a',
    },
  }),
  defineProgram({
    names: 'ln gln',
    summary: 'Makes links.',
    options: {
      '-t --target-directory=': 'write',
      '-s --symbolic -f --force -n -r -T -d -F -L -P': 'text',
      '--directory --logical --physical --no-dereference --no-target-directory --relative': 'text',
      ...backup,
      ...common,
    },
    operands: [
      { if: '-t', each: 'read: link' },
      { if: '!second', first: linkedHere },
      { rest: 'read: link', last: 'write' },
    ],
    content: [{ is: 'linked' }],
    examples: { 'ln -sf ../a b': 'read ../a, write b', 'ln -s ../a': 'read ../a, write a' },
  }),
  defineProgram({
    names: 'link glink',
    summary: 'Makes one hard link.',
    operands: { first: 'read', second: 'write' },
    content: [{ is: 'linked' }],
    examples: { 'link a ../x': 'read a, write ../x', 'link --help': 'quiet' },
  }),
  defineProgram({
    names: 'install ginstall',
    summary: 'Copies files and sets their attributes.',
    options: {
      '-d --directory': 'flag',
      '-t --target-directory=': 'write',
      '-g --group=': 'change owner',
      '-o --owner=': 'change owner',
      '-m --mode=': 'text',
      '--strip-program=': 'program',
      '--strip': 'text',
      '-D -c -C -p -s -T': 'text',
      ...backup,
      ...common,
    },
    operands: [
      { if: '-d', each: 'write' },
      { if: '-t', each: 'read' },
      { rest: 'read', last: 'write' },
    ],
    content: [{ is: 'copied' }],
    examples: {
      'install -m 755 tool bin/tool': 'read tool, write bin/tool',
      'install -d out': 'write out',
      'install -s --strip-program=./x a b': 'run ./x, read a, write b, > sh: ./x',
    },
  }),
  defineProgram({
    names: 'mkdir gmkdir',
    summary: 'Makes folders.',
    options: { '-m --mode=': 'text', '-p --parents': 'text', ...common },
    operands: 'write: folder',
    examples: { 'mkdir -p a/b': 'write a/b', 'mkdir -m 700 x': 'write x' },
  }),
  defineProgram({
    names: 'mkfifo gmkfifo',
    summary: 'Makes pipes.',
    options: { '-m --mode=': 'text', ...common },
    operands: 'write',
    examples: { 'mkfifo x': 'write x', 'mkfifo -m 600 x y': 'write x, write y' },
  }),
  defineProgram({
    names: 'touch gtouch',
    summary: 'Makes empty files, sets times.',
    options: {
      '-r --reference=': 'read',
      '-d --date=': 'text',
      '-t=': 'text',
      '--time=': 'text',
      '-a -c -f -h -m --no-create': 'text',
    },
    operands: 'write',
    content: [{ is: 'copied' }],
    examples: { 'touch a b': 'write a, write b', 'touch -r a -t 202001010000 b': 'read a, write b' },
  }),
  defineProgram({
    names: 'mknod',
    summary: 'Makes device files.',
    options: { '-m --mode=': 'text', ...common },
    operands: { first: 'write', second: 'text', rest: 'text' },
    also: [{ if: 'second', effects: 'change kernel: makes a device file' }],
    examples: { 'mknod sda b 8 0': 'write sda, change kernel sda', 'mknod p': 'write p' },
  }),
  defineProgram({
    names: 'truncate fallocate',
    summary: 'Sets the size of files.',
    options: {
      '-s --size=': 'text',
      '-l --length=': 'text',
      '--offset=': 'text',
      '-r --reference=': 'read',
      // With a value for fallocate alone.
      '-o': 'text',
      '-c --no-create --io-blocks -n -x -z -p -d -i': 'text',
    },
    operands: 'write: content is cut or replaced',
    examples: {
      'truncate -s 0 app.log': 'write app.log',
      'truncate -s 0 -o a': 'write a',
      'truncate --ref a b': 'read a, write a, write b',
    },
  }),
  defineProgram({
    names: 'shred',
    summary: 'Overwrites files so that they cannot be restored.',
    options: {
      '-n --iterations=': 'text',
      '-s --size=': 'text',
      '--random-source=': 'read',
      '-f --force': 'force',
      '-u': 'text',
      '--remove[=]': 'text',
      '-r -R': 'recursive',
      '-v -x -z': 'text',
    },
    // The file stays, but its content is gone.
    operands: 'write + delete force',
    effects: 'change uncommitted-work: cannot be restored',
    examples: {
      'shred -u key': 'write key, delete key force, change uncommitted-work key',
      'shred -n 1 a': 'write a, delete a force, change uncommitted-work a',
    },
  }),
  defineProgram({
    names: 'wipe srm',
    summary: 'Overwrites and removes files.',
    options: { '-r -R': 'recursive', '-f': 'force', '-S -C -l=': 'text' },
    operands: 'write + delete force',
    effects: 'change uncommitted-work: cannot be restored',
    examples: {
      'wipe -s a': 'write a, delete a force, change uncommitted-work a',
      'srm -r x': 'write x recursive, delete x recursive force, change uncommitted-work x',
    },
  }),
  defineProgram({
    names: 'tee sponge',
    summary: 'Writes what it reads to files.',
    options: { '-a --append': 'flag', '-i -p': 'text', '--output-error[=]': 'text' },
    operands: 'write',
    content: [{ if: '-a', is: 'added' }],
    examples: { 'tee -a /etc/hosts': 'write /etc/hosts', 'tee out.log': 'write out.log', tee: '' },
  }),
];
