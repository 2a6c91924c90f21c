import { defineProgram } from '../define.ts';

/** Programs that act as somebody else. */
export const privilege = [
  defineProgram({
    names: 'sudo doas pkexec sudoedit gosu su-exec run0 please gksudo kdesudo calife dzdo pfexec',
    summary: 'Starts a program with the rights of somebody else.',
    style: 'posix',
    options: {
      '-e --edit': 'terminal',
      '-u --user -g --group -C --close-from -h --host -p --prompt -r --role -t --type -T --command-timeout -U=': 'text',
      '-D --chdir -R --chroot=': 'folder',
      '-A -b -E -H -i -K -k -l -n -P -S -s -v --login --shell --non-interactive': 'text',
      '--preserve-env[=]': 'text',
    },
    operands: { rest: 'argv', assignments: true },
    effects: 'privilege',
    help: '--help --version -V',
    examples: {
      'sudo -u root rm -rf /': 'privilege, > rm -rf /',
      'sudo whoami': 'privilege, > whoami',
      'sudo -n -- A=1 ls': 'privilege, > A=1 ls',
      'doas apk add git': 'privilege, > apk add git',
      'sudo --version': 'quiet',
    },
  }),
  defineProgram({
    names: 'setuidgid s6-setuidgid chpst',
    summary: 'Starts a program as somebody else, or with other limits.',
    style: 'posix',
    options: { '-u -U -b -e -n -l -L -m -d -o -p -f -c -r -t -/=': 'flag', '-v -P -0 -1 -2 -s': 'text' },
    effects: 'privilege',
    inspect({ operands, invocation: { name } }, found) {
      const words = name === 'chpst' ? operands : operands.slice(1);
      if (words.length > 0) found.nest({ kind: 'argv', via: name, words });
    },
    examples: { 'setuidgid bob rm x': 'privilege, > rm x', 'chpst -u bob rm x': 'privilege, > rm x' },
  }),
  defineProgram({
    names: 'su runuser newgrp sg login',
    summary: 'Opens a shell as somebody else.',
    options: {
      '-c --command --session-command=': 'script',
      '-s --shell -g --group -G --supp-group -w --whitelist-environment -u --user=': 'text',
      '- -l --login -m -p --preserve-environment -f --fast -P --pty': 'text',
    },
    effects: 'privilege',
    examples: {
      'su - postgres': 'privilege',
      "su -c 'rm -rf /' root": 'privilege, > sh: rm -rf /',
      'su --help': 'quiet',
    },
  }),
  defineProgram({
    names: `
      chroot unshare nsenter setpriv capsh systemd-run systemd-nspawn bwrap firejail proot lxc-attach
      machinectl
    `,
    summary: 'Starts a program in another view of the machine.',
    style: 'posix',
    options: {
      '-S -G -t --userspec --groups --target --setuid --setgid --map-user --map-group --propagation --wd -w=': 'text',
      '-r[=]': 'text',
      '-R --root=': 'text',
      '-m -u -i -n -p -U -C -T -f -a -c --mount --uts --ipc --net --pid --user --cgroup --fork --kill-child': 'text',
      '--mount-proc --map-root-user --all --scope --pty --wait --collect --quiet': 'text',
      '--bind --ro-bind --dev-bind --symlink --setenv==': 'text',
      '--tmpfs --proc --dev --dir --chdir --unsetenv --uid --gid --unit=': 'text',
    },
    effects: 'privilege: another view of the machine',
    inspect({ operands, invocation: { name } }, found) {
      const words = name === 'chroot' ? operands.slice(1) : operands;
      if (words.length > 0) found.nest({ kind: 'argv', via: name, words });
    },
    examples: {
      'chroot /mnt rm -rf /': 'privilege, > rm -rf /',
      'unshare -r rm x': 'privilege, > rm x',
      'nsenter -t 1 -m sh': 'privilege, > sh',
    },
  }),
  defineProgram({
    names: `
      useradd userdel usermod adduser deluser groupadd groupdel groupmod addgroup delgroup gpasswd
      chpasswd newusers chage chsh chfn dscl faillock pwconv
    `,
    summary: 'Change who may use the machine.',
    options: { '-r --remove': 'force' },
    effects: 'change users',
    examples: { 'userdel -r bob': 'change users bob force', 'usermod -aG sudo me': 'change users sudo' },
  }),
  defineProgram({
    names: 'passwd visudo vipw vigr',
    summary: 'Asks for a new password, or edits who may become root.',
    effects: 'change users + terminal',
    examples: { passwd: 'change users, terminal', 'passwd --help': 'quiet' },
  }),
];
