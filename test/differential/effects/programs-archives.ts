import type { Calls } from './generate.ts';

const tarOptions = `-C:D --directory=D --add-file=F --exclude=T --transform=s,^,../outside/, --xform=s,a,b,|s,^d,n, --strip-components=1 --one-top-level[=A] --remove-files
  -k --keep-old-files -U --overwrite --keep-directory-symlink --recursive-unlink --backup[=control] --suffix=T -O --to-stdout --to-command=C -P --absolute-names -h --dereference
  -g:A --listed-incremental=A --index-file=A --volno-file=A -I:C --use-compress-program=C -T:list.txt|inside.txt|options.txt --files-from=options.txt|list.txt -X:F --exclude-from=F
  --checkpoint=1 --checkpoint-action=exec='touch\\ ran'|echo -v -p -m -z -a --wildcards --null --totals -W -w -n -S --sort=name --mtime=F -V:x --label=x --no-recursion --verbatim-files-from --exclude-vcs-ignores
  --mode=mode --show-transformed-names --unlink-first -K:x -N:F --newer=F --posix -b:1 --quoting-style=c -l -M -L:1 --rmt-command=C --exclude-tag=x --overwrite-dir --owner-map=F`;

/** Programs that pack and unpack. */
export const archiveCalls: readonly Calls[] = [
  {
    name: 'tar',
    options: tarOptions,
    shapes: [
      '-xf t.tar',
      '-xf t.tar a.txt',
      '-xf {t.tar|t.tgz|evil.tar|abs.tar}',
      '-xf ../outside/src.tar',
      'xf t.tar -C {D}',
      '-C {D} -xf ../t.tar',
      'xf /w/project/t.tgz -C {D} -C {D}',
    ],
  },
  {
    name: 'tar',
    options: tarOptions,
    shapes: [
      '-cf {N} {A}',
      'cf {N} {A} {A}',
      '-czf {N} -C {D} . ',
      'cf {N} -C {D} src -C {D} x',
      '-cf {N} -T {inside.txt|list.txt|options.txt}',
      '-cf - {A}',
      'c {A}',
      'cvf {N} --remove-files {A}',
    ],
  },
  {
    name: 'tar',
    options: tarOptions,
    shapes: [
      '-rf t.tar {A}',
      '-uf t.tar {A}',
      '--delete -f t.tar a.txt',
      '-Af t.tar evil.tar',
      '-tf t.tar',
      '-df t.tar',
      'tf {F}',
      '-xOf ../outside/src.tar',
      '--get --file t.tar',
      '--ext --fi=t.tar',
      '-cf t.tar -f {N} a.txt',
    ],
  },
  {
    name: 'bsdtar',
    options:
      '-C:D --cd=D -k -m -O -P -p -U -q -s:,^,../outside/,|,a,b, -T:list.txt -X:F --exclude=T --strip-components=1 --one-file-system -z -v --options=x --format=zip --chroot -n',
    shapes: [
      '-xf t.tar',
      '-xf t.zip',
      '-cf {N} {A}',
      '-cf {N} @t.tar',
      '-cf - @../outside/src.tar',
      '-rf t.tar {A}',
      '-xf t.tar -C {D}',
      '-tf t.tar',
    ],
  },
  {
    name: 'zip',
    options:
      '-r -R -m --move -j -q -u -f -FS -d -U -O:A --out=A --output-file=A -b:D --temp-path=D -T --test -TT:C --unzip-command=C -s:64k --split-size=64k -x:T -i:T -P:x -n:.txt -t:2020-01-01 -y -D -o -lf:A --logfile-path=A -la -li -F -FF -z -sf -@ -1 -g -A -J -X -MM --symlinks --log-info',
    isApart: true,
    shapes: [
      '{N} {F}',
      'new.zip {F} {F}',
      '-r {N} {D}',
      't.zip {F}',
      '-d t.zip a.txt',
      '-m new.zip {F}',
      '-rm new.zip {D}',
      '-FF t.zip --out {N}',
      '-U t.zip --out {N} a.txt',
      'echo {F} | {N} -@',
      '- {F}',
      '-r - {D}',
    ],
  },
  {
    name: 'unzip',
    options: '-d:D -o -n -j -l -p -t -v -z -Z -q -u -f -a -C -L -X -K -: -P:x -x:a.txt -B -^ -M -DD',
    isApart: true,
    shapes: [
      '-o t.zip',
      't.zip -d {A}',
      '-o t.zip a.txt -d {A}',
      '-oj t.zip -d{A}',
      '-p t.zip',
      '-l t',
      '-o t a.txt',
      '-f t.zip',
      '-oB t.zip',
    ],
  },
  {
    name: 'gzip',
    options:
      '-c --stdout -d --decompress -f --force -k --keep -l --list -n -N --name -q -r --recursive --rsyncable -S:T --suffix=.x|.gz --synchronous -t --test -v -1 --best -9 -a',
    shapes: [
      '{F}',
      '{F} {F}',
      '-r {D}',
      '-d pack/p1.gz',
      '-dN named.gz',
      '-k {F}',
      '-d {F}',
      '-dk named.gz',
      '-cd named.gz',
      '{D}',
    ],
  },
  {
    name: 'gunzip',
    options: '-c -f -k -l -n -N --name -q -r -S:T -t -v --keep',
    shapes: ['named.gz', 'pack/p1.gz', '-r pack', '-N named.gz', 'pack/p1'],
  },
  {
    name: 'bzip2',
    options: '-d -z -k --keep -f --force -t -c --stdout -q -v -s -1 --best',
    shapes: ['{F}', '{F} {F}', '-d pack/p2.bz2', '-k {F}', '-f {A}'],
  },
  { name: 'bunzip2', options: '-k -f -c -v', shapes: ['pack/p2.bz2', '{F}'] },
  {
    name: 'xz',
    options:
      '-z -d --decompress -t -l -k --keep -f --force -c --stdout -0 -e -T:1 --threads=1 -q -v -S:.x --suffix=.y -F:lzma|xz --format=auto|lzma --files[=inside.txt|list.txt] --files0[=F] --single-stream --no-sparse -M:1G',
    shapes: ['{F}', '{F} {F}', '-d pack/p3.xz', '-k {F}', '-dk pack/p3.xz', '--files=list.txt'],
  },
  { name: 'unxz', options: '-k -f -c -v', shapes: ['pack/p3.xz', '-k pack/p3.xz'] },
  {
    name: 'zstd',
    options:
      '-o:A -k --keep --rm -d --decompress -D:F -f --force -c --stdout -v -q --trace=A -r --filelist=list.txt|inside.txt --output-dir-flat=D --output-dir-mirror=D --ultra -1 --fast --long -T1 --patch-from=F -l -t --test --format=gzip --no-check --sparse --exclude-compressed --train --maxdict=1000',
    isApart: true,
    shapes: [
      '{F}',
      '-q {F} {F}',
      '-d pack/p4.zst',
      '-q {F} -o {A}',
      '-dq pack/p4.zst -o {A}',
      '-r {D}',
      '--output-dir-flat {D} {F}',
      '-q --train {F} {F} -o {N}',
      '-q --filelist list.txt',
    ],
  },
  { name: 'unzstd', options: '-k -f -c -q -o:A --rm', isApart: true, shapes: ['pack/p4.zst', '-q pack/p4.zst'] },
  {
    name: 'lz4',
    options: '-d -z -f -k --rm -c -t -m -r -q -v -9 --fast --best --content-size -D:F',
    isApart: true,
    shapes: ['{F}', '{F} {A}', '-f {F} {N}', 'l.lz4', '-d l.lz4 {N}', '-m {F} {F}', '-r {D}'],
  },
  {
    name: 'ar',
    options: '--output=D --thin --record-libdeps=x --target=x',
    isApart: true,
    shapes: [
      'rc {N} {F}',
      'x t.a',
      'x t.a a.txt',
      't t.a',
      'd t.a a.txt',
      'p t.a',
      '-x t.a',
      'r t.a {F} {F}',
      'qcS {N} {F}',
      'xo ../project/t.a',
      'rcT {N} {F}',
      '-M < a.txt',
    ],
  },
  {
    name: 'dpkg-deb',
    options: '-v --nocheck',
    isApart: true,
    shapes: ['-b {D} {N}', '--build {D}', '-x t.deb {A}', '--fsys-tarfile {F}'],
  },
  {
    name: 'rsync',
    options: `-a --archive -r --recursive -R --relative --no-implied-dirs -b --backup --backup-dir=A --suffix=T -u --inplace --append -d --dirs --mkpath -l --links -L --copy-links --copy-unsafe-links --safe-links
      -k --copy-dirlinks -K --keep-dirlinks -H -p --chmod=a+x -t -O -n --dry-run --no-n -W --existing --ignore-existing --remove-source-files --delete --del --delete-before --delete-after --delete-delay
      --delete-excluded --delete-missing-args --force --max-delete=5 --partial-dir=D --delay-updates --prune-empty-dirs -T:D --temp-dir=D -y --compare-dest=D --copy-dest=D --link-dest=D --exclude=T --exclude-from=F
      --include=T --include-from=F --files-from=list.txt|inside.txt -0 --list-only --log-file=A --write-batch=N --only-write-batch=N --read-batch=F -f:T --filter=T --out-format=x -i -v -q --stats -P --progress --no-r --password-file=F
      --early-input=F --usermap=x --bwlimit=1 -e:C --rsh=C -F -C --iconv=x --info=x --fake-super --old-args --no-whole-file --specials -D -x --stderr=e`,
    shapes: [
      '-a {D}/ {A}',
      '{F} {A}',
      '-r {D} {D}',
      '-a {D} {N}',
      '-aR {A} {D}',
      '-a --delete d/ {D}',
      '--remove-source-files {F} {D}',
      '-r --delete empty/ {D}',
      '{D}',
      '-a {F} {D} {D}',
      '--files-from=list.txt . {D}',
      '-a --backup --backup-dir={A} d/ {D}',
    ],
  },
];
