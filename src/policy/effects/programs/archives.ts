import { defineProgram, type Reader } from '../define.ts';
import { anywhere, checkpointAction, tarred } from '../languages/tar.ts';
import { after, anyName, headOf } from '../words.ts';

/** Of what follows an archive, a name with a slash at its end is a folder. */
const folderBehind: Reader = (value, found) => {
  const last = value.pieces.at(-1);
  if (typeof last !== 'string' || last.endsWith('/')) found.effect({ kind: 'write', target: value, recursive: true });
};

/** `-op/folder`; the other letters after `-o` say what is overwritten. */
const pathAttached: Reader = (value, found) => {
  if (headOf(value).startsWith('p')) found.effect({ kind: 'write', target: after(value, 1), recursive: true });
};

/** Programs that pack and unpack. */
export const archives = [
  defineProgram({
    names: 'tar gtar bsdtar',
    summary: 'Packs and unpacks folders.',
    style: 'tar',
    strict: true,
    quiet: true,
    options: {
      '-c --create -r --append -u --update -A --catenate --concatenate': 'flag',
      '-x --extract --get': 'flag',
      '-t --list -d --diff --compare': 'text',
      '--delete': 'flag',
      '-O --to-stdout': 'flag',
      '-f --file=': 'flag',
      '-C --directory --cd=': 'folder',
      '-I --use-compress-program=': 'program',
      '--to-command=': 'program',
      '-F --info-script --new-volume-script=': 'program',
      '--checkpoint-action=': checkpointAction,
      '--rsh-command --rmt-command=': 'program',
      '--remove-files': 'flag',
      '-T --files-from=': 'names read recursive',
      '-X --exclude-from=': 'read',
      '--index-file=': 'write',
      '-g --listed-incremental=': 'write',
      '-P --absolute-names': 'flag',
      '--one-top-level[=]': 'flag',
      '--checkpoint --totals --occurrence --quoting-style[=]': 'text',
      '-b -H -K -L -N -V --format --exclude --transform --xform --strip-components --owner --group --mode --mtime=':
        'text',
      '--sort --level --hole-detection --record-size --blocking-factor --newer --newer-mtime --suffix --label=': 'text',
      '--exclude-vcs --exclude-vcs-ignores --exclude-backups --exclude-caches --no-recursion --recursion': 'text',
      '--no-same-owner --no-same-permissions --same-owner --same-permissions --numeric-owner --keep-old-files': 'text',
      '--overwrite --unlink-first --recursive-unlink --keep-newer-files --skip-old-files': 'text',
      '--wildcards --no-wildcards --anchored --ignore-case --ignore-failed-read --dereference --hard-dereference':
        'text',
      '--gzip --gunzip --bzip2 --xz --zstd --lzma --lzip --lzop --auto-compress --verbose --null': 'text',
      '--one-file-system --sparse --xattrs --acls --selinux --posix --totals --no-auto-compress --force-local': 'text',
      '-z -j -J -Z -a -v -p -k -U -w -h -l -m -o -s -S -W -M -B -i -n -R -G -y': 'text',
      '--add-file=': 'read recursive',
      '--volno-file=': 'write',
      '--restrict --full-time --utc --verbatim-files-from --no-verbatim-files-from --preserve-permissions': 'text',
      '--test-label --check-device --no-check-device --incremental --seek --no-seek --multi-volume --verify': 'text',
      '--exclude-caches-all --exclude-caches-under --no-null --unquote --no-unquote --no-anchored --no-ignore-case':
        'text',
      '--wildcards-match-slash --no-wildcards-match-slash --keep-directory-symlink --overwrite-dir --touch': 'text',
      '--no-overwrite-dir --ignore-command-error --no-ignore-command-error --clamp-mtime --preserve-order': 'text',
      '--delay-directory-restore --no-delay-directory-restore --same-order --no-acls --no-selinux --no-xattrs': 'text',
      '--read-full-records --ignore-zeros --old-archive --portability --ungzip --compress --uncompress': 'text',
      '--check-links --block-number --show-defaults --show-omitted-dirs --show-snapshot-field-ranges': 'text',
      '--show-transformed-names --show-stored-names --interactive --confirmation': 'text',
      '--sparse-version --exclude-ignore --exclude-ignore-recursive --exclude-tag --exclude-tag-all --warning=': 'text',
      '--exclude-tag-under --group-map --owner-map --xattrs-exclude --xattrs-include --tape-length --pax-option=':
        'text',
      '--starting-file --after-date --quote-chars --no-quote-chars=': 'text',
      '--atime-preserve --backup[=]': 'text',
      '--help --version --usage': 'help',
    },
    inspect: tarred,
    examples: {
      'tar czf out.tgz src': 'write out.tgz, read src recursive',
      'tar -xzf a.tgz -C /': 'cd /, read a.tgz, write / recursive',
      'tar xf a.tar': 'read a.tar, write . recursive',
      'tar tvf a.tar': 'quiet, read a.tar',
      "tar cf /dev/null a --checkpoint=1 --checkpoint-action=exec='rm x'":
        'run rm x, write /dev/null, read a recursive, > sh: rm x',
      "tar xf a --to-c='rm x'": 'run rm x, read a, write . recursive, > sh: rm x',
      "tar -I 'rm x' -xf a": 'run rm x, read a, write . recursive, > sh: rm x',
      "tar -I 'zstd -9' -xf a": 'read a, write . recursive, > sh: zstd -9',
      'tar -C src -cf out.tar a': 'cd src, write out.tar, read src/a recursive',
      'tar cf a.tar b -C ../x c':
        'cd ../x, write a.tar, read ../x/b recursive, read ../x/c recursive, read b recursive',
      'tar xf a.tar b -C x': 'cd x, read a.tar, write x recursive, write recursive',
      'tar --remove-files -cf a.tar b': 'write a.tar, read b recursive, delete b recursive',
      'tar cf host:/x a': 'contact host, read a recursive',
      'tar cf a.tar -T ../list': 'read ../list, read … recursive, write a.tar',
      'tar xPf a.tar': 'read a.tar, write . recursive, ?',
      'tar cPf a.tar src': 'write a.tar, read src recursive',
      'tar xf a --one-top-level=../x': 'read a, write ../x recursive',
      'tar xf a -C out --one-top-level=x': 'cd out, read a, write out/x recursive',
    },
  }),
  defineProgram({
    names: 'zip',
    summary: 'Packs files.',
    style: 'gnu',
    options: {
      '-TT --unzip-command=': 'program',
      '-O --out --output-file -lf --logfile-path -b --temp-path=': 'write',
      '-@ --names-stdin': 'flag',
      '-n --suffixes -t -tt -P --password -s --split-size -i -x --include --exclude=': 'text',
      '-m --move': 'flag',
      '-r --recurse-paths': 'recursive',
      '-y --symlinks': 'flag',
      '-la -li -sf -su -FS -FF -MM -dd -db -dc -dg -du -dv -ll -ic -nw -ws -RE -sb -sv -sc -fz -h2': 'text',
      '-ds --dot-size -sp --split-pause=': 'text',
    },
    operands: { first: 'write', rest: 'read' },
    also: [
      { if: '-m', operands: { first: 'text', rest: 'delete' } },
      { if: '-r -m !-y', doubt: 'it removes what links in the folder lead to' },
    ],
    inspect(call, found) {
      if (call.invocation.args.some((word) => /^-(?:lf|TT)[^=]/.test(headOf(word))))
        found.doubt('a value right behind an option of two letters');
      if (!call.has('-@')) return;
      const target = anyName({ start: 0, end: 0 });
      found.effect({ kind: 'read', target });
      if (call.has('-m')) found.effect({ kind: 'delete', target });
    },
    examples: {
      'zip -@ a.zip': 'write a.zip, read …',
      'zip -r a.zip src': 'write a.zip recursive, read src recursive',
      "zip a.zip x -T -TT 'rm x'": 'run rm x, write a.zip, read x, > sh: rm x',
      'zip -rym a.zip x': 'write a.zip recursive, read x recursive, delete x recursive',
      'zip -rm a.zip x': 'write a.zip recursive, read x recursive, delete x recursive, ?',
    },
  }),
  defineProgram({
    names: 'unzip zipinfo',
    summary: 'Unpacks files, or says what is in an archive.',
    quiet: true,
    options: { '-d=': 'write recursive', '-l -t -v -p -c -z': 'text', '-:': 'flag', '-P=': 'text' },
    operands: { first: 'read' },
    inspect(call, found) {
      const { args, name } = call.invocation;
      const options = args.slice(
        0,
        args.findIndex((word) => word === call.operands[0]),
      );
      // What looks like an option after the archive is none, but for -d; and only the first word makes a zipinfo.
      const isLooking = options.some((word, at) =>
        (at === 0 ? /^-(?![dP])\w*[ltvpczZ]/ : /^-(?![dP])\w*[ltvpcz]/).test(headOf(word)),
      );
      if (isLooking || name === 'zipinfo' || call.operands.length === 0) return;
      if (!call.has('-d')) found.effect({ kind: 'write', recursive: true, note: 'unpacks here' });
      if (call.has('-:')) found.doubt(anywhere);
      // To unzip it ends nothing.
      if (call.separator !== undefined) found.doubt('options after "--"');
    },
    examples: {
      'unzip -l a.zip': 'quiet, read a.zip',
      'unzip -p a.zip x': 'quiet, read a.zip',
      'unzip a.zip -d /': 'write / recursive, read a.zip',
      'unzip -o a.zip': 'read a.zip, write recursive',
      'unzip -- a.zip -d /': 'read a.zip, write recursive, ?',
      'unzip -: a.zip': 'read a.zip, write recursive, ?',
    },
  }),
  defineProgram({
    names: '7z 7za 7zr 7zz p7zip',
    summary: 'Packs and unpacks files.',
    quiet: true,
    isGlobal: true,
    options: {
      '-o[=]': 'write recursive',
      '-w[=]': 'write',
      '-p -m -t -x -i -v -a -s -u -r -b[=]': 'text',
      '-y': 'text',
    },
    subs: {
      'x e': { operands: { first: 'read' }, also: [{ if: '!-o', effects: 'write recursive: unpacks here' }] },
      'l t h i b': { quiet: true, operands: { first: 'read' } },
      'a u d rn': { operands: { first: 'write', rest: 'read' } },
    },
    otherwise: 'write recursive',
    examples: {
      '7z l a.7z': 'quiet, read a.7z',
      '7z x a.7z -o/etc': 'write /etc recursive, read a.7z',
      '7z x a.7z': 'read a.7z, write recursive',
      '7z a /x/a.7z src': 'write /x/a.7z, read src',
    },
  }),
  defineProgram({
    names: 'unrar rar',
    summary: 'Packs and unpacks files.',
    quiet: true,
    isGlobal: true,
    options: { '-o[=]': pathAttached, '-p -m -x -n -v -ag -hp[=]': 'text' },
    subs: {
      'x e': { operands: { first: 'read', rest: folderBehind }, effects: 'write recursive: unpacks here' },
      'l lb lt lta v vb vt t p': { quiet: true, operands: { first: 'read' } },
      'a u f m d c s': { operands: { first: 'write', rest: 'read' } },
    },
    otherwise: 'write recursive',
    examples: {
      'unrar l a.rar': 'quiet, read a.rar',
      'unrar x a.rar /etc/': 'read a.rar, write /etc/ recursive, write recursive',
      'unrar x -op../x a.rar': 'write ../x recursive, read a.rar, write recursive',
    },
  }),
  defineProgram({
    names: 'unar lsar cabextract',
    summary: 'Unpacks and packs files.',
    quiet: true,
    options: { '-d -o -output-directory=': 'write recursive', '-l -t -v --list': 'flag', '-p=': 'text' },
    operands: { first: 'read' },
    also: [{ if: '!-l !-d operands', effects: 'write recursive: unpacks here' }],
    examples: {
      'cabextract -l a.cab': 'quiet, read a.cab',
      'unar -o /x a.rar': 'write /x recursive, read a.rar',
    },
  }),
  defineProgram({
    names: 'dpkg-deb',
    summary: 'Packs, unpacks and shows packages of Debian.',
    quiet: true,
    style: 'posix',
    options: {
      '-c --contents -I --info -f --field -W --show --fsys-tarfile --ctrl-tarfile': 'flag',
      '-b --build': 'flag',
      '-D -Z -z -S --compression --deb-format --debug --root-owner-group=': 'text',
    },
    operands: [
      { if: '-c', first: 'read' },
      // Without another name, the package is called as the folder.
      { if: '-b', first: 'read recursive + write', second: 'write' },
      { first: 'read', second: 'write recursive' },
    ],
    examples: {
      'dpkg-deb -b ../d': 'read ../d recursive, write ../d',
      'dpkg-deb -x a.deb /': 'read a.deb, write / recursive',
      'dpkg-deb -I a.deb': 'quiet, read a.deb',
    },
  }),
  defineProgram({
    names: 'cpio',
    summary: 'Packs and unpacks lists of files.',
    options: {
      '-F --file=': 'flag',
      '-O=': 'write',
      '-I=': 'read',
      '-D --directory=': 'last-folder',
      '--rsh-command=': 'program',
      '-H -R -E -C -M --format --owner --pattern-file=': 'text',
      '-i --extract': 'flag',
      '-t --list': 'flag',
      '--to-stdout --only-verify-crc': 'flag',
      '--no-absolute-filenames': 'flag',
      '--absolute-filenames': 'flag',
      '-p --pass-through': 'flag',
    },
    also: [{ if: '-p', operands: 'write recursive' }],
    inspect(call, found) {
      const isUnpacking = call.has('-i') && !call.has('-t') && !call.has('--to-stdout');
      for (const target of call.values('-F')) found.effect({ kind: call.has('-i') ? 'read' : 'write', target });
      if (!isUnpacking) return;
      found.effect({ kind: 'write', recursive: true, note: 'unpacks here' });
      // Absolute names are kept unless it is told otherwise.
      if (!call.has('--no-absolute-filenames') || call.has('--absolute-filenames')) found.doubt(anywhere);
    },
    examples: {
      'cpio -idm': 'write recursive, ?',
      'cpio -id --no-absolute-filenames -F ../a.cpio': 'read ../a.cpio, write recursive',
      'cpio -it': '',
      'cpio -o -F a.cpio': 'write a.cpio',
      'cpio -pd /x': 'write /x recursive',
    },
  }),
  defineProgram({
    names: 'pax',
    summary: 'Packs, unpacks and copies folders.',
    options: {
      '-r -w': 'text',
      '-f=': 'flag',
      '-s -x -o -b -B -E -G -T -U=': 'text',
      '-a -c -d -i -k -l -n -t -u -v -z': 'text',
    },
    inspect(call, found) {
      const [reads, writes] = [call.has('-r'), call.has('-w')];
      for (const target of call.values('-f')) found.effect({ kind: writes ? 'write' : 'read', target });
      const copied = writes ? call.operands.slice(0, reads ? -1 : undefined) : [];
      for (const target of copied) found.effect({ kind: 'read', target, recursive: true });
      const into = reads && writes ? call.operands.at(-1) : undefined;
      if (reads)
        found.effect({ kind: 'write', recursive: true, ...(into ? { target: into } : { note: 'unpacks here' }) });
      if (reads && !writes) found.doubt(anywhere);
    },
    examples: {
      'pax -f a.pax': 'read a.pax',
      'pax -rf a.pax': 'read a.pax, write recursive, ?',
      'pax -wf a.pax src': 'write a.pax, read src recursive',
      'pax -rw src /x': 'read src recursive, write /x recursive',
    },
  }),
  defineProgram({
    names: 'shar',
    summary: 'Packs files into a script.',
    options: { '-o --output-prefix=': 'write' },
    operands: 'read',
    examples: { 'shar a': 'read a', 'shar -o b a': 'write b, read a' },
  }),
];
