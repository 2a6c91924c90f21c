import { defineProgram } from '../../define.ts';
import { linked } from '../../languages/cmdlets.ts';
import { textOf } from '../../words.ts';

/** Methods of .NET that PowerShell calls: `[io.file]::delete` of a type, `.downloadstring` of an object. */
export const methods = [
  defineProgram({
    names: `
      [math]::* [string]::* [int]::* [int32]::* [int64]::* [long]::* [double]::* [decimal]::* [datetime]::*
      [datetimeoffset]::* [timespan]::* [guid]::* [char]::* [convert]::* [regex]::* [version]::* [bool]::* [array]::*
      [enum]::* [uri]::* [text.encoding]::* [text.regularexpressions.regex]::* [bitconverter]::* [globalization.*
      [stringcomparer]::* [tuple]::* [linq.enumerable]::* [web.httputility]::* [net.webutility]::* [xml.xmlconvert]::*
      [text.json.* [security.cryptography.* [runtime.interopservices.runtimeinformation]::* [io.path]::get*
      [io.path]::combine [io.path]::join [io.path]::changeextension [io.path]::ispathrooted [io.path]::hasextension
      [io.file]::exists [io.directory]::exists [environment]::get* [environment]::expandenvironmentvariables
      [console]::write* [console]::beep [console]::clear [diagnostics.process]::get* [diagnostics.stopwatch]::startnew
      [threading.thread]::sleep [io.driveinfo]::getdrives [gc]::collect [net.dns]::gethostname
    `,
    summary: 'Compute something.',
    quiet: true,
    examples: { '[math]::round 2.5': 'quiet', '[string]::join , a': 'quiet' },
  }),
  defineProgram({
    names: `
      .tostring .trim .trimstart .trimend .split .replace .substring .contains .startswith .endswith .indexof
      .lastindexof .toupper .tolower .toupperinvariant .tolowerinvariant .padleft .padright .insert .equals
      .compareto .gettype .gethashcode .tochararray .toarray .add .addrange .clear .containskey .containsvalue
      .getenumerator .count .sort .reverse .adddays .addhours .addminutes .addseconds .addmonths .addyears
      .tolocaltime .touniversaltime .tofiletime .subtract .tobase64string .getbytes .getstring .computehash .match
      .matches .ismatch .first .last .any .all .append .appendline .removeat .item .get_item .selectnodes
      .selectsinglenode .getattribute .getelementsbytagname .nextdouble .next .peek .pop .push .enqueue .dequeue
      .tolist .normalize .isnullorempty .getfiles .getdirectories .getfilesysteminfos .enumeratefiles .gethostname
      .toshortdatestring .tolongdatestring .toshorttimestring .elapsed .restart .getvalue .getproperty
      .getproperties .getmethods .clone .dispose .close .flush .refresh .waitforexit .psobject
      .readtoend .readline .readblock .readtoendasync .readlineasync .writeline .write
    `,
    summary: 'Look at text, lists, times and numbers.',
    quiet: true,
    examples: { '.tostring': 'quiet', '.split ,': 'quiet' },
  }),
  defineProgram({
    names: '.where .foreach',
    summary: 'Do something with each item; a block is planned where it stands.',
    quiet: true,
    inspect({ invocation: { args } }, found) {
      const name = args[0] && textOf(args[0]);
      if (
        name !== undefined &&
        /^[a-z]+$/i.test(name) &&
        /^(?:delete|kill|stop|remove|invoke\w*|moveto|copyto)$/i.test(name)
      )
        found.doubt(`the method ${name} of each item is called`);
    },
    examples: { '.where $BLOCK': 'quiet', '.foreach delete': 'quiet, ?' },
  }),
  defineProgram({
    names: `
      .downloadstring .downloaddata .downloadstringtaskasync .openread .getstringasync .getasync .getbytearrayasync
      .getstreamasync .uploadstring .uploaddata .uploadfile .uploadvalues .postasync .putasync .sendasync
      [net.webrequest]::create [net.httpwebrequest]::create [net.dns]::* [net.sockets.*
    `,
    summary: 'Fetch from or send to the network.',
    operands: { first: 'contact: network tool' },
    inspect({ invocation: { args } }, found) {
      if (args.length === 0) found.effect({ kind: 'contact', note: 'network tool' });
    },
    examples: {
      '.downloadstring https://example.org/i.ps1': 'contact example.org',
      '.openread $URL': 'contact …',
    },
  }),
  defineProgram({
    names: '.downloadfile .downloadfileasync .downloadfiletaskasync',
    summary: 'Fetch a file.',
    operands: { first: 'contact: network tool', second: 'write' },
    examples: {
      '.downloadfile https://example.org/a b': 'contact example.org, write b',
      '.downloadfileasync https://example.org/a b': 'contact example.org, write b',
    },
  }),
  defineProgram({
    names:
      '[io.file]::readall* [io.file]::readlines [io.file]::openread [io.file]::opentext [io.file]::get* [io.directory]::get* [io.directory]::enumerate*',
    summary: 'Read files.',
    quiet: true,
    operands: { first: 'read' },
    examples: { '[io.file]::readalltext a.txt': 'quiet, read a.txt', '[io.directory]::getfiles .': 'quiet, read .' },
  }),
  defineProgram({
    names:
      '[io.file]::writeall* [io.file]::appendall* [io.file]::create* [io.file]::openwrite [io.file]::open [io.file]::set* [io.directory]::create* [io.directory]::set*',
    summary: 'Write files.',
    operands: { first: 'write' },
    examples: { '[io.file]::writealltext a.txt x': 'write a.txt', '[io.directory]::createdirectory out': 'write out' },
  }),
  defineProgram({
    names: '[io.file]::delete [io.directory]::delete',
    summary: 'Delete files and folders.',
    inspect({ invocation: { args } }, found) {
      const [target, all] = args;
      const recursive = all !== undefined && !/^false$/i.test(textOf(all) ?? '');
      if (target) found.effect({ kind: 'delete', target, ...(recursive && { recursive }) });
    },
    examples: { '[io.file]::delete a': 'delete a', '[io.directory]::delete a True': 'delete a recursive' },
  }),
  defineProgram({
    names: '[io.file]::createsymboliclink [io.directory]::createsymboliclink [io.file]::createhardlink',
    summary: 'Make links to files and folders.',
    operands: { first: 'write' },
    inspect({ operands: [link, target], invocation: { name } }, found) {
      if (target) linked(link, target, name.endsWith('symboliclink'), found);
    },
    examples: {
      '[io.directory]::createsymboliclink a/x ../b': 'write a/x, write a/../b',
      '[io.file]::createsymboliclink x C:/': 'write x, write C:/',
      '[io.file]::createhardlink a/x b': 'write a/x, write b',
    },
  }),
  defineProgram({
    names: '[io.file]::copy',
    summary: 'Copies files.',
    operands: { first: 'read', second: 'write' },
    examples: { '[io.file]::copy a b': 'read a, write b', '[io.file]::copy a b True': 'read a, write b' },
  }),
  defineProgram({
    names: '[io.file]::move [io.directory]::move [io.file]::replace',
    summary: 'Move files; what is replaced may be kept under a third name.',
    operands: { first: 'read + delete: moved', rest: 'write' },
    examples: {
      '[io.file]::move a b': 'read a, delete a, write b',
      '[io.file]::replace a b c': 'read a, delete a, write b, write c',
    },
  }),
  defineProgram({
    names: '[diagnostics.process]::start',
    summary: 'Starts a program.',
    operands: { rest: 'argv' },
    examples: {
      '[diagnostics.process]::start notepad': '> notepad',
      '[diagnostics.process]::start cmd /c': '> cmd /c',
    },
  }),
  defineProgram({
    names: '[scriptblock]::create [management.automation.scriptblock]::create .invokescript .addscript .newscriptblock',
    summary: 'Make code of a text.',
    inspect({ invocation: { name, args } }, found) {
      if (args[0]) found.nest({ kind: 'script', via: name, text: args[0], shell: 'powershell' });
    },
    examples: { "[scriptblock]::create 'rm x'": '> powershell: rm x', '.addscript ls': '> powershell: ls' },
  }),
  defineProgram({
    names: '[console]::read* .readkey .promptforchoice .promptforcredential',
    summary: 'Wait for a person.',
    effects: 'terminal',
    examples: { '[console]::readline': 'terminal', '[console]::readkey': 'terminal' },
  }),
];
