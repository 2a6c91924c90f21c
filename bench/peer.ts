import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Loads a peer to measure against. */
export async function loadPeer(name: string, version: string): Promise<Record<string, unknown> | undefined> {
  const entry = installPeer(name, version);
  return entry ? ((await import(pathToFileURL(entry).href)) as Record<string, unknown>) : undefined;
}

/** Where a peer begins. It is installed when it is first needed, and never into our own dependencies. */
export function installPeer(name: string, version: string): string | undefined {
  const place = resolve('node_modules/.peers', `${name}-${version}`);
  if (!existsSync(join(place, 'node_modules', name))) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{"private":true}');
    try {
      execFileSync(
        'npm',
        ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`],
        { cwd: place, stdio: 'inherit' },
      );
    } catch {
      console.log(`${name} ${version} cannot be installed here: measured without it`);
      return undefined;
    }
  }
  return createRequire(join(place, 'package.json')).resolve(name);
}
