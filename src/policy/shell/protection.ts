import { findProtected, type ProtectedRule } from '../../files/index.ts';
import { isBelow } from './places.ts';
import type { PathAccess, Protection } from './rule.ts';

/** Files of the system that tell secrets, wherever the workspace is. */
const systemSecrets =
  /^\/(?:etc\/(?:shadow-?|gshadow-?|sudoers|sudoers\.d\/.*|ssh\/ssh_host_.*_key)|proc\/(?:(?:[^/]+\/)?(?:environ|mem|maps)|kcore)|dev\/(?:k?mem|port|(?:[shv]d[a-z]|nvme|mmcblk|dm-|mapper\/|disk\/).*))$/;
/** The home folder of the administrator, when it is somebody else's. */
const foreignHome = '/root';

/** The rule that protects an absolute path. Inside the workspace the state folder counts too. */
export function protectionAt(
  path: string,
  access: PathAccess,
  { root, home, state, closed }: { root: string; home: string; state: readonly string[]; closed: readonly string[] },
): Protection | undefined {
  if (closed.some((folder) => isBelow(path, folder)))
    return { id: 'sallyport.user-state', reason: 'Sallyport keeps its key and its settings there', isClosed: true };
  const isForeign = home !== foreignHome && path.startsWith(`${foreignHome}/`);
  if ((systemSecrets.test(path) || isForeign) && !isBelow(path, root))
    return { id: 'system.secret', reason: 'the system keeps secrets there', isClosed: false };
  const inside = isBelow(path, root);
  const segments = (inside ? path.slice(root.length) : path).split('/').filter((name) => name !== '');
  if (segments.length === 0) return undefined;
  const makesFolder = access === 'make folder';
  const kind = access === 'read' ? 'read' : 'write';
  const rule = findProtected(segments, kind, { state: inside ? state : ['\0'], makesFolder });
  return rule && protection(rule, kind);
}

function protection({ id, reason, write }: ProtectedRule, access: 'read' | 'write'): Protection {
  return { id, reason, isClosed: access === 'write' && write === 'never' };
}
