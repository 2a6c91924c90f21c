/**
 * The first process of a box: forks one program at a time, tells how it ended, and then kills whatever else is left.
 *
 * It answers on file handle 3, a socket that nobody can open by name, and hands it to no program. It obeys no signal: from inside a
 * pid namespace its first process gets only the signals that it has a handler for. Its variables begin with `_box`. docs/sandbox.md
 * describes what is said on the socket.
 */
export const supervisorScript = `exec </dev/null >/dev/null 2>&1
shopt -s execfail
unset HOME SHELL OLDPWD SHLVL
_box_signals='HUP INT QUIT ABRT USR1 USR2 PIPE ALRM TERM XCPU XFSZ VTALRM PROF IO PWR SYS TSTP TTIN TTOU'
trap '' $_box_signals
LC_ALL=C
_box_read() { read -r _box_size <&3 && read -rN "$_box_size" -u 3 _box_text && eval "_box=($_box_text)"; }
_box_say() { printf '%s\\n' "$1" >&3; }
_box_read && _box_locale=\${_box[1]} && export -- "\${_box[@]:3}"
for _box_handle in \${_box[2]}; do exec {_box_handle}>&-; done
_box_say ready
while _box_read; do
  if [ "\${_box[0]}" = relay ]; then
    ( ( exec 3>&-; exec -- "\${_box[@]:1}" ) & )
    exec 7>&-
    continue
  fi
  cd -- "\${_box[1]}" || { _box_say refused; continue; }
  (
    trap - $_box_signals
    _box_at=/run/sallyport
    case \${_box[2]} in *i*) exec <$_box_at/in && _box_say opened ;; esac
    case \${_box[2]} in *m*) exec >$_box_at/out 2>&1 ;; *) exec >$_box_at/out 2>$_box_at/err ;; esac
    exec 3>&-
    ulimit \${_box[3]%%/*}
    ulimit -S \${_box[3]#*/}
    if [ -n "\${_box[5]}" ]; then
      exec /usr/bin/env -i -- "\${_box[@]:6:_box[5]}" "PWD=\${_box[1]}" "SALLYPORT_RUN=\${_box[4]}" "\${_box[@]:6+_box[5]}"
    fi
    [ -z "$_box_locale" ] || export LC_ALL="$_box_locale"
    export PWD "SALLYPORT_RUN=\${_box[4]}"
    exec -- "\${_box[@]:6}"
  ) &
  wait $!
  _box_status=$?
  # Above 128 the status does not tell a signal from an exit code, but only a job that no signal killed is still in the list. As %1:
  # a job that ended before it was waited for is no longer the current one.
  if [ $_box_status -le 128 ] || jobs %1 >/dev/null; then
    _box_end="exit $_box_status"
  else
    _box_end="signal $((_box_status - 128))"
  fi
  if kill -0 -1; then
    _box_say "end $_box_end others"
    read -rN1 -u 3 || exit
    while kill -KILL -1; do
      read -rN1 -t 0.001 -u 3
      [ $? -gt 128 ] || exit
    done
    _box_say gone
  else
    _box_say "end $_box_end alone"
  fi
done
`;

/** One program to be run. */
export interface BoxRequest {
  /** Absolute, as seen in the box. */
  readonly cwd: string;
  readonly hasStdin: boolean;
  readonly merged: boolean;
  /** Arguments of bash's `ulimit` and, behind a slash, of `ulimit -S`. */
  readonly limits: string;
  readonly mark: string;
  /** Absent for the environment that the box was opened with. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly argv: readonly string[];
}

export interface BoxAnswer {
  readonly exitCode: number | null;
  /** By number. */
  readonly signal: number | null;
  /** Other processes were left. */
  readonly hasOthers: boolean;
}

/** `handles`: to be closed, since every program would get them. */
export function openingMessage(env: Readonly<Record<string, string>>, handles: readonly number[]): string {
  // The supervisor counts bytes, and would count letters in any other locale.
  const { LC_ALL: locale = '', ...others } = env;
  return message(['open', locale, handles.join(' '), ...pairs(others)]);
}

export function requestMessage({ cwd, hasStdin, merged, limits, mark, env, argv }: BoxRequest): string {
  const variables = env ? pairs(env) : [];
  const flags = `${hasStdin ? 'i' : ''}${merged ? 'm' : ''}`;
  return message(['run', cwd, flags, limits, mark, env ? String(variables.length) : '', ...variables, ...argv]);
}

/** The program that gets file handle 7, which nobody else gets. */
export function relayMessage(argv: readonly string[]): string {
  return message(['relay', ...argv]);
}

/** Undefined for anything but the end of a program. */
export function readAnswer(line: string): BoxAnswer | undefined {
  const [, how, number, left] = /^end (exit|signal) (\d+) (alone|others)$/.exec(line) ?? [];
  if (how === undefined) return undefined;
  const isExit = how === 'exit';
  return {
    exitCode: isExit ? Number(number) : null,
    signal: isExit ? null : Number(number),
    hasOthers: left === 'others',
  };
}

/** Whether a bash can hold these variables for others without obeying them, losing them or failing on them. */
export function canBeHeld(env: Readonly<Record<string, string>>): boolean {
  if (env['LC_ALL'] === '') return false;
  return Object.keys(env).every((name) => /^[A-Za-z_]\w*$/.test(name) && !ofBash.test(name));
}

const ofBash =
  /^(_|_box.*|BASH.*|CHILD_MAX|COMP.*|COPROC|DIRSTACK|ENV|EPOCH.*|EUID|EXECIGNORE|FIGNORE|FUNC.*|GLOBIGNORE|GROUPS|HIST.*|histchars|IFS|IGNOREEOF|LINENO|MAIL.*|MAPFILE|OLDPWD|OPT.*|PIPESTATUS|POSIXLY_CORRECT|PPID|PROMPT_.*|PS\d|RANDOM|READLINE_.*|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|TIMEFORMAT|TMOUT|UID)$/;

function pairs(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}

/** A line with the number of bytes that follow, then the fields as words of a shell. */
function message(fields: readonly string[]): string {
  const text = fields.map((field) => `'${field.replaceAll("'", "'\\''")}'`).join(' ');
  return `${Buffer.byteLength(text)}\n${text}`;
}
