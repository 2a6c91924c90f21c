import { defineProgram, type Reader } from '../define.ts';
import { after, headOf, isKnown, textOf } from '../words.ts';

/** Code of Emacs: what does more than print is not followed. */
const lisp: Reader = (value, found) => {
  const text = textOf(value);
  found.effect({ kind: 'run', note: 'code of Lisp', ...(text === undefined && { target: value }) });
  const names = text?.replaceAll(/"[^"\\]*"/g, ' ').match(/[^\s()'\d]+/g) ?? [];
  if (text === undefined || names.some((name) => !printing.has(name))) found.doubt('code of Lisp that is not followed');
};

const printing = new Set('message print princ format concat progn emacs-version kill-emacs t nil'.split(' '));

/** Programs that need a person at a terminal. */
export const editors = [
  defineProgram({
    names: 'vim vi nvim view gvim vimdiff nvimdiff ex rvim vim.basic vim.tiny nvi elvis',
    summary: 'Edits files.',
    options: {
      '-c --cmd=': vimCommand,
      '-S -s -u -U=': 'run',
      '-w -W=': 'write',
      '-t -T -i -V=': 'text',
    },
    operands: 'write',
    effects: 'terminal',
    examples: { vim: 'terminal', "vi -c ':!rm x' a": 'write a, terminal, > sh: rm x', 'vim --version': 'quiet' },
  }),
  defineProgram({
    names: `
      nano pico emacsclient joe jed micro helix hx kak ne mcedit mg ed red jmacs tilde edit editor
      sensible-editor select-editor vidir vipe
    `,
    summary: 'Edits files.',
    operands: 'write',
    effects: 'terminal',
    examples: { 'nano a': 'write a, terminal', 'nano --version': 'quiet' },
  }),
  defineProgram({
    names: 'emacs emacs-nox emacs-gtk',
    summary: 'Edits files, or runs programs in its own Lisp.',
    style: 'dash',
    options: {
      '-batch': 'flag',
      '-script -x=': 'run',
      '-l -load=': 'run',
      '-eval -execute=': lisp,
      '-f -funcall=': 'run: a function',
      '-L -directory -insert --chdir -u -user -init-directory=': 'text',
      '-d -display -t -terminal -T -title -fn -font -g -geometry -name=': 'text',
      '-Q -q -nw -nl -no-init-file -no-window-system -no-site-file -debug-init -daemon': 'text',
      '-version -help': 'help',
    },
    operands: [{ if: '-batch', each: 'read' }, { if: '-script', each: 'text' }, { each: 'write' }],
    also: [{ if: '!-batch !-script', effects: 'terminal' }],
    examples: {
      'emacs -nw a': 'write a, terminal',
      'emacs --batch -l build.el': 'run build.el',
      'emacs --script x.el': 'run x.el',
      'emacs -Q --batch --eval \'(message "x")\'': 'run',
      'emacs --batch --eval \'(shell-command "rm x")\'': 'run, ?',
    },
  }),
  defineProgram({
    names: 'less more most pg lv zless zmore bzless xzless slit pager sensible-pager vimpager',
    summary: 'Shows text by pages.',
    options: { '-o -O --log-file=': 'write', '-P -p -T -t -b -h -j -k -x -y -z -D -#': 'text' },
    operands: 'read',
    effects: 'terminal',
    examples: { 'less CHANGELOG.md': 'read CHANGELOG.md, terminal', more: 'terminal', 'less --version': 'quiet' },
  }),
  defineProgram({
    names: `
      htop btop bpytop atop iotop iftop nethogs glances bashtop gotop bottom btm nvtop ctop powertop slurm
      k9s lazygit lazydocker tig gitui mc ranger nnn lf vifm yazi broot cmatrix sl irssi weechat newsboat
      dialog whiptail alsamixer cgdb nmtui nmtui-edit nmtui-connect gitk gdu minicom picocom cu sc-im visidata vd
      nmon zenity kdialog yad
    `,
    summary: 'Fill a terminal.',
    effects: 'terminal',
    examples: { htop: 'terminal', 'htop --version': 'quiet' },
  }),
  defineProgram({
    names: 'gum',
    summary: 'Asks questions for a script, and paints text.',
    subs: { 'style format join log table version-check': 'quiet' },
    otherwise: 'terminal',
    examples: { 'gum input': 'terminal', 'gum style a': 'quiet' },
  }),
  defineProgram({
    names: 'ncdu',
    summary: 'Shows on a screen how much room is used.',
    options: {
      '-o=': 'write',
      '-f=': 'read',
      '-X --exclude-from=': 'read',
      '--exclude --color=': 'text',
      '-v -V': 'help',
    },
    operands: 'read',
    also: [{ if: '!-o', effects: 'terminal' }],
    examples: { ncdu: 'terminal', 'ncdu -o out.json src': 'write out.json, read src' },
  }),
  defineProgram({
    names: 'adb fastboot',
    summary: 'Speaks to a phone.',
    style: 'posix',
    quiet: true,
    options: { '-s -t -H -P -L=': 'text', '-d -e -a': 'text' },
    subs: {
      'devices version help get-state logcat get-serialno': 'quiet',
      shell: {
        style: 'posix',
        effects: 'run: on a device',
        also: [{ if: '!operands tty', effects: 'terminal' }],
      },
      pull: { operands: { first: 'text', rest: 'write' } },
      push: { operands: { rest: 'read', last: 'text' }, effects: 'run: on a device' },
    },
    otherwise: 'run: on a device',
    examples: { 'adb shell': 'run, terminal', 'adb shell ls': 'run ls', 'adb devices': 'quiet' },
  }),
  defineProgram({
    names: 'top',
    summary: 'Shows processes on a screen.',
    effects: 'terminal',
    help: '--help --version -h -v -V',
    examples: { top: 'terminal', 'top -v': 'quiet' },
  }),
  defineProgram({
    names: 'tmux tmate screen byobu zellij dtach abduco dvtm',
    summary: 'Keeps terminals.',
    style: 'posix',
    quiet: true,
    options: { '-S -L -f -c -T=': 'text', '-V -v': 'help' },
    subs: {
      'ls list-sessions list-windows list-panes lsp lsw show-options display-message has-session': 'quiet',
    },
    otherwise: 'terminal + run: commands in a terminal of its own',
    effects: 'terminal',
    examples: { tmux: 'terminal', 'tmux new -d rm x': 'terminal, run new', 'tmux ls': 'quiet' },
  }),
  defineProgram({
    names: 'dlv',
    summary: 'Looks into running programs in Go.',
    subs: { 'version help': 'quiet' },
    otherwise: 'terminal + run',
    examples: { 'dlv version': 'quiet', 'dlv debug': 'terminal, run debug' },
  }),
  defineProgram({
    names: 'gdb lldb pdb ipdb ipdb3 pudb pudb3 byebug rdbg jdb rust-gdb radare2 r2',
    summary: 'Looks into running programs.',
    options: {
      '-ex -eval-command=': debuggerCommand,
      '-x -command -p --pid -c --core -d=': 'run',
      '-args --args': 'argv',
      '-batch --batch -q': 'flag',
    },
    style: 'dash',
    operands: { first: 'run' },
    also: [{ if: '!-batch', effects: 'terminal' }],
    examples: {
      'gdb -batch -ex run --args rm x': '> rm x',
      'gdb ./a': 'run ./a, terminal',
      'gdb -batch -ex bt ./a': 'run ./a',
      "gdb -batch -ex 'shell rm x'": '> sh: rm x',
    },
  }),
  defineProgram({
    names: `
      code code-insiders codium cursor subl atom idea webstorm pycharm zed open xdg-open start
      explorer.exe gio wslview sensible-browser firefox chrome google-chrome chromium chromium-browser
      safari
    `,
    summary: 'Open something in a window.',
    options: {
      '--install-extension --uninstall-extension=': 'change global-packages',
      '--list-extensions': 'flag',
      '-w --wait': 'terminal: waits until the window is closed',
      '-a=': 'run',
    },
    operands: 'read',
    also: [{ if: '!--list-extensions', effects: 'run: a window' }],
    examples: {
      'code .': 'read ., run .',
      'code --wait a': 'terminal, read a, run a',
      'xdg-open https://a.example': 'read https://a.example, run https://a.example',
      'code --list-extensions': '',
    },
  }),
];

/** `shell command` and `!command` of a debugger; other commands work on what is debugged. */
function debuggerCommand(...[value, found]: Parameters<Reader>): void {
  const start = /^\s*(?:shell\s+|!|make\s+)/.exec(headOf(value))?.[0];
  if (start !== undefined)
    found.nest({ kind: 'script', via: 'gdb -ex', text: after(value, start.length), shell: 'bash' });
  else if (/^\s*(?:python|source|pipe|\||py\s)/.test(headOf(value))) found.effect({ kind: 'run', target: value });
  else if (!isKnown(value)) found.doubt('a command of the debugger that is known only when it runs');
}

/** `:!command` and `:w file` in the commands of vi. */
function vimCommand(...[value, found]: Parameters<Reader>): void {
  const head = headOf(value);
  if (head === '') return found.doubt('a command of the editor that is known only when it runs');
  const shell = /^[\s:]{0,20}(?:silent!? )?(?:r(?:ead)? ?|w(?:rite)? ?)?!/.exec(head);
  if (shell && head.includes('!') && !/^:?(q|wq|x|e|w|qa|wqa)!?$/.test(head)) {
    found.nest({
      kind: 'script',
      via: 'vi -c',
      text: after(value, shell[0].length),
      shell: 'bash',
    });
  } else found.effect({ kind: 'run', note: 'a command of the editor' });
}
