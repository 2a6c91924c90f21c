import { defineProgram } from '../define.ts';
import { helper } from '../languages/attached.ts';
import { anyName, headOf, textOf } from '../words.ts';

/** Keys and secrets. */
export const keys = [
  defineProgram({
    names: 'openssl certtool step mkcert certbot keytool',
    summary: 'Makes and shows keys and certificates.',
    style: 'dash',
    options: {
      '-in -inkey -CA -CAkey -cert -key -config -CAfile -certfile -signkey -kfile -pass -passin=': 'read',
      '-keyout=': 'write',
      '-out -writerand -CAserial=': 'write',
      '-connect -host -url=': 'contact: network tool',
      '-engine -keyform=': helper(/^\w+$/),
      '-provider=': helper(/^(?:default|legacy|base|fips|null)$/),
      '-provider-path=': 'run: option',
      '-subj=': 'flag',
      '-batch': 'flag',
      '-new -x509': 'flag',
      '-newkey=': 'flag',
      '-nodes -noenc': 'text',
      '-days -name -servername -passout -iter -md -alias -keystore -storepass=': 'text',
    },
    inspect(call, found) {
      const isAsked = call.operands.some((word) => textOf(word) === 'req') && call.has('-new');
      if (call.has('-newkey') && !call.has('-keyout')) found.effect({ kind: 'write', note: 'privkey.pem' });
      const isAnswered = ['-subj', '-batch', '-config', '-in'].some((option) => call.has(option));
      if (isAsked && !isAnswered && call.invocation.stdin.kind === 'inherited') found.effect({ kind: 'terminal' });
    },
    examples: {
      'openssl enc -aes256 -in a -out b': 'read a, write b',
      'openssl version': '',
      'openssl list -providers -provider legacy': '',
      'openssl dgst -engine ./x.so a': 'run ./x.so',
      'openssl req -new -x509 -nodes -out c.pem': 'write c.pem, terminal',
      'openssl req -x509 -nodes -out c.pem -subj /CN=a': 'write c.pem',
      'openssl s_client -connect a.example:443': 'contact a.example',
    },
  }),
  defineProgram({
    names: 'gpg gpg2 gpgv age minisign signify sops cosign rage',
    summary: 'Encrypts, signs and keeps keys.',
    options: {
      '-o --output --log-file --logger-file --status-file --attribute-file=': 'write',
      '--keyserver=': 'contact',
      '--recv-keys --receive-keys --send-keys --search-keys --refresh-keys --fetch-keys': 'contact + change settings',
      '--delete-keys --delete-secret-keys --delete-secret-and-public-key': 'change settings force',
      '--edit-key --gen-key --full-gen-key --full-generate-key --generate-key --card-edit --change-passphrase':
        'change settings',
      '--batch': 'flag',
      '--import --quick-gen-key --quick-generate-key': 'change settings',
      '--export-secret-keys --export-secret-subkeys': 'read: secret keys',
      '--photo-viewer --pinentry-program=': 'program',
      '--exec-path=': 'run: option',
      '--homedir=': (target, found) => {
        // It follows a `~` that no shell has seen.
        const isHome = headOf(target).startsWith('~');
        found.effect({ kind: 'write', target: isHome ? anyName(target.span) : target });
      },
      '-r --recipient -u --local-user --options -i=': 'text',
      '-d': 'text',
      '-e': 'flag',
      '-k --list-keys -K --list-secret-keys --fingerprint': 'flag',
      // What comes out lies beside the file unless it is said.
      '-c --symmetric -s --sign --encrypt -b --detach-sign --detach-sig --clear-sign --clearsign --store': 'flag',
      '--enarmor --dearmor': 'flag',
      '-a -v -q --armor --verify --decrypt --yes --no-tty': 'text',
      '--passphrase --pinentry-mode --passphrase-fd --status-fd --trust-model --cipher-algo --digest-algo=': 'text',
      '--passphrase-file=': 'read',
    },
    operands: 'read',
    also: [
      { if: '-c !-o', operands: 'write' },
      { if: '--enarmor !-o', operands: 'write' },
      { if: '-e !-o', operands: 'write' },
      { if: '--edit-key !--batch tty', effects: 'terminal' },
    ],
    examples: {
      'gpg --export-secret-keys': 'read',
      'gpg -o b -c a': 'write b, read a',
      'gpg -e -o b a': 'write b, read a',
      'gpg -c ../a': 'read ../a, write ../a',
      'gpg --gen-key': 'change settings, terminal',
      'gpg --batch --gen-key params': 'change settings params, read params',
      'gpg --edit-key x': 'change settings x, read x, terminal',
      'gpg --delete-keys x': 'change settings x force, read x',
    },
  }),
  defineProgram({
    names: 'ssh-keygen',
    summary: 'Makes and shows keys for ssh.',
    options: {
      '-f=': 'read + write',
      '-D -w=': 'run: option: a library',
      '-s -I=': 'read',
      '-N=': 'flag',
      '-R -F -Y -Q -r=': 'flag',
      '-l -L -y -H -e -i -B -A -k -K': 'flag',
      '-t -b -C -P -O -n -V -z -m -a -M -Z=': 'text',
      '-p -q -v -h -u': 'text',
    },
    operands: 'read',
    also: [{ if: '!-N !-R !-l !-s !-D tty', effects: 'terminal' }],
    examples: {
      'ssh-keygen -t ed25519 -f k': 'read k, write k, terminal',
      "ssh-keygen -t ed25519 -N '' -f k": 'read k, write k',
      'ssh-keygen -lf k.pub': 'read k.pub, write k.pub',
      'ssh-keygen -R host': '',
    },
  }),
  defineProgram({
    names: 'ssh-agent',
    summary: 'Keeps keys for ssh, for a program that it starts.',
    style: 'posix',
    options: {
      '-a=': 'write',
      '-k': 'change process',
      '-P=': 'run: option: libraries',
      '-t -E -O=': 'text',
      '-c -s -d -D -T -u -U': 'text',
    },
    operands: { rest: 'argv' },
    examples: { 'ssh-agent rm -rf x': '> rm -rf x', 'ssh-agent -s': '', 'ssh-agent -a ../x ls': 'write ../x, > ls' },
  }),
  defineProgram({
    names: 'ssh-add',
    summary: 'Hands out keys for ssh.',
    options: {
      '-s -S -e=': 'run: option: a library',
      '-t -E -h -H -T=': 'text',
      '-l -L -d -D -x -X -c -k -K -q -v -C': 'text',
    },
    operands: 'read',
    examples: { 'ssh-add -s ./x.so': 'run ./x.so', 'ssh-add -l': '', 'ssh-add -t 60 k': 'read k' },
  }),
  defineProgram({
    names: 'ssh-copy-id ssh-keyscan',
    summary: 'Carries and collects keys for ssh.',
    options: { '-f=': 'read', '-i=': 'read', '-t -p -o -T=': 'text', '-D -c -n -s -x': 'text' },
    inspect({ operands, invocation: { name } }, found) {
      const target = operands[0] && { target: operands[0] };
      if (name === 'ssh-keyscan') found.effect({ kind: 'contact', note: 'network tool', ...target });
      else {
        found.effect({ kind: 'contact', ...target });
        found.effect({ kind: 'terminal' });
      }
    },
    examples: { 'ssh-copy-id h': 'contact h, terminal', 'ssh-keyscan h': 'contact h' },
  }),
  defineProgram({
    names: `
      pass gopass secret-tool security keyring kwallet-query lpass keepassxc-cli 1password
    `,
    summary: 'Show and keep passwords.',
    effects: 'read: secrets',
    examples: { 'pass show a': 'read', 'secret-tool lookup a b': 'read' },
  }),
  defineProgram({
    names: 'aws-vault chamber',
    summary: 'Keep keys, and start programs with them.',
    options: { '-d --duration -r --region -m --mfa-token -b --backend=': 'text' },
    effects: 'read: secrets',
    inspect({ operands, separator = operands.length, invocation: { name } }, found) {
      const words = operands.slice(separator);
      if (words.length > 0) found.nest({ kind: 'argv', via: `${name} exec`, words });
    },
    examples: { 'aws-vault exec a -- rm x': 'read, > rm x', 'chamber read a b': 'read' },
  }),
];
