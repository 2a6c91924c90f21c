import type { Program } from '../define.ts';
import { archives } from './archives.ts';
import { build } from './build.ts';
import { cloud } from './cloud.ts';
import { compileAndRun } from './compile-and-run.ts';
import { compiled } from './compiled.ts';
import { compilers } from './compilers.ts';
import { containers } from './containers.ts';
import { databases } from './databases.ts';
import { disks } from './disks.ts';
import { documents } from './documents.ts';
import { editors } from './editors.ts';
import { files } from './files.ts';
import { frameworks } from './frameworks.ts';
import { git } from './git/index.ts';
import { guard } from './guard.ts';
import { hosting } from './hosting.ts';
import { interpreters } from './interpreters.ts';
import { keys } from './keys.ts';
import { launchers } from './launchers.ts';
import { libraryPackages } from './library-packages.ts';
import { limiters } from './limiters.ts';
import { looking } from './looking.ts';
import { machine } from './machine.ts';
import { media } from './media.ts';
import { network } from './network.ts';
import { newNames } from './new-names.ts';
import { node } from './node.ts';
import { nodeTools } from './node-tools.ts';
import { packers } from './packers.ts';
import { permissions } from './permissions.ts';
import { pictures } from './pictures.ts';
import { powershell } from './powershell/index.ts';
import { prepared } from './prepared.ts';
import { privilege } from './privilege.ts';
import { python } from './python.ts';
import { pythonTools } from './python-tools.ts';
import { remotes } from './remotes.ts';
import { repls } from './repls.ts';
import { rustAndGo } from './rust-and-go.ts';
import { search } from './search.ts';
import { shells } from './shells.ts';
import { source } from './source.ts';
import { systemPackages } from './system-packages.ts';
import { system } from './system.ts';
import { text } from './text.ts';
import { typesetting } from './typesetting.ts';
import { wrappers } from './wrappers.ts';

/** In the order of their families. */
export const programs: readonly Program[] = [
  ...files,
  ...newNames,
  ...looking,
  ...text,
  ...search,
  ...archives,
  ...packers,
  ...permissions,
  ...disks,
  ...system,
  ...machine,
  ...privilege,
  ...wrappers,
  ...launchers,
  ...limiters,
  ...shells,
  ...powershell,
  ...interpreters,
  ...repls,
  ...editors,
  ...network,
  ...remotes,
  ...git,
  ...node,
  ...nodeTools,
  ...python,
  ...pythonTools,
  ...build,
  ...prepared,
  ...compilers,
  ...compileAndRun,
  ...compiled,
  ...rustAndGo,
  ...frameworks,
  ...libraryPackages,
  ...source,
  ...systemPackages,
  ...containers,
  ...cloud,
  ...hosting,
  ...databases,
  ...keys,
  ...documents,
  ...typesetting,
  ...pictures,
  ...media,
  ...guard,
];
