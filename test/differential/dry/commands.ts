/** Commands for a folder that `setup` made: a.txt, b.txt, old/…, tree/…, a link, a program, two names of one file. */
export const commands: readonly string[] = [
  'echo new > new.txt',
  'echo more >> a.txt',
  'printf changed > a.txt',
  ': > a.txt',
  'rm a.txt',
  'rm -rf tree',
  'rm -rf tree && mkdir tree && echo other > tree/other',
  'rm -rf tree && echo "a file now" > tree',
  'rm a.txt && mkdir a.txt && echo inside > a.txt/inside',
  'rm link && echo "no link" > link',
  'rm b.txt && ln -s a.txt b.txt',
  'mv a.txt c.txt',
  'mv a.txt b.txt',
  'mv tree moved',
  'mv old empty/',
  'rm -rf old && mv tree old',
  'mv tree/deep tree/deeper && mv tree/deeper old/',
  'cp -a tree copy',
  'cp a.txt b.txt',
  'chmod 700 a.txt && chmod 640 b.txt && chmod 711 tree',
  'chmod -x program',
  'ln -s tree/deep way && ln -s /nowhere dangling && ln -sfn b.txt link',
  'ln a.txt another && ln tree/deep/z.txt 00-first',
  'echo x > one && ln one two && ln two three && rm one',
  'rm second',
  'touch -d 2001-02-03T04:05:06 a.txt tree && touch -h -d 2002-02-03T04:05:06 link',
  'touch -d 2011-01-01 fresh && mkdir -p made && touch -d 2011-01-01 made',
  'mkdir -p p/q/r/s && echo deep > p/q/r/s/t && rmdir empty',
  'sed -i s/one/ONE/ a.txt b.txt',
  'truncate -s 3 b.txt && truncate -s 100 a.txt',
  'truncate -s 5M sparse && printf end >> sparse',
  'dd if=/dev/zero of=holes bs=1k count=4 seek=1000 2>/dev/null && printf x | dd of=holes bs=1 seek=70000 conv=notrunc 2>/dev/null',
  'for i in $(seq 1000); do echo $i > many-$i; done',
  'for p in a b c; do for f in index.js package.json lib/x.js; do mkdir -p node_modules/$p/lib; echo "$p $f" > node_modules/$p/$f; done; done; ln -s ../a/index.js node_modules/b/a.js',
  `echo x > 'with space'; echo y > $'new\\nline'; echo z > 'äöü 漢字 🙂'; mkdir -- '-dash' && echo "q" > "-dash/it's \\"quoted\\" \\\\ *?[x]"; rm 'old name'`,
  'tar cf t.tar tree a.txt link program && mkdir out && tar xf t.tar -C out && tar xf t.tar && rm t.tar',
  'head -c 300000 /dev/zero | tr "\\0" "\\377" > binary && printf "\\000\\001" >> program',
  "python3 -c \"import os; os.rename('a.txt', 'renamed'); os.symlink('renamed', 'sym'); os.chmod('renamed', 0o4755)\"",
  'git add -A . && git -c user.name=n -c user.email=e@e commit -qm two && git checkout -qb side && git rm -q b.txt && git -c user.name=n -c user.email=e@e commit -qm three',
  'git stash list && echo one > b.txt && git -c user.name=n -c user.email=e@e stash -q && git reset -q --hard',
  'mkdir closed && echo in > closed/in && chmod 555 closed && chmod 444 a.txt',
  'chmod 555 tree/deep && chmod 755 tree/deep && rm tree/deep/z.txt && chmod 500 tree/deep',
  'find . -name "*.txt" -not -path "./.git/*" -exec sh -c \'tr a-z A-Z < "$1" > "$1.new" && mv "$1.new" "$1"\' _ {} \\;',
  'cat a.txt > /dev/null; ls > /dev/null; true',
  'cp a.txt tmp && cat tmp > a.txt && rm tmp',
  'exit 3',
];

/** Everything is old, so that a time that was kept can be told from one that was not. */
export const setup = `
printf 'one\\ntwo\\nthree\\n' > a.txt; printf 'one\\nzwei\\n' > b.txt; echo o > 'old name'
mkdir -p tree/deep old empty; echo y > tree/y.txt; echo z > tree/deep/z.txt; echo w > old/w.txt; ln -s y.txt tree/rel
ln -s a.txt link; printf '#!/bin/sh\\n' > program; chmod 755 program; echo both > first; ln first second
find . -depth -exec touch -h -d 2020-01-02T03:04:05 {} +`;

/** Besides, for those that use git. */
export const setupGit = `
git init -q -b main --template= . && git add a.txt b.txt tree && git -c user.name=n -c user.email=e@e commit -qm one
find . -depth -exec touch -h -d 2020-01-02T03:04:05 {} +`;
