import { expect, test } from 'vitest';
import { callNumbers } from './calls.ts';
import { seccompFilter } from './seccomp.ts';

const allow = 0x7fff0000;
const kill = 0x80000000;
const errno = (number: number) => 0x00050000 | number;
const [EPERM, ENOSYS, EAFNOSUPPORT] = [errno(1), errno(38), errno(97)];
const arches = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Interprets a filter as linux/filter.h describes it; only the instructions that a filter may use. */
function judge(filter: Uint8Array, data: { nr: number; arch: number; args?: readonly bigint[] }): number {
  const program = Buffer.from(filter);
  const memory = Buffer.alloc(64);
  memory.writeUInt32LE(data.nr >>> 0, 0);
  memory.writeUInt32LE(data.arch, 4);
  for (const [index, arg] of (data.args ?? []).entries()) memory.writeBigUInt64LE(arg, 16 + 8 * index);
  let a = 0;
  for (let at = 0; at < program.length / 8; at++) {
    const [code, yes, no, k] = [
      program.readUInt16LE(at * 8),
      program.readUInt8(at * 8 + 2),
      program.readUInt8(at * 8 + 3),
      program.readUInt32LE(at * 8 + 4),
    ];
    if (code === 0x20) a = memory.readUInt32LE(k);
    else if (code === 0x06) return k;
    else if (code === 0x15) at += a === k ? yes : no;
    else if (code === 0x35) at += a >= k ? yes : no;
    else if (code === 0x45) at += (a & k) !== 0 ? yes : no;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('ran off its end');
}

for (const [index, arch] of (['x64', 'arm64'] as const).entries()) {
  const filter = seccompFilter(arch, { isRoot: false });
  const says = (name: keyof typeof callNumbers, ...args: number[]) =>
    judge(filter, { nr: callNumbers[name][index] ?? -1, arch: arches[arch], args: args.map(BigInt) });

  // The numbers are those of the kernel's own tables: read 0/63, write 1/64, openat 257/56, execve 59/221, futex 202/98.
  test.each([
    [0, 63],
    [1, 64],
    [257, 56],
    [59, 221],
    [202, 98],
  ])(`${arch}: calls %i and %i, which everybody needs, are allowed`, (x64, arm64) => {
    expect(judge(filter, { nr: arch === 'x64' ? x64 : arm64, arch: arches[arch] })).toBe(allow);
  });

  test.each<[keyof typeof callNumbers, number[], number]>([
    ['ptrace', [16, 1], EPERM],
    ['process_vm_writev', [1], EPERM],
    ['pidfd_getfd', [3, 0], EPERM],
    ['bpf', [], EPERM],
    ['keyctl', [], EPERM],
    ['mount', [], EPERM],
    ['fsopen', [], EPERM],
    ['unshare', [0], EPERM],
    ['setns', [], EPERM],
    ['perf_event_open', [], EPERM],
    ['userfaultfd', [], EPERM],
    ['open_by_handle_at', [], EPERM],
    ['clone3', [], ENOSYS],
    ['io_uring_setup', [], ENOSYS],
    ['clone', [17], allow],
    ['clone', [0x3d0f00], allow], // a thread
    ['clone', [0x10000011], EPERM], // CLONE_NEWUSER
    ['clone', [0x00020011], EPERM], // CLONE_NEWNS
    ['clone', [0x40000011], EPERM], // CLONE_NEWNET
    ['socket', [1, 1], EAFNOSUPPORT],
    ['socket', [2, 1], allow],
    ['socket', [10, 1], allow],
    ['socket', [16, 3], allow],
    ['socket', [17, 3], EAFNOSUPPORT],
    ['socket', [38, 5], EAFNOSUPPORT],
    ['socket', [40, 1], EAFNOSUPPORT],
    ['socketpair', [1, 1], allow],
    ['socketpair', [1, 0o2000001], allow],
    ['socketpair', [1, 2], EAFNOSUPPORT],
    ['socketpair', [1, 0o2000002], EAFNOSUPPORT],
    ['socketpair', [1, 0o4002], EAFNOSUPPORT],
    ['socketpair', [2, 1], EAFNOSUPPORT],
    ['ioctl', [0, 0x5401], allow], // TCGETS
    ['ioctl', [0, 0x5412], EPERM], // TIOCSTI
    ['ioctl', [0, 0x541c], EPERM], // TIOCLINUX
    ['personality', [0xffffffff], allow],
    ['personality', [0x0040000], allow], // ADDR_NO_RANDOMIZE, as debuggers and sanitizers ask for
    ['personality', [0x0400000], EPERM], // READ_IMPLIES_EXEC
    ['prlimit64', [0], allow],
    ['prlimit64', [1], EPERM],
    ['setpriority', [0, 0, 5], allow],
    ['setpriority', [0, 1, 5], EPERM],
    ['setpriority', [2, 0, 5], EPERM],
    ['sched_setaffinity', [1], EPERM],
    ['sched_setaffinity', [77], allow],
  ])(`${arch}: %s(%j) is answered with %i`, (name, args, answer) => {
    expect(says(name, ...args)).toBe(answer);
  });

  // A file of mode 4755 is one that others run as its owner; x64 has the older calls too.
  const older = ['chmod', 'creat', 'mknod', 'open'] as const;
  test.each<[keyof typeof callNumbers, number[], number, number]>([
    ['fchmod', [3, 0o755], allow, allow],
    ['fchmod', [3, 0o1777], allow, allow],
    ['fchmod', [3, 0o4755], EPERM, EPERM],
    ['fchmod', [3, 0o2755], allow, EPERM],
    ['fchmodat', [-100, 1, 0o4755], EPERM, EPERM],
    ['fchmodat', [-100, 1, 0o2755], allow, EPERM],
    ['fchmodat2', [-100, 1, 0o6755], EPERM, EPERM],
    ['mknodat', [-100, 1, 0o104755], EPERM, EPERM],
    ['mknodat', [-100, 1, 0o100644], allow, allow],
    ['openat', [-100, 1, 0o101, 0o4755], EPERM, EPERM],
    ['openat', [-100, 1, 0o101, 0o2755], allow, EPERM],
    ['openat', [-100, 1, 0o101, 0o644], allow, allow],
    ['openat', [-100, 1, 0o20200002, 0o4755], EPERM, EPERM], // O_TMPFILE
    ['openat', [-100, 1, 0, 0o7777], allow, allow], // what nobody reads may be anything
    ['openat2', [-100, 1, 2, 24], ENOSYS, ENOSYS],
    ...(arch === 'x64'
      ? older.map((name): [keyof typeof callNumbers, number[], number, number] => {
          const args = name === 'open' ? [1, 0o101, 0o4755] : [1, 0o4755];
          return [name, args, EPERM, EPERM];
        })
      : []),
  ])(`${arch}: %s(%j) is answered with %i, for root with %i`, (name, args, answer, forRoot) => {
    const nr = callNumbers[name][index] ?? -1;
    const data = { nr, arch: arches[arch], args: args.map((arg) => BigInt.asUintN(64, BigInt(arg))) };
    expect(judge(filter, data)).toBe(answer);
    expect(judge(seccompFilter(arch, { isRoot: true }), data)).toBe(forRoot);
  });

  test(`${arch}: the upper half of an argument, which the kernel does not look at, hides nothing`, () => {
    const nr = callNumbers.ioctl[index] ?? -1;
    expect(judge(filter, { nr, arch: arches[arch], args: [0n, (1n << 32n) | 0x5412n] })).toBe(EPERM);
  });

  test(`${arch}: calls of another machine end the process, those of x32 do not exist`, () => {
    expect(judge(filter, { nr: 1, arch: 0x40000003 })).toBe(kill);
    expect(judge(filter, { nr: 0x40000000 + 101, arch: arches[arch] })).toBe(ENOSYS);
  });
}

test('there is no filter for a machine that is not known', () => {
  expect(() => seccompFilter('mips', { isRoot: false })).toThrow(/no system call filter for mips/);
});
