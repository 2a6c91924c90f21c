import { defineProgram } from '../define.ts';

/** Programs that look for files, and may do something to what they find. */
export const search = [
  defineProgram({
    names: 'find gfind bfs',
    summary: 'Looks for files.',
    style: 'dash',
    strict: true,
    quiet: true,
    mark: '{}',
    named: '-name',
    options: {
      '-exec -execdir': 'argv',
      '-ok -okdir': 'argv + terminal',
      '-delete': 'text',
      '-fprint -fprint0 -fls=': 'write',
      '-fprintf=_': 'write',
      '-files0-from=': 'read',
      '-newer -anewer -cnewer -samefile=': 'read',
      '-H -L -P -O0 -O1 -O2 -O3 -E -X -d -s -x -depth -mount -xdev -noleaf -follow -daystart -warn -nowarn': 'text',
      '( ) ! , -- -a -and -o -or -not -true -false -prune -print -print0 -ls -quit -empty -readable -writable -executable':
        'text',
      '-ignore_readdir_race -noignore_readdir_race -nouser -nogroup -version -help --version --help': 'text',
      '-D -name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -type -xtype=':
        'text',
      '-size -perm -user -group -uid -gid -links -inum -mtime -mmin -atime -amin -ctime -cmin -used -fstype=': 'text',
      '-maxdepth -mindepth -printf -context -newermt -newerat -newerct -newermm -newerBt -flags -f=': 'text',
    },
    operands: { each: 'read: found', implied: '.' },
    also: [{ if: '-delete', operands: { each: 'delete recursive', implied: '.' } }],
    examples: {
      "find . -name '*.ts' -type f": 'quiet, read .',
      'find / -xdev -delete': 'read /, delete / recursive',
      'find -delete': 'read ., delete . recursive',
      'find src -name x -exec rm -rf {} ;': 'quiet, read src, > rm -rf src/…/x',
      "find . ( -name a -o -name b ) -exec sh -c 'rm $1' _ {} +": 'quiet, read ., > sh -c rm $1 _ ./…',
      'find a -fprintf out %p': 'write out, read a',
      'find a -ok rm {} ;': 'terminal, read a, > rm a/…',
      'find . -name .env -exec cat {} ;': 'quiet, read ., > cat ./…/.env',
      'find . ! -name .env -exec cat {} ;': 'quiet, read ., > cat ./…',
      'find $DIR -print': 'quiet, read …, ?',
    },
  }),
  defineProgram({
    names: 'fd fdfind',
    summary: 'Looks for files.',
    quiet: true,
    mark: '+{}',
    options: {
      '-x --exec -X --exec-batch': 'argv',
      '-t --type -e --extension -E --exclude -d --max-depth --min-depth -S --size -j --threads -c --color=': 'text',
      '--changed-within --changed-before -o --owner --max-results --base-directory --search-path=': 'text',
      '-H -I -u -s -i -g -F -a -l -L -p -0 -1 -q --hidden --no-ignore --glob --absolute-path': 'text',
    },
    operands: { first: 'text', rest: 'read: found' },
    examples: {
      'fd -e ts': 'quiet',
      'fd x src -x rm': 'quiet, read src, > rm src/…',
      'fd --exec-b rm -rf': 'quiet, > rm -rf ./…',
    },
  }),
  defineProgram({
    names: 'locate plocate mlocate which whereis whatis apropos type command-not-found hash getent',
    summary: 'Look for programs and names.',
    quiet: true,
    examples: { 'which sudo': 'quiet', 'locate -i x': 'quiet' },
  }),
  defineProgram({
    names: 'updatedb',
    summary: 'Writes the list that locate reads.',
    effects: 'change settings',
    examples: { updatedb: 'change settings', 'updatedb --help': 'quiet' },
  }),
  defineProgram({
    names: 'fzf sk peco fzy',
    summary: 'Lets a person choose.',
    style: 'gnu',
    options: { '--preview --bind --filter -f -q --query=': 'text' },
    effects: 'terminal',
    examples: { fzf: 'terminal', 'fzf --version': 'quiet' },
  }),
];
