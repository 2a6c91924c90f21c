import { Folder } from '../../files/index.ts';
import { isSallyportError, SallyportError } from '../../protocol/errors.ts';
import type { Grant } from '../../protocol/grant.ts';

const maxGrants = 500;
const maxBytes = 256 * 1024;

/**
 * Grants of one folder of user state, a file each: it appears whole by a rename and goes by one removal, so that no
 * process ever writes what another one wrote, and none has to wait for another.
 */
export interface GrantStore {
  list(): Promise<readonly Grant[]>;
  add(grant: Grant): void;
  /** False when there is none of that id. */
  remove(id: string): boolean;
}

export function openGrantStore(path: string): GrantStore {
  function open(create: boolean): Folder | undefined {
    try {
      return Folder.open(path, { create, mode: 0o700 });
    } catch (error) {
      if (!create && isSallyportError(error) && error.code === 'NotFound') return undefined;
      throw error;
    }
  }

  return {
    async list() {
      using folder = open(false);
      if (!folder) return [];
      const { grantSchema } = await import('../../protocol/grant.ts');
      return idsIn(folder).flatMap((id) => {
        const parsed = grantSchema.safeParse(parse(folder, id));
        // One that is damaged, or of another version, covers nothing.
        return parsed.success && parsed.data.id === id ? [parsed.data] : [];
      });
    },
    add(grant) {
      using folder = open(true) as Folder;
      if (idsIn(folder).length >= maxGrants)
        throw new SallyportError('InvalidArgs', {
          reason: `There are ${maxGrants} grants already; revoke some`,
          usage: 'sallyport grants list',
        });
      folder.write(`${grant.id}.json`, `${JSON.stringify(grant, null, 2)}\n`, { mode: 0o600, replace: false });
    },
    remove(id) {
      using folder = open(false);
      if (!folder?.stat(`${id}.json`)) return false;
      folder.remove(`${id}.json`);
      return true;
    },
  };
}

function idsIn(folder: Folder): string[] {
  return folder
    .entries(10_000)
    .flatMap(({ name }) => /^([0-9a-f]{16})\.json$/.exec(name)?.[1] ?? [])
    .toSorted();
}

function parse(folder: Folder, id: string): unknown {
  try {
    return JSON.parse(folder.read(`${id}.json`, maxBytes)?.toString('utf8') ?? '');
  } catch {
    return undefined;
  }
}
