import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Where what belongs to the user and one workspace is kept, outside the workspace. */
export function userStatePath(env: Env, workspace: string): string {
  // Of the state folder, so that a workspace and its own `.agents` as a workspace share one history.
  return join(
    userStateBase(env),
    workspaceId(basename(workspace) === '.agents' ? workspace : join(workspace, '.agents')),
  );
}

/** Beside the user state of the workspace, not in it: an order may be the first thing that is ever written. */
export function ordersPath(env: Env, workspace: string): string {
  return join(userStateBase(env), 'orders', basename(userStatePath(env, workspace)));
}

export function userStateBase(env: Env): string {
  if (process.platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(homeOf(env), 'AppData', 'Local'), 'sallyport');
  return join(absolute(env['XDG_STATE_HOME']) ?? join(homeOf(env), '.local', 'state'), 'sallyport');
}

export function userConfigPath(env: Env): string {
  if (process.platform === 'win32')
    return join(env['APPDATA'] ?? join(homeOf(env), 'AppData', 'Roaming'), 'sallyport', 'config.yaml');
  return join(absolute(env['XDG_CONFIG_HOME']) ?? join(homeOf(env), '.config'), 'sallyport', 'config.yaml');
}

export function adminConfigPath(env: Env): string {
  if (process.platform === 'win32') return join(env['ProgramData'] ?? 'C:\\ProgramData', 'sallyport', 'config.yaml');
  return '/etc/sallyport/config.yaml';
}

export function workspaceId(realPath: string): string {
  return createHash('sha256').update(realPath).digest('hex').slice(0, 24);
}

function homeOf(env: Env): string {
  return absolute(env['HOME']) ?? homedir();
}

/** The XDG rules say to ignore relative values. */
function absolute(value: string | undefined): string | undefined {
  return value?.startsWith('/') ? value : undefined;
}
