import { MemberName, parsePath, type TreeFolder } from '../../files/index.ts';
import { isSallyportError, SallyportError } from '../../protocol/errors.ts';

/** A name that the archive has given to a file or a folder, in its exact spelling. */
export interface Claim {
  /** Undefined for the workspace itself. */
  readonly name: MemberName | undefined;
  readonly parent: Claim | undefined;
  readonly isFolder: boolean;
  /** Of a folder that has some, by the key under which two spellings are one. */
  members: Map<string, Claim> | undefined;
  /** Set once the folder is there. */
  folder: TreeFolder | undefined;
}

export interface Claims {
  /** Where a name leads below the destination; undefined for one that cannot be trusted. */
  place(name: string): Place | undefined;
  /** Undefined when another spelling of the path, or a file where a folder has to be, came before. */
  claim(parent: Parent, name: MemberName, isFolder: boolean): Claim | undefined;
}

export interface Place {
  readonly parent: Parent;
  /** Undefined for the destination itself. */
  readonly name: MemberName | undefined;
}

/** The folder part of names, looked at once for all that share it. */
export interface Parent {
  readonly names: readonly MemberName[];
  claim: Claim | undefined;
}

/** Who has which name below the destination. Kept as a tree: a long path is looked at once, not once per file in it. */
export function openClaims(top: Claim, options: { stripComponents: number; maxFolders: number }): Claims {
  const parents = new Map<string, Parent | undefined>();
  const topParent: Parent = { names: [], claim: top };
  let lastPath = '';
  let lastParent: Parent | undefined = topParent;
  let folders = 0;

  /** Most names share their folder with the one before. */
  function parentOf(path: string): Parent | undefined {
    if (path === lastPath) return lastParent;
    let parent = parents.get(path);
    if (!parent && !parents.has(path)) {
      const names = tryNames(path);
      parent = names && { names, claim: undefined };
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
    const last = plain.slice(slash + 1, end);
    // Names that are odd or long are looked at as a whole.
    if (slash === 0 || last === '' || last === '.' || end >= 1000 || options.stripComponents > 0)
      return wholePlace(plain);
    const parent = slash < 0 ? topParent : parentOf(plain.slice(0, slash));
    const member = parent && tryName(last);
    return member && { parent, name: member };
  }

  function wholePlace(path: string): Place | undefined {
    // Before anything is stripped: `../a` with one component less is not `a`.
    const stripped = tryNames(path)?.slice(options.stripComponents);
    const whole = stripped?.map(({ text }) => text).join('/');
    const names = stripped && (whole === '' ? [] : tryNames(whole as string));
    return names && { parent: { names: names.slice(0, -1), claim: undefined }, name: names.at(-1) };
  }

  function claimMember(parent: Claim, name: MemberName, isFolder: boolean): Claim | undefined {
    const members = (parent.members ??= new Map());
    const before = members.get(name.key);
    if (before) return before.name?.text === name.text && before.isFolder && isFolder ? before : undefined;
    if (isFolder && ++folders > options.maxFolders) {
      throw new SallyportError('ArchiveTooLarge', {
        reason: `it has more folders than --max-files (${options.maxFolders})`,
      });
    }
    const claim: Claim = { name, parent, isFolder, members: undefined, folder: undefined };
    members.set(name.key, claim);
    return claim;
  }

  function claimFolder({ names }: Parent): Claim | undefined {
    let claim: Claim | undefined = top;
    for (const name of names) claim = claim && claimMember(claim, name, true);
    return claim;
  }

  return {
    place,
    claim(parent, name, isFolder) {
      parent.claim ??= claimFolder(parent);
      return parent.claim && claimMember(parent.claim, name, isFolder);
    },
  };
}

function tryName(text: string): MemberName | undefined {
  try {
    return new MemberName(text);
  } catch (error) {
    return undefinedIfOutside(error);
  }
}

function tryNames(path: string): MemberName[] | undefined {
  try {
    return parsePath(path, 'write').map((text) => new MemberName(text));
  } catch (error) {
    return undefinedIfOutside(error);
  }
}

function undefinedIfOutside(error: unknown): undefined {
  if (isSallyportError(error) && error.code === 'PathOutsideRoot') return undefined;
  throw error;
}
