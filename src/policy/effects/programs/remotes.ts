import { defineProgram, type Reader } from '../define.ts';
import { isRemote, remoteOr } from '../hosts.ts';
import { runsNamed } from '../languages/named-program.ts';
import { after, headOf, isKnown, textOf } from '../words.ts';

/** Programs that work on other machines. */
export const remotes = [
  defineProgram({
    names: 'ssh autossh mosh et rsh rlogin slogin dbclient plink',
    summary: 'Opens a shell on another machine.',
    style: 'posix',
    options: {
      '-o=': sshOption,
      '-F=': 'read',
      '-i=': 'read',
      '-E=': 'write',
      '-B -b -c -D -e -I -J -L -l -m -O -p -P -Q -R -S -W -w=': 'text',
      '-V': 'help',
    },
    operands: { first: 'contact' },
    effects: 'terminal',
    examples: {
      'ssh deploy@host ls': 'contact host, terminal',
      "ssh -o ProxyCommand='rm x' h": 'run rm x, contact h, terminal, > sh: rm x',
      'ssh -V': 'quiet',
    },
  }),
  defineProgram({
    names: 'scp pscp',
    summary: 'Copies files between machines.',
    options: { '-S=': 'program', '-o=': sshOption, '-F -i=': 'read', '-c -D -J -l -P -X=': 'text', '-r': 'recursive' },
    operands: { rest: remoteOr('read'), last: remoteOr('write') },
    effects: 'terminal',
    examples: {
      'scp -r a u@h:/x': 'read a recursive, contact h, terminal',
      'scp h:a /etc/b': 'contact h, write /etc/b, terminal',
    },
  }),
  defineProgram({
    names: 'sftp ftp lftp telnet tftp ncftp psftp',
    summary: 'Speaks to a file server by hand.',
    options: {
      '-b=': 'read',
      '-o=': sshOption,
      '-S=': 'program',
      '-c -e=': 'text',
      '-i -F=': 'read',
      '-P -p -u -l -a=': 'text',
    },
    operands: { first: 'contact' },
    effects: 'terminal',
    examples: { 'sftp u@h': 'contact h, terminal', 'telnet --help': 'quiet' },
  }),
  defineProgram({
    names: 'rsync unison',
    summary: 'Copies folders, here or to another machine.',
    options: {
      '-e --rsh=': 'program',
      '--rsync-path=': 'run: option: a program on the other machine',
      '--delete --del --delete-before --delete-after --delete-during --delete-excluded --delete-delay': 'flag',
      '--remove-source-files': 'flag',
      '-n --dry-run': 'flag',
      '--files-from=': 'names read recursive',
      '--exclude-from --include-from --password-file --config=': 'read',
      '--log-file --write-batch --only-write-batch --backup-dir --partial-dir --temp-dir -T=': 'write',
      '-f --filter --exclude --include --bwlimit --timeout --port --chmod --chown --out-format --max-size --min-size=':
        'text',
      '-r -a --archive --recursive': 'recursive',
      '--block-size --max-delete --contimeout --modify-window --compress-level --compress-choice --remote-option=':
        'text',
      '--partial --checksum --backup --group': 'text',
      '--address --sockopts --outbuf --log-file-format --stop-after --protocol --checksum-choice --copy-as=': 'text',
      '--read-batch --early-input=': 'read',
      '-B -M --info --debug --compare-dest --copy-dest --link-dest --suffix --iconv --usermap --groupmap=': 'text',
    },
    operands: { rest: remoteOr('read'), last: remoteOr('write') },
    content: [{ is: 'copied' }],
    inspect(call, found) {
      const { operands } = call;
      const target = operands.at(-1);
      // As ssh, which may ask for a password or whether a host is known.
      if (!call.has('-e') && operands.some((word) => isRemote(headOf(word)))) found.effect({ kind: 'terminal' });
      // `--no-n` takes it back.
      const isTakenBack = call.invocation.args.some((word) => !isKnown(word) || /^--no-(n|dry)/.test(headOf(word)));
      if (call.has('-n') && !isTakenBack) return;
      if (call.has('--delete') && target)
        found.effect({ kind: 'delete', target, recursive: true, note: 'what the source does not have' });
      if (call.has('--remove-source-files')) {
        for (const source of operands.slice(0, -1)) found.effect({ kind: 'delete', target: source, recursive: true });
      }
    },
    examples: {
      'rsync -a src/ out/': 'read src/ recursive, write out/ recursive',
      'rsync -a --del empty/ /': 'read empty/ recursive, write / recursive, delete / recursive',
      'rsync -an --delete a/ b/': 'read a/ recursive, write b/ recursive',
      'rsync -an --no-n --delete a/ b/': 'read a/ recursive, write b/ recursive, delete b/ recursive',
      "rsync -e 'rm x' a h:b": 'run rm x, read a, contact h, > sh: rm x',
      'rsync -a h:b .': 'contact h, write . recursive, terminal',
    },
  }),
];

/** Options of ssh that name programs. */
function sshOption(...[value, found]: Parameters<Reader>): void {
  const head = headOf(value);
  const name = /^\s*(\w+)[\s=]+/.exec(head);
  if (name === null) return found.doubt('an option of ssh that is known only when it runs');
  if (
    !/^(proxycommand|localcommand|knownhostscommand|pkcs11provider|securitykeyprovider|xauthlocation)$/i.test(
      name[1] ?? '',
    )
  )
    return;
  if (textOf(value)?.toLowerCase().endsWith('none')) return;
  runsNamed(after(value, name[0].length), `ssh -o ${name[1]}`, found);
}
