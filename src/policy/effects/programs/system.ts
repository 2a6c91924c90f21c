import { defineProgram } from '../define.ts';
import { headOf } from '../words.ts';

const looking = 'quiet';

/** Services, processes, power, kernel and firewall. */
export const system = [
  defineProgram({
    names: 'systemctl',
    summary: 'Manages services.',
    isGlobal: true,
    options: {
      '-H --host -M --machine=': 'contact',
      '-f --force': 'force',
      '-t --type -p --property -n --lines -o --output -s --signal --state --job-mode --kill-whom=': 'text',
      '--user --system --no-pager --now -q --quiet -a --all -l --full -r --no-legend': 'text',
    },
    quiet: true,
    subs: {
      'status show list-units list-unit-files list-timers list-sockets list-jobs list-dependencies cat help': looking,
      'is-active is-enabled is-failed is-system-running get-default show-environment': looking,
      'poweroff reboot halt kexec suspend hibernate hybrid-sleep rescue emergency exit default soft-reboot isolate':
        'change power',
      'start stop restart reload try-restart reload-or-restart kill reset-failed daemon-reload daemon-reexec':
        'change service',
      'enable disable reenable mask unmask link preset set-default set-property revert add-wants freeze thaw clean':
        'change service',
      edit: 'terminal + change service',
      'set-environment unset-environment import-environment': 'change settings',
    },
    otherwise: 'change service',
    examples: {
      'systemctl status nginx': 'quiet',
      'systemctl stop nginx': 'change service nginx',
      'systemctl --user restart x': 'change service x',
      'systemctl reboot': 'change power',
      'systemctl -q poweroff': 'change power',
    },
  }),
  defineProgram({
    names: 'loginctl',
    summary: 'Manages who is logged in.',
    quiet: true,
    subs: {
      'list-sessions session-status show-session list-users user-status show-user': 'quiet',
      'list-seats seat-status show-seat': 'quiet',
      'poweroff reboot halt suspend hibernate hybrid-sleep suspend-then-hibernate': 'change power',
    },
    otherwise: 'change users',
    examples: {
      'loginctl list-sessions': 'quiet',
      'loginctl poweroff': 'change power',
      'loginctl kill-user bob': 'change users kill-user',
    },
  }),
  defineProgram({
    names: `
      service rc-service invoke-rc.d initctl launchctl supervisorctl chkconfig update-rc.d rc-update
      pm2 monit sv s6-svc runsv
    `,
    summary: 'Manages services.',
    effects: 'change service',
    examples: { 'service nginx restart': 'change service nginx', 'service --help': 'quiet' },
  }),
  defineProgram({
    names: 'kill gkill',
    summary: 'Sends signals to processes.',
    style: 'dash',
    quiet: true,
    options: {
      '-9 -KILL -SIGKILL -kill -sigkill': 'flag',
      '-s -n --signal=': 'flag',
      '-l -L -t --list --table': 'flag',
      '-q --queue=': 'text',
    },
    inspect(call, found) {
      if (call.has('-l')) return;
      const isForced = call.has('-9') || call.values('-s').some((word) => /^(?:(?:sig)?kill|9)$/i.test(headOf(word)));
      const [target] = call.operands;
      found.effect({ kind: 'change', thing: 'process', ...(target && { target }), ...(isForced && { force: true }) });
    },
    examples: {
      'kill -9 4242': 'change process 4242 force',
      'kill 4242': 'change process 4242',
      'kill -l': 'quiet',
      'kill -s KILL 1': 'change process 1 force',
    },
  }),
  defineProgram({
    names: 'fuser',
    summary: 'Tells which processes use a file, and may stop them.',
    quiet: true,
    options: { '-k --kill': 'change process force', '-n --namespace=': 'text', '-m -i -v -u -s -a': 'text' },
    examples: { 'fuser -v 3000/tcp': 'quiet', 'fuser -k 3000/tcp': 'change process 3000/tcp force' },
  }),
  defineProgram({
    names: 'renice',
    summary: 'Sets how much time processes get.',
    effects: 'change process',
    examples: { 'renice 5 42': 'change process 5', 'renice --version': 'quiet' },
  }),
  defineProgram({
    names: 'pkill killall skill killall5 xkill kill-port fkill',
    summary: 'Sends signals to processes by name.',
    style: 'dash',
    options: { '-l -list -L -0': 'help', '-s -u -U -g -G -P -t -signal=': 'text' },
    // By name, it is never known how many.
    effects: 'change process force',
    examples: {
      'pkill -9 node': 'change process node force',
      'killall node': 'change process node force',
      'pkill -f vite': 'change process vite force',
      'pkill --signal 9 node': 'change process node force',
      'killall -l': 'quiet',
    },
  }),
  defineProgram({
    names: `
      shutdown reboot poweroff halt init telinit pm-suspend pm-hibernate rtcwake kexec
      xfce4-session-logout
    `,
    summary: 'Turns the machine off, or starts it again.',
    effects: 'change power',
    examples: { 'shutdown -r now': 'change power now', halt: 'change power', 'reboot --help': 'quiet' },
  }),
  defineProgram({
    names: 'crontab',
    summary: 'Keeps a list of commands that run at set times.',
    quiet: true,
    options: {
      '-l': 'flag',
      '-r': 'change schedule force: removes all of it',
      '-e': 'terminal + change schedule',
      '-u=': 'text',
      '-i -T -V': 'text',
    },
    operands: 'read',
    also: [{ if: '!-l !-r !-e', effects: 'change schedule' }],
    examples: {
      'crontab -l': 'quiet',
      'crontab -r': 'change schedule force',
      'crontab my.cron': 'read my.cron, change schedule my.cron',
      '| crontab -': 'read -, change schedule -',
    },
  }),
  defineProgram({
    names: 'at batch anacron atrm',
    summary: 'Runs commands later.',
    options: { '-f=': 'script-file', '-l -q -t=': 'text' },
    effects: 'change schedule',
    inspect({ invocation: { stdin, name } }, found) {
      if (stdin.kind !== 'inherited' && name !== 'atrm') found.nest({ kind: 'input', via: name, shell: 'bash' });
    },
    examples: {
      'at now <<< rm x': 'change schedule now, > input',
      'at -f x.sh now': 'change schedule now, > file x.sh',
    },
  }),
  defineProgram({
    names: 'atq',
    summary: 'Lists what runs later.',
    quiet: true,
    examples: { atq: 'quiet', 'atq -q a': 'quiet' },
  }),
  defineProgram({
    names: 'sysctl',
    summary: 'Shows and sets parameters of the kernel.',
    quiet: true,
    options: {
      '-w --write': 'text',
      '-p --load[=]': 'change kernel',
      '--system': 'change kernel',
      '-a -n -e -q -N -b -A -X': 'text',
    },
    operands: (value, found) => {
      if (value.pieces.some((piece) => typeof piece !== 'string' || piece.includes('=')))
        found.effect({ kind: 'change', thing: 'kernel', target: value });
    },
    examples: { 'sysctl -a': 'quiet', 'sysctl vm.swappiness=1': 'change kernel vm.swappiness=1' },
  }),
  defineProgram({
    names: `
      modprobe insmod rmmod depmod kmod dkms setenforce aa-teardown aa-disable apparmor_parser setsebool
      semanage grub-install update-grub grub-mkconfig efibootmgr update-initramfs dracut nvram csrutil
      bpftool kldload kextload
    `,
    summary: 'Change the kernel or how it starts.',
    effects: 'change kernel',
    examples: { 'rmmod x': 'change kernel x', 'modprobe --version': 'quiet' },
  }),
  defineProgram({
    names: `
      iptables ip6tables iptables-restore iptables-save nft ufw firewall-cmd ipset ebtables pfctl tc
      fail2ban-client
    `,
    summary: 'Decide which connections are let through.',
    quiet: true,
    options: { '-L -S --list --list-rules --state --list-all --get-active-zones': 'flag', '-n -v -t=': 'text' },
    also: [{ if: '!-L', effects: 'change firewall' }],
    examples: { 'iptables -L': 'quiet', 'iptables -F': 'change firewall', 'ufw disable': 'change firewall disable' },
  }),
  defineProgram({
    names: `
      timedatectl hostnamectl localectl defaults gsettings dconf
      xdg-settings xdg-mime setterm loadkeys spctl tccutil
    `,
    summary: 'Change settings of the machine.',
    quiet: true,
    inspect({ operands, invocation: { name } }, found) {
      const [first] = operands;
      const isLooking =
        first === undefined ||
        /^(status|show.*|list.*|get.*|read|export|display|query|--get|domains)$/.test(headOf(first));
      const thing = /^(timedatectl|hostnamectl|localectl)$/.test(name) ? 'kernel' : 'settings';
      if (!isLooking) found.effect({ kind: 'change', thing, target: first });
    },
    examples: {
      'timedatectl status': 'quiet',
      'timedatectl set-time 1': 'change kernel set-time',
      'defaults write a b': 'change settings write',
    },
  }),
  defineProgram({
    names: 'update-alternatives alternatives',
    summary: 'Chooses which of several programs a name stands for.',
    quiet: true,
    options: {
      '--set --install --remove --remove-all --auto --set-selections --all': 'change settings force: of the machine',
      '--config': 'terminal + change settings force: of the machine',
      '--display --list --query --get-selections': 'flag',
    },
    examples: {
      'update-alternatives --set java /x': 'change settings java force',
      'update-alternatives --display java': 'quiet',
    },
  }),
  defineProgram({
    names: 'scutil',
    summary: 'Shows and sets names and the network of a Mac.',
    quiet: true,
    options: { '--set=': 'change kernel', '--get -r -w --nc=': 'text', '--dns --proxy --nwi': 'text' },
    examples: { 'scutil --set HostName x': 'change kernel HostName', 'scutil --get HostName': 'quiet' },
  }),
  defineProgram({
    names: 'busctl dbus-send gdbus qdbus',
    summary: 'Calls programs that listen on a bus.',
    inspect({ operands }, found) {
      const target = operands.find((word) => /(PowerOff|Reboot|Halt|Suspend|Hibernate|KExec)$/.test(headOf(word)));
      if (target) found.effect({ kind: 'change', thing: 'power', target });
      else found.effect({ kind: 'run', note: 'a program that listens on a bus' });
    },
    examples: { 'busctl call a b c PowerOff': 'change power PowerOff', 'busctl --version': 'quiet' },
  }),
];
