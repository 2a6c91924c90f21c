import { expect, test } from 'vitest';
import { groupFiles, planGroups } from './groups.ts';
import { limitBehind, ulimitArgs, type BoxLimits } from './limits.ts';

const limits: BoxLimits = {
  processes: 100,
  memoryBytes: 1000,
  cpuSeconds: 60,
  fileBytes: 1024 * 1024,
  openFiles: 256,
  writtenBytes: 1,
};

const unlimited = `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max processes             96343                96343                processes
Max open files            1024                 20000                files
`;

test.each([
  [{ isRoot: true, own: unlimited }, '-c 0 -t 65 -f 1024 -n 256/-t 60'],
  [{ isRoot: false, own: unlimited }, '-c 0 -t 65 -f 1024 -n 256 -u 100/-t 60'],
  [
    { isRoot: false, own: unlimited.replace('20000', '64').replaceAll('96343', '50') },
    '-c 0 -t 65 -f 1024 -n 64 -u 50/-t 60',
  ],
])('with %j a program starts with ulimit %s', (who, args) => {
  expect(ulimitArgs(limits, who)).toBe(args);
});

test.each([
  [{ exitCode: null, signal: 'SIGXCPU' }, 'cpuSeconds'],
  [{ exitCode: 152, signal: null }, 'cpuSeconds'],
  [{ exitCode: null, signal: 'SIGXFSZ' }, 'fileBytes'],
  [{ exitCode: 153, signal: null }, 'fileBytes'],
  [{ exitCode: 1, signal: null }, undefined],
  [{ exitCode: null, signal: 'SIGKILL' }, undefined],
])('behind %j is %s', (end, limit) => {
  expect(limitBehind(end)).toBe(limit);
});

// As Debian with the old hierarchies, Fedora with the new one, a container, and a machine without any show themselves.
test.each([
  [
    'one tree for each controller',
    '32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n39 31 0:36 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n',
    '8:pids:/user.slice\n4:memory:/a/b\n2:cpu,cpuacct:/\n0::/\n',
    {
      version: 1,
      folders: {
        pids: '/sys/fs/cgroup/pids/user.slice',
        memory: '/sys/fs/cgroup/memory/a/b',
        cpuacct: '/sys/fs/cgroup/cpu,cpuacct/',
      },
    },
  ],
  [
    'one tree for all',
    '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n',
    '0::/user.slice/user-1000.slice/session-2.scope\n',
    {
      version: 2,
      folders: Object.fromEntries(
        ['pids', 'memory', 'cpuacct'].map((name) => [
          name,
          '/sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope',
        ]),
      ),
    },
  ],
  [
    'a process that has moved aside from its boxes',
    '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n',
    '0::/run-1.scope/sallyport-box-7-1-2-3-aside\n',
    {
      version: 2,
      folders: Object.fromEntries(['pids', 'memory', 'cpuacct'].map((name) => [name, '/sys/fs/cgroup/run-1.scope'])),
    },
  ],
  [
    'a container that sees a part of the tree',
    '30 23 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n',
    '0::/docker/abc/inner\n',
    {
      version: 2,
      folders: Object.fromEntries(['pids', 'memory', 'cpuacct'].map((name) => [name, '/sys/fs/cgroup/inner'])),
    },
  ],
  ['no groups at all', '1 0 0:1 / / rw - ext4 /dev/sda rw\n', '', { version: 2, folders: {} }],
])('%s', (_, mountinfo, cgroups, plan) => {
  expect(planGroups(mountinfo, cgroups)).toEqual(plan);
});

test('a group of either kind gets its limits by the files that the kernel documents', () => {
  expect(groupFiles(1, limits)).toEqual({
    pids: [['pids.max', '100']],
    memory: [
      ['memory.limit_in_bytes', '1000'],
      ['?memory.memsw.limit_in_bytes', '1000'],
    ],
  });
  expect(groupFiles(2, limits)).toEqual({
    pids: [['pids.max', '100']],
    memory: [
      ['memory.max', '1000'],
      ['?memory.swap.max', '0'],
    ],
  });
});
