import type { PlanContext, Span } from '../../protocol/shell.ts';
import { loaders } from './loaders.ts';
import { knownValue, unknownValue, type State, type Value } from './state.ts';
import type { Expression } from './syntax.ts';
import type { Walker } from './walker.ts';

/** What a variable holds: from the text, from the shell itself, or from the environment. */
export function valueOfVariable(name: string, state: State, context: PlanContext): Value {
  const set = state.variables.get(name === 'psitem' ? '_' : name);
  if (set) return set;
  switch (name) {
    case 'true':
      return [['True']];
    case 'false':
      return [['False']];
    case 'null':
      return [[]];
    case 'home':
    case 'env:userprofile':
    case 'env:home':
      return [[context.home]];
    case 'profile':
      return [[`${context.home}/.config/powershell/Microsoft.PowerShell_profile.ps1`]];
    case 'pwd':
      return state.cwd === undefined ? unknownValue('variable', name) : [[state.cwd]];
    case 'env:systemdrive':
    case 'env:homedrive':
      return [['C:']];
    case 'env:windir':
    case 'env:systemroot':
      return [['C:\\Windows']];
    case 'env:programfiles':
      return [['C:\\Program Files']];
    case 'env:programfiles(x86)':
      return [['C:\\Program Files (x86)']];
    case 'env:programdata':
    case 'env:allusersprofile':
      return [['C:\\ProgramData']];
    case 'env:public':
      return [['C:\\Users\\Public']];
    case 'env:appdata':
      return [[`${context.home}/AppData/Roaming`]];
    case 'env:localappdata':
      return [[`${context.home}/AppData/Local`]];
    case 'env:onedrive':
      return [[`${context.home}/OneDrive`]];
  }
  const variable = name.startsWith('env:') ? name.slice(4) : undefined;
  const known = variable === undefined ? undefined : (context.env[variable] ?? context.env[variable.toUpperCase()]);
  if (known !== undefined) return [[known]];
  return name === 'env:temp' || name === 'env:tmp' ? [['/tmp']] : unknownValue('variable', name);
}

const harmless: readonly (readonly [RegExp, RegExp])[] = [
  [/pager$/, /^(?:cat|less|more)?$/],
  [/editor$|visual$|askpass$/, /^(?:true|:|echo|cat)?$/],
  [/^env:node_options$/, /^(?:--max-old-space-size=\d+|--enable-source-maps|--trace-\w+|--no-warnings|\s)*$/],
  [/^env:git_(?:author|committer)_\w+$|^env:git_(?:terminal_prompt|trace\w*|optional_locks|merge_autoedit)$/, /^[^]*$/],
  [/^env:python(?:unbuffered|dontwritebytecode|ioencoding|utf8|hashseed|faulthandler)$/, /^[\w-]*$/],
];

/** A doubt about a variable that makes commands mean something else. */
export function watchVariable(name: string, value: Value, span: Span, { journal }: Walker): void {
  if (/^(?:function|alias):/.test(name))
    journal.doubt('dynamic-code', `$${name} gives a command another meaning`, span);
  if (name === 'ofs') journal.doubt('environment', `$${name} changes what lists are as text`, span);
  if (name === 'psdefaultparametervalues')
    journal.doubt('environment', `$${name} gives commands other arguments`, span);
  if (!loaders.test(name)) return;
  const known = knownValue(value);
  if (known !== undefined && harmless.some(([names, values]) => names.test(name) && values.test(known))) return;
  journal.doubt('environment', `$${name} can make programs run something else`, span);
}

/** The variable that a member or an index belongs to; empty when there is none. */
export function rootOf(expression: Expression): string {
  let at = expression;
  while (at.type === 'member' || at.type === 'index') at = at.of;
  return at.type === 'variable' ? at.name : '';
}
