import type { Program } from '../../define.ts';
import { code } from './code.ts';
import { files } from './files.ts';
import { looking } from './looking.ts';
import { methods } from './methods.ts';
import { system } from './system.ts';
import { windows } from './windows.ts';

/** The cmdlets of PowerShell, methods of .NET, and programs of Windows. */
export const powershell: readonly Program[] = [...files, ...looking, ...system, ...code, ...methods, ...windows];
