import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { connect as connectTls, createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { listen, say, socksHello, startEcho, startProxy } from '../../../../test/fixtures/proxy.ts';

const curl = (...args: string[]) => promisify(execFile)('curl', ['-sS', '-m', '60', ...args]);

test('curl reaches an allowed host by plain HTTP, a tunnel and SOCKS, and each is in the list', async () => {
  await using server = await startEcho();
  await using proxy = await startProxy([`127.0.0.1:${server.port}`]);
  const url = `http://127.0.0.1:${server.port}/a?b=c`;
  const said = `127.0.0.1:${server.port} x=1`;
  for (const how of [
    ['-x', `http://127.0.0.1:${proxy.port}`],
    ['-p', '-x', `http://127.0.0.1:${proxy.port}`],
    ['-x', `socks5h://127.0.0.1:${proxy.port}`],
  ]) {
    expect((await curl(...how, '-d', 'x=1', url)).stdout).toBe(`POST /a?b=c ${said}`);
  }
  const rows = proxy.proxy.connections();
  expect(rows.map(({ how, method, decision, rule, address }) => ({ how, method, decision, rule, address }))).toEqual(
    [
      { how: 'http', method: 'POST' },
      { how: 'tunnel', method: undefined },
      { how: 'socks', method: undefined },
    ].map((row) => ({ ...row, decision: 'allowed', rule: `127.0.0.1:${server.port}`, address: '127.0.0.1' })),
  );
  for (const { sent, received } of rows) {
    expect(sent).toBeGreaterThan(said.length);
    expect(received).toBeGreaterThan(said.length);
  }
});

test('a host that no rule allows is refused, whichever way it is asked for, and told what is allowed', async () => {
  await using proxy = await startProxy(['example.com']);
  const at = `http://127.0.0.1:${proxy.port}`;
  const { stdout } = await curl('-x', at, '-w', '%{http_code}', 'http://other.example/');
  expect(stdout).toBe(
    'sallyport: other.example:80 was not reached: no rule allows this host and port. This run may reach: example.com.\n403',
  );
  await expect(curl('-x', at, 'https://other.example/')).rejects.toThrow(/403/);
  await expect(curl('-x', `socks5h://127.0.0.1:${proxy.port}`, 'http://other.example/')).rejects.toThrow(/97|socks/i);
  expect(proxy.proxy.connections().map(({ host, port, decision, address }) => [host, port, decision, address])).toEqual(
    [
      ['other.example', 80, 'refused', null],
      ['other.example', 443, 'refused', null],
      ['other.example', 80, 'refused', null],
    ],
  );
});

test.each([
  ['127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['169.254.169.254', 'metadata'],
  ['fd00:ec2::254', 'metadata'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['0.0.0.0', 'this machine'],
])('an allowed name that stands for %s is refused', async (address, why) => {
  await using server = await startEcho();
  await using proxy = await startProxy(['*:*', 'site.test:*'], { resolve: async () => [address] });
  const answer = await say(proxy.port, `CONNECT site.test:${server.port} HTTP/1.1\r\n\r\n`);
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 403 /);
  expect(answer.toString()).toContain(why);
  expect(proxy.proxy.connections()).toMatchObject([{ decision: 'refused', address: null, sent: 0, received: 0 }]);
});

test.each(['127.0.0.1', '127.1', '0x7f000001', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])(
  'that all public hosts are allowed opens no way to %s',
  async (host) => {
    await using server = await startEcho();
    await using proxy = await startProxy(['*:*']);
    const answer = await say(proxy.port, `CONNECT ${host}:${server.port} HTTP/1.1\r\n\r\n`);
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 403 /);
  },
);

test('a name is looked up once, and what was checked is what is connected to', async () => {
  await using server = await startEcho();
  const resolve = vi.fn(async () => (resolve.mock.calls.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']));
  await using proxy = await startProxy([`site.test:${server.port}`, `127.0.0.1:${server.port}`], { resolve });
  const { stdout } = await curl('-x', `http://127.0.0.1:${proxy.port}`, `http://site.test:${server.port}/`);
  expect(stdout).toBe(`GET / site.test:${server.port} `);
  expect(resolve).toHaveBeenCalledTimes(1);
  expect(proxy.proxy.connections()).toMatchObject([{ host: 'site.test', address: '127.0.0.1' }]);
  // Now it stands for an address that may not be reached.
  const again = await say(proxy.port, `CONNECT site.test:${server.port} HTTP/1.1\r\n\r\n`);
  expect(again.toString()).toContain('it stands for 10.0.0.1');
});

test('of several addresses only those that may be reached are tried', async () => {
  await using server = await startEcho();
  const resolve = async () => ['10.0.0.1', '169.254.169.254', '127.0.0.1'];
  await using proxy = await startProxy([`site.test:${server.port}`, `127.0.0.1:${server.port}`], { resolve });
  await curl('-x', `http://127.0.0.1:${proxy.port}`, `http://site.test:${server.port}/`);
  expect(proxy.proxy.connections()).toMatchObject([{ address: '127.0.0.1', decision: 'allowed' }]);
});

test('localhost is this machine where a rule says so', async () => {
  await using server = await startEcho();
  await using proxy = await startProxy([`localhost:${server.port}`]);
  const { stdout } = await curl('-x', `http://127.0.0.1:${proxy.port}`, `http://localhost:${server.port}/`);
  expect(stdout).toBe(`GET / localhost:${server.port} `);
});

test('an address of IPv6 is reached where a rule names it', async () => {
  await using server = await startEcho('::1');
  await using proxy = await startProxy([`[::1]:${server.port}`]);
  const { stdout } = await curl('-g', '-p', '-x', `http://127.0.0.1:${proxy.port}`, `http://[::1]:${server.port}/`);
  expect(stdout).toBe(`GET / [::1]:${server.port} `);
});

test('a rule with methods lets only those through, and no tunnel, which would hide them', async () => {
  await using server = await startEcho();
  const rule = `GET,HEAD 127.0.0.1:${server.port}`;
  await using proxy = await startProxy([rule]);
  const through = ['-o', '/dev/null', '-w', '%{http_code} %{http_connect}', '-x', `http://127.0.0.1:${proxy.port}`];
  const url = `http://127.0.0.1:${server.port}/`;
  expect((await curl(...through, url)).stdout).toBe('200 000');
  expect((await curl(...through, '-d', 'x', url)).stdout).toBe('403 000');
  await expect(curl(...through, '-p', url)).rejects.toThrow(/403/);
  expect(proxy.proxy.connections().at(-1)?.reason).toBe(
    `"${rule}" allows only these methods, and plain HTTP, where they can be seen`,
  );
});

test('TLS that names another server than was asked for is refused, and the same server passes', async () => {
  const psk = { identity: 'test', psk: Buffer.alloc(16, 7) };
  const tls = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' } as const;
  const server = createTlsServer({ ...tls, pskCallback: () => psk.psk }, (socket) => socket.end('hello'));
  server.on('tlsClientError', () => {});
  await using listening = await listen(server);
  const rules = [`site.test:${listening.port}`, `127.0.0.1:${listening.port}`];
  await using proxy = await startProxy(rules, { resolve: async () => ['127.0.0.1'] });
  const ask = async (host: string, servername: string): Promise<string> => {
    const socket = connect(proxy.port, '127.0.0.1');
    socket.write(`CONNECT ${host}:${listening.port} HTTP/1.1\r\n\r\n`);
    await once(socket, 'data');
    const secure: TLSSocket = connectTls({
      ...tls,
      socket,
      servername,
      pskCallback: () => psk,
      checkServerIdentity: () => undefined,
    });
    let text = '';
    secure.on('data', (chunk) => (text += chunk.toString()));
    secure.on('error', () => {});
    return new Promise((resolve) => secure.once('close', () => resolve(text)));
  };
  expect(await ask('site.test', 'site.test')).toBe('hello');
  expect(await ask('site.test', 'SITE.test')).toBe('hello');
  expect(await ask('127.0.0.1', 'site.test')).toBe('hello');
  expect(await ask('site.test', 'evil.test')).toBe('');
  expect(await ask('127.0.0.1', 'evil.test')).toBe('');
  const rows = proxy.proxy.connections();
  expect(rows.map(({ decision }) => decision)).toEqual(['allowed', 'allowed', 'allowed', 'refused', 'refused']);
  expect(rows[3]).toMatchObject({ sent: 0, reason: 'it asked for site.test and then, in TLS, for evil.test' });
});

test('whoever speaks first is heard: a server that greets gets its greeting through', async () => {
  await using server = await listen(createServer((socket) => socket.end('220 mail\r\n')));
  await using proxy = await startProxy([`127.0.0.1:${server.port}`]);
  const answer = await say(proxy.port, socksHello('127.0.0.1', server.port));
  expect(answer.subarray(12).toString()).toBe('220 mail\r\n');
});

test('the Host header is that of the address asked for, and what is meant for the proxy stays with it', async () => {
  const seen: unknown[] = [];
  await using server = await listen(
    createHttpServer((incoming, outgoing) => {
      seen.push(incoming.headers);
      outgoing.end();
    }),
  );
  await using proxy = await startProxy([`127.0.0.1:${server.port}`]);
  const head = [
    `GET http://127.0.0.1:${server.port}/ HTTP/1.1`,
    'Host: other.example',
    'Proxy-Authorization: Basic eDp5',
    'Connection: close, X-Hop',
    'X-Hop: 1',
    'X-Kept: 2',
  ];
  expect((await say(proxy.port, `${head.join('\r\n')}\r\n\r\n`)).toString()).toMatch(/^HTTP\/1\.1 200 /);
  expect(seen).toEqual([{ host: `127.0.0.1:${server.port}`, connection: 'close', 'x-kept': '2' }]);
});

test.each([
  ['something else', 'hello\r\n\r\n'],
  ['a path', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['https by plain HTTP', 'GET https://example.com/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a tunnel to no port', 'CONNECT example.com HTTP/1.1\r\n\r\n'],
  ['two lengths', 'POST http://example.com/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['a head of 20 KiB', `GET http://example.com/ HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['SOCKS that binds', Buffer.from([5, 1, 0, 5, 2, 0, 1, 1, 2, 3, 4, 0, 80])],
  ['SOCKS for UDP', Buffer.from([5, 1, 0, 5, 3, 0, 1, 1, 2, 3, 4, 0, 80])],
  ['SOCKS with a password only', Buffer.from([5, 1, 2])],
  ['SOCKS of an unknown kind of address', Buffer.from([5, 1, 0, 5, 1, 0, 9, 1, 2, 3, 4, 0, 80])],
])('%s gets no connection', async (_, bytes) => {
  await using proxy = await startProxy(['*:*'], { resolve: () => Promise.reject(new Error('was looked up')) });
  await say(proxy.port, bytes);
  expect(proxy.proxy.connections()).toEqual([]);
});

test('who does not finish what it asks for is cut off', async () => {
  await using proxy = await startProxy(['*:*'], { limits: { headMs: 200 } });
  for (const start of ['', 'GET http://exam', Buffer.from([5, 4, 0])]) {
    expect((await say(proxy.port, start)).length).toBeLessThan(3);
  }
});

test('a connection on which nothing is said is closed, and the list says why', async () => {
  await using server = await listen(createServer(() => {}));
  await using proxy = await startProxy([`127.0.0.1:${server.port}`], { limits: { idleMs: 200 } });
  await say(proxy.port, socksHello('127.0.0.1', server.port));
  expect(proxy.proxy.connections()).toMatchObject([{ reason: 'nothing was said for too long' }]);
});

test('a host that does not answer is told apart from one that is refused', async () => {
  const { port } = await (async () => {
    await using gone = await startEcho();
    return gone;
  })();
  await using proxy = await startProxy([`127.0.0.1:${port}`, 'nowhere.test'], { resolve: async () => [] });
  expect((await say(proxy.port, `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`)).toString()).toMatch(/^HTTP\/1\.1 502 /);
  expect((await say(proxy.port, 'CONNECT nowhere.test:443 HTTP/1.1\r\n\r\n')).toString()).toContain('not found');
  expect(proxy.proxy.connections().map(({ decision, reason }) => [decision, reason])).toEqual([
    ['allowed', 'the connection failed (ECONNREFUSED)'],
    ['allowed', 'its name was not found'],
  ]);
});

test('connections beyond the limit are closed, the others go on', async () => {
  await using server = await startEcho();
  await using proxy = await startProxy([`127.0.0.1:${server.port}`], { limits: { connections: 2 } });
  const held = [connect(proxy.port, '127.0.0.1'), connect(proxy.port, '127.0.0.1')];
  await Promise.all(held.map((socket) => once(socket, 'connect')));
  await vi.waitUntil(async () => (await say(proxy.port, 'GET ')).length === 0 && proxy.proxy.uncounted > 0, 30_000);
  const [first] = held;
  first?.write(`GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const [answer] = (await once(first as never, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of held) socket.destroy();
});

test('50 at once, each with a body of 100 KB both ways, all whole', async () => {
  await using server = await startEcho();
  await using proxy = await startProxy([`127.0.0.1:${server.port}`]);
  const one = (index: number) =>
    new Promise<string>((resolve, reject) => {
      const asked = request(
        {
          port: proxy.port,
          method: 'POST',
          path: `http://127.0.0.1:${server.port}/${index}`,
          agent: false,
          headers: { 'content-length': 100_000 },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('end', () => resolve(text));
        },
      );
      asked.on('error', reject);
      asked.end(String(index % 10).repeat(100_000));
    });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => one(index)));
  answers.forEach((answer, index) => {
    expect(answer).toBe(`POST /${index} 127.0.0.1:${server.port} ${String(index % 10).repeat(100_000)}`);
  });
  expect(proxy.proxy.connections()).toHaveLength(50);
});
