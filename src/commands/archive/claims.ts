import { MemberName, segmentsOf, type TreeFolder } from '../../files/index.ts';
import { SallyportError } from '../../protocol/errors.ts';

/** A name that the archive has given to a file or a folder, in its exact spelling. */
export interface Claim {
  /** Undefined for the workspace itself. */
  readonly name: MemberName | undefined;
  readonly parent: Claim | undefined;
  readonly isFolder: boolean;
  /** Of a folder that has some, by the key under which two spellings are one; of a file only that it is there. */
  members?: Map<string, Claim | 'file'> | undefined;
  /** Set once the folder is there. */
  folder?: TreeFolder | undefined;
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
  /** Undefined for the destination. */
  readonly outer: Parent | undefined;
  readonly name: MemberName | undefined;
  readonly depth: number;
  claim: Claim | undefined;
}

/** Who has which name below the destination. Kept as a tree: a long path is looked at once, not once per file in it. */
export function openClaims(top: Claim, options: { stripComponents: number; maxFolders: number }): Claims {
  const parents = new Map<string, Parent | undefined>();
  const topParent: Parent = { outer: undefined, name: undefined, depth: 0, claim: top };
  let last: Parent | undefined = topParent;
  let lastFolder = '';
  let folders = 0;
  /** How many parents the ones in the map need. */
  let kept = 0;

  function parentOf(path: string): Parent | undefined {
    let parent = parents.get(path);
    if (!parent && !parents.has(path)) {
      const slash = path.lastIndexOf('/');
      const isLong = path.length > maxKeyChars;
      const outer = slash < 0 ? topParent : slash === 0 || isLong ? undefined : parentOf(path.slice(0, slash));
      parent = isLong ? wholeParent(path) : outer && memberOf(outer, path.slice(slash + 1));
      // Names that are skipped come here too: what is kept of them must not grow with the archive.
      kept += isLong ? (parent?.depth ?? 1) : 1;
      if (kept > maxParents) {
        parents.clear();
        kept = parent?.depth ?? 1;
      }
      parents.set(path, parent);
    }
    return parent;
  }

  function memberOf(outer: Parent, text: string): Parent | undefined {
    if (text === '' || text === '.') return outer;
    const name = outer.depth < maxDepth ? MemberName.of(text) : undefined;
    return name && nested(outer, name);
  }

  /** Without keeping each of its outer folders, which costs as much for each as the path has characters. */
  function wholeParent(path: string): Parent | undefined {
    const names = tryNames(path);
    return names && names.length <= maxDepth ? names.reduce<Parent>(nested, topParent) : undefined;
  }

  function place(name: string): Place | undefined {
    const plain = name.includes('\\') ? name.replaceAll('\\', '/') : name;
    const end = plain.endsWith('/') ? plain.length - 1 : plain.length;
    const start = plain.lastIndexOf('/', end - 1) + 1;
    const text = plain.slice(start, end);
    // Names that are odd or long are looked at as a whole.
    if (start === 1 || text === '' || text === '.' || end >= 1000 || options.stripComponents > 0)
      return wholePlace(plain);
    const folder = plain.slice(0, start);
    if (folder !== lastFolder) {
      // Most names share their folder with the one before.
      lastFolder = folder;
      last = start === 0 ? topParent : parentOf(plain.slice(0, start - 1));
    }
    const member = last && MemberName.of(text);
    return member && { parent: last as Parent, name: member };
  }

  function wholePlace(path: string): Place | undefined {
    // Before anything is stripped: `../a` with one component less is not `a`.
    const stripped = tryNames(path)?.slice(options.stripComponents);
    const whole = stripped?.map(({ text }) => text).join('/');
    const names = stripped && (whole === '' ? [] : tryNames(whole as string));
    const parent = names?.slice(0, -1).reduce<Parent>(nested, topParent);
    return parent && { parent, name: names?.at(-1) };
  }

  function claimMember(parent: Claim, name: MemberName, isFolder: boolean): Claim | undefined {
    const members = (parent.members ??= new Map());
    const before = members.get(name.key);
    if (before) return isFolder && before !== 'file' && before.name?.text === name.text ? before : undefined;
    if (isFolder && ++folders > options.maxFolders) {
      throw new SallyportError('ArchiveTooLarge', {
        reason: `it has more folders than --max-files (${options.maxFolders})`,
      });
    }
    const claim: Claim = isFolder
      ? { name, parent, isFolder, members: undefined, folder: undefined }
      : { name, parent, isFolder }; // of which there may be a million
    members.set(name.key, isFolder ? claim : 'file');
    return claim;
  }

  function claimFolder({ outer, name }: Parent): Claim | undefined {
    const claim = outer && (outer.claim ??= claimFolder(outer));
    return claim && claimMember(claim, name as MemberName, true);
  }

  return {
    place,
    claim(parent, name, isFolder) {
      parent.claim ??= claimFolder(parent);
      return parent.claim && claimMember(parent.claim, name, isFolder);
    },
  };
}

const maxParents = 10_000;
const maxKeyChars = 256;
/** As many folders as a path may have. */
const maxDepth = 255;

function nested(outer: Parent, name: MemberName): Parent {
  return { outer, name, depth: outer.depth + 1, claim: undefined };
}

function tryNames(path: string): MemberName[] | undefined {
  const segments = segmentsOf(path, 'write');
  return typeof segments === 'string' ? undefined : segments.map((text) => new MemberName(text));
}
