import type { Word } from '../../../protocol/shell.ts';
import { defineProgram } from '../define.ts';
import { headOf, literal, textOf } from '../words.ts';
import { sql } from '../languages/sql.ts';
import { changesDatabase, databasePath, sqlite } from '../languages/sqlite.ts';

const server = { '-h --host=': 'contact', '-p --port -P -U --user -u --username -d --dbname -D --database=': 'text' };

/** The file of a database, which may be an address. */
function database(name: Word): Word {
  const text = textOf(name);
  return text === undefined ? name : literal(databasePath(text), name.span);
}

/** Clients of databases; without a query they speak with a person. */
export const databases = [
  defineProgram({
    names: 'psql pgcli cockroach usql',
    summary: 'Speaks to PostgreSQL.',
    options: {
      ...server,
      '-c --command=': sql,
      '-f --file=': 'read + change database: runs a file of statements',
      '-o --output -L --log-file=': 'write',
      '-l --list': 'flag',
      '-F -R -T -v --set --variable -P --pset=': 'text',
      '-V --version -?': 'help',
    },
    inspect: sql.ofInput,
    examples: {
      "psql -c 'SELECT 1'": 'read',
      "psql mydb -c 'DROP TABLE users'": 'change database DROP TABLE users force',
      'psql --com "DELETE FROM a"': 'change database DELETE FROM a force, ?',
      'psql -f x.sql': 'read x.sql, change database x.sql',
      psql: 'terminal',
      'psql -l': '',
      'psql <<< drop database x': 'change database drop database x force',
    },
  }),
  defineProgram({
    names: `
      clickhouse-client clickhouse sqlplus sqlcmd snowsql bq trino presto duckdb isql tsql
    `,
    summary: 'Speaks to other databases.',
    options: {
      ...server,
      '-e --execute -q -Q --query -c=': sql,
      '-i -f --queries-file=': 'read + change database: runs a file of statements',
      '-p --password[=]': 'text',
      '-V --version': 'help',
      '-o --output=': 'write',
    },
    inspect: sql.ofInput,
    examples: {
      "duckdb a.db -c 'DROP TABLE x'": 'change database DROP TABLE x force',
      sqlcmd: 'terminal',
    },
  }),
  defineProgram({
    names: 'mysql mariadb mycli',
    summary: 'Speaks to MySQL.',
    options: {
      ...server,
      '-e --execute --init-command=': sql,
      '-p --password[=]': 'text',
      '-V --version': 'help',
      '--tee=': 'write',
      '--pager[=]': 'program',
      '--plugin-dir --plugin_dir=': 'run: option: libraries',
      '-S --socket --defaults-file --defaults-extra-file --default-character-set=': 'text',
      '-f -q -c -i -o -n -r -s -t -v -w -A -B -C -E -G -H -L -N -X': 'text',
    },
    inspect: sql.ofInput,
    examples: {
      "mysql -u root -psecret -e 'DROP DATABASE x'": 'change database DROP DATABASE x force',
      "mysql -q -f -e 'DROP TABLE x' a": 'change database DROP TABLE x force',
      "mysql -e 'show tables'": 'read',
      "mysql --pager='rm x' -e 'select 1'": 'run rm x, read, > sh: rm x',
      mysql: 'terminal',
    },
  }),
  defineProgram({
    names: 'sqlite3 sqlite litecli sqlcipher',
    summary: 'Opens a database in a file.',
    style: 'dash',
    options: {
      '-cmd=': sqlite,
      '-init=': sqlite.ofFile,
      '-separator -nullvalue -newline -vfs=': 'text',
      '-readonly': 'flag',
      '-version -help': 'help',
    },
    operands: {
      first: (value, found) => {
        found.effect({ kind: 'read', target: database(value) });
      },
      rest: sqlite,
    },
    inspect(call, found) {
      if (call.operands.length < 2 && !call.has('-cmd')) sqlite.ofInput(call, found);
      const [first] = call.operands;
      const target = first && database(first);
      if (target && !call.has('-readonly') && changesDatabase(call)) found.effect({ kind: 'write', target });
      if (call.invocation.args.some((word) => /^--?A/.test(headOf(word))))
        found.doubt('an archive that is packed or unpacked');
    },
    examples: {
      "sqlite3 a.db 'select * from t'": 'read a.db, read',
      "sqlite3 a.db 'DROP TABLE t'": 'read a.db, change database DROP TABLE t force, write a.db',
      "sqlite3 -init x.sql a.db 'select 1'": 'read x.sql, change database, read a.db, read',
      "sqlite3 -init /dev/null a.db 'select 1'": 'read a.db, read',
      "sqlite3 a.db '.shell rm x'": 'read a.db, > sh: rm x',
      'sqlite3 a.db': 'read a.db, terminal',
      "sqlite3 a.db '.out ../x'": 'read a.db, write ../x, read',
      "sqlite3 a.db '.backup main /x/b'": 'read a.db, write /x/b, read',
      "sqlite3 a.db '.once |rm x'": 'read a.db, run rm x, read, > sh: rm x',
      "sqlite3 a.db '.read x.sql'": 'read a.db, read x.sql, change database, read, write a.db',
      'sqlite3 a.db "select readfile(\'../x\')"': 'read a.db, read ../x, read',
      'sqlite3 -Acf ../x a': 'read ../x, read, ?',
      'sqlite3 a.db <<< .output ../x': 'read a.db, write ../x, read',
      'sqlite3 a.db "select writefile(\'../x\', 1)"': 'read a.db, write ../x, read',
    },
  }),
  defineProgram({
    names: `
      redis-cli valkey-cli cqlsh influx etcdctl consul memcached-tool neo4j cypher-shell
    `,
    summary: 'Speaks to other stores.',
    options: {
      '-h --host -u --url=': 'contact',
      '-p --port -n -a --eval --password=': 'text',
      // A value for some, none for redis-cli: the word after it is looked at in any case.
      '-e -x': 'text',
      '--file -f=': 'read',
      '--rdb --functions-rdb=': 'write',
    },
    inspect: sql.ofWords,
    examples: {
      'redis-cli FLUSHALL': 'change database FLUSHALL force',
      'redis-cli -e FLUSHALL': 'change database FLUSHALL force',
      'redis-cli get a': 'read',
      'redis-cli': 'terminal',
    },
  }),
  defineProgram({
    names: 'mongo mongosh',
    summary: 'Speaks to MongoDB; what it is given is the name of a database, or files with code.',
    options: {
      '--host=': 'contact',
      '--port -u --username -p --password --authenticationDatabase --apiVersion=': 'text',
      '--eval=': 'flag',
      '-f --file=': 'read',
      '--quiet --norc --nodb --shell': 'text',
    },
    also: [{ if: '!--eval !-f operands !second tty', effects: 'terminal' }],
    inspect: sql.ofWords,
    examples: {
      "mongosh --eval 'db.dropDatabase()'": 'change database db.dropDatabase() force',
      "mongosh app --quiet --eval 'db.users.countDocuments()'": 'read',
      'mongosh app': 'terminal, read',
      mongosh: 'terminal',
      'mongosh app seed.js': 'read',
    },
  }),
  defineProgram({
    names: `
      dropdb dropuser createdb createuser pg_restore pg_ctl mysqladmin mysqlimport mongorestore
      mongoimport initdb vacuumdb pg_resetwal
    `,
    summary: 'Change databases as a whole.',
    options: { ...server, '--interactive --pwprompt': 'terminal' },
    effects: 'change database force',
    examples: { 'dropdb prod': 'change database prod force', 'createdb --help': 'quiet' },
  }),
  defineProgram({
    names: 'pg_dump pg_dumpall mongodump mongoexport pg_isready',
    summary: 'Write out databases.',
    options: { ...server, '-f --file -o --out --result-file -r=': 'write', '-t -n -F --table=': 'text' },
    effects: 'read: a database',
    examples: { 'pg_dump -f out.sql db': 'write out.sql, read', 'pg_dump db': 'read' },
  }),
  defineProgram({
    names: 'mysqldump mariadb-dump mysqlpump',
    summary: 'Writes out databases of MySQL.',
    options: {
      ...server,
      '-p --password[=]': 'text',
      '-r --result-file -T --tab=': 'write',
      '-w --where --ignore-table --tables -S --socket --defaults-file=': 'text',
    },
    effects: 'read: a database',
    examples: { 'mysqldump -p db': 'read', 'mysqldump -r out.sql db': 'write out.sql, read' },
  }),
  defineProgram({
    names: `
      prisma drizzle-kit knex sequelize sequelize-cli typeorm alembic flyway liquibase goose dbmate atlas sqlx diesel
      migrate
    `,
    summary: 'Bring databases to another version.',
    quiet: true,
    // Statements are printed, and not run.
    options: { '--sql --dry-run --pretend': 'flag' },
    inspect(call, found) {
      const { operands } = call;
      if (call.has('--sql')) return;
      const words = operands.map((word) => headOf(word)).join(' ');
      const isForced =
        /\b(reset|drop|down|rollback|clean|wipe|--force-reset|undo|revert|downgrade)\b|:(drop|undo|rollback|revert)/.test(
          words,
        );
      const isLooking =
        /^(?:(?:generate|validate|format|status|info|current|history|heads|branches|revision|show|list|diff|version|check|studio|introspect|new|create|init)\b(?!:)|(?:migrate|migration|model|seed)s?[: ](?:make|generate|create|add|new|status|list|info|diff)\b)/.test(
          words,
        );
      if (isForced) found.effect({ kind: 'change', thing: 'database', force: true });
      else if (operands.length > 0 && !isLooking) found.effect({ kind: 'change', thing: 'database' });
    },
    examples: {
      'prisma migrate reset': 'change database force',
      'prisma migrate dev': 'change database',
      'prisma generate': 'quiet',
      'alembic revision --autogenerate -m x': 'quiet',
      'alembic upgrade head --sql': 'quiet',
      'knex migrate:make x': 'quiet',
      'sequelize-cli db:drop': 'change database force',
    },
  }),
];
