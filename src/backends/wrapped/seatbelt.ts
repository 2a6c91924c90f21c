import type { Wrapper } from './backend.ts';
import { seatbeltProfile } from './seatbelt-profile.ts';

/** `sandbox-exec` of macOS. */
export function seatbelt(program = '/usr/bin/sandbox-exec'): Wrapper {
  return {
    name: 'seatbelt',
    holds: ['read-only system', 'no network', 'home closed but for toolchains', 'protected paths locked'],
    missing: [
      'this profile has never been run on a Mac by those who wrote it',
      'processes of the host can be seen, and what a command leaves running is only searched for',
      'no limits',
      'no granted hosts: the network is off',
    ],
    wrap: (argv, profile) => [program, '-p', seatbeltProfile(profile), ...argv],
  };
}
