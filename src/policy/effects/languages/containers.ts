import type { Word } from '../../../protocol/shell.ts';
import type { Call, Found, Reader } from '../define.ts';
import { after, headOf, literal, merged, textOf } from '../words.ts';

/** What of this machine a container gets: a folder, a device, more rights. */
export const mounted: Reader = (value, found) => {
  const head = headOf(value);
  const [first, second] = value.pieces;
  if (typeof first === 'object' && typeof second === 'string' && /^[^,]*:/.test(second)) {
    const below = second.slice(0, second.indexOf(':'));
    const pieces = below === '' ? [first] : [first, below];
    return found.effect({ kind: 'write', target: { ...value, pieces }, recursive: true });
  }
  if (/^(all|sys_|cap_sys|net_admin|dac_|mknod)/i.test(head) || /^(host|\/dev\/|.*unconfined)/.test(head)) {
    return found.effect({ kind: 'privilege', target: value, note: 'rights of this machine for a container' });
  }
  const source =
    /(?:^|,)(?:source|src)=([^,]+)/.exec(head)?.[1] ?? (head.includes('=') ? undefined : head.split(':')[0]);
  if (source === undefined || source === '') {
    if (textOf(value) === undefined) found.doubt('what a container gets is known only when it runs');
    return;
  }
  // Whoever has these has the machine.
  if (/^\/(|etc|root|var|usr|proc|sys|boot|dev|home|var\/run\/docker\.sock|run\/docker\.sock)\/?$/.test(source)) {
    return found.effect({ kind: 'privilege', target: literal(source, value.span), note: 'a container gets it' });
  }
  const isPath = /^[./~]/.test(source);
  const isReadOnly = /:ro(,|$)|readonly|(^|,)ro(=true)?(,|$)/.test(head);
  if (isPath)
    found.effect({ kind: isReadOnly ? 'read' : 'write', target: literal(source, value.span), recursive: true });
};

/** What a program in a container does to folders of this machine: its paths are those of the container. */
export function inMounts(call: Call, found: Found): void {
  const mounts = call.values('-v').flatMap(mountOf);
  const [image, ...given] = call.operands;
  const words = [...call.values('--entrypoint').slice(-1), ...given];
  const isNamed = words.some((word) => pathsIn(headOf(word)).some((path) => mountFor(path, mounts)));
  if (!image || !isNamed) return;
  const [folder] = call.values('-w').slice(-1);
  const isKnown = folder && mountFor(headOf(folder), mounts);
  const isRelative = mounts.some(({ source }) => source.startsWith('.'));
  const cwd = isKnown ? onHost(folder, mounts) : isRelative ? undefined : { ...image, pieces: [inside] };
  found.nest({
    kind: 'argv',
    via: `${call.invocation.name} run`,
    words: words.map((word) => onHost(word, mounts)),
    ...(cwd && { cwd }),
  });
}

interface Mount {
  readonly source: string;
  readonly target: string;
}

/** A folder of this machine that can be written to in the container. */
function mountOf(value: Word): Mount[] {
  const text = textOf(value) ?? '';
  if (/:ro(,|$)|(^|,)(readonly|ro)(=true)?(,|$)/.test(text)) return [];
  const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(text)?.[1];
  const target = /(?:^|,)(?:target|dst|destination)=([^,]+)/.exec(text)?.[1];
  const [from = '', to = ''] = source === undefined ? text.split(':') : [source, target];
  return /^[./~]/.test(from) && /^\/./.test(to) ? [{ source: from, target: to.replace(/\/+$/, '') }] : [];
}

/** A place in the container that is none on this machine. */
const inside = { unknown: 'argument' } as const;

const absolutePath = /(?<=^|[\s"'=:;&|(<>,])\/[^\s"'=:;&|()<>,]*/g;

function pathsIn(text: string): readonly string[] {
  return text.match(absolutePath) ?? [];
}

function mountFor(path: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts.find(({ target }) => path === target || path.startsWith(`${target}/`));
}

/** A word with the paths of the container as those of this machine, in a script as well. */
function onHost(word: Word, mounts: readonly Mount[]): Word {
  const head = headOf(word);
  const pieces: Word['pieces'][number][] = [];
  let end = 0;
  for (const { 0: path, index } of head.matchAll(absolutePath)) {
    const mount = mountFor(path, mounts);
    pieces.push(head.slice(end, index), mount ? mount.source.replace(/(?<=.)\/+$/, '') : inside);
    end = index + (mount ? mount.target.length : 0);
  }
  return { ...word, pieces: merged([...pieces, head.slice(end), ...after(word, head.length).pieces]) };
}
