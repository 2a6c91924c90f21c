import { defineProgram, type Part, type Reader } from '../define.ts';
import { textOf } from '../words.ts';

const installs: Part = { effects: 'contact: packages + change system-packages: installs' };
const removes = 'change system-packages force: removes';
const common = {
  '-y -q -qq --yes --assume-yes --no-install-recommends -f': 'text',
  '-o -t -c --target-release --root=': 'text',
};

/** `%(…)` and `%{lua:…}` in the macros of rpm run something. */
const macro: Reader = (value, found) => {
  if (!/^%?[\w{}.?!]*$/.test(textOf(value) ?? '-')) found.effect({ kind: 'run', target: value, note: 'option' });
};

/** Package managers of systems. */
export const systemPackages = [
  defineProgram({
    names: 'apt apt-get aptitude nala apt-fast',
    summary: 'Installs programs on Debian and Ubuntu.',
    quiet: true,
    isGlobal: true,
    options: {
      ...common,
      '-o --option=': 'run: settings may name programs',
      '-s --simulate --dry-run --just-print': 'help',
    },
    subs: {
      'list show search policy depends rdepends changelog download source check showsrc moo help why why-not': 'quiet',
      'install reinstall upgrade full-upgrade dist-upgrade safe-upgrade build-dep satisfy': {
        ...installs,
        operands: (word, found) => {
          // `name-` removes.
          if (textOf(word)?.endsWith('-'))
            found.effect({ kind: 'change', thing: 'system-packages', target: word, force: true });
        },
      },
      update: 'contact: packages + change settings: the list of packages',
      'remove purge autoremove autopurge': removes,
      'clean autoclean': 'change settings',
      'edit-sources': 'terminal',
      'mark hold unhold': 'change settings',
    },
    otherwise: 'change system-packages',
    examples: {
      'apt-get purge vim': 'change system-packages vim force',
      'apt-get -y remove vim': 'change system-packages vim force',
      'apt install -y jq': 'contact, change system-packages jq',
      'apt list --installed': 'quiet',
      'apt-get -o DPkg::Pre-Invoke::=x update': 'run DPkg::Pre-Invoke::=x, contact, change settings',
    },
  }),
  defineProgram({
    names: `
      apt-cache dpkg-query apt-file apt-config repoquery pacman-conf dpkg-architecture rpmquery debsums
    `,
    summary: 'Tell something about packages.',
    quiet: true,
    options: { '--eval --pipe -E=': macro },
    examples: { 'apt-cache policy x': 'quiet', 'dpkg-query -W': 'quiet' },
  }),
  defineProgram({
    names: 'dpkg rpm pkgutil installer',
    summary: 'Installs packages from files.',
    options: {
      '-i --install -U -F --upgrade --unpack --configure': 'change system-packages',
      '-r --remove -P --purge -e --erase --forget': 'change system-packages force',
      '-l -L -s -S -q -p -W -V -C --list --listfiles --status --search --query --get-selections --info': 'flag',
      '-pkg -target=': 'change system-packages',
      '--eval --pipe -E=': macro,
    },
    operands: [{ if: '-l' }, { each: 'read' }],
    examples: {
      'dpkg -l': '',
      'dpkg -i a.deb': 'change system-packages a.deb, read a.deb',
      'rpm -e x': 'change system-packages x force, read x',
      "rpm --eval '%(rm x)'": 'run %(rm x)',
      'rpm --eval %_topdir': '',
    },
  }),
  defineProgram({
    names: `
      dnf yum microdnf tdnf zypper apk brew snap flatpak port choco winget scoop xbps-install eopkg swupd
      pkg pkg_add opkg urpmi linuxbrew mas nix rpm-ostree transactional-update
    `,
    summary: 'Install programs on other systems.',
    quiet: true,
    options: common,
    subs: {
      'list ls info search show leaves deps uses outdated config doctor home desc --prefix --version --cellar': 'quiet',
      'repolist repoquery provides history check-update check policy version log commands cat find help lookup':
        'quiet',
      'install in add reinstall upgrade up update dist-upgrade dup localinstall groupinstall refresh tap link cask':
        installs,
      'remove rm erase uninstall autoremove del purge untap cleanup unlink delete zap': removes,
      services: { quiet: true, subs: { list: 'quiet', info: 'quiet' }, otherwise: 'change service' },
      run: { style: 'posix', effects: 'run' },
      'shell develop': {
        options: { '-c --command': 'argv', '-k --keep -u --unset --profile --override-input=': 'text' },
        effects: 'run: an environment of the project',
        also: [{ if: '!-c tty', effects: 'terminal' }],
      },
      'clean makecache mark pin hold': 'change settings',
    },
    otherwise: 'change system-packages',
    examples: {
      'brew install jq': 'contact, change system-packages jq',
      'yum -y erase x': 'change system-packages x force',
      'brew list': 'quiet',
      'apk del x': 'change system-packages x force',
      'nix develop -c rm x': 'run, > rm x',
      'nix shell nixpkgs#jq -c jq .': 'run nixpkgs#jq, > jq .',
      'nix develop': 'run, terminal',
    },
  }),
  defineProgram({
    names: 'nix-env',
    summary: 'Installs programs for a user of Nix.',
    options: {
      '-i --install -u --upgrade': 'contact: packages + change system-packages',
      '-e --uninstall --delete-generations': 'change system-packages force',
      '-q --query --list-generations': 'flag',
      '-f --file -p --profile=': 'read',
    },
    also: [{ if: '!-i !-e !-q', effects: 'change system-packages' }],
    examples: {
      'nix-env -e vim': 'change system-packages vim force',
      'nix-env -iA nixpkgs.jq': 'contact, change system-packages nixpkgs.jq',
      'nix-env -q': '',
    },
  }),
  defineProgram({
    names: 'pacman yay paru emerge slackpkg xbps-remove makepkg nix-collect-garbage nix-store',
    summary: 'Install programs on Arch, Gentoo and others.',
    options: {
      '-S --sync -U --upgrade': 'contact: packages + change system-packages',
      '-R --remove -C --unmerge --depclean --delete -d': 'change system-packages force',
      '-Q --query -s --search -p --pretend -F --files': 'flag',
    },
    also: [{ if: '!-S !-R !-Q', effects: 'change system-packages' }],
    examples: {
      'pacman -Rns x': 'change system-packages x force',
      'pacman -Syu': 'contact, change system-packages',
      'pacman -Qi x': '',
    },
  }),
  defineProgram({
    names: `
      add-apt-repository apt-key dpkg-reconfigure apt-mark ppa-purge do-release-upgrade softwareupdate
      yum-config-manager subscription-manager unattended-upgrade
    `,
    summary: 'Change where packages come from.',
    effects: 'change system-packages',
    examples: { 'add-apt-repository ppa:x/y': 'change system-packages ppa:x/y', 'apt-key --help': 'quiet' },
  }),
];
