import { defineProgram } from '../../define.ts';
import { defineCmdlet } from '../../languages/cmdlets.ts';
import { after, headOf } from '../../words.ts';

const scriptBlocks = { 'Process Begin End FilterScript Property Parallel=': 'text' } as const;

/** Cmdlets that look, count, sort and print. */
export const looking = [
  defineCmdlet({
    names: `
      get-? test-? resolve-? measure-? compare-? select-? group-? join-? split-? convertto-? convertfrom-?
      find-? search-? show-? write-? trace-? assert-? out-? debug-? skip-? format-? limit-? wait-? watch-?
    `,
    summary: 'Cmdlets whose verb says that they only look.',
    quiet: true,
    inspect(_, found, { invocation: { name, args } }) {
      if (/^(?:format|out|debug|limit)-/i.test(name)) found.doubt('a cmdlet that is not known');
      // Which of its words are files, nobody knows; those of the last ones are printed as they are.
      if (/^(?:write|join|assert)-/i.test(name)) return;
      for (const target of args) if (!/^-|^$/.test(headOf(target))) found.effect({ kind: 'read', target });
    },
    examples: { 'get-?': 'quiet', 'format-?': 'quiet, ?', 'select-? -Path .env -XPath a': 'quiet, read .env, read a' },
  }),
  defineCmdlet({
    names: `
      get-location get-date get-process get-command get-help get-member get-variable get-history get-host get-random
      get-culture get-uptime get-service get-job get-psdrive get-alias get-module get-unique get-clipboard get-event
      select-object where-object group-object measure-command new-timespan new-guid
      convertfrom-json convertto-json convertfrom-csv convertto-csv convertto-html convertfrom-stringdata
      convertto-xml join-string format-table format-list format-wide format-custom out-string out-null out-default
      write-output write-host write-verbose write-warning write-error write-debug write-information
      write-progress set-strictmode clear-host clear-variable remove-variable new-variable set-variable
      set-psdebug import-localizeddata update-typedata update-formatdata set-psreadlineoption
      set-location push-location pop-location set-alias new-alias get-error wait-job receive-job remove-job
      wait-process register-argumentcompleter tasklist systeminfo ver
      where export-modulemember
    `,
    summary: 'Look, print, or change nothing but the shell itself.',
    quiet: true,
    examples: { 'write-host Format-Volume': 'quiet', 'get-date': 'quiet', 'out-null': 'quiet' },
  }),
  defineCmdlet({
    names: `
      get-secret get-azkeyvaultsecret get-azaccesstoken get-secsecretvalue get-storedcredential get-vaultsecret
      get-lapsadpassword get-awscredential get-pnpaccesstoken get-msaltoken
    `,
    summary: 'Print what is kept secret.',
    quiet: true,
    effects: 'read: secrets',
    examples: { 'get-secret x -AsPlainText': 'quiet, read', 'get-azaccesstoken': 'quiet, read' },
  }),
  defineProgram({
    names: 'findstr fc',
    summary: 'Find text in files, and compare them.',
    quiet: true,
    inspect({ invocation: { name, args } }, found) {
      const isPattern = (head: string) => /^[/-][cg]:/i.test(head);
      const words = args.filter((word) => !/^[/-]/.test(headOf(word)));
      const patterns = args.filter((word) => /^[/-][gf]:/i.test(headOf(word))).map((word) => after(word, 3));
      const isGiven = /^fc/i.test(name) || args.some((word) => isPattern(headOf(word)));
      for (const target of [...patterns, ...(isGiven ? words : words.slice(1))]) found.effect({ kind: 'read', target });
    },
    examples: {
      'findstr /s TOKEN .env': 'quiet, read .env',
      'findstr /c:TOKEN .env': 'quiet, read .env',
      'findstr /G:.env a': 'quiet, read .env, read a',
      'fc a .env': 'quiet, read a, read .env',
    },
  }),
  defineCmdlet({
    names: 'set-clipboard',
    summary: 'Puts something where other programs can take it.',
    parameters: { 'Path LiteralPath=': 'read', 'Value=': 'text', 'Append AsOSC52 PassThru': 'text' },
    positions: 'Value',
    examples: { 'set-clipboard x': '', 'set-clipboard -Path .env': 'read .env' },
  }),
  defineCmdlet({
    names: 'foreach-object',
    summary: 'Does something with each thing that comes through a pipe; its blocks are planned where they stand.',
    quiet: true,
    parameters: {
      ...scriptBlocks,
      'RemainingScripts MemberName ArgumentList InputObject ThrottleLimit TimeoutSeconds=': 'text',
      'AsJob UseNewRunspace': 'text',
    },
    positions: 'Process',
    inspect(bound, found) {
      const name = bound.values('MemberName')[0] ?? bound.values('Process')[0];
      const [text] = name?.pieces ?? [];
      // `% Delete` calls that method of each.
      if (
        typeof text === 'string' &&
        /^(?:delete|kill|moveto|copyto|encrypt|decrypt|stop|invoke\w*|remove|create)$/i.test(text)
      )
        found.doubt(`the method ${text} of what comes through the pipe is called`);
    },
    examples: { 'foreach-object Name': 'quiet', 'foreach-object Delete': 'quiet, ?' },
  }),
  defineCmdlet({
    names: 'sort-object',
    summary: 'Sorts.',
    quiet: true,
    parameters: {
      'Property Culture InputObject Top Bottom=': 'text',
      'Descending Unique CaseSensitive Stable': 'text',
    },
    positions: 'Property',
    examples: {
      'sort-object CPU -Descending': 'quiet',
      'sort-object -Unique': 'quiet',
      'sort-object -o a b': 'quiet, ?',
    },
  }),
  defineCmdlet({
    names: 'compare-object measure-object',
    summary: 'Compare and count.',
    quiet: true,
    parameters: {
      'ReferenceObject DifferenceObject InputObject Property SyncWindow Culture=': 'text',
      'Line Word Character Sum Average Minimum Maximum StandardDeviation AllStats IgnoreWhiteSpace': 'text',
      'IncludeEqual ExcludeDifferent PassThru CaseSensitive': 'text',
    },
    positions: 'ReferenceObject DifferenceObject',
    examples: { 'measure-object -Line -InputObject a': 'quiet', 'compare-object a b': 'quiet' },
  }),
  defineCmdlet({
    names: 'out-host',
    summary: 'Prints, by pages when it is told so.',
    quiet: true,
    parameters: { Paging: 'terminal', 'InputObject=': 'text' },
    positions: 'InputObject',
    examples: { 'out-host': 'quiet', 'out-host -p': 'terminal' },
  }),
  defineCmdlet({
    names: 'start-sleep',
    summary: 'Waits.',
    quiet: true,
    parameters: { 'Seconds Milliseconds Duration=': 'text' },
    positions: 'Seconds',
    examples: { 'start-sleep -s 1': 'quiet', 'start-sleep 5': 'quiet' },
  }),
  defineCmdlet({
    names:
      'read-host get-credential wait-debugger out-gridview show-command enter-pssession show-eventlog pause choice notepad notepad++ write.exe wordpad mspaint regedit taskmgr mmc control powershell_ise',
    summary: 'Wait for a person.',
    effects: 'terminal',
    examples: { "read-host 'name'": 'terminal', 'enter-pssession host': 'terminal' },
  }),
];
