import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handlesWork } from './folder.ts';
import { openRoot, type Root } from './root.ts';

describe.each(handlesWork() ? [true, false] : [false])('a workspace (handles: %s)', (handles) => {
  let base: string;
  let root: Root;

  beforeEach(() => {
    base = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'sallyport-root-'));
    fs.mkdirSync(join(base, 'docs/empty'), { recursive: true });
    fs.writeFileSync(join(base, 'docs/guide.md'), '# Guide');
    root = openRoot(base, { handles });
  });
  afterEach(() => {
    root[Symbol.dispose]();
    fs.rmSync(base, { recursive: true, force: true });
  });

  const tree = () => fs.readdirSync(base, { recursive: true, encoding: 'utf8' }).sort();
  const before = ['docs', 'docs/empty', 'docs/guide.md'];

  test('may be given through a link, and knows its real path', () => {
    fs.symlinkSync(join(base, 'docs'), join(base, 'link'));
    const linked = openRoot(join(base, 'link'), { handles });
    expect([linked.path, linked.list('.').map(({ name }) => name)]).toEqual([
      join(base, 'docs'),
      ['empty', 'guide.md'],
    ]);
    linked[Symbol.dispose]();
    expect(messageOf(() => openRoot(join(base, 'none')))).toBe(`"${base}/none" does not exist.`);
  });

  test('stat', () => {
    fs.symlinkSync('guide.md', join(base, 'docs/link'));
    fs.chmodSync(join(base, 'docs/guide.md'), 0o640);
    expect(root.stat('docs/guide.md')).toEqual({
      kind: 'file',
      size: 7,
      mode: 0o640,
      mtimeMs: expect.any(Number),
      ctimeMs: expect.any(Number),
    });
    expect(['.', 'docs/', 'docs/link', 'none', 'none/x'].map((path) => root.stat(path)?.kind)).toEqual([
      'dir',
      'dir',
      'link',
      undefined,
      undefined,
    ]);
    expect(messageOf(() => root.stat('docs/guide.md/x'))).toBe('"docs/guide.md" is a file, not a folder.');
  });

  test('read and openRead', () => {
    expect(root.read('docs//guide.md').toString()).toBe('# Guide');
    const fd = root.openRead('./docs/guide.md');
    expect(fs.readFileSync(fd, 'utf8')).toBe('# Guide');
    fs.closeSync(fd);
    expect(messageOf(() => root.read('docs/guide.md', 6))).toBe('"docs/guide.md" is larger than 6 bytes.');
    for (const read of [(path: string) => root.read(path), (path: string) => root.openRead(path)]) {
      expect(['none', 'none/x', '.', 'docs'].map((path) => messageOf(() => read(path)))).toEqual([
        '"none" does not exist.',
        '"none/x" does not exist.',
        '"." is a folder, not a file.',
        '"docs" is a folder, not a regular file.',
      ]);
    }
  });

  test('list', () => {
    fs.symlinkSync('guide.md', join(base, 'docs/link'));
    expect(root.list('docs')).toEqual([
      { name: 'empty', kind: 'dir' },
      { name: 'guide.md', kind: 'file' },
      { name: 'link', kind: 'link' },
    ]);
    expect(root.list('docs/empty')).toEqual([]);
    expect(['none', 'docs/guide.md'].map((path) => messageOf(() => root.list(path)))).toEqual([
      '"none" does not exist.',
      '"docs/guide.md" is a file, not a folder.',
    ]);
    expect(messageOf(() => root.list('docs', 2))).toBe('"docs" has more than 2 entries.');
  });

  test('mkdir', () => {
    expect([root.mkdir('.'), root.mkdir('docs'), root.mkdir('a/b/c'), root.mkdir('a/b')]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(tree()).toEqual(['a', 'a/b', 'a/b/c', ...before]);
    expect(fs.statSync(join(base, 'a/b')).mode & 0o777).toBe(0o755 & ~process.umask());
    expect(messageOf(() => root.mkdir('docs/guide.md/x'))).toBe('"docs/guide.md" is a file, not a folder.');
    expect(messageOf(() => root.mkdir('docs/guide.md'))).toBe('"docs/guide.md" is a file, not a folder.');
  });

  test('remove', () => {
    root.remove('docs/guide.md');
    expect(['docs/guide.md', 'docs', 'none/x'].map((path) => messageOf(() => root.remove(path)))).toEqual([
      '"docs/guide.md" does not exist.',
      '"docs" is a folder, not a file.',
      '"none/x" does not exist.',
    ]);
    expect(tree()).toEqual(['docs', 'docs/empty']);
  });

  describe('write', () => {
    test('makes the parents and tells the size', () => {
      expect(root.write('a/b/new.txt', 'grün', { mtimeMs: 5_000_000 })).toEqual({ bytes: 5 });
      expect(tree()).toEqual(['a', 'a/b', 'a/b/new.txt', ...before]);
      const { mode, mtimeMs } = fs.statSync(join(base, 'a/b/new.txt'));
      expect([fs.readFileSync(join(base, 'a/b/new.txt'), 'utf8'), mode & 0o777, mtimeMs]).toEqual([
        'grün',
        0o644 & ~process.umask(),
        5_000_000,
      ]);
    });

    test('replaces only when told so, and keeps the mode', () => {
      fs.chmodSync(join(base, 'docs/guide.md'), 0o777);
      expect(messageOf(() => root.write('docs/guide.md', 'x'))).toBe('"docs/guide.md" exists already.');
      root.write('docs/guide.md', 'new', { replace: true });
      expect([root.read('docs/guide.md').toString(), root.stat('docs/guide.md')?.mode]).toEqual(['new', 0o777]);
      root.write('docs/guide.md', 'new', { replace: true, mode: 0o600 });
      expect(root.stat('docs/guide.md')?.mode).toBe(0o600);
    });

    test('refuses what is not a file, and leaves nothing', () => {
      expect(
        ['.', 'docs', 'docs/guide.md/x'].map((path) => messageOf(() => root.write(path, 'x', { replace: true }))),
      ).toEqual([
        '"." is a folder, not a file.',
        '"docs" is a folder, not a file.',
        '"docs/guide.md" is a file, not a folder.',
      ]);
      expect(tree()).toEqual(before);
    });

    test('an aborted file takes the folders made for it along, but no others', () => {
      const first = root.create('a/b/c/one');
      const second = root.create('a/b/two');
      first.write('x');
      first.abort();
      second.write('y');
      expect(tree().filter((name) => !name.includes('.tmp'))).toEqual(['a', 'a/b', ...before]);
      second.commit();
      second[Symbol.dispose]();
      first[Symbol.dispose]();
      expect(tree()).toEqual(['a', 'a/b', 'a/b/two', ...before]);
      root.create('x/y/z')[Symbol.dispose]();
      expect(tree()).toEqual(['a', 'a/b', 'a/b/two', ...before]);
    });

    test('a file that appears before commit is not replaced', () => {
      const file = root.create('late/x');
      file.write('ours');
      fs.writeFileSync(join(base, 'late/x'), 'theirs');
      expect(messageOf(() => file.commit())).toBe('"late/x" exists already.');
      expect([root.read('late/x').toString(), tree()]).toEqual(['theirs', [...before, 'late', 'late/x']]);
    });

    test('a folder that cannot be made takes the ones before it along', () => {
      expect(messageOf(() => root.limited({ write: true, files: 2 }).mkdir('a/b/c'))).toContain(
        'more than its limit of 2',
      );
      expect(tree()).toEqual(before);
    });
  });

  describe('protected paths', () => {
    test('are refused, by name of the rule', () => {
      fs.writeFileSync(join(base, '.env'), 'TOKEN=1');
      const refused = (rule: string, action: () => unknown) =>
        expect(messageOf(action)).toContain(`is protected (${rule}): `);
      refused('git.hooks', () => root.write('.git/hooks/pre-commit', 'x'));
      refused('git.hooks', () => root.create('.GIT/HOOKS/x'));
      refused('editor.config', () => root.mkdir('.vscode'));
      refused('secret.env', () => root.read('.env'));
      refused('secret.env', () => root.openRead('.env'));
      refused('secret.env', () => root.remove('.env'));
      refused('sallyport.state', () => root.write('.agents/audit/chain.jsonl', 'x'));
      expect([root.stat('.env')?.kind, tree()]).toEqual(['file', ['.env', ...before]]);
    });

    test('open up one by one when a person approved them, our own state never', () => {
      const view = root.limited({ read: true, write: true, approved: ['./.vscode/tasks.json', '.agents/x', '.env'] });
      view.write('.vscode/tasks.json', '{}');
      expect(messageOf(() => view.write('.vscode/settings.json', '{}'))).toContain('(editor.config)');
      expect(messageOf(() => view.write('.Vscode/tasks.json', '{}'))).toContain('(editor.config)');
      expect(messageOf(() => view.write('.agents/x', ''))).toContain('(sallyport.state)');
      expect(messageOf(() => root.read('.env'))).toContain('(secret.env)');
      expect(messageOf(() => view.read('.env'))).toBe('".env" does not exist.');
    });

    test('know where the state folder is', () => {
      fs.mkdirSync(join(base, '.agents'));
      const state = openRoot(join(base, '.agents'), { handles });
      expect(messageOf(() => state.write('audit/chain.jsonl', ''))).toContain('(sallyport.state)');
      state.write('workspace/notes.md', '');
      state[Symbol.dispose]();
      const other = openRoot(base, { handles, state: ['elsewhere'] });
      expect(messageOf(() => other.write('elsewhere/x', ''))).toContain('(sallyport.state)');
      expect(messageOf(() => other.write('.agents/notes.md', ''))).toContain('(agent.config)');
      other[Symbol.dispose]();
    });
  });

  describe('a limited view', () => {
    test('can do only what it declared', () => {
      const [reader, writer] = [root.limited({ read: true }), root.limited({ write: true })];
      const missing = (capability: string) =>
        `Sallyport failed: this command did not declare the capability "${capability}".`;
      for (const use of [
        () => reader.write('x', ''),
        () => reader.create('x'),
        () => reader.mkdir('x'),
        () => reader.remove('docs/guide.md'),
      ]) {
        expect(messageOf(use)).toBe(missing('write'));
      }
      for (const use of [
        () => writer.read('x'),
        () => writer.openRead('x'),
        () => writer.list('.'),
        () => writer.stat('.'),
      ]) {
        expect(messageOf(use)).toBe(missing('read'));
      }
      expect(reader.read('docs/guide.md').toString()).toBe('# Guide');
      expect(writer.mkdir('made')).toBe(true);
    });

    test('never gives more than it has', () => {
      const view = root.limited({ read: true, approved: ['.env'] });
      const wider = view.limited({ read: true, write: true, approved: ['.env', '.ssh/id'] });
      expect(messageOf(() => wider.write('x', ''))).toContain('capability "write"');
      expect(messageOf(() => wider.read('.ssh/id'))).toContain('(secret.credentials)');
      expect(messageOf(() => wider.read('.env'))).toBe('".env" does not exist.');
    });

    test('counts what is read, also for the view it was made from', () => {
      const outer = root.limited({ read: true, readBytes: 14 });
      const inner = outer.limited({ read: true });
      expect(inner.read('docs/guide.md').length).toBe(7);
      fs.closeSync(outer.openRead('docs/guide.md'));
      expect(messageOf(() => inner.read('docs/guide.md'))).toBe('this run may read no more than 14 bytes of files.');
      expect(messageOf(() => inner.openRead('docs/guide.md'))).toBe(
        'this run may read no more than 14 bytes of files.',
      );
    });

    test('stops a file that grows past the quota, and removes it', () => {
      const view = root.limited({ write: true, writeBytes: 10 });
      view.write('a.txt', '123456');
      const file = view.create('dir/b.txt');
      file.write('1234');
      expect(messageOf(() => file.write('5'))).toBe('The run produced more than its limit of 10 bytes in files.');
      expect(messageOf(() => file.commit())).toBe('Sallyport failed: the file was closed already.');
      expect(tree()).toEqual(['a.txt', ...before]);
    });

    test('counts files and folders', () => {
      const view = root.limited({ write: true, files: 3 });
      view.write('a/b/c.txt', '');
      expect(messageOf(() => view.write('d.txt', ''))).toContain('more than its limit of 3');
      expect(tree()).toEqual(['a', 'a/b', 'a/b/c.txt', ...before]);
    });

    test('shares the handle and does not close it', () => {
      const view = root.limited({ read: true });
      view[Symbol.dispose]();
      expect(root.read('docs/guide.md').toString()).toBe('# Guide');
    });
  });

  test('no handle is left open', () => {
    root[Symbol.dispose]();
    const open = handlesOf();
    root = openRoot(base, { handles });
    root.write('a/b/c', 'x');
    const late = root.create('a/late');
    for (let count = 0; count < 40; count++) root.mkdir(`many/${count}`);
    root.create('a/d/e').abort();
    root.create('a/d/e')[Symbol.dispose]();
    for (const use of [
      () => root.read('a/x/y'),
      () => root.write('a/b', 'x'),
      () => root.write('a/b/c/d', 'x'),
      () => root.list('a/b/c'),
      () => root.limited({ read: true, readBytes: 0 }).openRead('a/b/c'),
    ]) {
      expect(messageOf(use)).toBeDefined();
    }
    expect(handlesOf()).toBeLessThan(open + 25);
    root[Symbol.dispose]();
    late.commit();
    expect(handlesOf()).toBe(open);
  });
});

function messageOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    expect((error as Error).name).toBe('SallyportError');
    return (error as Error).message;
  }
}

function handlesOf(): number {
  return fs.existsSync('/proc/self/fd') ? fs.readdirSync('/proc/self/fd').length : 0;
}
