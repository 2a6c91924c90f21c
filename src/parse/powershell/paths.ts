import { display, knownText } from '../bash/text.ts';
import { loaders } from './loaders.ts';
import type { Doubt, ProgramEffect, ShellEffect, Target, Word } from '../../protocol/shell.ts';

export interface Place {
  /** Absolute; undefined when it is known only at run time. */
  readonly cwd: string | undefined;
  readonly home: string;
}

/** An effect with its target joined to the folder it acts in; what is no file is told as the thing it is. */
export function effectIn(effect: ProgramEffect, place: Place): ShellEffect {
  const { target, ...rest } = effect;
  if (!target) return rest;
  if (!isPath(effect)) return { ...rest, target: plainTarget(target) };
  const drive = driveOf(target);
  if (drive === undefined) return { ...rest, target: pathTarget(target, place) };
  if (effect.kind === 'read' || effect.kind === 'run') return { ...rest, target: plainTarget(target) };
  // One that is moved gets the name of another.
  if (drive === 'env' && effect.note !== 'moved' && !isLoader(target))
    return { kind: 'read', target: plainTarget(target), note: 'env' };
  const thing = drive === 'registry' ? 'kernel' : 'settings';
  const force = effect.kind === 'delete' || effect.force === true;
  return { kind: 'change', thing, target: plainTarget(target), note: drive, ...(force && { force }) };
}

/** A drive of PowerShell that can make other commands mean something else. */
export function driveDoubt({ kind, note, target }: ShellEffect): Pick<Doubt, 'kind' | 'text'> | undefined {
  if (kind !== 'change' || !target) return undefined;
  if (note === 'env') return { kind: 'environment', text: `${target.text} can make programs run something else` };
  if (note === 'function' || note === 'alias')
    return { kind: 'dynamic-code', text: `${target.text} gives a command another meaning` };
  if (note === 'variable') return { kind: 'dynamic-code', text: `${target.text} is not followed` };
  return undefined;
}

/** A variable of the environment that is set or removed as an item of its drive. */
export function variableSet({ kind, note, target }: ShellEffect): string | undefined {
  return kind === 'read' && note === 'env' ? target?.text.toLowerCase().replace(/[\\/]/, '') : undefined;
}

/** The folder would have to be known to say what it acts on. */
export function needsFolder({ target, ...effect }: ShellEffect): boolean {
  return target !== undefined && isPath(effect) && target.path === undefined && /^(?!…|\w+:)/.test(target.text);
}

export function pathTarget(word: Word, place: Place): Target {
  const base = plainTarget(word);
  const known = knownText(word.pieces);
  if (known !== undefined) {
    const path = resolvePath(known, place);
    return path === undefined ? base : { ...base, path };
  }
  const [first] = word.pieces;
  const start = typeof first === 'string' ? /^[^]*[\\/]/.exec(first)?.[0] : undefined;
  const within = typeof first === 'string' ? resolvePath(start ?? '.', place) : undefined;
  const ifEmpty = resolvePath(word.pieces.filter((piece) => typeof piece === 'string').join(''), place);
  return { ...base, ...(within === undefined ? {} : { within }), ...(ifEmpty === undefined ? {} : { ifEmpty }) };
}

/** Absolute and with `/` alone: `/a/b`, `C:/a`, `//server/share/a`; undefined when the folder is not known. */
export function resolvePath(path: string, { cwd, home }: Place): string | undefined {
  const text = path
    .replace(/^(?:microsoft\.powershell\.core[\\/])?filesystem::/i, '')
    .replace(/^[\\/]{2}[?.][\\/](?=[a-z]:)/i, '')
    .replaceAll('\\', '/')
    .replace(/^~(?=\/|$)/, () => home);
  if (text === '') return undefined;
  const drive = /^(\w+):/.exec(text)?.[1];
  if (drive !== undefined) return joined(`${drive.toUpperCase()}:`, text.slice(drive.length + 1));
  if (/^\/\/[^/]/.test(text)) return joined('/', text.slice(2));
  if (cwd === undefined && !text.startsWith('/')) return undefined;
  const root = /^\w+:/.exec(cwd ?? '')?.[0] ?? '';
  return text.startsWith('/') ? joined(root, text) : joined(root, `${(cwd as string).slice(root.length)}/${text}`);
}

/** As text: the folder that a path lies in, empty for a name alone. */
export function parentOf(path: string): string {
  const folder = path.replace(/[\\/]+$/, '').replace(/[^\\/]*$/, '');
  return folder.replace(/(?<=[^\\/:])[\\/]+$/, '');
}

function joined(root: string, path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    // Three dots and a dot at the end are the same folder to Windows.
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `${root}/${parts.join('/')}`;
}

/** A variable of the environment that is not known, or makes programs run something else. */
function isLoader(word: Word): boolean {
  const name = /^env:[\\/]?(\w+)$/i.exec(knownText(word.pieces) ?? '')?.[1];
  return name === undefined || loaders.test(`env:${name.toLowerCase()}`);
}

/** The drives of PowerShell that hold no files. */
function driveOf(word: Word): string | undefined {
  const [first] = word.pieces;
  if (typeof first !== 'string') return undefined;
  if (/^(?:(?:microsoft\.powershell\.core[\\/])?registry::|hk(?:lm|cu|cr|u|cc):|hkey_)/i.test(first)) return 'registry';
  const drive = /^(env|function|alias|variable|cert|wsman):/i.exec(first)?.[1]?.toLowerCase();
  return drive === 'cert' || drive === 'wsman' ? 'registry' : drive;
}

function plainTarget(word: Word): Target {
  return { text: display(word.pieces), isPattern: word.isPattern };
}

function isPath({ kind, thing }: Pick<ProgramEffect, 'kind' | 'thing'>): boolean {
  if (kind === 'change') return thing === 'permissions' || thing === 'owner';
  return kind === 'read' || kind === 'write' || kind === 'delete' || kind === 'run';
}
