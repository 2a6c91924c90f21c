/** What of a box a machine cannot give, though the rest of it holds; in the order in which it is done without. */
export type Lack = 'nested' | 'userNamespace';

/** The lack that bubblewrap complains of, where it can be done without. */
export function lackBehind(complaint: string, isRoot: boolean): Lack | undefined {
  if (complaint.includes('disable-userns')) return 'nested';
  // Only root may make the other namespaces without this one.
  if (isRoot && /creat\w* new namespace|user namespace|uid map/i.test(complaint)) return 'userNamespace';
  return undefined;
}

/** The arguments of bubblewrap for what this machine has. */
export function withoutLacks(args: readonly string[], lacks: ReadonlyMap<Lack, string>): string[] {
  const left = lacks.size === 0 ? [...args] : args.filter((arg) => arg !== '--disable-userns');
  if (!lacks.has('userNamespace')) return left;
  const others = ['ipc', 'pid', 'net', 'uts', 'cgroup-try'].map((name) => `--unshare-${name}`);
  const named = new Set(['--uid', '--gid']);
  return left.flatMap((arg, index) => {
    if (arg === '--unshare-all') return others;
    const isOfUser = arg === '--unshare-user' || named.has(arg) || named.has(left[index - 1] ?? '');
    return isOfUser ? [] : [arg];
  });
}

/** For a person: what does not hold, with what bubblewrap said. */
export function describeLacks(lacks: ReadonlyMap<Lack, string>): string[] {
  return [...lacks].map(([lack, complaint]) => `${texts[lack]} (${complaint})`);
}

const texts: Readonly<Record<Lack, string>> = {
  nested: 'nested namespaces are refused by the call filter alone',
  userNamespace: 'no user namespace: commands are root without capabilities, not a plain user',
};

/** What bubblewrap said, without our own words around it. */
export function saidIn(message: string): string {
  return message.replace(/^The sandbox could not be opened: |\.$/g, '');
}
