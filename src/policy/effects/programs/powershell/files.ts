import { defineCmdlet, linked } from '../../languages/cmdlets.ts';
import { textOf } from '../../words.ts';

const filters = { 'Filter Include Exclude Credential Depth=': 'text', 'UseTransaction PassThru': 'text' } as const;

/** Cmdlets that work on files, and on what PowerShell shows as files. */
export const files = [
  defineCmdlet({
    names: 'remove-item',
    summary: 'Deletes files and folders.',
    parameters: {
      'Path LiteralPath PSPath LP=': 'delete',
      Recurse: 'recursive',
      Force: 'force',
      'Filter=': 'text',
      'Include=': 'text',
      'Exclude=': 'text',
      'Stream=': 'text',
      'Credential=': 'text',
    },
    positions: 'Path',
    fromPipe: 'Path',
    examples: {
      'remove-item a.txt': 'delete a.txt',
      'remove-item -Recurse -Force build': 'delete build recursive force',
      'remove-item build -r -fo': 'delete build recursive force',
      'remove-item -Path build -Recurse:$false': 'delete build',
      'remove-item -rf build': 'delete build, ?',
    },
  }),
  defineCmdlet({
    names: 'copy-item',
    summary: 'Copies files and folders.',
    parameters: {
      'Path LiteralPath PSPath LP=': 'read',
      'Destination=': 'write',
      Recurse: 'recursive',
      Force: 'text',
      Container: 'text',
      'FromSession ToSession=': 'contact',
      ...filters,
    },
    positions: 'Path Destination',
    fromPipe: 'Path',
    examples: {
      'copy-item a b': 'read a, write b',
      'copy-item -Destination b -Path a -Recurse': 'write b recursive, read a recursive',
    },
  }),
  defineCmdlet({
    names: 'move-item rename-item',
    summary: 'Give files another name or place.',
    parameters: {
      'Path LiteralPath PSPath LP=': 'delete: moved',
      'Destination NewName=': 'write',
      Force: 'text',
      ...filters,
    },
    positions: 'Path Destination',
    fromPipe: 'Path',
    examples: { 'move-item a b': 'delete a, write b', 'rename-item -Path a -NewName b': 'delete a, write b' },
  }),
  defineCmdlet({
    names: 'new-item',
    summary: 'Makes files and folders.',
    parameters: {
      'Path LiteralPath=': 'write',
      'Name=': 'text',
      'ItemType Type=': 'text',
      'Value Target=': 'text',
      'Credential Options=': 'text',
      Force: 'text',
      // `mkdir -p` of other systems.
      p: 'text',
    },
    positions: 'Path',
    inspect(bound, found) {
      const kinds = bound.values('ItemType').map((word) => textOf(word)?.toLowerCase());
      if (!kinds.some((kind) => kind === undefined || /(?:symboliclink|junction|hardlink)$/.test(kind))) return;
      const [folder] = bound.values('Path');
      const [name] = bound.values('Name');
      // With a name of its own, the path is the folder of the link.
      const link = folder && name ? { ...folder, pieces: [...folder.pieces, '/', ...name.pieces] } : (folder ?? name);
      const isSymbolic = kinds.some((kind) => kind?.endsWith('symboliclink'));
      for (const target of bound.values('Value')) linked(link, target, isSymbolic, found);
    },
    examples: {
      'new-item -ItemType Directory -Path out': 'write out',
      'new-item a.txt -Force': 'write a.txt',
      'new-item a.txt -Value /b': 'write a.txt',
      'new-item x -ItemType SymbolicLink -Target C:/': 'write x, write C:/',
      'new-item -Type Junction a/x -va ../b': 'write a/x, write ../b',
      'new-item -Path a -Name x -ItemType SymbolicLink -Value ../b': 'write a, write a/../b',
    },
  }),
  defineCmdlet({
    names: 'set-content add-content out-file set-item clear-content clear-item export-csv export-clixml out-printer',
    summary: 'Write files.',
    parameters: {
      'Path LiteralPath PSPath LP FilePath=': 'write',
      'Value InputObject=': 'text',
      'Encoding Width Delimiter Stream Depth UseQuotes QuoteFields Name=': 'text',
      'NoNewline AsByteStream Append NoClobber NoTypeInformation NTI IncludeTypeInformation UseCulture NoHeader':
        'text',
      Force: 'text',
      ...filters,
    },
    positions: 'Path Value',
    examples: {
      "set-content -Path out.txt -Value 'x y'": 'write out.txt',
      'out-file a.log -Append': 'write a.log',
      'set-content a b': 'write a',
    },
  }),
  defineCmdlet({
    names: 'tee-object',
    summary: 'Writes what passes through to a file.',
    parameters: {
      'FilePath LiteralPath Path PSPath LP=': 'write',
      'Variable InputObject Encoding=': 'text',
      Append: 'text',
    },
    positions: 'FilePath',
    examples: { 'tee-object a.log': 'write a.log', 'tee-object -Variable x': '' },
  }),
  defineCmdlet({
    names:
      'get-content get-filehash import-csv import-clixml import-powershelldatafile format-hex get-itemproperty get-itempropertyvalue get-acl',
    summary: 'Read files.',
    quiet: true,
    parameters: {
      'Path LiteralPath PSPath LP=': 'read',
      'TotalCount First Head Tail Last ReadCount Delimiter Encoding Stream Algorithm Name Count Offset Header InputObject=':
        'text',
      'Raw Wait Force AsByteStream UseCulture Audit': 'text',
      ...filters,
    },
    positions: 'Path',
    fromPipe: 'Path',
    examples: { 'get-content README.md': 'quiet, read README.md', 'get-content a -Tail 5': 'quiet, read a' },
  }),
  defineCmdlet({
    names: 'get-childitem get-item',
    summary: 'Tell names of files.',
    quiet: true,
    parameters: {
      'Path LiteralPath PSPath LP=': 'read: names',
      'Filter Include Exclude Credential Depth Attributes Stream=': 'text',
      'Recurse Force Name File Directory Hidden ReadOnly System FollowSymlink AD AF AH AR AS S H D': 'text',
    },
    positions: 'Path Filter',
    implied: '.',
    examples: {
      'get-childitem -Recurse -Filter *.ts': 'quiet, read .',
      'get-childitem src -r': 'quiet, read src',
      'get-childitem -la': 'quiet, read ., ?',
    },
  }),
  defineCmdlet({
    names: 'test-path resolve-path convert-path split-path join-path',
    summary: 'Work with names of files.',
    quiet: true,
    parameters: {
      'Path LiteralPath PSPath LP=': 'read: names',
      'ChildPath AdditionalChildPath PathType Type NewerThan OlderThan RelativeBasePath=': 'text',
      'Parent Leaf LeafBase Extension Qualifier NoQualifier IsAbsolute Resolve Relative IsValid Force': 'text',
      'Filter Include Exclude Credential=': 'text',
    },
    positions: 'Path ChildPath',
    examples: { 'test-path src': 'quiet, read src', 'join-path a b': 'quiet, read a' },
  }),
  defineCmdlet({
    names: 'select-string',
    summary: 'Finds text in files.',
    quiet: true,
    parameters: {
      'Pattern=': 'text',
      'Path LiteralPath PSPath LP=': 'read',
      'InputObject Include Exclude Encoding Context Culture=': 'text',
      'SimpleMatch CaseSensitive Quiet List AllMatches NotMatch Raw NoEmphasis': 'text',
    },
    positions: 'Pattern Path',
    examples: {
      "select-string -Path *.ts -Pattern 'Remove-Item'": 'quiet, read *.ts',
      'select-string foo a.txt': 'quiet, read a.txt',
    },
  }),
  defineCmdlet({
    names: 'expand-archive compress-archive',
    summary: 'Pack and unpack files.',
    parameters: {
      'Path LiteralPath PSPath LP=': 'read',
      'DestinationPath=': 'write',
      'CompressionLevel=': 'text',
      'Update PassThru': 'text',
      Force: 'text',
    },
    positions: 'Path DestinationPath',
    fromPipe: 'Path',
    examples: {
      'expand-archive a.zip out': 'read a.zip, write out',
      'compress-archive src a.zip': 'read src, write a.zip',
    },
  }),
  defineCmdlet({
    names:
      'set-itemproperty new-itemproperty remove-itemproperty clear-itemproperty rename-itemproperty copy-itemproperty move-itemproperty',
    summary: 'Change properties of files and of the registry.',
    parameters: {
      'Path LiteralPath PSPath LP Destination=': 'write',
      'Name PropertyType Type Value InputObject NewName=': 'text',
      Force: 'text',
      ...filters,
    },
    positions: 'Path Name Value',
    fromPipe: 'Path',
    examples: {
      "set-itemproperty -Path 'HKLM:/Software/A' -Name b -Value 1": 'write HKLM:/Software/A',
      'set-itemproperty a.txt IsReadOnly 1': 'write a.txt',
    },
  }),
  defineCmdlet({
    names: 'set-acl',
    summary: 'Changes who may use files.',
    parameters: {
      'Path LiteralPath PSPath LP=': 'change permissions',
      'AclObject InputObject CentralAccessPolicy=': 'text',
      'ClearCentralAccessPolicy PassThru': 'text',
      ...filters,
    },
    positions: 'Path AclObject',
    fromPipe: 'Path',
    examples: { 'set-acl a.txt $ACL': 'change permissions a.txt', 'set-acl -Path b $ACL': 'change permissions b' },
  }),
];
