import { Folder } from '../files/index.ts';
import { isTimeOrderedId } from '../platform/ids.ts';
import { isSallyportError } from '../protocol/errors.ts';
import type { Manifest } from './manifest.ts';

const manifestName = 'manifest.json';
const maxManifestBytes = 64 * 1024 ** 2;
const maxRuns = 1_000_000;

/** What was kept for one run: a folder with a manifest and the contents, each under its hash. */
export interface StoredRun {
  readonly id: string;
  /** Undefined until the run is over. */
  readonly bytes: number | undefined;
  /** Of its folder, which carries the size: one listing tells how much there is. */
  readonly name: string;
}

/** The part of user state that holds what runs were about to change or delete. */
export interface Store {
  /** A new folder for a run. */
  begin(id: string): Folder;
  end(id: string, bytes: number): void;
  find(id: string): StoredRun | undefined;
  open(run: StoredRun): Folder;
  /** Oldest first. */
  list(): StoredRun[];
  /** False when somebody else was faster. */
  remove(run: Pick<StoredRun, 'name'>): boolean;
}

export function openStore(path: string): Store {
  function list(): StoredRun[] {
    using folder = orNothing(() => Folder.open(path));
    const entries = folder?.entries(maxRuns) ?? [];
    return entries
      .flatMap(({ name }) => {
        const [id = '', bytes] = name.split('.');
        return isTimeOrderedId(id) ? [{ id, name, bytes: bytes === undefined ? undefined : Number(bytes) }] : [];
      })
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  return {
    begin(id) {
      using folder = Folder.open(path, { create: true, mode: 0o700 });
      return folder.folder(id, { create: true, mode: 0o700 });
    },
    end(id, bytes) {
      using folder = Folder.open(path);
      folder.rename(id, `${id}.${bytes}`);
    },
    find: (id) => list().find((run) => run.id === id),
    open(run) {
      using folder = Folder.open(path);
      return folder.folder(run.name);
    },
    list,
    remove({ name }) {
      return (
        orNothing(() => {
          using folder = Folder.open(path);
          folder.removeFolder(name);
          return true;
        }) ?? false
      );
    },
  };
}

export function writeManifest(folder: Folder, manifest: Manifest): void {
  folder.write(manifestName, `${JSON.stringify(manifest)}\n`, { mode: 0o600, durable: false });
}

/** Undefined when it is damaged, or of another version. */
export async function readManifest(folder: Folder): Promise<Manifest | undefined> {
  const { manifestSchema } = await import('./manifest.ts');
  const text = orNothing(() => folder.read(manifestName, maxManifestBytes))?.toString('utf8');
  try {
    return manifestSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isSallyportError(error) && error.code === 'NotFound') return undefined;
    throw error;
  }
}
