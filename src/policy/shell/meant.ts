import { fits, isPattern, protectedRules } from '../../files/index.ts';

const ordinaryNames = ['README.md', 'index.ts', 'a.json', '.gitignore', '.prettierrc', 'package.json', 'Makefile'];
/** Files of the system that tell secrets, and others beside them: `/etc/*` is after everything, `/etc/sh*` is not. */
const systemFiles = '/etc/shadow /etc/gshadow /etc/sudoers /proc/1/environ /proc/1/mem /proc/1/maps'.split(' ');
const ordinaryFiles = '/etc/hosts /etc/passwd /proc/cpuinfo /proc/1/status'.split(' ');

interface Candidate {
  readonly names: readonly string[];
  readonly isDeep: boolean;
}

const candidates: readonly Candidate[] = protectedRules.flatMap(({ paths }) =>
  paths.map((path) => {
    const names = path.split('/').filter((name) => name !== '' && name !== '**');
    return { names: names.map((name) => name.replaceAll('*', 'a')), isDeep: path.endsWith('/**') };
  }),
);

/**
 * Protected paths that a pattern is after, told from its text: `.en?`, `*.key`, `.vscode/*` and `.git/h*`, but not `*`, which is
 * after everything.
 */
export function meantBy(pattern: string): readonly string[] {
  const names = pattern
    .slice(0, 4_096)
    .split('/')
    .map((name) => name.replace(/[@?*+!]\([^)]*\)/g, '*').slice(0, 256));
  const first = names.findIndex(isPattern);
  if (first < 0) return [];
  const within = [...names.slice(0, first), 'x'].join('/');
  const found = candidates.flatMap((candidate) => {
    const at = placeOf(candidate, names);
    return at < 0 ? [] : [[...names.slice(0, at), ...candidate.names, ...(candidate.isDeep ? ['x'] : [])].join('/')];
  });
  const isSystems = !ordinaryFiles.some((file) => isFit(file.split('/'), names));
  return [within, ...found, ...(isSystems ? systemFiles.filter((file) => isFit(file.split('/'), names)) : [])];
}

/** Where the names of a protected path stand among those of a pattern; -1 when they do not, or when anything could. */
function placeOf({ names, isDeep }: Candidate, pattern: readonly string[]): number {
  for (let at = 0; at + names.length <= pattern.length; at += 1) {
    const part = pattern.slice(at, at + names.length);
    const isEnd = at + names.length === pattern.length;
    const isMeant = part.some(isPattern) && part.every((each) => !isPattern(each) || !isAnything(each));
    if ((isDeep || isEnd) && isMeant && isFit(names, part)) return at;
  }
  return -1;
}

function isAnything(pattern: string): boolean {
  return ordinaryNames.some((name) => fits(name, pattern));
}

function isFit(names: readonly string[], pattern: readonly string[]): boolean {
  return names.length === pattern.length && names.every((name, at) => fits(name, pattern[at] ?? ''));
}
