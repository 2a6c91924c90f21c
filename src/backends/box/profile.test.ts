import { expect, test } from 'vitest';
import { bwrapArgs, withPlaces, type BoxProfile } from './profile.ts';

const profile: BoxProfile = {
  readable: ['/usr', '/etc', '/home/me/.cargo'],
  links: [{ path: '/bin', target: 'usr/bin' }],
  writable: ['/home/me/project', '/data'],
  locked: ['/home/me/project/.vscode', '/home/me/project/.git/hooks'],
  pinned: ['/home/me/project/.git'],
  closed: [
    { path: '/home/me/.cargo/credentials.toml', isFolder: false },
    { path: '/etc/ssl/private', isFolder: true },
  ],
  replaced: [{ path: '/etc/passwd', by: '/p/passwd' }],
  kernelFiles: ['/proc/kcore'],
  kernelFolders: ['/proc/scsi'],
  tmp: '/p/tmp',
  home: { path: '/home/me', by: '/p/home' },
  nothing: { file: '/p/no-file', folder: '/p/no-folder' },
  user: { uid: 7, gid: 8 },
};
const args = bwrapArgs(profile, '/p/pipes/0');
const text = ` ${args.join(' ')} `;

test.each([
  '--unshare-all',
  '--unshare-user',
  '--disable-userns',
  '--die-with-parent',
  '--new-session',
  '--as-pid-1',
  '--cap-drop ALL',
  '--uid 7 --gid 8',
  '--symlink usr/bin /bin',
  '--ro-bind /usr /usr',
  '--bind /p/home /home/me',
  '--bind /home/me/project /home/me/project',
  '--bind /data /data',
  '--bind /home/me/project/.git /home/me/project/.git',
  '--ro-bind /home/me/project/.git/hooks /home/me/project/.git/hooks',
  '--ro-bind /p/no-file /home/me/.cargo/credentials.toml',
  '--ro-bind /p/no-folder /etc/ssl/private',
  '--ro-bind /p/passwd /etc/passwd',
  '--bind /p/tmp /tmp',
  '--symlink ../tmp /var/tmp',
  '--ro-bind /proc/sys /proc/sys',
  '--ro-bind /p/no-folder /proc/1',
  '--ro-bind /dev/null /proc/kcore',
  '--ro-bind /p/no-folder /proc/scsi',
  '--ro-bind /p/pipes/0 /run/sallyport',
  '--remount-ro /',
])('a box is opened with %s', (part) => {
  expect(text).toContain(` ${part} `);
});

test('what lies in another path is mounted after it', () => {
  const at = (path: string) => args.lastIndexOf(path);
  for (const [outer, inner] of [
    ['/home/me', '/home/me/.cargo'],
    ['/home/me', '/home/me/project'],
    ['/home/me/.cargo', '/home/me/.cargo/credentials.toml'],
    ['/home/me/project', '/home/me/project/.git'],
    ['/home/me/project/.git', '/home/me/project/.git/hooks'],
    ['/etc', '/etc/passwd'],
    ['/tmp', '/home/me/project'],
    ['/proc', '/proc/sys'],
    ['/proc', '/proc/1'],
  ] as const)
    expect(at(outer)).toBeLessThan(at(inner));
});

test('nothing of the host can be written but the workspace, what was allowed, and the folders that stand for others', () => {
  const writable = args.flatMap((arg, index) => (arg === '--bind' ? [args[index + 1]] : []));
  expect(new Set(writable)).toEqual(
    new Set(['/p/tmp', '/p/home', '/home/me/project', '/data', '/home/me/project/.git']),
  );
});

test('a workspace in /var/tmp is mounted in a folder, not through a link', () => {
  const inside = bwrapArgs({ ...profile, writable: ['/var/tmp/project'] }, '/p/pipes/0');
  expect(inside.indexOf('/var/tmp')).toBeLessThan(inside.indexOf('/var/tmp/project'));
  expect(inside.join(' ')).toContain('--bind /p/tmp /var/tmp --dir');
});

test('who is not root stays who it is', () => {
  const { user: _, ...others } = profile;
  expect(bwrapArgs(others, '/p/pipes/0')).not.toContain('--uid');
});

test('of very many protected paths the first are kept from being changed', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `/home/me/project/${index}/.vscode`);
  expect(withPlaces(profile, { locked: many, pinned: [] }).locked).toEqual(many.slice(0, 200));
});

test('what was granted is neither locked nor locked in', () => {
  const places = { locked: ['/w/.vscode', '/w/.git/hooks', '/w/.git/config'], pinned: ['/w/.git'] };
  const free = (...granted: string[]) => withPlaces(profile, places, granted).locked;
  expect(free('/w/.git/config')).toEqual(['/w/.vscode', '/w/.git/hooks']);
  expect(free('/w/.vscode/tasks.json')).toEqual(['/w/.git/hooks', '/w/.git/config']);
  expect(free('/w/.git')).toEqual(['/w/.vscode']);
});
