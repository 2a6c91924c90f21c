import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';
import { handlesWork, openRoot, type Root } from '../../../src/files/index.ts';

/** Both ways of holding a folder where the system has both. */
export const modes = handlesWork() ? [true, false] : [false];

/** A fresh workspace beside a folder that nothing in it may reach. */
export interface Scratch {
  readonly base: string;
  readonly workspace: string;
  readonly outside: string;
  at(path: string): string;
  open(handles: boolean): Root;
  /** All below the base folder: name and, for files, content. */
  snapshot(): Record<string, string>;
}

export function scratch(): Scratch {
  const base = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'sallyport-attack-'));
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true }));
  const [workspace, outside] = [join(base, 'workspace'), join(base, 'outside')];
  for (const folder of [workspace, outside]) fs.mkdirSync(folder);
  fs.writeFileSync(join(outside, 'canary'), 'alive');
  return {
    base,
    workspace,
    outside,
    at: (path) => join(workspace, path),
    open(handles) {
      const root = openRoot(workspace, { handles });
      onTestFinished(() => root[Symbol.dispose]());
      return root;
    },
    snapshot: () => snapshot(base),
  };
}

/** Not `readdir` with `recursive`: Node 20 goes through links there. */
export function snapshot(base: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(join(base, prefix), { withFileTypes: true })) {
    const name = join(prefix, entry.name);
    found[name] = entry.isSymbolicLink() ? `-> ${fs.readlinkSync(join(base, name))}` : '';
    if (entry.isFile()) found[name] = fs.readFileSync(join(base, name), 'utf8');
    if (entry.isDirectory()) Object.assign(found, snapshot(base, name));
  }
  return found;
}

/** `code: message` of the SallyportError that is thrown; anything else thrown fails the test. */
export function refusalOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    const { name, code, message } = error as Error & { code: string };
    if (name !== 'SallyportError') throw error;
    return `${code}: ${message}`;
  }
}

/** A script that plain Node runs in a process of its own, with `files` as its only import. */
export async function script(base: string, body: string): Promise<string> {
  const bundle = await rolldown({
    transform: { target: 'node20' },
    input: join(import.meta.dirname, '../../../src/files/index.ts'),
    platform: 'node',
  });
  await bundle.write({ file: join(base, 'files.mjs'), format: 'esm' });
  await bundle.close();
  const path = join(base, 'script.mjs');
  fs.writeFileSync(path, `import * as files from './files.mjs';\nimport fs from 'node:fs';\n${body}`);
  return path;
}
