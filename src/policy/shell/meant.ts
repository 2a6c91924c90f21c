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
/** No protected path has more names, and few patterns do. */
const mostNames = 32;

/**
 * Protected paths that a pattern is after, told from its text: `.en?`, `*.key`, `.vscode/*` and `.git/h*`, but not `*`, which is
 * after everything.
 */
export function meantBy(pattern: string): readonly string[] {
  const known = remembered.get(pattern) ?? findMeant(pattern);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(pattern, known);
  return known;
}

/** Several rules ask about the same ones. */
const remembered = new Map<string, readonly string[]>();
const mostRemembered = 1_024;

function findMeant(pattern: string): readonly string[] {
  const all = pattern
    .slice(0, 4_096)
    .replace(/[@?*+!]\([^)/]*\)/g, '*')
    .split('/');
  const first = all.findIndex(isPattern);
  if (first < 0) return [];
  const within = [...all.slice(0, first), 'x'].join('/');
  const before = all.slice(0, -mostNames);
  const names = all.slice(-mostNames).map(nameIn);
  const found = names.some(({ isMeant }) => isMeant) ? candidates.flatMap((each) => pathOf(each, names)) : [];
  const isSystems = pattern.startsWith('/') && !ordinaryFiles.some((file) => isFit(file.split('/'), names));
  const system = isSystems ? systemFiles.filter((file) => isFit(file.split('/'), names)) : [];
  return [within, ...found.map((path) => [...before, path].join('/')), ...system];
}

interface Name {
  readonly text: string;
  /** Up to its first wildcard. */
  readonly head: string;
  /** A pattern, and not one for just anything. */
  readonly isMeant: boolean;
  readonly isOpen: boolean;
}

function nameIn(name: string): Name {
  const text = name.slice(0, 256);
  if (!isPattern(text)) return { text, head: text, isMeant: false, isOpen: false };
  const isMeant = !ordinaryNames.some((each) => fits(each, text));
  return { text, head: text.slice(0, text.search(/[*?[]/)), isMeant, isOpen: true };
}

/** The path that a pattern would lead to if its last names, or some before them, stood for protected ones. */
function pathOf({ names, isDeep }: Candidate, pattern: readonly Name[]): string[] {
  const last = pattern.length - names.length;
  for (let at = isDeep ? 0 : Math.max(0, last); at <= last; at += 1) {
    if (!names.every((name, next) => isNamed(name, pattern[at + next]))) continue;
    const part = pattern.slice(at, at + names.length);
    if (part.some(({ isMeant }) => isMeant) && part.every(({ isMeant, isOpen }) => isMeant || !isOpen))
      return [[...pattern.slice(0, at).map(({ text }) => text), ...names, ...(isDeep ? ['x'] : [])].join('/')];
  }
  return [];
}

function isFit(names: readonly string[], pattern: readonly Name[]): boolean {
  return names.length === pattern.length && names.every((name, at) => isNamed(name, pattern[at]));
}

function isNamed(name: string, pattern: Name | undefined): boolean {
  if (!pattern?.isOpen) return name === pattern?.text;
  return name.startsWith(pattern.head) && fits(name, pattern.text);
}
