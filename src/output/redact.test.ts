import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, WINDOW } from './redact.ts';
import { secretFormats } from './secrets.ts';

const seed = 20261115;
const alnum = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF';
const of = (length: number) => alnum.repeat(Math.ceil(length / alnum.length)).slice(0, length);

// Put together here, so that scanners of repositories do not take them for real.
const tokens = {
  github: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_']
    .map((prefix) => prefix + of(36))
    .concat(`github_pat_${of(22)}_${of(59)}`, `ghs_${of(40)}.${of(200)}.${of(86)}`),
  gitlab: [`glpat-${of(20)}`, `glpat-${of(27)}.01.${of(9)}`],
  'aws-access-key': ['AKIA', 'ASIA'].map((prefix) => `${prefix}IOSFODNN7EXAMPLE`),
  anthropic: [`sk-ant-api03-${of(93)}`],
  openai: [`sk-${of(48)}`, `sk-proj-${of(40)}_${of(40)}`],
  slack: ['a', 'b', 'p', 'o', 's', 'r'].map((letter) => `xox${letter}-123456789012-${of(24)}`),
  google: [`AIza${of(35)}`],
  stripe: [`sk_live_${of(24)}`, `rk_live_${of(24)}`],
  npm: [`npm_${of(36)}`],
  pypi: [`pypi-${of(160)}`],
  jwt: [`eyJ${of(33)}.eyJ${of(70)}.${of(43)}`, `eyJ${of(33)}.eyJ${of(70)}.`],
} satisfies Record<string, string[]>;
const cases = Object.entries(tokens).flatMap(([kind, samples]) => samples.map((sample) => [kind, sample] as const));

const keyBody = `${of(64)}\n${of(64)}\n${of(20)}==\n`;
const key = `-----BEGIN RSA PRIVATE KEY-----\n${keyBody}-----END RSA PRIVATE KEY-----`;

describe('token formats', () => {
  const { redact, find } = createRedactor();

  test('each that is beyond doubt has a sample here', () => {
    const high = secretFormats.filter((format) => format.confidence === 'high').map((format) => format.id);
    expect(high.toSorted()).toEqual(Object.keys(tokens).toSorted());
  });

  test.each(cases)('%s: %s is found and replaced, whatever stands around it', (kind, token) => {
    const label = `[redacted:${kind}]`;
    expect(find(`curl -H x:${token} host`)).toEqual([{ kind }]);
    for (const [before, after] of [
      ['', ''],
      ['a ', ' b'],
      ['"', '"'],
      ['\x1b[1;32m', '\x1b[0m'],
      ['{"log":"first\\n', '"}'],
      ['x%3D', '&y'],
      ['(', ')\n'],
    ]) {
      expect(redact(before + token + after)).toBe(before + label + after);
    }
  });

  test.each([
    'git checkout task-0123456789abcdefghijklmnop',
    'docker run risk-analysis-service:v1.2.3',
    'echo ghp_short AKIA1234 sk-test xoxb- npm_install eyJhbGci',
    'npm install pypi-server npm_config_cache',
    'cat /usr/share/zoneinfo/Asia/Tokyo AKIAIOSFODNN7EXAMPLES3',
    'sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'grep -r -- "-----BEGIN RSA PRIVATE KEY-----" .',
    'mysql --password=hunter2 postgres://u:pw@host',
    `deploy --id ${crypto.randomUUID()}`,
  ])('no token in: %s', (line) => {
    expect(find(line)).toEqual([]);
  });

  test('a private key with a body is found in a line', () => {
    expect(find(`echo '${key}'`)).toEqual([{ kind: 'private-key' }]);
    expect(find(`echo "${key.replaceAll('\n', '\\n')}"`)).toEqual([{ kind: 'private-key' }]);
  });
});

describe('secrets that only their surroundings tell', () => {
  const { redact, find } = createRedactor();
  const aws = `wJalrXUtnFEMI/K7MDENG/bPxRfiCY${'example'.toUpperCase()}KEY`;

  test.each([
    [`aws_secret_access_key = ${aws}`, 'aws_secret_access_key = [redacted:aws-secret-key]'],
    [`"SecretAccessKey": "${aws}"`, '"SecretAccessKey": "[redacted:aws-secret-key]"'],
    ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer [redacted:authorization]'],
    ['> authorization: Basic dXNlcjpwYXNz\r\n', '> authorization: Basic [redacted:authorization]\r\n'],
    ['-H "Authorization: Bearer abcdef" url', '-H "Authorization: Bearer [redacted:authorization]" url'],
    ['{"Authorization":"Bearer abcdef"}', '{"Authorization":"Bearer [redacted:authorization]"}'],
    [`bearer ${of(24)}, next`, 'bearer [redacted:authorization], next'],
    ['mysql -uroot -pSuperSecret1 shop', 'mysql -uroot -p[redacted:mysql-password] shop'],
    ['/usr/bin/mysqldump -h db -p"a b" shop > f', '/usr/bin/mysqldump -h db -p[redacted:mysql-password] shop > f'],
    ["mariadb-admin -p'x;y' ping; ls -pa", 'mariadb-admin -p[redacted:mysql-password] ping; ls -pa'],
    ['mysql -p -P3306 shop', 'mysql -p -P3306 shop'],
    ['mysql --protocol=tcp -p"$PW" --port 1', 'mysql --protocol=tcp -p"$PW" --port 1'],
    ['mkdir -pv mysql; cp -pr a b', 'mkdir -pv mysql; cp -pr a b'],
    ['postgres://user:p%40ss@host/db', 'postgres://user:[redacted:url-password]@host/db'],
    ['https://u:a@b@host:8080/x?y', 'https://u:[redacted:url-password]@host:8080/x?y'],
    ['redis://:pw@host', 'redis://:[redacted:url-password]@host'],
    ['password=hunter2', 'password=[redacted:assignment]'],
    ['DB_PASSWD=ab,c;d export', 'DB_PASSWD=[redacted:assignment] export'],
    ['export API_KEY=abcdef', 'export API_KEY=[redacted:assignment]'],
    ['a=1,token=abc,b=2', 'a=1,token=[redacted:assignment],b=2'],
    ['/x?access_token=abc.d3f&user=me', '/x?access_token=[redacted:assignment]&user=me'],
    ['login(password=abc123)', 'login(password=[redacted:assignment])'],
    ['--api-key=abc --verbose', '--api-key=[redacted:assignment] --verbose'],
    ['mysql --password hunter2 db', 'mysql --password [redacted:assignment] db'],
    ['password: hunter2', 'password: [redacted:assignment]'],
    ['  db.password: letmein\n', '  db.password: [redacted:assignment]\n'],
    ['X-Api-Key: 0123456789abcdef', 'X-Api-Key: [redacted:assignment]'],
    ['secret = s3cr3t!; next', 'secret = [redacted:assignment]; next'],
    ['{"password":"hunter2","n":1}', '{"password":"[redacted:assignment]","n":1}'],
    ['{\\"client_secret\\": \\"abc\\", \\"n\\": 1}', '{\\"client_secret\\": \\"[redacted:assignment]\\", \\"n\\": 1}'],
    ["private_key: 'with spaces and \" quote'", "private_key: '[redacted:assignment]'"],
    ['const password: string = "hunter2";', 'const password: string = "[redacted:assignment]";'],
    ['{ "password" => "x1" }', '{ "password" => "[redacted:assignment]" }'],
    ['secret: "an \\" escaped one" # note', 'secret: "[redacted:assignment]" # note'],
    [`token=${tokens.npm[0]}`, 'token=[redacted:npm]'],
    [`https://x:${tokens.github[0]}@github.com/a/b`, 'https://x:[redacted:github]@github.com/a/b'],
  ])('%s', (text, redacted) => {
    expect(redact(text)).toBe(redacted);
    expect(redact(redacted)).toBe(redacted);
    if (!text.includes('npm_') && !text.includes('ghp_')) expect(find(text)).toEqual([]);
  });

  test.each([
    'token: null',
    'tokens: 123',
    'max_tokens=4096, token=7',
    'password: ""',
    "password = '',",
    'secret = process.env.X',
    'secret = os.environ["SECRET_2"]',
    'token: string',
    'interface A { token: string; secret?: Secret2; privateKey: Uint8Array }',
    'function f(token: Token, password: Password | null): void {}',
    'const token = await fetchToken(1);',
    'token := lexer.Next()',
    'apiKey: opts.apiKey,',
    'login(user=user, password=password)',
    '        self.password = password',
    '"@tokenizer/token": "^0.3.0",',
    'password = getpass.getpass("Password 1: ")',
    'if (token === "abc" || token == 12345678) {',
    'url + "?token=" + token + "&n=" + 1;',
    'PASSWORD=$PASSWORD TOKEN=${TOKEN} secret={{ vault.secret1 }}',
    'password: "<your password>"',
    'password: ********',
    '{"token":1234567890,"secret":true}',
    '"token": "string"',
    'Authorization: Bearer $TOKEN',
    'Authorization: Bearer <token>',
    'http://localhost:8080/a@b git@github.com:a/b.git',
    'postgres://user:$PASSWORD@host',
    'SyntaxError: Unexpected token: identifier',
    'token_type: bearer1 PASSWORD_MIN_LENGTH=12 secretary=anna99',
    'monkey = banana12 keyboard: de-latin1',
  ])('not in: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('private keys', () => {
  const { redact } = createRedactor();

  test.each([
    ['a block is one secret', `a\n${key}\nb`, 'a\n[redacted:private-key]\nb'],
    ['two blocks are two', `${key}\n${key}\n`, '[redacted:private-key]\n[redacted:private-key]\n'],
    [
      'a block may be on one line',
      `{"private_key":"${key.replaceAll('\n', '\\n')}","n":1}`,
      '{"private_key":"[redacted:private-key]","n":1}',
    ],
    [
      'other kinds of blocks',
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK----- x',
      '[redacted:private-key] x',
    ],
    ['an unfinished block ends with the text', `a ${key.slice(0, 120)}\nmore\n`, 'a [redacted:private-key]'],
    ['a public key is none', key.replaceAll('PRIVATE', 'PUBLIC'), key.replaceAll('PRIVATE', 'PUBLIC')],
  ])('%s', (_, text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });

  test('a block longer than the window stays hidden throughout', () => {
    const stream = createRedactor().stream();
    let out = stream.push('before\n-----BEGIN PRIVATE KEY-----\n');
    for (let line = 0; line < 3000; line++) out += stream.push(`${of(64)}\n`);
    for (let part = 0; part < 10; part++) out += stream.push(of(WINDOW / 2));
    out += stream.push('-----END PRIVATE KEY----- after\n') + stream.end();
    expect(out).toBe('before\n[redacted:private-key] after\n');
  });
});

describe('literals', () => {
  const secret = 'p@ss "w/ord"\tñ';

  test.each([
    ['as it is', secret],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in a URL', encodeURIComponent(secret)],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 without padding', Buffer.from(secret).toString('base64url')],
    ['in base64 with a line end behind it', Buffer.from(`${secret}\n`).toString('base64')],
  ])('%s', (_, printed) => {
    expect(createRedactor({ literals: [secret] }).redact(`<${printed}>`)).toBe('<[redacted:literal]>');
  });

  test('the longer of two wins, and what overlaps is one', () => {
    const { redact } = createRedactor({ literals: ['abcdef', 'abcdefghi', 'hijklm'] });
    expect(redact('abcdefghi abcdefgh abcdefghijklm')).toBe(
      '[redacted:literal] [redacted:literal]gh [redacted:literal]',
    );
  });

  test('short and blank ones are ignored', () => {
    expect(createRedactor({ literals: ['', 'abcde', '          '] }).redact('abcde           abcde')).toBe(
      'abcde           abcde',
    );
  });

  test('one may span lines, also as a terminal prints it', () => {
    const { redact } = createRedactor({ literals: ['first\nsecond\nthird'] });
    expect(redact('x first\nsecond\nthird y')).toBe('x [redacted:literal] y');
    expect(redact('x first\r\nsecond\r\nthird y')).toBe('x [redacted:literal] y');
    expect(redact('x first\nsecond\nfourth')).toBe('x first\nsecond\nfourth');
  });

  test('one longer than the window is hidden in pieces', () => {
    const long = Array.from({ length: WINDOW / 16 }, (_, at) =>
      createHash('sha256').update(`${at}`).digest('hex'),
    ).join('');
    expect(createRedactor({ literals: [long] }).redact(`<${long}>`)).toMatch(/^<(\[redacted:literal\])+>$/);
  });
});

describe('patterns of the user', () => {
  test.each([
    ['are replaced whole', /acct-\d+/, 'x acct-123 acct-4 y', 'x [redacted:user] [redacted:user] y'],
    ['may have any flags', /ACCT-\d+/giy, 'x acct-123', 'x [redacted:user]'],
    ['see one line at a time', /^id[^]*$/, 'id 1\nid 2\nno id', '[redacted:user]\n[redacted:user]\nno id'],
    ['may match nothing', /z*/u, 'azz😀z', 'a[redacted:user]😀[redacted:user]'],
  ])('%s', (_, pattern, text, redacted) => {
    expect(createRedactor({ patterns: [pattern] }).redact(text)).toBe(redacted);
  });
});

const redactor = createRedactor({
  literals: ['hunter22', 'first line\nsecond line\nthird', 'line\nline\nlane', 'pä😀ss\nwörd'],
  patterns: [/acct-\d+/, /u{3,9}v/],
});
const piece = fc.oneof(
  fc.constantFrom(...cases.map(([, token]) => token), key, keyBody),
  fc.constantFrom(
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    '\n',
    '\r\n',
    ' ',
    '"',
    '\\n',
    '=',
    ': ',
    '😀',
    '\ud83d',
    '\ude00',
  ),
  fc.constantFrom(
    'hunter22',
    'first line\n',
    'second line\n',
    'third',
    'line\n',
    'lane',
    'pä😀ss\nwörd',
    'acct-12',
    'uuuuv',
  ),
  fc.constantFrom(
    'password',
    'token="',
    'secret: s3cret!',
    'API_KEY=abc123,x=1',
    'https://u:p@h/',
    'Authorization: Bearer abcdefgh',
  ),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc
    .tuple(
      fc.constantFrom('.', 'x', '. ', '😀', 'eyJ', 'u', 'line\n'),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: -90, max: 90 }),
    )
    .map(([unit, halves, off]) => unit.repeat(Math.ceil((halves * (WINDOW / 2) + off) / unit.length))),
);
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

function streamed(chunks: Iterable<string>): string {
  const stream = redactor.stream();
  let out = '';
  for (const chunk of chunks) out += stream.push(chunk);
  return out + stream.end();
}

describe('a stream', () => {
  test('redacts like the whole text, wherever it is split', () => {
    fc.assert(
      fc.property(text, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (whole, cuts) => {
        const at = [0, ...cuts.map((cut) => Math.floor(cut * whole.length)).toSorted((a, b) => a - b), whole.length];
        expect(streamed(at.slice(1).map((end, index) => whole.slice(at[index], end)))).toBe(redactor.redact(whole));
      }),
      { seed, numRuns: 1000 },
    );
  });

  test('redacts like the whole text when it comes in single units', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(streamed(whole.split(''))).toBe(redactor.redact(whole));
      }),
      { seed, numRuns: 100 },
    );
  });

  test('lets no secret through, wherever in a long line it stands', () => {
    const secrets = [...cases.map(([, token]) => token), 'hunter22', 'acct-12345678', keyBody.trim()];
    const printed = fc
      .constantFrom(...secrets)
      .map((secret) => [secret, secret === keyBody.trim() ? key : secret] as const);
    const before = fc.tuple(fc.constantFrom(1, 2, 3, 4), fc.integer({ min: -700, max: 10 }));
    fc.assert(
      fc.property(
        printed,
        before,
        fc.nat(2 * WINDOW),
        fc.integer({ min: 1, max: WINDOW }),
        ([secret, form], [halves, off], after, size) => {
          const whole = `${'.'.repeat(halves * (WINDOW / 2) + off)}${form}${' .'.repeat(after / 2)}`;
          const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
            whole.slice(at * size, (at + 1) * size),
          );
          const out = streamed(chunks);
          expect(out).not.toContain(secret);
          expect(out.replace(/\[redacted:[\w-]+\]/, '')).toBe(whole.replace(form, ''));
        },
      ),
      { seed, numRuns: 1000 },
    );
  });

  test('drops the rest of a token that is longer than it can see', () => {
    const whole = `.${tokens.pypi[0]}${of(3 * WINDOW)} end`;
    expect(redactor.redact(whole)).toBe('.[redacted:pypi] end');
  });

  test('lets whole lines go at once, and holds back no more than the window', () => {
    const stream = redactor.stream();
    expect(stream.push('one\ntwo')).toBe('one\n');
    expect(stream.push(' three\r')).toBe('two three\r');
    const pushed = 5 * WINDOW + 7;
    let out = '';
    let held = 0;
    for (let at = 0; at < pushed; at++) {
      out += stream.push('.');
      held = Math.max(held, at + 1 - out.length);
    }
    expect(held).toBe(WINDOW - 1);
    expect((out + stream.end()).length).toBe(pushed);
  });
});

// No clock: a pattern that were quadratic in the megabyte would not come back within the time limit of the test.
describe('a megabyte made to be slow comes back', () => {
  const words = String.raw`
    a . " \ = : @ \n %41 eyJ -eyJ %41eyJ eyJaaaaa. ghs_ ghs_a- ghp_ github_pat_ glpat-a. sk- sk-ant- pypi-
    token= token=" token="\ token=\" token=$ token=a( token=a. token=,a token=,,,,,,,, secret aws. awskey --a-token
    :// ://a: ://:: hunter22 uuu
  `;
  const spaced = [
    'token: ',
    'token: a1,',
    'password\t',
    'private_key: ',
    'token: string ',
    '- password: ',
    'authorization: bearer ',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY----------END PRIVATE KEY-----',
  ];
  const control = [' ', '\n', '\x1b[0;', '\ud83d', 'first line\n', 'line\n'];
  const units = [...words.trim().split(/\s+/), ...spaced, ...control];
  test.each(units)('%j', (unit) => {
    const whole = unit.repeat(Math.ceil(2 ** 20 / unit.length));
    expect(redactor.redact(whole)).not.toBe('');
    expect(Array.isArray(redactor.find(whole))).toBe(true);
  });
});
