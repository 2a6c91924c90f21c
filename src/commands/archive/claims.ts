import { isPlain, parsePath, sameNameKey, type TreeFolder } from '../../files/index.ts';
import { isSallyportError, SallyportError } from '../../protocol/errors.ts';

/** A name that the archive has given to a file or a folder, in its exact spelling. */
export interface Claim {
  readonly name: string;
  readonly parent: Claim | undefined;
  readonly isFolder: boolean;
  /** Of a folder that has some, by the key under which two spellings are one. */
  members: Map<string, Claim> | undefined;
  /** Set once the folder is there. */
  folder: TreeFolder | undefined;
}

export interface Claims {
  /** Segments below the destination; undefined for a name that cannot be trusted. */
  place(name: string): Place | undefined;
  /** Undefined when another spelling of the path, or a file where a folder has to be, came before. */
  claim(place: Place, type: 'file' | 'folder'): Claim | undefined;
}

export interface Place {
  readonly parent: Parent;
  /** Undefined for the destination itself. */
  readonly name: string | undefined;
}

/** The folder part of names, looked at once for all that share it. */
interface Parent {
  readonly segments: readonly string[];
  claim: Claim | undefined;
}

/** Who has which name below the destination. Kept as a tree: a long path is looked at once, not once per file in it. */
export function openClaims(top: Claim, options: { stripComponents: number; maxFolders: number }): Claims {
  const parents = new Map<string, Parent | undefined>();
  const topParent: Parent = { segments: [], claim: top };
  let lastPath = '';
  let lastParent: Parent | undefined = topParent;
  let folders = 0;

  /** Most names share their folder with the one before. */
  function parentOf(path: string): Parent | undefined {
    if (path === lastPath) return lastParent;
    let parent = parents.get(path);
    if (!parent && !parents.has(path)) {
      const segments = tryParse(path);
      parent = segments && { segments, claim: undefined };
      parents.set(path, parent);
    }
    lastPath = path;
    lastParent = parent;
    return parent;
  }

  function place(name: string): Place | undefined {
    const plain = name.includes('\\') ? name.replaceAll('\\', '/') : name;
    const end = plain.length > 1 && plain.endsWith('/') ? plain.length - 1 : plain.length;
    const slash = plain.lastIndexOf('/', end - 1);
    // Names that are odd or long are looked at as a whole.
    if (options.stripComponents === 0 && slash !== 0 && slash < end - 1 && end < 1000) {
      const last = plain.slice(slash + 1, end);
      const parent = slash < 0 ? topParent : parentOf(plain.slice(0, slash));
      if (!parent || isPlain(last)) return parent && { parent, name: last };
      const parsed = tryParse(last);
      if (!parsed || parsed.length > 0) return parsed && { parent, name: parsed[0] };
    }
    // Before anything is stripped: `../a` with one component less is not `a`.
    const stripped = tryParse(plain)?.slice(options.stripComponents);
    const segments = stripped && (stripped.length === 0 ? [] : tryParse(stripped.join('/')));
    return segments && { parent: { segments: segments.slice(0, -1), claim: undefined }, name: segments.at(-1) };
  }

  function claimMember(parent: Claim, name: string, isFolder: boolean): Claim | undefined {
    const members = (parent.members ??= new Map());
    const key = sameNameKey(name);
    const before = members.get(key);
    if (before) return before.name === name && before.isFolder && isFolder ? before : undefined;
    if (isFolder && ++folders > options.maxFolders) {
      throw new SallyportError('ArchiveTooLarge', {
        reason: `it has more folders than --max-files (${options.maxFolders})`,
      });
    }
    const claim: Claim = { name, parent, isFolder, members: undefined, folder: undefined };
    members.set(key, claim);
    return claim;
  }

  function claimFolder(parent: Parent): Claim | undefined {
    let claim: Claim | undefined = top;
    for (const name of parent.segments) claim = claim && claimMember(claim, name, true);
    return claim;
  }

  return {
    place,
    claim({ parent, name }, type) {
      parent.claim ??= claimFolder(parent);
      return parent.claim && claimMember(parent.claim, name as string, type === 'folder');
    },
  };
}

function tryParse(path: string): string[] | undefined {
  try {
    return parsePath(path, 'write');
  } catch (error) {
    if (isSallyportError(error) && error.code === 'PathOutsideRoot') return undefined;
    throw error;
  }
}
