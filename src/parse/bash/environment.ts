import type { Span } from '../../protocol/shell.ts';
import { runPrompt } from './prompt.ts';
import type { State } from './state.ts';
import { resolvePath } from './targets.ts';
import { concat, display, isUnknown, knownText, type Text } from './text.ts';
import { frameIn, type Frame, type Walker } from './walker.ts';

/** Variables whose value programs hand to a shell. */
const commands = new Set([
  'BROWSER',
  'EDITOR',
  'FCEDIT',
  'GIT_ASKPASS',
  'GIT_EDITOR',
  'GIT_EXTERNAL_DIFF',
  'GIT_PAGER',
  'GIT_PROXY_COMMAND',
  'GIT_SEQUENCE_EDITOR',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'LESSCLOSE',
  'LESSOPEN',
  'MANPAGER',
  'PAGER',
  'PROMPT_COMMAND',
  'RSYNC_RSH',
  'SSH_ASKPASS',
  'SUDO_ASKPASS',
  'SUDO_EDITOR',
  'SYSTEMD_EDITOR',
  'SYSTEMD_PAGER',
  'VISUAL',
]);

/** Variables that make programs load or find something else. */
const loaders =
  /^(?:PATH|LD_\w+|DYLD_\w+|BASH_ENV|BASH_ALIASES|BASH_CMDS|ENV|SHELLOPTS|BASHOPTS|BASH_XTRACEFD|POSIXLY_CORRECT|BASH_FUNC_.*|CDPATH|HOME|GIT_(?:DIR|WORK_TREE|EXEC_PATH|CONFIG\w*|TEMPLATE_DIR|ALTERNATE_OBJECT_DIRECTORIES|OBJECT_DIRECTORY|INDEX_FILE|ATTR_SOURCE|EXTERNAL\w*)|NODE_OPTIONS|NODE_PATH|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PYTHONWARNINGS|PYTHONINSPECT|PYTHONBREAKPOINT|PERL5OPT|PERL5LIB|PERL5DB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|GCONV_PATH|HOSTALIASES|TERMINFO|TERMCAP|INPUTRC|NPM_CONFIG_(?:SCRIPT_SHELL|PREFIX|GLOBALCONFIG|USERCONFIG|NODE_OPTIONS)|CARGO_HOME|RUSTC(?:_WRAPPER|_WORKSPACE_WRAPPER)?|RUSTFLAGS|MAKEFLAGS|GOFLAGS|GNUPGHOME|LESSKEY\w*|ZDOTDIR|SHELL)$|^npm_config_(?:script_shell|prefix|globalconfig|userconfig|node_options)$/;

/** A CDPATH that leads nowhere else. */
export const onlyHere: RegExp = /^(?:\.?(?::|$))*$/;

const systemFolder = /^\/(?:usr|opt|bin|sbin|snap)(?:\/(?!\.\.(?:\/|$))[^/]+)*$/;

/** A doubt about a variable that makes programs run something else; a value that is a command is planned instead. */
export function watchVariable(name: string, value: Text, state: State, frame: Frame, walker: Walker, span: Span): void {
  const known = knownText(value);
  if (/^PS[0124]$/.test(name))
    return planned(name, span, walker, () => {
      runPrompt(value, state.clone(), frame, walker, span, name);
      // It runs before each command, with what is set by then.
      if (/\$\([^]*\$|`[^]*\$|\$\{\w+(?:\[[^]*\])?:?=/.test(display(value)))
        walker.journal.doubt('dynamic-code', `What ${name} runs is known only at run time`, span);
    });
  if (commands.has(name)) {
    if (known === undefined || frame.depth > 8)
      return walker.journal.doubt('environment', `${name} names a program that is not known`, span);
    if (known.trim() === '' || (name === 'BROWSER' && known === 'none')) return;
    const isFileName = /EDITOR|VISUAL|BROWSER|ASKPASS|^GIT_SSH$/.test(name);
    const text = isFileName ? concat([known, ' '], [{ unknown: 'argument', name }]) : [known];
    const inner: Frame = frameIn(frame, { path: [...frame.path, name], depth: frame.depth + 1, output: undefined });
    const child = state.child((name) => Object.hasOwn(walker.context.env, name));
    return planned(name, span, walker, () => void walker.runText(text, child, inner, span));
  }
  if (!loaders.test(name) || isHarmless(name, value, known, state, walker)) return;
  walker.journal.doubt('environment', `${name} can make programs run something else`, span);
}

/** A program that nobody knows is no everyday pager or editor. */
function planned(name: string, span: Span, walker: Walker, run: () => void): void {
  const start = walker.journal.commands.length;
  run();
  const isOdd = walker.journal.commands
    .slice(start)
    .some((command) => command.isUnknown || command.effects.some(({ kind, target }) => kind === 'run' && target?.path));
  if (isOdd) walker.journal.doubt('environment', `${name} names a program that is not known`, span);
}

function isHarmless(name: string, value: Text, known: string | undefined, state: State, walker: Walker): boolean {
  switch (name) {
    case 'PATH': {
      // The old PATH, known or not, with folders of the system around it.
      const old = walker.context.env['PATH'];
      const text = display(
        value.map((piece) =>
          isUnknown(piece) && piece.unknown === 'variable' && piece.name === 'PATH' ? '/usr/bin' : piece,
        ),
      );
      const added = old !== undefined && old !== '' ? text.replace(old, '/usr/bin') : text;
      return added.split(':').every((folder) => systemFolder.test(folder.replace(/(?<=.)\/+$/, '')));
    }
    case 'PYTHONPATH':
    case 'NODE_PATH':
    case 'RUBYLIB':
    case 'PERL5LIB':
    case 'CLASSPATH':
      // Code of the folder it runs in, which it would run anyway.
      return known !== undefined && known.split(':').every((folder) => isBelow(folder, state.cwd));
    case 'CDPATH':
      // `CDPATH= cd "$(dirname "$0")"` is how scripts make sure of it.
      return known !== undefined && onlyHere.test(known);
    case 'ENV':
      return known !== undefined && /^[\w-]*$/.test(known) && isNoScript(known, state, walker);
    case 'SHELL':
      return known !== undefined && /^(?:\/usr)?\/bin\/(?:ba|da|z|k)?sh$/.test(known);
    case 'NODE_OPTIONS':
      return (
        known !== undefined &&
        /^(?:\s*--(?:max[-_]old[-_]space[-_]size|max-semi-space-size)=\d+|\s*--(?:no-warnings|trace-warnings|enable-source-maps|no-deprecation|trace-deprecation|experimental-vm-modules|openssl-legacy-provider))*\s*$/.test(
          known,
        )
      );
    case 'PYTHONWARNINGS':
      return known !== undefined && /^(?:ignore|default|error|always|once|module)?(?:::[A-Z]\w*Warning)?$/.test(known);
    case 'RUSTFLAGS':
      return (
        known !== undefined &&
        /^(?:\s*(?:-D|-A|-W)\s*[\w:-]+|\s*-C\s*(?:target-cpu|opt-level|debuginfo)=[\w-]+)*\s*$/.test(known)
      );
    case 'MAKEFLAGS':
      return known !== undefined && /^\s*(?:-?-?j(?:obs=)?\s*\d*|-s|-k)?\s*$/.test(known);
    case 'GOFLAGS':
      return known !== undefined && /^(?:\s*-(?:mod=\w+|v|count=\d+|race|buildvcs=\w+|tags=[\w,]+))*\s*$/.test(known);
  }
  return false;
}

/** An interactive sh runs the file of that name. */
function isNoScript(name: string, { cwd }: State, { files, context }: Walker): boolean {
  const path = resolvePath(name, cwd);
  return path === undefined || files.textsOf(path, context.readScript).length === 0;
}

function isBelow(folder: string, cwd: string | undefined): boolean {
  if (folder === '') return true;
  const path = resolvePath(folder, cwd);
  return path !== undefined && cwd !== undefined && (path === cwd || path.startsWith(`${cwd}/`));
}
