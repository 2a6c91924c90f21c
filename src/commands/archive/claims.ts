import { parsePath, sameNameKey, type TreeFolder } from '../../files/index.ts';
import { isSallyportError, SallyportError } from '../../protocol/errors.ts';

/** A name that the archive has given to a file or a folder, in its exact spelling. */
export interface Claim {
  readonly name: string;
  readonly parent: Claim | undefined;
  /** Of a folder, by the key under which two spellings are one. */
  readonly members: Map<string, Claim> | undefined;
  /** Set once the folder is there. */
  folder?: TreeFolder;
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
  claim?: Claim | undefined;
}

/** Who has which name below the destination. Kept as a tree: a long path is looked at once, not once per file in it. */
export function openClaims(top: Claim, options: { stripComponents: number; maxFolders: number }): Claims {
  const parents = new Map<string, Parent | undefined>();
  const topParent: Parent = { segments: [], claim: top };
  let folders = 0;

  function parentOf(path: string): Parent | undefined {
    if (parents.has(path)) return parents.get(path);
    const segments = tryParse(path);
    const parent = segments && { segments };
    parents.set(path, parent);
    return parent;
  }

  function place(name: string): Place | undefined {
    const plain = name.includes('\\') ? name.replaceAll('\\', '/') : name;
    const end = plain.length > 1 && plain.endsWith('/') ? plain.length - 1 : plain.length;
    const slash = plain.lastIndexOf('/', end - 1);
    // Most names share their folder with the one before; names that are odd or long are looked at as a whole.
    if (options.stripComponents === 0 && slash !== 0 && slash < end - 1 && end < 1000) {
      const parent = slash < 0 ? topParent : parentOf(plain.slice(0, slash));
      const last = parent && tryParse(plain.slice(slash + 1, end));
      if (!last || last.length > 0) return last && { parent, name: last[0] };
    }
    // Before anything is stripped: `../a` with one component less is not `a`.
    const stripped = tryParse(plain)?.slice(options.stripComponents);
    const segments = stripped && (stripped.length === 0 ? [] : tryParse(stripped.join('/')));
    return segments && { parent: { segments: segments.slice(0, -1) }, name: segments.at(-1) };
  }

  function claimMember(parent: Claim, name: string, isFolder: boolean): Claim | undefined {
    const members = parent.members as Map<string, Claim>;
    const key = sameNameKey(name);
    const before = members.get(key);
    if (before) return before.name === name && before.members && isFolder ? before : undefined;
    if (isFolder && ++folders > options.maxFolders) {
      throw new SallyportError('ArchiveTooLarge', {
        reason: `it has more folders than --max-files (${options.maxFolders})`,
      });
    }
    const claim: Claim = { name, parent, members: isFolder ? new Map<string, Claim>() : undefined };
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
