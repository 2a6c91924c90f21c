import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hasBubblewrap } from '../../../../test/fixtures/bubblewrap.ts';
import { listen, startEcho } from '../../../../test/fixtures/proxy.ts';
import type { ProcessEnd } from '../../../protocol/backend.ts';
import { tempWorkspace } from '../../../testing/index.ts';
import { findProgram } from '../../process/index.ts';
import { createBoxBackend } from '../index.ts';
import { proxyVariables } from './network.ts';

const workspace = tempWorkspace();
const backend = createBoxBackend({ root: workspace.path });
const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/' };

afterAll(async () => {
  await backend[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
});

async function bash(command: string, network?: readonly string[]): Promise<ProcessEnd & { text: string }> {
  let text = '';
  const end = await backend.run(
    {
      argv: ['/bin/bash', '-c', command],
      cwd: workspace.path,
      env,
      merged: true,
      timeoutMs: 50_000,
      ...(network ? { grant: { paths: [], removes: [], network } } : {}),
    },
    {
      onStdout: (chunk) => void (text += Buffer.from(chunk).toString()),
      onStderr() {},
      signal: new AbortController().signal,
    },
  );
  return { ...end, text };
}

test('a box that serves itself is not sent to the proxy, unless this machine was meant', () => {
  expect(proxyVariables(['example.com'])['no_proxy']).toBe('localhost,127.0.0.1,::1');
  expect(proxyVariables(['localhost:80'])['NO_PROXY']).toBe('');
});

describe.runIf(hasBubblewrap)('a box with network', () => {
  test('reaches the host it was granted and no other, and says what it asked for', async () => {
    await using server = await startEcho();
    await using other = await startEcho();
    const rule = `localhost:${server.port}`;
    const end = await bash(
      `curl -sS -m 20 http://localhost:${server.port}/a; echo; curl -sS -m 20 http://localhost:${other.port}/b`,
      [rule],
    );
    expect(end.text).toBe(
      `GET /a localhost:${server.port} \nsallyport: localhost:${other.port} was not reached: ` +
        `no rule allows this host and port. This run may reach: ${rule}.\n`,
    );
    expect(end.note).toBeUndefined();
    expect(end.connections).toMatchObject([
      { host: 'localhost', port: server.port, address: '127.0.0.1', how: 'http', decision: 'allowed', rule },
      { host: 'localhost', port: other.port, address: null, decision: 'refused', rule: null, sent: 0, received: 0 },
    ]);
  });

  test('has nothing but the proxy: no other address of this machine, no name, no IPv6, no file handle to the host', async () => {
    await using server = await startEcho();
    const rules = [`localhost:${server.port}`];
    const { text, connections } = await bash(
      `curl -sS -m 5 --noproxy '*' http://127.0.0.1:${server.port} >/dev/null 2>&1 && echo direct
      curl -gsS -m 5 --noproxy '*' 'http://[::1]:${server.port}' >/dev/null 2>&1 && echo ipv6
      getent hosts example.com >/dev/null && echo name
      ls /sys/class/net 2>/dev/null; grep -c : /proc/net/dev
      for fd in /proc/[0-9]*/fd/7; do { echo x >"$fd"; } 2>/dev/null && echo "opened $fd"; done
      ls /proc/self/fd | wc -l`,
      rules,
    );
    // One interface, and of file handles stdin, stdout, stderr and that of the folder.
    expect(text).toBe('1\n4\n');
    expect(connections).toEqual([]);
  });

  test('serves git, npm and Python from hosts that were granted', async () => {
    const source = join(workspace.path, 'source');
    execFileSync('git', ['init', '-q', source]);
    writeFileSync(join(source, 'file'), 'content\n');
    execFileSync('git', ['-C', source, 'add', '.']);
    execFileSync('git', ['-C', source, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'first']);
    execFileSync('git', ['-C', source, 'update-server-info']);
    await using server = await listen(
      createServer((incoming, outgoing) => {
        const path = incoming.url ?? '';
        if (path === '/a-package') {
          const latest = { name: 'a-package', version: '1.2.3', dist: { tarball: 'x', shasum: 'y' } };
          const tags = { latest: '1.2.3' };
          outgoing.end(JSON.stringify({ name: 'a-package', 'dist-tags': tags, versions: { '1.2.3': latest } }));
          return;
        }
        try {
          outgoing.end(readFileSync(join(source, '.git', new URL(path, 'http://a').pathname.replace('/repo/', ''))));
        } catch {
          outgoing.writeHead(404).end();
        }
      }),
    );
    const at = `http://localhost:${server.port}`;
    const python = findProgram('python3', env).path;
    const { text } = await bash(
      `git clone -q ${at}/repo copy && cat copy/file
      npm view --registry ${at} --cache /tmp/npm a-package version 2>/dev/null
      ${python === undefined ? 'echo ref:' : `python3 -c "import urllib.request as r; print(r.urlopen('${at}/repo/HEAD').read().decode()[:4])"`}`,
      [`localhost:${server.port}`],
    );
    expect(text).toBe('content\n1.2.3\nref:\n');
  });

  test('carries 50 connections at once', async () => {
    await using server = await startEcho();
    const script = `const http = require('http');
      const one = (i) => new Promise((ok) => http.get({ port: 3128, path: 'http://localhost:${server.port}/' + i, agent: false }, (r) => {
        let text = ''; r.on('data', (d) => text += d).on('end', () => ok(text.startsWith('GET /' + i + ' ')));
      }).on('error', () => ok(false)));
      Promise.all(Array.from({ length: 50 }, (_, i) => one(i))).then((all) => console.log(all.filter(Boolean).length));`;
    writeFileSync(join(workspace.path, 'many.cjs'), script);
    const { text, connections } = await bash(`'${process.execPath}' many.cjs`, [`localhost:${server.port}`]);
    expect(text).toBe('50\n');
    expect(connections).toHaveLength(50);
  });

  test('says so when its relay ended before the command did', async () => {
    await using server = await startEcho();
    const { note, text } = await bash(
      `for pid in /proc/[0-9]*; do
        [ "$pid" = /proc/$$ ] || [ "$pid" = /proc/1 ] || kill -9 "\${pid#/proc/}"
      done 2>/dev/null
      while curl -s -m 5 http://localhost:${server.port} >/dev/null; do sleep 0.1; done
      sleep 1; echo gone`,
      [`localhost:${server.port}`],
    );
    expect(text).toBe('gone\n');
    expect(note).toMatch(/^The network relay/);
  });

  test('is of one command: the next one has no network', async () => {
    await using server = await startEcho();
    await bash('true', [`localhost:${server.port}`]);
    const { text } = await bash(
      `curl -s -m 5 http://localhost:${server.port}; curl -s -m 5 http://localhost:3128; echo $http_proxy`,
    );
    expect(text).toBe('\n');
  });
});
