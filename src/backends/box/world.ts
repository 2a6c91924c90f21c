import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxFolder } from './folder.ts';
import type { BoxProfile } from './profile.ts';
import { accountFiles, closedToOthers, plainUser, systemView } from './system.ts';
import { toolchainFolders } from './toolchains.ts';
import { isWithin } from './within.ts';

export interface WorldOptions {
  readonly workspace: string;
  /** Folders besides the workspace that can be written. */
  readonly allowedPaths: readonly string[];
  /** Of the user, absolute. */
  readonly home: string;
  /** Names PATH and the homes of toolchains. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute paths that nobody may read or write. */
  readonly closed: readonly string[];
  readonly folder: BoxFolder;
  /** In the place of the workspace. */
  readonly view?: { readonly path: string } | undefined;
}

/** Looks at this machine and says what of it a box has to show. */
export function profileFor(options: WorldOptions): BoxProfile {
  const { workspace, home, env, folder, view } = options;
  const isRoot = process.getuid?.() === 0;
  const { readable: system, links, kernelFiles, kernelFolders } = systemView();
  const writable = existing([workspace, ...options.allowedPaths]);
  const toolchains = toolchainFolders({ home, env, visible: [...system, ...writable] });
  const readable = [...system, ...toolchains];
  const isVisible = (path: string) => [...readable, ...writable].some((shown) => isWithin(path, shown));
  const credentials = credentialPaths.map((name) => join(home, name));
  return {
    readable,
    links,
    writable,
    locked: [],
    pinned: [],
    closed: [
      ...existing([...credentials, ...options.closed].filter(isVisible)).map((path) => ({
        path,
        isFolder: lstatSync(path).isDirectory(),
      })),
      ...(isRoot ? [...closedToOthers(['/etc'], 3), ...closedToOthers(['/opt'], 1)] : []),
    ],
    replaced: isRoot ? accounts(home, folder) : [],
    kernelFiles,
    kernelFolders: isRoot ? kernelFolders : [],
    tmp: folder.tmp,
    home: { path: home, by: folder.home },
    nothing: folder.nothing,
    ...(isRoot ? { user: plainUser } : view ? { user: ownIds() } : {}),
    ...(view ? { standIn: { of: workspace, by: view.path } } : {}),
  };
}

/** Files and folders in the home folder that hold credentials. */
export function credentialsIn(home: string): string[] {
  return existing(credentialPaths.map((name) => join(home, name)));
}

/** Where a view is mounted this user passes for root; in the box it is to be itself again. */
function ownIds(): { uid: number; gid: number } {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
}

/** In the home folder; closed wherever that, or a part of it, can be seen. */
const credentialPaths =
  `.ssh .gnupg .aws .azure .kube .docker .config/gcloud .config/gh .config/op .config/sops .password-store
  .local/share/keyrings .mozilla .config/google-chrome .config/chromium .thunderbird .git-credentials
  .config/git/credentials .netrc .npmrc .yarnrc.yml .pypirc .config/pip/pip.conf .pgpass .my.cnf .cargo/credentials
  .cargo/credentials.toml .gem/credentials .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties
  .terraform.d .bash_history .zsh_history .python_history .node_repl_history .psql_history .mysql_history .claude
  .codex .gemini`.split(/\s+/);

function accounts(home: string, folder: BoxFolder): BoxProfile['replaced'] {
  const { passwd, group } = accountFiles(home);
  return [
    { path: '/etc/passwd', by: folder.write('passwd', passwd) },
    { path: '/etc/group', by: folder.write('group', group) },
  ];
}

/** Bubblewrap would make a mount point of what is not there, outside too. */
function existing(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && !stat.isSymbolicLink();
  });
}
