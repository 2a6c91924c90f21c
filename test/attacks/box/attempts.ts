import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endProcessesWith } from '../../fixtures/hostile-trees.ts';
import type { Place, Victim } from './place.ts';

/** What an attempt may have reached. */
export interface Scene {
  readonly place: Place;
  readonly victim: Victim;
  /** By which the processes of one attempt are known. */
  readonly mark: string;
}

/** One way to reach out of a box. It got through when it prints GOT, or when `after` finds it on the host. */
export interface ScriptAttempt {
  readonly name: string;
  readonly script: string;
  readonly after?: (scene: Scene) => boolean;
  /** Changes files that other attempts need; without a box it gets a place of its own. */
  readonly changes?: true;
  /** Fails for other users even without a box. */
  readonly rootOnly?: true;
}

/** A system call and its arguments, as numbers; it got through when the kernel took it up. */
export interface CallAttempt {
  readonly name: string;
  readonly call: string;
  readonly rootOnly?: true;
}

export type Attempt = ScriptAttempt | CallAttempt;

/**
 * Scripts run in the workspace and know: $OUTSIDE (a folder beside it), $STATE (our own), $TARGET (a process: of the host without a box,
 * the supervisor in one), $VICTIM (a process of the host), $TCP $TCP6 $UDP $ABSTRACT (its sockets).
 * Files of the host are opened, not written; system calls get arguments that are wrong where they would do harm.
 */
export const attempts: readonly Attempt[] = [
  // Files
  { name: 'write a file outside', script: 'echo x >"$OUTSIDE/new"', after: has('outside/new'), changes: true },
  {
    name: 'write a start-up file in the home folder',
    script: 'echo evil >>~/.bashrc',
    after: says('home/.bashrc', 'evil'),
    changes: true,
  },
  { name: 'open /etc/passwd for writing', script: 'exec 9>>/etc/passwd && echo GOT', rootOnly: true },
  {
    name: 'open /usr/bin for writing',
    script: 'f=/usr/bin/sallyport-attempt; : >$f && rm $f && echo GOT',
    rootOnly: true,
  },
  ...['.ssh/id_ed25519', '.aws/credentials', '.npmrc', '.cargo/credentials.toml', '.config/gh/hosts.yml'].map(
    (file) => ({
      name: `read ~/${file}`,
      script: `grep -q SECRET ~/${file} && echo GOT`,
    }),
  ),
  { name: 'read our own key', script: 'grep -q SECRET "$STATE/key" && echo GOT' },
  { name: 'read a file outside', script: 'grep -q SECRET "$OUTSIDE/file" && echo GOT' },
  { name: 'read a file outside through a link', script: 'ln -s "$OUTSIDE" way; grep -q SECRET way/file && echo GOT' },
  {
    name: 'read a file outside through /proc/self/cwd',
    script: 'grep -q SECRET /proc/self/cwd/../outside/file && echo GOT',
  },
  {
    name: 'read a file outside through /proc/self/root',
    script: 'grep -q SECRET "/proc/self/root$OUTSIDE/file" && echo GOT',
  },
  { name: 'read /etc/shadow', script: 'read -r line </etc/shadow && echo GOT', rootOnly: true },
  {
    name: 'read a file handle that was left open',
    script: 'for n in {3..255}; do { read -r line <&$n; } 2>/dev/null && [[ $line == *SECRET* ]] && echo GOT; done',
  },
  {
    name: 'read a file outside through /proc/self/fd',
    script: 'exec 9<.; grep -q SECRET /proc/self/fd/9/../outside/file && echo GOT',
  },
  {
    name: 'write a file that was opened for reading through /proc/self/fd',
    script: 'exec 9<.vscode/tasks.json; echo evil >/proc/self/fd/9',
    after: says('workspace/.vscode/tasks.json', 'evil'),
    changes: true,
  },
  // What runs by itself later
  { name: 'write a git hook', script: hook('.git'), after: runs('.git/hooks/pre-commit'), changes: true },
  {
    name: 'move .git away and make another one',
    script: `mv .git old; mkdir -p .git; cp -r old/* .git; ${hook('.git')}`,
    after: runs('.git/hooks/pre-commit'),
    changes: true,
  },
  {
    name: 'move .git/hooks away',
    script: `mv .git/hooks old; ${hook('.git')}`,
    after: runs('.git/hooks/pre-commit'),
    changes: true,
  },
  {
    name: 'put a link in the place of .git/hooks',
    script: `mkdir evil; rm -rf .git/hooks; ln -s ../evil .git/hooks; ${hook('.git')}`,
    after: runs('.git/hooks/pre-commit'),
    changes: true,
  },
  {
    name: 'set core.fsmonitor in .git/config',
    script: 'git config core.fsmonitor ./evil || printf "[core]\\n fsmonitor = ./evil\\n" >>.git/config',
    after: says('workspace/.git/config', 'fsmonitor'),
    changes: true,
  },
  {
    name: 'lead git elsewhere by .git/commondir',
    script: 'cp -r .git evil; echo ../evil >.git/commondir',
    after: has('workspace/.git/commondir'),
    changes: true,
  },
  {
    name: 'make a new repository with a hook',
    script: `git init -q sub; ${hook('sub/.git')}`,
    after: runs('sub/.git/hooks/pre-commit'),
    changes: true,
  },
  {
    name: 'make a new repository with a program in its config',
    script: 'git init -q sub; git -C sub config core.sshCommand ./evil',
    after: says('workspace/sub/.git/config', 'evil'),
    changes: true,
  },
  {
    name: 'make a hook for husky',
    script: 'mkdir -p .husky; cp /bin/true .husky/pre-push',
    after: runs('.husky/pre-push'),
    changes: true,
  },
  {
    name: 'change what an editor runs',
    script: 'echo evil >.vscode/tasks.json',
    after: says('workspace/.vscode/tasks.json', 'evil'),
    changes: true,
  },
  {
    name: 'move .vscode away',
    script: 'mv .vscode old; mkdir .vscode; echo evil >.vscode/tasks.json',
    after: says('workspace/.vscode/tasks.json', 'evil'),
    changes: true,
  },
  {
    name: 'add a workflow',
    script: 'echo evil >.github/workflows/evil.yml',
    after: has('workspace/.github/workflows/evil.yml'),
    changes: true,
  },
  {
    name: 'move .github away and add a workflow',
    script: 'mv .github old; mkdir -p .github/workflows; echo evil >.github/workflows/evil.yml',
    after: has('workspace/.github/workflows/evil.yml'),
    changes: true,
  },
  {
    name: 'write our records',
    script: 'echo x >.agents/audit/evil',
    after: has('workspace/.agents/audit/evil'),
    changes: true,
  },
  {
    name: 'move our records away',
    script: 'mv .agents old',
    after: ({ place }) => !existsSync(join(place.path, 'workspace/.agents')),
    changes: true,
  },
  {
    name: 'write our settings',
    script: 'echo evil >>sallyport.yaml',
    after: says('workspace/sallyport.yaml', 'evil'),
    changes: true,
  },
  {
    name: 'leave a program that others run as its owner',
    script: 'cp /bin/true mine; chmod u+s mine',
    after: hasBit('mine', 0o4000),
    changes: true,
  },
  {
    name: 'make such a program by open',
    script: `python3 -c 'import os; os.open("made", os.O_CREAT, 0o4755)'`,
    after: hasBit('made', 0o4000),
    changes: true,
  },
  {
    name: 'leave a program that others run as its group',
    script: 'cp /bin/true ours; chmod g+s ours',
    after: hasBit('ours', 0o2000),
    changes: true,
    rootOnly: true,
  },
  // Processes
  { name: 'signal a process of the host', script: 'kill -0 $VICTIM && echo GOT' },
  { name: 'read the environment of a process of the host', script: 'grep -q SECRET /proc/$VICTIM/environ && echo GOT' },
  { name: 'enter the root of a process of the host', script: 'ls /proc/$VICTIM/root/etc >/dev/null && echo GOT' },
  { name: 'attach to the supervisor', call: 'ptrace 0x4206 $TARGET' },
  { name: 'write the memory of the supervisor', script: 'exec 9<>/proc/$TARGET/mem && echo GOT' },
  { name: 'read memory of the supervisor by call', call: 'process_vm_readv $TARGET 1 1 1 1 0' },
  { name: 'write memory of the supervisor by call', call: 'process_vm_writev $TARGET 1 1 1 1 0' },
  { name: 'read the environment of the supervisor', script: 'grep -q . /proc/$TARGET/environ && echo GOT' },
  { name: 'open what the supervisor listens to', script: '{ : <>/proc/$TARGET/fd/3; } && echo GOT' },
  { name: 'forge an answer of the supervisor', script: '{ echo "end exit 0 alone" >/proc/$TARGET/fd/3; } && echo GOT' },
  { name: 'take a file handle of the supervisor', call: 'pidfd_getfd $TARGET 3 0' },
  { name: 'lower a limit of the supervisor', script: 'prlimit --pid $TARGET --nofile=64:64 && echo GOT' },
  { name: 'slow the supervisor down', script: 'renice -n 1 -p $TARGET && echo GOT' },
  {
    name: 'leave a process running',
    script: 'setsid sleep 3600.$MARK >/dev/null 2>&1 & sleep 0.05',
    after: ({ mark }) => endProcessesWith(`3600.${mark}`) > 0,
  },
  // The kernel
  { name: 'make a user namespace', script: 'unshare -U true && echo GOT' },
  { name: 'make a namespace by clone', call: 'clone 0x10000200' },
  { name: 'make a namespace by clone3', call: 'clone3 0 0' },
  { name: 'mount', call: 'mount 0 0 0 0 0' },
  { name: 'unmount', call: 'umount2 0 0' },
  { name: 'mount the new way', call: 'open_tree -1 0 0' },
  { name: 'move a mount', call: 'move_mount -1 0 -1 0 0', rootOnly: true },
  { name: 'enter a namespace', call: 'setns -1 0' },
  { name: 'change the root', call: 'chroot 0', rootOnly: true },
  { name: 'open files by number', call: 'open_by_handle_at -1 0 0', rootOnly: true },
  { name: 'learn the number of a file', call: 'name_to_handle_at -1 0 0 0 0' },
  { name: 'load code into the kernel', call: 'bpf 9999 0 0', rootOnly: true },
  { name: 'restart the machine', call: 'reboot 1 2 3 0', rootOnly: true },
  { name: 'add a place to swap to', call: 'swapon 0 0', rootOnly: true },
  { name: 'read the log of the kernel', call: 'syslog 10 0 0', rootOnly: true },
  { name: 'use the keys of the session', call: 'keyctl 0 -3 0' },
  { name: 'add a key', call: 'add_key 0 0 0 0 0' },
  { name: 'ask for a key', call: 'request_key 0 0 0 0' },
  { name: 'make an io_uring', call: 'io_uring_setup 1 0' },
  { name: 'watch the machine', call: 'perf_event_open 0 0 -1 -1 0' },
  { name: 'handle page faults', call: 'userfaultfd 1' },
  { name: 'compare processes', call: 'kcmp $SELF $SELF 1 0 0' },
  { name: 'take on an odd personality', call: 'personality 0x0400000' },
  {
    name: 'open core_pattern for writing',
    script: 'exec 9>>/proc/sys/kernel/core_pattern && echo GOT',
    rootOnly: true,
  },
  { name: 'open the log of the kernel', script: 'exec 9</proc/kmsg && echo GOT', rootOnly: true },
  { name: 'open /dev/kmsg for writing', script: 'exec 9>>/dev/kmsg && echo GOT', rootOnly: true },
  {
    name: 'make a control group',
    script:
      'for d in /sys/fs/cgroup /sys/fs/cgroup/pids; do mkdir $d/sallyport-$$ && rmdir $d/sallyport-$$ && echo GOT; done',
    rootOnly: true,
  },
  // The network
  { name: 'reach a port of the host', script: 'exec 9<>/dev/tcp/127.0.0.1/$TCP && echo GOT' },
  { name: 'reach a port of the host by IPv6', script: 'exec 9<>/dev/tcp/::1/$TCP6 && echo GOT' },
  {
    name: 'ask a name server of the host',
    script: 'exec 9<>/dev/udp/127.0.0.1/$UDP; echo x >&9; read -rN1 -t 9 letter <&9 && [ "$letter" = x ] && echo GOT',
  },
  { name: 'reach a socket with a path', script: connect('socket.AF_UNIX, socket.SOCK_STREAM', '"victim.sock"') },
  {
    name: 'reach a datagram socket with a path through a pair',
    script: `python3 -c 'import socket; a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); a.connect("victim.dgram"); a.send(b"x")'; sleep 0.3`,
    after: has('outside/datagram'),
  },
  {
    name: 'reach a socket with an abstract name',
    script: connect('socket.AF_UNIX, socket.SOCK_STREAM', '"\\0" + os.environ["ABSTRACT"]'),
  },
  { name: 'use the sockets of virtual machines', call: 'socket 40 1 0' },
  { name: 'see every packet', call: 'socket 17 3 0', rootOnly: true },
  // The last: without a box it succeeds
  { name: 'end the supervisor', script: killing(), after: ({ victim }) => !victim.isAlive() },
];

function hook(folder: string): string {
  return `mkdir -p ${folder}/hooks; cp /bin/true ${folder}/hooks/pre-commit`;
}

function killing(): string {
  return 'for signal in TERM INT HUP QUIT ABRT USR1 STOP KILL; do kill -$signal $TARGET; done; sleep 0.2';
}

function connect(kind: string, address: string): string {
  return `python3 -c 'import os, socket; socket.socket(${kind}).connect(${address}); print("GOT")'`;
}

function has(path: string): (scene: Scene) => boolean {
  return ({ place }) => existsSync(join(place.path, path));
}

function says(path: string, text: string): (scene: Scene) => boolean {
  return ({ place }) =>
    existsSync(join(place.path, path)) && readFileSync(join(place.path, path), 'utf8').includes(text);
}

function runs(path: string): (scene: Scene) => boolean {
  return hasBit(path, 0o111);
}

function hasBit(path: string, bits: number): (scene: Scene) => boolean {
  const mode = (file: string) => statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return ({ place }) => (mode(join(place.path, 'workspace', path)) & bits) !== 0;
}
