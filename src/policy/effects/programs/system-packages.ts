import { defineProgram, type Part, type Reader } from '../define.ts';
import { runsOption } from '../languages/attached.ts';
import { literal, textOf } from '../words.ts';

const installs: Part = { effects: 'contact: packages + change system-packages: installs' };
const removes = 'change system-packages force: removes';
const common = {
  '-y -q -qq --yes --assume-yes --no-install-recommends -f': 'text',
  '-o -t -c --target-release --root=': 'text',
};

/** `Name::Of::Setting=value`: some name programs or say where they are. */
const aptSetting: Reader = (value, found, call) => {
  const name = /^[^=]*/.exec(textOf(value) ?? 'invoke')?.[0] ?? '';
  if (/invoke|bin::|pager|options|tools|command|solver|planner|^dir\b|methods|chroot/i.test(name))
    runsOption(value, found, call);
};

/** `%(command)` and code of Lua are run where they stand. */
const macros: Reader = (value, found, call) => {
  const text = textOf(value);
  if (text !== undefined && !/%\(|%\{\s*(?:lua|uncompress|shrink|load|getncpus):/.test(text)) return;
  runsOption(value, found, call);
  for (const [, script = ''] of [...(text ?? '').matchAll(/%\(((?:[^()]|\([^()]*\))*)\)/g)].slice(0, 16))
    found.nest({ kind: 'script', via: call.invocation.name, text: literal(script, value.span), shell: 'bash' });
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
      '-o --option=': aptSetting,
      '-c --config-file=': 'run: option: settings may name programs',
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
    options: { '--eval -E=': macros, '--pipe=': 'program' },
    examples: { 'apt-cache policy x': 'quiet', 'dpkg-query -W': 'quiet' },
  }),
  defineProgram({
    names: 'dpkg',
    summary: 'Installs packages from files.',
    options: {
      '-i --install --unpack --configure -A --record-avail --triggers-only --set-selections --clear-selections':
        'change system-packages',
      '-r --remove -P --purge': 'change system-packages force',
      '-x --extract -X --vextract -e --control -R --raw-extract': 'flag',
      '-b --build': 'flag',
      '--pre-invoke --post-invoke --status-logger=': 'program',
      '--admindir --instdir --root --log=': 'write',
      '-l -L -s -S -p -V -C --list --listfiles --status --search --get-selections --print-avail --audit': 'flag',
      '--print-architecture --compare-versions --print-foreign-architectures': 'help',
    },
    operands: [{ if: '-x', first: 'read', rest: 'write recursive' }, { if: '-l' }, { each: 'read' }],
    examples: {
      'dpkg -l': '',
      'dpkg -i a.deb': 'change system-packages a.deb, read a.deb',
      'dpkg -x a.deb ../x': 'read a.deb, write ../x recursive',
      "dpkg --pre-invoke='rm x' -i a.deb": 'run rm x, change system-packages a.deb, read a.deb, > sh: rm x',
    },
  }),
  defineProgram({
    names: 'rpm rpmbuild rpmspec rpmkeys',
    summary: 'Installs and makes packages from files.',
    options: {
      '-i --install -U -F --upgrade --freshen --reinstall --import --setperms --setugids --restore':
        'change system-packages',
      '-e --erase': 'change system-packages force',
      '-E --eval -D --define=': macros,
      '--pipe=': 'program',
      '--load --macros --rcfile=': 'run: option: settings may name programs',
      '-b -t --rebuild --recompile': 'run: a build of the project',
      '-q -V -K -l -p -f -c -d -a --query --verify --checksig --list --file --all --whatprovides --changelog --scripts':
        'flag',
      '--qf --queryformat --root -r --dbpath=': 'text',
    },
    operands: [{ if: '-q' }, { each: 'read' }],
    examples: {
      'rpm -e x': 'change system-packages x force, read x',
      'rpm -qa': '',
      "rpm --eval '%(rm x)'": 'run %(rm x), > sh: rm x',
      "rpm -E '%{_libdir}'": '',
      "rpm -qa --pipe 'rm x'": 'run rm x, > sh: rm x',
    },
  }),
  defineProgram({
    names: 'pkgutil installer',
    summary: 'Installs packages on a Mac.',
    options: {
      '--forget': 'change system-packages force',
      '--expand --expand-full --flatten': 'flag',
      '-pkg -target=': 'change system-packages',
    },
    operands: [{ if: '--expand', first: 'read', rest: 'write' }, { each: 'read' }],
    examples: {
      'pkgutil --forget x': 'change system-packages x force, read x',
      'pkgutil --expand a.pkg ../x': 'read a.pkg, write ../x',
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
