import { closeSync, constants, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { explain, Folder } from '../files/index.ts';

/** The state folder of a workspace: run records, spilled output, the chain, skills. */
export interface StateFolder extends Disposable {
  /** Before a path in the state folder, this makes it one relative to the workspace: `.agents/`, or nothing. */
  readonly prefix: string;
  /** True when it had to be made. */
  make(): boolean;
  /** Where the state folder was there before us and git sees it, our own folders in it are hidden one by one. */
  hideFromGit(): void;
  audit(): Folder;
  runs(tool: string): Folder;
  /** Where output too long for a reply goes. */
  out(tool: string): Folder;
  /** The tools that have left records. */
  tools(): string[];
  /** Renames the folder of a tool's records. */
  setAside(tool: string, name: string): void;
  /** Forgets the open folders, so that the next use finds (or makes) them anew. */
  reopen(): void;
}

/** Segments of the state folder below the workspace. */
export function stateSegments(workspace: string): readonly string[] {
  return basename(workspace) === '.agents' ? [] : ['.agents'];
}

/** Nothing is created before something is written; `create: false` gives folders that are there and throws NotFound otherwise. */
export function openStateFolder(workspace: string, options: { create: boolean }): StateFolder {
  const { create } = options;
  const open = new Map<string, Folder>();

  function state(): Folder {
    return cached('', () => {
      const [name] = stateSegments(workspace);
      const parent = Folder.open(workspace);
      if (name === undefined) return parent;
      try {
        if (create) make(parent, name);
        return parent.folder(name);
      } finally {
        parent[Symbol.dispose]();
      }
    });
  }

  function below(...names: string[]): Folder {
    let folder = state();
    let key = '';
    for (const name of names) {
      const parent = folder;
      key += `/${name}`;
      folder = cached(key, () => parent.folder(name, create ? { create: true, mode: 0o700 } : {}));
    }
    return folder;
  }

  function cached(key: string, make: () => Folder): Folder {
    let folder = open.get(key);
    if (!folder) open.set(key, (folder = make()));
    return folder;
  }

  function close(): void {
    for (const folder of open.values()) folder[Symbol.dispose]();
    open.clear();
  }

  return {
    prefix: stateSegments(workspace)
      .map((name) => `${name}/`)
      .join(''),
    make() {
      const [name] = stateSegments(workspace);
      using parent = Folder.open(workspace);
      return name !== undefined && make(parent, name);
    },
    hideFromGit() {
      if (state().stat('.gitignore')) return;
      for (const folder of [below('audit'), below('artifacts')]) {
        if (!folder.stat('.gitignore')) folder.write('.gitignore', '*\n', { durable: false });
      }
    },
    audit: () => below('audit'),
    runs: (tool) => below('artifacts', tool, 'runs'),
    out: (tool) => below('artifacts', tool, 'out'),
    tools: () =>
      below('artifacts')
        .entries()
        .flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
    setAside(tool, name) {
      below('artifacts', tool).rename('runs', name);
      close();
    },
    reopen: close,
    [Symbol.dispose]: close,
  };
}

/** What is in it concerns this machine alone, so git is told to leave it out. */
function make(parent: Folder, name: string): boolean {
  if (!parent.mkdir(name, 0o700)) return false;
  using made = parent.folder(name);
  made.write('.gitignore', '*\n', { durable: false });
  return true;
}

/** Writes a file under a name that belongs to one run, so that what a killed process leaves is found and removed by that name. */
export function writeWhole(folder: Folder, name: string, data: string | Uint8Array): void {
  const draft = draftName(name);
  try {
    const fd = folder.open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
    try {
      writeFileSync(fd, data);
    } finally {
      closeSync(fd);
    }
    folder.rename(draft, name);
  } catch (error) {
    folder.remove(draft);
    throw explain(error, folder.shown(name));
  }
}

export function draftName(name: string): string {
  return `.${name}.tmp`;
}
