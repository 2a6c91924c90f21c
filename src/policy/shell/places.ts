import type { Target } from '../../protocol/shell.ts';
import type { Facts } from './rule.ts';

/** Whether a target lies, for all that is known, where a command must not act. Unknown ones are not said to. */
export function isOutside(target: Target | undefined, facts: Facts): boolean {
  const path = target?.path ?? target?.within;
  if (path === undefined) return false;
  const folder = target?.isPattern === true ? beforePattern(path) : path;
  return !(isAllowed(folder, facts) && isAllowed(facts.resolve(folder), facts)) && !isStream(path);
}

/** `/`, a folder right below it, the home folder, or any folder that the workspace lies in; or all that is in one. */
export function isEverything(target: Target | undefined, facts: Facts): boolean {
  return [target?.path, target?.ifEmpty, searched(target)].some((path) => path !== undefined && holdsAll(path, facts));
}

/** Whether all files there are may be meant, whatever their folder: `find / -exec rm {} +`. */
export function isAnyFile(target: Target | undefined): boolean {
  return searched(target) === '/';
}

/** The folder that something was searched in, of names that are known only when it runs. */
function searched(target: Target | undefined): string | undefined {
  return target?.path === undefined && /^\/?…$/.test(target?.text ?? '') ? target?.within : undefined;
}

function holdsAll(path: string, { root, home }: Facts): boolean {
  const folder = path.replace(/\/(?:\{.*\}|\.?(?:[*?]|\[[^\]/]*\])+)$/, '') || '/';
  if (folder === '/' || folder === home || wholeDrive.test(folder)) return true;
  return folder !== root && (isBelow(root, folder) || isBelow(home, folder)) ? true : systemFolders.has(folder);
}

/** `C:/` and the folders of Windows that all else stands in. */
const wholeDrive =
  /^[A-Za-z]:(?:\/\*\.\*|\/(?:windows(?:\/system32)?|users|program files(?: \(x86\))?|programdata))?\/?$/i;

const systemFolders: ReadonlySet<string> = new Set(
  'bin boot dev etc home lib lib32 lib64 opt proc root run sbin srv sys usr var Users System Library Applications'
    .split(' ')
    .map((name) => `/${name}`),
);

function isAllowed(path: string, { root, allowedPaths, isBoxed }: Facts): boolean {
  // A workspace in /tmp has neighbours there that are not meant, though a box does not show them.
  const isPrivate = (folder: string) => isBelow(path, folder) && !root.startsWith(`${folder}/`);
  return (
    isBelow(path, root) ||
    allowedPaths.some((folder) => isBelow(path, folder)) ||
    (isBoxed && (isPrivate('/tmp') || isPrivate('/var/tmp')))
  );
}

/** The standard streams and what swallows everything. */
function isStream(path: string): boolean {
  return /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/.test(path);
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The folder up to which a pattern is plain text. */
function beforePattern(path: string): string {
  const at = path.search(/[*?[]/);
  return at < 0 ? path : path.slice(0, path.lastIndexOf('/', at)) || '/';
}
