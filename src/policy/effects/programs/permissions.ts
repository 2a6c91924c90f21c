import { defineProgram } from '../define.ts';
import { headOf } from '../words.ts';

const tree = {
  '-R --recursive': 'recursive',
  '-H': 'flag',
  '-L': 'flag',
  '-v -c -f -h -P --verbose --changes --silent --quiet': 'text',
};
/** Links that are met on the way lead to files elsewhere. */
const followed = [
  { if: '-R -L', doubt: 'it follows links out of the folder' },
  { if: '-R -H', doubt: 'it follows links out of the folder' },
];

/** Programs that change who may do what with a file. */
export const permissions = [
  defineProgram({
    names: 'chmod gchmod',
    summary: 'Sets permissions.',
    options: {
      '-R --recursive': 'recursive',
      '--reference=': 'read',
      '-v -c -f -h -H -L -P --verbose --changes --silent --quiet --preserve-root --no-preserve-root': 'text',
    },
    operands: [
      { if: '--reference', each: 'change permissions' },
      { first: 'text', rest: 'change permissions' },
    ],
    inspect(call, found) {
      const { operands, invocation } = call;
      // A mode may begin with a dash: `chmod -x file` has no operand for it.
      const isTaken = invocation.args.some((word) => /^-[rwxXstugo,+=-]+$/.test(headOf(word)));
      const [first] = operands;
      const recursive = call.has('-R') || undefined;
      const mayBeAll = operands.length === 1 && first?.isSplit === true;
      if ((isTaken || mayBeAll) && first)
        found.effect({ kind: 'change', thing: 'permissions', target: first, recursive });
    },
    examples: {
      'chmod 644 a.txt': 'change permissions a.txt',
      'chmod -R 777 /': 'change permissions / recursive',
      'chmod --recu 777 a': 'change permissions a recursive',
      'chmod $X': 'change permissions …',
      'chmod -x a': 'change permissions a',
      'chmod -R -x,u+w a': 'change permissions a recursive',
      'chmod --help': 'quiet',
    },
  }),
  defineProgram({
    names: 'chown chgrp gchown gchgrp',
    summary: 'Sets owners.',
    options: {
      ...tree,
      '--reference=': 'read',
      '--from=': 'text',
      '--dereference --no-dereference --preserve-root': 'text',
    },
    operands: [
      { if: '--reference', each: 'change owner' },
      { first: 'text', rest: 'change owner' },
    ],
    also: followed,
    examples: {
      'chown root a.txt': 'change owner a.txt',
      'chown -hR a:b /': 'change owner / recursive',
      'chown -RL root .': 'change owner . recursive, ?',
    },
  }),
  defineProgram({
    names: 'setfacl chattr chcon restorecon setcap xattr setfattr chflags',
    summary: 'Set other attributes.',
    options: { ...tree, '-m -x -M -X -n --modify --remove -u -r -t -l --set=': 'text', '-p -v=': 'text' },
    operands: [
      { if: '!second', each: 'change permissions' },
      { rest: 'change permissions', last: 'change permissions' },
    ],
    examples: { 'setfacl -m u:a:rw x': 'change permissions x', 'setcap --version': 'quiet' },
  }),
  defineProgram({
    names: 'umask',
    summary: 'Sets the permissions of new files.',
    quiet: true,
    examples: { umask: 'quiet', 'umask 022': 'quiet' },
  }),
];
