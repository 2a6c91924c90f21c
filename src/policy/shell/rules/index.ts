import type { ShellRule } from '../rule.ts';
import { deleteEverything } from './delete-everything.ts';
import { deleteRecursive } from './delete-recursive.ts';
import { forkBomb } from './fork-bomb.ts';
import { interactive } from './interactive.ts';
import { networkOff } from './network-off.ts';
import { notUnderstood } from './not-understood.ts';
import { outside } from './outside.ts';
import { privilege } from './privilege.ts';
import { closedWrite, protectedWrite, secretRead } from './protected.ts';
import { readTools } from './read-tools.ts';
import { remoteScript } from './remote-script.ts';
import { runOption } from './run-option.ts';
import { systemDestroyed } from './system.ts';
import { thingRules } from './things.ts';
import { unknownPlace } from './unknown-place.ts';

/** In the order in which reasons are given. */
export const shellRules: readonly ShellRule[] = [
  forkBomb,
  systemDestroyed,
  deleteEverything,
  privilege,
  remoteScript,
  networkOff,
  interactive,
  readTools,
  closedWrite,
  outside,
  deleteRecursive,
  protectedWrite,
  secretRead,
  runOption,
  unknownPlace,
  ...thingRules,
  notUnderstood,
];
