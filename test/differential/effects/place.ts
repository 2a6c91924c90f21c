/** Where a call finds itself: the workspace, and what lies beside it. All of it is in a box and made anew after each change. */
export const place = '/w';
export const workspace = `${place}/project`;
export const home = `${place}/home`;

/** A text that is in one file only; whoever prints it has read that file. */
export function secretOf(path: string): string {
  return `secret<${path}>`;
}

/** Files that no call may read unnoticed. */
export const secrets: readonly string[] = [
  `${place}/outside/o.txt`,
  `${place}/outside/secret.txt`,
  `${place}/outside/dir/f`,
  `${home}/h.txt`,
  `${home}/.ssh/id_rsa`,
  `${workspace}/.env`,
];

/** What else there is, by its path; a text that begins with `-> ` is a link. */
export const files: Readonly<Record<string, string>> = {
  [`${place}/outside/run.sh`]: 'touch ran\n',
  [`${place}/outside/src/m.txt`]: 'm\n',
  [`${place}/outside/src/n.txt`]: 'n\n',
  [`${place}/outside/Makefile`]: 'all:\n\ttouch made\n',
  [`${workspace}/a.txt`]: '1 a\n1 a\n3 c\n',
  [`${workspace}/b.txt`]: '2 b\n',
  [`${workspace}/with blank.txt`]: 'blank\n',
  [`${workspace}/-dash`]: 'dash\n',
  [`${workspace}/d/x`]: 'x\n',
  [`${workspace}/d/y.txt`]: 'y\n',
  [`${workspace}/d/e/z`]: 'z\n',
  [`${workspace}/data.json`]: '{"a": 1, "b": [2]}\n',
  [`${workspace}/list.txt`]: 'a.txt\nd/x\n../outside/o.txt\n',
  [`${workspace}/inside.txt`]: 'a.txt\nd/x\n',
  [`${workspace}/options.txt`]: '-C\n../outside\nsrc\n',
  [`${workspace}/s.sed`]: 's/1/2/w ../outside/by-sed\n',
  [`${workspace}/p.awk`]: '{ print > "../outside/by-awk" }\n',
  [`${workspace}/run.sh`]: 'touch ran\n',
  [`${workspace}/Makefile`]: 'all:\n\ttouch made\nout:\n\ttouch ../outside/made\n',
  [`${workspace}/curlrc`]: 'url = "file:///w/project/a.txt"\noutput = "../outside/by-curl"\n',
  [`${workspace}/in.diff`]: '--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-2 b\n+2 c\n',
  [`${workspace}/new.diff`]: '--- /dev/null\n+++ b/d/patched\n@@ -0,0 +1 @@\n+new\n',
  [`${workspace}/out.diff`]: '--- ../outside/src/m.txt\n+++ ../outside/src/m.txt\n@@ -1 +1 @@\n-m\n+mm\n',
  [`${workspace}/main.c`]: 'int main(void) { return 0; }\n',
  [`${workspace}/linkfile`]: '-> ../outside/secret.txt',
  [`${workspace}/linkdir`]: '-> ../outside',
  [`${workspace}/inlink`]: '-> d',
  [`${workspace}/dangling`]: '-> ../outside/not-yet',
};

/** Folders with nothing in them. */
export const folders: readonly string[] = [`${workspace}/empty`, `${place}/outside/hollow`];

/** Makes the archives and the repositories, in the workspace; what a machine lacks is left out. */
export const setup = `
chmod 755 run.sh ../outside/run.sh
tar cf t.tar a.txt d; tar czf t.tgz a.txt d
tar cPf evil.tar --transform='s,^b.txt,../outside/evil,' b.txt; tar cPf abs.tar /w/outside/src/m.txt
(cd ../outside && tar cf src.tar src)
zip -qr t.zip a.txt d
mkdir pack; cp a.txt pack/p1; cp a.txt pack/p2; cp a.txt pack/p3; cp a.txt pack/p4
gzip -N pack/p1; bzip2 pack/p2; xz pack/p3; zstd -q --rm pack/p4
cp a.txt envrc; gzip -N envrc; mv envrc.gz named.gz; cp b.txt l; lz4 -q --rm l l.lz4
ar rcD t.a a.txt b.txt
sqlite3 db.sqlite 'create table t(x); insert into t values (1)'
git init -q -b main . && git add a.txt b.txt d Makefile && git commit -qm one && echo more >> a.txt && git branch other
git stash -q && git stash apply -q
git format-patch -q -1 --stdout > mail.patch
(cd ../outside && git init -q -b main repo && cd repo && echo r > r.txt && git add . && git commit -qm r && echo rr >> r.txt)
rm -rf .git/hooks ../outside/repo/.git/hooks
`;
