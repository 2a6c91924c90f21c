import type { BoxProfile } from '../box/profile.ts';

/** The part of a box's profile that Seatbelt can hold, and the one port that may be reached. */
export type SeatbeltWorld = Pick<BoxProfile, 'readable' | 'writable' | 'locked' | 'pinned' | 'closed' | 'tmp'> & {
  readonly home: Pick<BoxProfile['home'], 'path'>;
  /** Of a proxy on this machine; absent for no network at all. */
  readonly proxyPort?: number;
};

/**
 * The profile for `sandbox-exec -p`. The last rule that fits decides, so what is narrower stands further down. Paths have to be real
 * ones: Seatbelt looks at what a link leads to, and /tmp and /var are links on a Mac.
 */
export function seatbeltProfile(world: SeatbeltWorld): string {
  const { readable, writable, locked, pinned, closed, tmp, home, proxyPort } = world;
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork process-exec)',
    '(allow signal process-info* (target same-sandbox))',
    '(allow sysctl-read ipc-posix-sem)',
    `(allow mach-lookup ${services.map((name) => `(global-name ${quoted(name)})`).join(' ')})`,
    ...rule('allow file-read-metadata', ['/'], 'subpath'),
    ...rule('allow file-read*', ['/'], 'subpath'),
    ...rule('deny file-read*', [home.path, ...hidden], 'subpath'),
    ...rule('allow file-read*', [...readable, ...writable, tmp], 'subpath'),
    ...rule('allow file-write*', [...writable, tmp], 'subpath'),
    ...rule('allow file-read* file-write*', devices, 'literal'),
    ...rule('deny file-write*', locked, 'subpath'),
    // Moving a folder away unlinks its name; what is in it can still be changed.
    ...rule('deny file-write-unlink', [...pinned, ...locked], 'literal'),
    ...rule(
      'deny file-read* file-write*',
      closed.map(({ path }) => path),
      'subpath',
    ),
    // As elsewhere: a program that others run as its owner would outlive the box.
    '(deny file-write-setugid)',
    ...(proxyPort === undefined ? [] : [`(allow network-outbound (remote ip ${quoted(`localhost:${proxyPort}`)}))`]),
    '',
  ].join('\n');
}

/** Other people's files, and other disks. */
const hidden = [
  '/Users',
  '/Volumes',
  '/Network',
  '/private/var/root',
  '/private/var/db/dslocal',
  '/private/etc/sudoers',
];

const devices = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/dtracehelper'];

/** What libc needs to look up users, time zones and names, and to write its log. */
const services = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership',
  'com.apple.system.notification_center',
  'com.apple.system.logger',
  'com.apple.logd',
];

function rule(what: string, paths: readonly string[], filter: 'subpath' | 'literal'): string[] {
  if (paths.length === 0) return [];
  return [`(${what} ${paths.map((path) => `(${filter} ${quoted(path)})`).join(' ')})`];
}

/** As Scheme reads it. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
