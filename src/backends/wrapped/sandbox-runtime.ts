import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package-root.ts';
import { SallyportError } from '../../protocol/errors.ts';
import { isWithin } from '../box/within.ts';
import type { Wrapper } from './backend.ts';

const packageName = '@anthropic-ai/sandbox-runtime';

/**
 * The package of that name, installed by the user beside this one. Never one that lies where commands can write: they could have put
 * it there.
 */
export function sandboxRuntime(writable: readonly string[], from = join(packageRoot(), 'package.json')): Wrapper {
  const program = resolved(from);
  if (program === undefined || writable.some((folder) => isWithin(program, folder)))
    throw new SallyportError('NoSandbox', {
      reason: `${packageName} is not installed beside Sallyport, outside of the workspace`,
    });
  let count = 0;
  return {
    name: 'sandbox-runtime',
    holds: ['read-only system', 'no network', 'credentials in the home folder closed', 'protected paths locked'],
    missing: [
      'the rest of the home folder can be read',
      'no limits',
      'no granted hosts: the network is off',
      'what a command leaves running is only searched for',
    ],
    wrap(argv, profile, write) {
      const closed = profile.closed.map(({ path }) => path);
      const settings = {
        network: { allowedDomains: [], deniedDomains: [] },
        filesystem: {
          denyRead: [...closed, ...profile.credentials],
          allowWrite: [...profile.writable, profile.tmp],
          denyWrite: [...profile.locked, ...closed],
        },
      };
      const file = write(`settings-${count++ % 64}.json`, JSON.stringify(settings));
      const line = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      return [process.execPath, program, '--settings', file, '-c', line];
    },
  };
}

function resolved(from: string): string | undefined {
  try {
    return join(createRequire(from).resolve(packageName), '..', 'cli.js');
  } catch {
    return undefined;
  }
}
