import type { Word } from '../../../../protocol/shell.ts';
import type { Reader } from '../../define.ts';
import { defineCmdlet, isLiteral } from '../../languages/cmdlets.ts';
import { headOf, textOf } from '../../words.ts';

/** Cmdlets that run code, start programs or reach other machines. */
export const code = [
  defineCmdlet({
    names: 'invoke-expression',
    summary: 'Runs a text as code.',
    parameters: { 'Command=': 'text' },
    positions: 'Command',
    inspect(bound, found) {
      const values = bound.values('Command');
      for (const text of values) found.nest({ kind: 'script', via: 'Invoke-Expression', text, shell: 'powershell' });
      if (values.length === 0) found.nest({ kind: 'input', via: 'Invoke-Expression', shell: 'powershell' });
    },
    examples: { "invoke-expression 'rm x'": '> powershell: rm x', '| invoke-expression': '> input' },
  }),
  defineCmdlet({
    names:
      'invoke-command start-job start-threadjob register-objectevent register-engineevent register-wmievent register-cimindicationevent new-module set-psbreakpoint trace-command',
    summary: 'Run a block, which is planned where it stands, or a file.',
    parameters: {
      'ScriptBlock Command Action InitializationScript Expression=': block,
      'FilePath LiteralPath PSPath LP=': file,
      'ComputerName Cn HostName Session ConnectionUri VMName ContainerId=': 'contact: network tool',
      'Name ArgumentList Args InputObject ThrottleLimit Credential Port Authentication PSVersion WorkingDirectory UserName KeyFilePath=':
        'text',
      'EventName SourceIdentifier SourceObject MessageData Line Variable Script Option=': 'text',
      'AsJob NoNewScope RunAs32 HideComputerName UseSSL InDisconnectedSession RunAsAdministrator PSHost': 'text',
    },
    positions: 'ScriptBlock',
    examples: {
      'invoke-command -ScriptBlock $BLOCK': '',
      'invoke-command -ComputerName web -FilePath a.ps1': 'contact web, > file a.ps1',
      "start-job 'rm x'": '> powershell: rm x',
    },
  }),
  defineCmdlet({
    names: 'start-process',
    summary: 'Starts a program.',
    parameters: {
      'FilePath Path PSPath=': 'text',
      'ArgumentList Args=': 'text',
      'Verb=': verb,
      'WorkingDirectory=': 'text',
      'RedirectStandardOutput RSO RedirectStandardError RSE=': 'write',
      'RedirectStandardInput RSI=': 'read',
      'Credential RunAs=': 'privilege',
      'WindowStyle Environment=': 'text',
      'Wait PassThru NoNewWindow NNW LoadUserProfile Lup UseNewEnvironment': 'text',
    },
    positions: 'FilePath ArgumentList',
    inspect(bound, found) {
      const words = [...bound.values('FilePath').slice(0, 1), ...bound.values('ArgumentList').flatMap(split)];
      const [cwd] = bound.values('WorkingDirectory');
      if (words.length > 0) found.nest({ kind: 'argv', via: 'Start-Process', words, ...(cwd && { cwd }) });
    },
    examples: {
      'start-process powershell -Verb RunAs': 'privilege, > powershell',
      "start-process cmd -ArgumentList '/c del x'": '> cmd /c del x',
    },
  }),
  defineCmdlet({
    names: 'invoke-item invoke-history',
    summary: 'Open something with the program that is for it.',
    parameters: { 'Path LiteralPath PSPath LP Id=': 'run', 'Filter Include Exclude Credential=': 'text' },
    positions: 'Path',
    inspect: (_, found) => found.doubt('what it runs is known only when it runs'),
    examples: { 'invoke-item a.exe': 'run a.exe, ?', 'invoke-item .': 'run ., ?' },
  }),
  defineCmdlet({
    names: 'import-module using-module import-pssession add-pssnapin',
    summary: 'Loads commands.',
    parameters: {
      'Name=': moduleName,
      'ModuleInfo Assembly FullyQualifiedName=': 'run',
      'Function Cmdlet Variable Alias Prefix Version RequiredVersion MinimumVersion MaximumVersion Scope ArgumentList=':
        'text',
      'PSSession CimSession Session=': 'contact',
      'Force Global PassThru AsCustomObject DisableNameChecking NoClobber SkipEditionCheck UseWindowsPowerShell AllowClobber':
        'text',
    },
    positions: 'Name',
    examples: { 'import-module Pester': '', 'import-module ./x.psm1': '> file ./x.psm1' },
  }),
  defineCmdlet({
    names: 'add-type',
    summary: 'Compiles and loads code of another language.',
    parameters: {
      'AssemblyName AN=': 'text',
      'TypeDefinition MemberDefinition=': foreign,
      'Path LiteralPath PSPath LP=': 'run',
      'OutputAssembly OA=': 'write',
      'Name Namespace NS Language ReferencedAssemblies RA UsingNamespace Using OutputType CompilerOptions=': 'text',
      'PassThru IgnoreWarnings': 'text',
    },
    positions: 'TypeDefinition',
    examples: {
      'add-type -AssemblyName System.Web': '',
      'add-type -Path a.dll': 'run a.dll',
      "add-type 'class A {}'": 'run class A {}, ?',
    },
  }),
  defineCmdlet({
    names: 'new-object',
    summary: 'Makes an object; what its methods do is told where they are called.',
    quiet: true,
    parameters: {
      'TypeName=': typeName,
      'ArgumentList Args Property=': 'text',
      'ComObject=': comObject,
      Strict: 'text',
    },
    positions: 'TypeName ArgumentList',
    inspect(bound, found) {
      const [type] = bound.values('TypeName');
      const kind = fileTypes.exec((type && textOf(type)) ?? '')?.[1]?.toLowerCase();
      const [target] = bound.values('ArgumentList');
      if (kind === undefined || !target) return;
      found.effect({ kind: 'read', target });
      if (kind !== 'streamreader') found.effect({ kind: 'write', target });
    },
    examples: {
      'new-object Net.WebClient': 'quiet',
      'new-object IO.StreamReader .env': 'quiet, read .env',
      'new-object System.IO.StreamWriter a.txt': 'read a.txt, write a.txt',
      'new-object IO.FileStream a.txt Open': 'read a.txt, write a.txt',
      'new-object -ComObject WScript.Shell': 'quiet, ?',
      'new-object Diagnostics.Process': 'quiet, ?',
    },
  }),
  defineCmdlet({
    names: 'invoke-webrequest invoke-restmethod start-bitstransfer',
    summary: 'Fetch something from the network.',
    parameters: {
      'Uri Source=': 'contact: network tool',
      'OutFile Destination=': 'write',
      'InFile=': 'read',
      'Method CustomMethod Headers Body ContentType UserAgent Credential Token Authentication TimeoutSec ConnectionTimeoutSeconds OperationTimeoutSeconds MaximumRedirection MaximumRetryCount RetryIntervalSec SessionVariable SV WebSession Proxy ProxyCredential Form TransferEncoding SslProtocol HttpVersion Certificate CertificateThumbprint FollowRelLink ResponseHeadersVariable RHV StatusCodeVariable DisplayName Priority Description UnixSocket=':
        'text',
      'UseBasicParsing DisableKeepAlive UseDefaultCredentials SkipCertificateCheck PassThru NoProxy Resume SkipHttpErrorCheck SkipHeaderValidation AllowUnencryptedAuthentication PreserveAuthorizationOnRedirect ProxyUseDefaultCredentials Asynchronous':
        'text',
    },
    positions: 'Uri Destination',
    fromPipe: 'Uri',
    examples: {
      'invoke-webrequest https://example.org -OutFile a.zip': 'write a.zip, contact example.org',
      'invoke-restmethod -Uri https://example.org/a -Method Post': 'contact example.org',
    },
  }),
  defineCmdlet({
    names:
      'test-connection test-netconnection resolve-dnsname send-mailmessage new-pssession connect-pssession new-cimsession tnc update-help save-help certutil bitsadmin',
    summary: 'Reach other machines.',
    effects: 'contact: network tool',
    inspect: (_, found, { invocation }) => {
      for (const word of invocation.args)
        if (/^-delete|^\/delete/i.test(headOf(word))) found.doubt('something is deleted');
    },
    examples: { 'test-connection example.org': 'contact', 'certutil -urlcache -f https://a.example/x x': 'contact' },
  }),
  defineCmdlet({
    names: 'mshta wscript cscript',
    summary: 'Run scripts of Windows.',
    inspect(_, found, { invocation: { args } }) {
      const target = args.find((word) => !headOf(word).startsWith('//'));
      const isRemote = /^(?:https?:|javascript:|vbscript:|\\\\)/i.test(target ? headOf(target) : '');
      found.effect({ kind: 'run', ...(target && { target }), ...(isRemote && { note: 'remote script' }) });
      found.doubt('a script in another language');
    },
    examples: { 'cscript a.vbs': 'run a.vbs, ?', 'mshta https://a.example/x.hta': 'run https://a.example/x.hta, ?' },
  }),
  defineCmdlet({
    names: 'start-transcript stop-transcript',
    summary: 'Write down what is printed.',
    parameters: {
      'Path LiteralPath PSPath LP OutputDirectory=': 'write',
      'Append Force NoClobber IncludeInvocationHeader UseMinimalHeader': 'text',
    },
    positions: 'Path',
    examples: { 'start-transcript a.log': 'write a.log', 'stop-transcript': '' },
  }),
  defineCmdlet({
    names: 'wsl',
    summary: 'Runs a command in Linux.',
    inspect(_, found, { invocation: { args, stdin } }) {
      const first = headOf(args[0] ?? empty);
      if (/^--(?:unregister|shutdown|terminate|import|export|mount)/.test(first))
        return found.effect({ kind: 'change', thing: 'containers', force: true });
      const from = args.findIndex((word) => !headOf(word).startsWith('-') || /^(?:-e|--exec|--)$/.test(headOf(word)));
      const words = from === -1 ? [] : args.slice(headOf(args[from] ?? empty).startsWith('-') ? from + 1 : from);
      if (words.length > 0) found.nest({ kind: 'argv', via: 'wsl', words });
      else if (stdin.kind === 'inherited' && args.length === 0) found.effect({ kind: 'terminal' });
    },
    examples: { 'wsl rm -rf /': '> rm -rf /', 'wsl --unregister Ubuntu': 'change containers force' },
  }),
];

const empty: Word = { pieces: [], isPattern: false, isSplit: false, span: { start: 0, end: 0 } };

/** A block is already in the plan; a text is code that is not. */
function block(...[value, found, { invocation }]: Parameters<Reader>): void {
  if (isLiteral(value)) found.nest({ kind: 'script', via: invocation.name, text: value, shell: 'powershell' });
}

function file(...[path, found, { invocation }]: Parameters<Reader>): void {
  found.nest({ kind: 'file', via: invocation.name, path, shell: 'powershell' });
}

function verb(...[value, found]: Parameters<Reader>): void {
  const text = textOf(value);
  if (text === undefined) found.doubt('how it is started is known only when it runs');
  else if (/^runas/i.test(text)) found.effect({ kind: 'privilege' });
}

/** A name is looked up among what is installed, a path is a file with code. */
function moduleName(...[value, found, call]: Parameters<Reader>): void {
  const text = textOf(value);
  if (text === undefined) found.doubt('the module is known only when it runs');
  else if (/[\\/]|\.(?:psm1|psd1|dll|ps1)$/i.test(text)) file(value, found, call);
}

function foreign(...[value, found]: Parameters<Reader>): void {
  found.effect({ kind: 'run', target: value, note: 'code of another language' });
  found.doubt('code of another language is compiled and loaded');
}

const harmlessTypes =
  /^(?:system\.)?(?:net\.webclient|net\.http\.httpclient|(?:management\.automation\.)?psobject|pscustomobject|collections\..*|(?:text|globalization|numerics|xml)\..*|datetime|timespan|uri|version|random|guid|object|string|diagnostics\.stopwatch|io\.(?:stringreader|stringwriter|memorystream|fileinfo|directoryinfo)|byte\[\]|hashtable|exception|.*exception)$/i;

/** They open the file that they are made with. */
const fileTypes = /^(?:system\.)?io\.(streamreader|streamwriter|filestream|binaryreader|binarywriter)$/i;

function typeName(...[value, found]: Parameters<Reader>): void {
  const text = textOf(value);
  if (text === undefined || !(harmlessTypes.test(text) || fileTypes.test(text)))
    found.doubt('what this kind of object does is not known');
}

function comObject(...[, found]: Parameters<Reader>): void {
  found.doubt('a COM object can do anything');
}

/** Arguments in one text. */
function split(value: Word): readonly Word[] {
  const text = textOf(value);
  if (text === undefined || !/\s/.test(text)) return [value];
  const parts = [...text.matchAll(/(?:"[^"]*"|[^\s"])+/g)].slice(0, 256);
  return parts.map(([part]) => ({ ...value, pieces: [part.replaceAll('"', '')].filter((piece) => piece !== '') }));
}
