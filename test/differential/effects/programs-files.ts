import type { Calls } from './generate.ts';

const backup = '-b --backup[=control] -S:T --suffix=T';

/** Programs that make, copy, move and remove files. */
export const fileCalls: readonly Calls[] = [
  {
    name: 'cp',
    options: `-a --archive --attributes-only ${backup} --copy-contents -d -f --force -i -H -l --link -L --dereference -n --no-clobber -P
      --no-dereference -p --preserve[=attributes] --no-preserve=attributes --parents -R -r --recursive --reflink[=when] --remove-destination
      --sparse=when --strip-trailing-slashes -s --symbolic-link -t:D --target-directory=D -T --no-target-directory -u --update -v -x -Z --context[=x]`,
    shapes: [
      '{F} {N}',
      '{F} {D}',
      '{F} {F} {D}',
      '{D} {D}',
      '-r {D} {N}',
      '{F} {F}',
      '-a {D} {D}',
      '{F} --parents {D}',
      '-r {D}/. {D}',
    ],
  },
  {
    name: 'mv',
    options: `${backup} -f --force -i -n --no-clobber --strip-trailing-slashes -t:D --target-directory=D -T --no-target-directory -u --update -v -Z --context`,
    shapes: ['{F} {N}', '{F} {D}', '{F} {F} {D}', '{D} {D}', '{D} {N}', '{F} {F}'],
  },
  {
    name: 'ln',
    options: `${backup} -d -F -f --force -i -L --logical -n --no-dereference -P --physical -r --relative -s --symbolic -t:D --target-directory=D -T --no-target-directory -v`,
    shapes: ['{F} {N}', '-s {F} {N}', '-s {D} {N}', '{F} {D}', '-sf {F} {F}', '{F}', '-s {A}', '-sf {A} {A}'],
  },
  {
    name: 'install',
    options: `${backup} -c -C --compare -d --directory -D -m:mode --mode=mode -p --preserve-timestamps -s --strip --strip-program=C -t:D --target-directory=D -T -v --preserve-context -Z --context[=x]`,
    shapes: ['{F} {N}', '{F} {D}', '{F} {F} {D}', '-d {N}', '-D {F} {N}', '-D {F} -t {N}', '-d {A} {N}'],
  },
  { name: 'link', options: '', shapes: ['{F} {N}', '{F} {F}', '-- {F} {N}'] },
  { name: 'unlink', options: '', shapes: ['{F}', '-- {F}', '{N}'] },
  {
    name: 'rm',
    options:
      '-f --force -i -I --interactive[=when] --one-file-system --preserve-root[=all] -r -R --recursive -d --dir -v',
    shapes: ['{F}', '{F} {F}', '-r {D}', '{D}', '-rf {A} {A}', '-d {D}', '-f -- {F}'],
  },
  {
    name: 'rmdir',
    options: '--ignore-fail-on-non-empty -p --parents -v',
    shapes: ['{D}', 'empty', '../outside/hollow', '-p {D}', '-p ../outside/hollow', '-p empty'],
  },
  {
    name: 'mkdir',
    options: '-m:mode --mode=mode -p --parents -v -Z --context[=x]',
    shapes: ['{N}', '-p {N}/x/y', '{N} {N}', '-p {D}/q', '-m 700 -p {D}'],
  },
  {
    name: 'touch',
    options:
      '-a -c --no-create -d:date --date=date -f -h --no-dereference -m -r:F --reference=F -t:202001010000 --time=atime|use|mtime',
    shapes: ['{N}', '{F}', '{F} {N}', '-r {F} {A}', '{A}'],
  },
  {
    name: 'truncate',
    options: '-c --no-create -o --io-blocks -r:F --reference=F -s:number --size=number',
    shapes: ['-s 0 {F}', '-s 1 {N}', '-r {F} {F}', '-s +5 {A}'],
  },
  {
    name: 'tee',
    options: '-a --append -i -p --output-error[=warn|exit]',
    shapes: ['echo x | {N}', 'echo x | {F} {N}', 'cat {F} | {A}'],
  },
  {
    name: 'split',
    options: `-a:number --suffix-length=number --additional-suffix=T -b:number --bytes=number -C:number --line-bytes=number -d --numeric-suffixes[=number] -x --hex-suffixes[=number]
      -e --elide-empty-files --filter=C -l:number --lines=number -n:number --number=number -t:x --separator=x -u --verbose`,
    shapes: ['{F}', '{F} {N}', '-l1 a.txt {A}', '{F} {D}/', '-l1 {F}', 'cat {F} | - {N}'],
  },
  {
    name: 'csplit',
    options:
      '-b:%02d|%02d.txt|../%d --suffix-format=%d|../../outside/%d -f:A --prefix=A -k --keep-files --suppress-matched -n:number --digits=number -s --quiet -z --elide-empty-files',
    shapes: ['a.txt 2', "{F} '/c/'", "-f {N} a.txt '/3/'", "a.txt '/3/' {A}", 'a.txt 2 3', '-k a.txt 2'],
  },
  {
    name: 'shred',
    options:
      '-f --force -n:number --iterations=number --random-source=F -s:number --size=number -u --remove[=unlink|wipe] -v -x --exact -z --zero',
    shapes: ['-n1 {F}', '-u -n1 {F}', '-n0 {F} {F}'],
  },
  {
    name: 'dd',
    options: 'count=:1 bs=:1|1k conv=:notrunc|excl|nocreat oflag=:append status=:none iflag=:fullblock seek=:1',
    isPosix: true,
    isApart: true,
    shapes: ['if={F} of={N}', 'if={F}', 'of={F} if={F}', 'of={N}', 'echo x | of={A}'],
  },
  {
    name: 'sort',
    options: `-b -d -f -g -i -M -h -n -R -r -V -m -u -s -z -c -C --check[=quiet] --reverse --merge --debug --random-source=F --sort=general|human --batch-size=2 --compress-program=C --files0-from=F
      -k:1 --key=1,2 -o:A --output=A -S:10|1k --buffer-size=1k -t:x --field-separator=, -T:D --temporary-directory=D --parallel=2`,
    shapes: ['{F}', '{F} {F}', '{F} -o {A}', '-o {N} {F}', '-uo {N} -- {F}', 'printf {F} | --files0-from=-'],
  },
  {
    name: 'uniq',
    options:
      '-c --count -d --repeated -D --all-repeated[=none|prepend] -f:1 --skip-fields=1 --group[=append] -i -s:1 --skip-chars=1 -u -z -w:1 --check-chars=1',
    shapes: ['{F}', '{F} {N}', '{F} {F}', '- {N} < a.txt'],
  },
  {
    name: 'shuf',
    options: '-e --echo -i:1-3 --input-range=1-2 -n:1 --head-count=1 -o:A --output=A --random-source=F -r --repeat -z',
    shapes: ['-n2 {F}', '-e {F} {N}', '-o {A} {F}', '-n1 -i 1-2 -o {N}'],
  },
  {
    name: 'mktemp',
    options: '-d --directory -u --dry-run -q --suffix=T -p:D --tmpdir[=D] -t',
    shapes: ['', 'q.XXXX', '{D}/q.XXXX', '-d {N}XXX', '../outside/qXXXX', '-p {D} qXXX'],
  },
  { name: 'mkfifo', options: '-m:mode --mode=mode -Z --context[=x]', shapes: ['{N}', '{N} {N}'] },
  { name: 'mknod', options: '-m:mode --mode=mode -Z', shapes: ['{N} p', '{A} p'] },
  {
    name: 'chmod',
    options: '-c -f -v --no-preserve-root --preserve-root --reference=F -R --recursive',
    shapes: ['{mode} {F}', '{mode} {D}', '-R {mode} {D}', '{mode} {F} {F}', '--reference {F} {F}', '-R go-w,u+x {A}'],
  },
  {
    name: 'chown',
    options: '-c -f -v --dereference -h --no-dereference --from=owner --reference=F -R --recursive -H -L -P',
    shapes: ['{owner} {F}', '-R {owner} {D}', '--reference={F} {F}', '-RL {owner} {D}'],
  },
  { name: 'chgrp', options: '-c -f -v -h --reference=F -R --recursive -H -L -P', shapes: ['0 {F}', '-R 0 {D}'] },
  {
    name: 'fallocate',
    options: '-c -d -i -k --keep-size -n -o:number --offset=number -l:number --length=number -p -x --posix -z -v',
    shapes: ['-l 10 {N}', '-l 10 {F}', '-o 2 -l 2 {A}'],
  },
  {
    name: 'hardlink',
    options: '-c -f -m -n --dry-run -v -x:T -i:T -s:0 --minimum-size=0 -t -p -o -O --respect-name',
    shapes: ['{D}', 'd ../outside', '{F} {F}'],
  },
  {
    name: 'rename.ul',
    options: '-v -s --symlink -n --no-act -a --all -l --last -o --no-overwrite -i',
    shapes: ['a ../outside/a a.txt', 'txt md {F}', 'x ../outside/x {F}'],
  },
];
