import type { Word } from '../../../../protocol/shell.ts';
import { defineProgram } from '../../define.ts';
import { commandLine } from '../../languages/cmd.ts';
import { headOf } from '../../words.ts';

const nothing: Word = { pieces: [], isPattern: false, isSplit: false, span: { start: 0, end: 0 } };

const changes: ReadonlyMap<string, 'schedule' | 'firewall'> = new Map([
  ['schtasks', 'schedule'],
  ['netsh', 'firewall'],
]);
const changing = /^(?:add|set|delete|reset|import|exec|create|config|start|stop|\/(?:create|delete|run|change|end))$/;

/** Programs of Windows that have a language of their own. */
export const windows = [
  defineProgram({
    names: 'cmd command.com',
    summary: 'The command line of Windows.',
    quiet: true,
    inspect: commandLine,
    examples: {
      'cmd /c del x': 'delete x',
      "cmd /c 'rd /s /q C:/'": 'delete C:/ recursive force',
      "cmd /c 'del /s /q *.obj & format c:'": 'delete *.obj recursive force, > format c:',
      'cmd /c dir': 'quiet',
      "cmd.exe /c 'echo rm > a.txt'": 'write a.txt',
      cmd: 'terminal',
      'cmd /c $X': 'quiet, ?',
    },
  }),
  defineProgram({
    names: 'taskkill tskill',
    summary: 'Ends processes.',
    inspect({ invocation: { args } }, found) {
      if (args.some((word) => /^[/-]\?$/.test(headOf(word)))) return;
      const force = args.some((word) => /^[/-]f$/i.test(headOf(word)));
      found.effect({ kind: 'change', thing: 'process', ...(force && { force }) });
    },
    examples: {
      'taskkill /F /PID 12': 'change process force',
      'taskkill /PID 12': 'change process',
      'taskkill /?': '',
    },
  }),
  defineProgram({
    names: 'icacls cacls takeown attrib',
    summary: 'Change who may use files.',
    inspect({ invocation: { name, args } }, found) {
      const flag = args.findIndex((word) => /^[/+-]/.test(headOf(word)));
      const named = args.findIndex((word) => /^\/f$/i.test(headOf(word)));
      const target = named === -1 ? args.find((word) => !/^[/+-]/.test(headOf(word))) : args[named + 1];
      if (flag === -1 && !/^takeown/i.test(name)) {
        if (target) found.effect({ kind: 'read', target, note: 'names' });
        return;
      }
      const recursive = args.some((word) => /^\/[trs]$/i.test(headOf(word)));
      const thing = /^takeown/i.test(name) ? 'owner' : 'permissions';
      found.effect({ kind: 'change', thing, ...(target && { target }), ...(recursive && { recursive }) });
    },
    examples: {
      'icacls . /grant Everyone:F': 'change permissions .',
      'takeown /f C:/ /r': 'change owner C:/ recursive',
      'icacls a.txt': 'read a.txt',
    },
  }),
  defineProgram({
    names: 'reg setx',
    summary: 'Change the registry.',
    inspect({ invocation: { name, args } }, found) {
      const verb = headOf(args[0] ?? nothing).toLowerCase();
      if (/^reg/i.test(name) && /^(?:query|compare|export|\/\?|)$/.test(verb)) {
        if (verb === 'export' && args[2]) found.effect({ kind: 'write', target: args[2] });
        return;
      }
      found.effect({ kind: 'change', thing: 'kernel', ...(verb === 'delete' && { force: true }), note: 'registry' });
    },
    examples: {
      'reg delete HKLM/Software/X /f': 'change kernel force',
      'reg query HKLM/Software': '',
      'setx PATH x': 'change kernel',
    },
  }),
  defineProgram({
    names: 'schtasks sc netsh',
    summary: 'Show and change services, networks and what runs later.',
    inspect({ invocation: { name, args } }, found) {
      const words = args.map((word) => headOf(word).toLowerCase());
      // A word that is not known may be any other.
      const isLooking = words.some((word) => /^(?:\/query|\/\?|query\w*|qc|show|dump|help|\?)$/.test(word));
      if (isLooking && words.every((word) => word !== '' && !changing.test(word))) return;
      found.effect({ kind: 'change', thing: changes.get(name.toLowerCase().replace(/\.exe$/, '')) ?? 'service' });
    },
    examples: {
      'schtasks /create /tn a': 'change schedule',
      'schtasks /query /tn a': '',
      'sc query spooler': '',
      'sc.exe delete a': 'change service',
      'netsh interface show interface': '',
      'netsh advfirewall set allprofiles state off': 'change firewall',
    },
  }),
  defineProgram({
    names: 'robocopy xcopy',
    summary: 'Copy folders.',
    inspect({ invocation: { args } }, found) {
      const isOption = (head: string) => /^[/-][a-z]+(?::|$)/i.test(head);
      const [from, to] = args.filter((word) => !isOption(headOf(word)));
      const recursive = args.some((word) => /^[/-](?:s|e|mir)$/i.test(headOf(word)));
      if (from) found.effect({ kind: 'read', target: from, ...(recursive && { recursive }) });
      if (to) found.effect({ kind: 'write', target: to });
      const deletes = args.some((word) => /^[/-](?:mir|purge)$/i.test(headOf(word)));
      if (deletes && to) found.effect({ kind: 'delete', target: to, recursive: true });
      if (args.some((word) => /^[/-]mov/i.test(headOf(word))) && from)
        found.effect({ kind: 'delete', target: from, note: 'moved' });
    },
    examples: {
      'xcopy a b /s': 'read a recursive, write b',
      'robocopy a b /MIR': 'read a recursive, write b, delete b recursive',
    },
  }),
];
