import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SallyportError } from '../../../protocol/errors.ts';
import type { WorkspaceView } from '../../../protocol/dry.ts';
import { makeOwnFolder, remove, removeThoseOfTheDead } from '../own-folder.ts';
import { isWithin } from '../within.ts';
import { copyWorkspace } from './copy.ts';
import { mountOverlay } from './overlay.ts';

export interface ViewOptions {
  /** Absolute, and no link. */
  readonly workspace: string;
  /** Folders in which what is written may be kept; the first that serves. */
  readonly places: readonly string[];
  /** Of a workspace that has to be copied. */
  readonly copyLimits?: { readonly bytes: number; readonly entries: number };
  /** For tests: as if the system had no overlays. */
  readonly overlays?: boolean;
}

const prefix = 'sallyport-view-';

/** A view of the workspace for one command: an overlay where the system lets this user have one, else a copy. */
export async function openView(options: ViewOptions): Promise<WorkspaceView> {
  const { workspace, overlays = true, copyLimits = { bytes: 1024 ** 3, entries: 100_000 } } = options;
  const places = options.places.filter((place) => !isWithin(place, workspace));
  const complaints: string[] = [];
  // A folder that is mounted in the workspace would be seen empty in an overlay.
  if (overlays && !hasMounts(workspace)) {
    for (const place of places) {
      const view = await attempt(place, complaints, (folder) => mountOverlay(workspace, folder));
      if (view) return view;
    }
  } else complaints.push('folders are mounted in it');
  for (const place of places) {
    const view = await attempt(place, complaints, (folder) => copyWorkspace(workspace, folder, copyLimits));
    if (view) return view;
  }
  const reason = `the workspace can neither be overlaid nor copied (${[...new Set(complaints)].join('; ').slice(0, 400)})`;
  throw new SallyportError('NoSandbox', { reason });
}

type Made = Omit<WorkspaceView, 'sinceMs' | 'writtenSinceMs' | typeof Symbol.asyncDispose> & {
  end(): Promise<void>;
};

async function attempt(
  place: string,
  complaints: string[],
  make: (folder: string) => Promise<Made>,
): Promise<WorkspaceView | undefined> {
  let folder: string | undefined;
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    removeThoseOfTheDead(place, prefix);
    const own = (folder = makeOwnFolder(place, prefix));
    const sinceMs = timeOf(own);
    const { end, ...view } = await make(own);
    const writtenSinceMs = await nextTick(own);
    return {
      ...view,
      sinceMs,
      writtenSinceMs,
      async [Symbol.asyncDispose]() {
        await end();
        remove(own);
      },
    };
  } catch (error) {
    if (folder !== undefined) remove(folder);
    complaints.push(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** What the file system takes for the present: its clock ticks, and lags behind that of the process. */
function timeOf(folder: string): number {
  const mark = join(folder, 'mark');
  writeFileSync(mark, '');
  return lstatSync(mark).ctimeMs;
}

/** A time after which every change has a later one. */
async function nextTick(folder: string): Promise<number> {
  const now = timeOf(folder);
  for (let tries = 0; tries < 100 && timeOf(folder) <= now; tries++)
    await new Promise((resolve) => setTimeout(resolve, 2));
  return now;
}

function hasMounts(workspace: string): boolean {
  const plain = (text: string) =>
    text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8)));
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => plain(line.split(' ')[4] ?? ''))
    .some((point) => point !== workspace && isWithin(point, workspace));
}
