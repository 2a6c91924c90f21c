import type { Calls } from './generate.ts';

/** Subcommands, one a line. */
const shapes = `
  init {N}
  init -q {D}
  init --bare {N}
  init --separate-git-dir={N} {N}
  init --separate-git-dir {A}
  init --template={D} {N}
  clone -q ../outside/repo
  clone -q ../outside/repo {N}
  clone -q . {N}
  clone -q --bare . {N}
  clone -q --separate-git-dir={N} . {N}
  clone -q file:///w/outside/repo {N}
  clone -q -o x --reference . . {N}
  clone -q --mirror ../outside/repo
  checkout -q other
  checkout -- {F}
  checkout .
  checkout HEAD -- {F}
  checkout -q -b n
  checkout -f -q
  checkout --pathspec-from-file=inside.txt
  checkout HEAD d
  checkout a.txt
  checkout-index -a -f --prefix={N}
  checkout-index -f --prefix=../outside/ a.txt
  checkout-index -a --prefix=../outside/ci/
  restore {F}
  restore .
  restore --source=HEAD --staged --worktree a.txt
  restore -S a.txt
  clean -fd
  clean -fdx
  clean -f {D}
  clean -fdq -e x
  clean -ffdx
  clean -n
  mv a.txt {N}
  mv a.txt d {D}
  mv -f a.txt b.txt
  mv -k {F} {D}
  rm -f {F}
  rm -rf d
  rm --cached a.txt
  rm -q -rf .
  rm --pathspec-from-file=inside.txt -f
  stash
  stash -u
  stash pop
  stash push -- a.txt
  stash drop
  stash clear
  stash -a
  stash branch nb
  stash show -p
  worktree add {N}
  worktree add -q {N} other
  worktree add --detach ../outside/wt
  worktree list
  worktree prune
  worktree add -b nn ../wt2
  apply in.diff
  apply new.diff
  apply --directory=d new.diff
  apply --unsafe-paths -p0 out.diff
  apply -p1 --unsafe-paths --directory=../outside new.diff
  apply --reject in.diff
  apply -3 in.diff
  apply --stat in.diff
  apply --build-fake-ancestor={N} in.diff
  apply < in.diff
  am -q mail.patch
  am --directory=d mail.patch
  archive -o {N} HEAD
  archive --output={A} HEAD
  archive HEAD
  archive --remote=../outside/repo HEAD
  archive --add-file={F} HEAD
  archive --format=zip -o {N} HEAD
  archive --prefix=x/ --add-file=../outside/o.txt -o new.tar HEAD
  bundle create {N} HEAD
  bundle create {A} --all
  format-patch -1 -o {A}
  format-patch -q -1
  format-patch -1 --output-directory={N}
  format-patch -1 --output={A}
  format-patch --root -o ../outside HEAD
  diff
  diff --output={A}
  diff --no-index {F} {F}
  diff --no-index --output={N} {F} {F}
  log -p --output={A}
  show HEAD --output={N}
  diff -O{F}
  log -1 --output {A}
  add {A}
  add .
  add -A
  add -f {F}
  commit -qam m
  commit -q --allow-empty -F {F}
  commit -qa -t {F}
  commit -q --allow-empty -m x
  commit -qa --amend --no-edit
  tag -a v1 -F {F}
  tag v1
  notes add -F {F}
  notes add -m x
  hash-object -w {F}
  hash-object {F}
  branch n2
  branch -D other
  switch -q other
  switch -c nnn
  reset -q --hard
  reset -q
  revert --no-edit HEAD
  merge -q other
  rebase -q other
  cherry-pick HEAD
  gc -q
  repack -adq
  prune
  fsck
  update-ref refs/heads/z HEAD
  symbolic-ref HEAD refs/heads/other
  reflog expire --all --expire=now
  pack-refs --all
  update-index --chmod=+x a.txt
  read-tree HEAD
  read-tree -um HEAD
  read-tree --prefix=k/ -u HEAD
  sparse-checkout set d
  submodule add -q ../outside/repo sub
  maintenance run
  write-tree
  replace HEAD HEAD
  update-server-info
  pack-objects {N} < /dev/null
  unpack-objects < a.txt
  index-pack {F}
  commit-graph write
  fetch -q ../outside/repo
  pull -q ../outside/repo main
  push -q ../outside/repo main:nb
  push -q file:///w/outside/repo main:nc
  push -q linkdir/repo main:nd
  stash show -p --output={A}
  rev-list --output={A} HEAD
  read-tree --index-output={A} HEAD
  push -q ../outside/repo HEAD:refs/heads/nb
  remote add o ../outside/repo
  subtree
  bisect start
  rerere
  mailsplit -o{D} mail.patch
  mailinfo {N} {N} < mail.patch
  interpret-trailers --in-place {F}
  interpret-trailers --trailer=a:b {F}
  merge-file {F} {F} {F}
  merge-file -p {F} {F} {F}
  column < {F}
  stripspace < {F}
  fast-export --all
  fast-export --export-marks={A} --all
  fast-import < /dev/null
  fast-import --export-marks={A} < /dev/null
  credential-store --file={A} store < a.txt
  blame --contents {F} a.txt
  blame a.txt
  grep -e . --no-index
  grep --no-index secret {D}
  grep -f {F}
  cat-file -p HEAD
  var -l
  ls-files -X {F} -o
  ls-files -o --exclude-from={F}
  check-ignore --stdin < {F}
  config a.b c
  config --file={A} a.b c
  config -f {A} a.b c
  config --global a.b c
  config --list
  config -f {F} -l
  config --unset user.x
  config --add a.b c
  config --rename-section core core2
  config --local a.b c
  config --worktree a.b c
  bugreport -o {D}
  diagnose -o {D}
  get-tar-commit-id < t.tar
  shortlog < {F}
  patch-id < in.diff
  mktree < /dev/null
  mktag < a.txt
  rev-parse --parseopt < {F}
  x
  difftool -y -x cat
  instaweb --stop
  filter-branch -f HEAD
  describe --all
  show-index < a.txt
  verify-pack {F}
  upload-pack ../outside/repo < /dev/null
  send-pack ../outside/repo main:q
  fetch-pack ../outside/repo main
  clone --no-checkout -q -- . {N}
  clone -q -b other --single-branch . {N}
  clone -q --depth 1 file:///w/project {N}
  svn
  ls-remote ../outside/repo
  unpack-file HEAD:a.txt
  bundle unbundle {F}
  range-diff HEAD HEAD HEAD
  stash store HEAD
  stash create
  multi-pack-index write
  p4
  archive --remote=. -o {A} HEAD
  quiltimport --patches {D}
  request-pull HEAD .
  cvsexportcommit
  merge-one-file
  mergetool
  imap-send
  prune-packed
  pack-redundant --all
  rm -f -- {F}
  branch --edit-description
  init --shared {N}
  worktree remove ../x
  worktree move x y
  submodule update
  submodule init
  submodule deinit --all
  lfs
`;

export const gitCalls: readonly Calls[] = [
  {
    name: 'git',
    options:
      '-C:D -C:../outside/repo --git-dir=.git|../outside/repo/.git --work-tree=D --work-tree=../outside/repo --no-pager -c:alias.x=!touch\\ ran|core.worktree=../outside|core.pager=cat --no-optional-locks --bare --namespace=x -P --literal-pathspecs --exec-path=D',
    isPosix: true,
    isApart: true,
    shapes: shapes
      .split('\n')
      .map((shape) => shape.trim())
      .filter((shape) => shape !== ''),
  },
];
