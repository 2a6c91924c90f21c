import { endianness } from 'node:os';
import { SallyportError } from '../../protocol/errors.ts';
import { callNumbers, type CallName } from './calls.ts';

/** The filter of system calls for a machine: a classic BPF program, as bubblewrap takes it. `isRoot`: outside of the box. */
export function seccompFilter(arch: string, { isRoot }: { readonly isRoot: boolean }): Uint8Array {
  const machine = machines[arch];
  if (!machine || endianness() !== 'LE') {
    const reason = `there is no system call filter for ${arch}`;
    throw new SallyportError('NoSandbox', { reason });
  }
  return encode(program(machine, [...rules, ...specialFiles(isRoot ? setuid | setgid : setuid)]));
}

const errno = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const;

interface Machine {
  /** As the kernel names it in `seccomp_data.arch`. */
  readonly audit: number;
  readonly column: 0 | 1;
}

const machines: Readonly<Record<string, Machine | undefined>> = {
  x64: { audit: 0xc000003e, column: 0 },
  arm64: { audit: 0xc00000b7, column: 1 },
};

/** Looks at the lower half of an argument, all that the kernel uses of those that are asked about here. */
type Test =
  | { readonly arg: number; readonly is: readonly number[] }
  | { readonly arg: number; readonly isNot: readonly number[] }
  | { readonly arg: number; readonly hasAny: number };

interface Rule {
  readonly calls: readonly CallName[];
  /** Refused only when this holds; always when absent. */
  readonly when?: Test;
  /** And this too. */
  readonly and?: { readonly arg: number; readonly hasAny: number };
  readonly fails: keyof typeof errno;
}

const newNamespace = 0x7e020000;
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 };
/** A pair of datagram sockets can be connected to any other socket by name; type and flags share the argument. */
const datagramTypes = [0, 0o4000, 0o2000000, 0o2004000].map((flags) => flags | 2);
const terminalTricks = { TIOCSTI: 0x5412, TIOCLINUX: 0x541c, TIOCCONS: 0x541d, TIOCSETD: 0x5423 };
const usualPersonalities = [0, 0x8, 0x20000, 0x20008, 0x40000, 0xffffffff];
const ofUser = { setpriority: 2, ioprio_set: 3 };

/** What no program needs that builds, tests and edits files, and what has been used to get out of sandboxes. */
const rules: readonly Rule[] = [
  { calls: ['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'], fails: 'ENOSYS' }, // callers know an older way
  { calls: ['clone'], when: { arg: 0, hasAny: newNamespace }, fails: 'EPERM' },
  { calls: ['unshare', 'setns', 'chroot', 'pivot_root', 'mount', 'umount2'], fails: 'EPERM' },
  {
    calls: ['open_tree', 'open_tree_attr', 'move_mount', 'fsopen', 'fsconfig', 'fsmount', 'fspick', 'mount_setattr'],
    fails: 'EPERM',
  },
  { calls: ['name_to_handle_at', 'open_by_handle_at', 'fanotify_init'], fails: 'EPERM' },
  {
    calls: ['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'process_mrelease'],
    fails: 'EPERM',
  },
  { calls: ['pidfd_getfd', 'kcmp', 'move_pages', 'migrate_pages'], fails: 'EPERM' },
  { calls: ['bpf', 'perf_event_open', 'userfaultfd', 'add_key', 'request_key', 'keyctl'], fails: 'EPERM' },
  { calls: ['kexec_load', 'kexec_file_load', 'reboot', 'swapon', 'swapoff', 'acct', 'syslog'], fails: 'EPERM' },
  { calls: ['init_module', 'finit_module', 'delete_module', 'create_module'], fails: 'EPERM' },
  { calls: ['quotactl', 'quotactl_fd', 'nfsservctl', 'lookup_dcookie', 'vhangup'], fails: 'EPERM' },
  { calls: ['settimeofday', 'clock_settime', 'clock_adjtime', 'sethostname', 'setdomainname'], fails: 'EPERM' },
  { calls: ['ioperm', 'iopl', 'modify_ldt'], fails: 'EPERM' },
  { calls: ['personality'], when: { arg: 0, isNot: usualPersonalities }, fails: 'EPERM' },
  { calls: ['ioctl'], when: { arg: 1, is: Object.values(terminalTricks) }, fails: 'EPERM' },
  // A socket with a name reaches out of the box wherever its file can be seen; others of the host need no file at all.
  {
    calls: ['socket'],
    when: { arg: 0, isNot: [families.inet, families.inet6, families.netlink] },
    fails: 'EAFNOSUPPORT',
  },
  { calls: ['socketpair'], when: { arg: 0, isNot: [families.unix] }, fails: 'EAFNOSUPPORT' },
  { calls: ['socketpair'], when: { arg: 1, is: datagramTypes }, fails: 'EAFNOSUPPORT' },
  // The supervisor is process 1: what is taken from it is missing in every later run.
  {
    calls: ['prlimit64', 'sched_setaffinity', 'sched_setattr', 'sched_setparam', 'sched_setscheduler'],
    when: { arg: 0, is: [1] },
    fails: 'EPERM',
  },
  { calls: ['setpriority', 'ioprio_set'], when: { arg: 1, is: [1] }, fails: 'EPERM' },
  { calls: ['setpriority'], when: { arg: 0, is: [ofUser.setpriority] }, fails: 'EPERM' },
  { calls: ['ioprio_set'], when: { arg: 0, is: [ofUser.ioprio_set] }, fails: 'EPERM' },
];

const [setuid, setgid] = [0o4000, 0o2000];
/** O_CREAT and the bit of O_TMPFILE that is its own: only then an open has a mode. */
const makesFile = 0o100 | 0o20000000;

/**
 * A program that others run as its owner would outlive the box: what root's programs make belongs to root outside. For other users a
 * setgid bit stays possible, which folders of a group need.
 */
function specialFiles(bits: number): Rule[] {
  const mode = (arg: number) => ({ arg, hasAny: bits });
  return [
    { calls: ['chmod', 'fchmod', 'creat', 'mknod'], when: mode(1), fails: 'EPERM' },
    { calls: ['fchmodat', 'fchmodat2', 'mknodat'], when: mode(2), fails: 'EPERM' },
    { calls: ['open'], when: mode(2), and: { arg: 1, hasAny: makesFile }, fails: 'EPERM' },
    { calls: ['openat'], when: mode(3), and: { arg: 2, hasAny: makesFile }, fails: 'EPERM' },
    { calls: ['openat2'], fails: 'ENOSYS' }, // its mode lies in memory, where a filter cannot look
  ];
}

interface Instruction {
  readonly code: number;
  readonly k: number;
  readonly yes?: number;
  readonly no?: number;
}

const op = { load: 0x20, jumpEqual: 0x15, jumpAtLeast: 0x35, jumpAnyBit: 0x45, return: 0x06 };
const at = { call: 0, arch: 4, lowerArg: (index: number) => 16 + 8 * index };
const allow = 0x7fff0000;
const killProcess = 0x80000000;
const x32Bit = 0x40000000;

function program({ audit, column }: Machine, all: readonly Rule[]): Instruction[] {
  const loadCall = { code: op.load, k: at.call };
  return [
    { code: op.load, k: at.arch },
    { code: op.jumpEqual, k: audit, yes: 1 },
    { code: op.return, k: killProcess },
    loadCall,
    // The other numbering of the same calls.
    { code: op.jumpAtLeast, k: x32Bit, no: 1 },
    refuse('ENOSYS'),
    ...all.flatMap(({ calls, when, and, fails }) =>
      calls.flatMap((name) => {
        const number = callNumbers[name][column];
        if (number === null) return [];
        const main = when ? tested(when, fails) : [refuse(fails)];
        const body = [...(and ? unless(and, main.length) : []), ...main, ...(when ? [loadCall] : [])];
        return [{ code: op.jumpEqual, k: number, no: body.length }, ...body];
      }),
    ),
    { code: op.return, k: allow },
  ];
}

/** Refuses when the test holds, else goes on behind itself. */
function tested(test: Test, fails: keyof typeof errno): Instruction[] {
  const load = { code: op.load, k: at.lowerArg(test.arg) };
  if ('hasAny' in test) return [load, { code: op.jumpAnyBit, k: test.hasAny, no: 1 }, refuse(fails)];
  const values = 'is' in test ? test.is : test.isNot;
  const refuses = 'is' in test;
  // Each comparison jumps over those behind it: to the refusal, or over that too.
  const compare = values.map((k, index) => {
    const behind = values.length - index - 1;
    if (!refuses) return { code: op.jumpEqual, k, yes: behind + 1 };
    return { code: op.jumpEqual, k, yes: behind, ...(behind === 0 ? { no: 1 } : {}) };
  });
  return [load, ...compare, refuse(fails)];
}

/** Goes on behind the next instructions when none of the bits is set. */
function unless({ arg, hasAny }: { arg: number; hasAny: number }, length: number): Instruction[] {
  return [
    { code: op.load, k: at.lowerArg(arg) },
    { code: op.jumpAnyBit, k: hasAny, no: length },
  ];
}

function refuse(fails: keyof typeof errno): Instruction {
  return { code: op.return, k: 0x00050000 | errno[fails] };
}

function encode(instructions: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, { code, yes = 0, no = 0, k }] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  }
  return bytes;
}
