import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Folder, handlesWork } from './folder.ts';
import { refusal } from './refusal.ts';
import { isTemporaryName } from './writer.ts';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND } = fs.constants;

describe.each(handlesWork() ? [true, false] : [false])('a folder (handles: %s)', (handles) => {
  let base: string;
  let folder: Folder;

  beforeEach(() => {
    base = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'sallyport-folder-'));
    folder = Folder.open(base, { handles });
  });
  afterEach(() => {
    folder[Symbol.dispose]();
    fs.rmSync(base, { recursive: true, force: true });
  });

  const tree = (at = base) => fs.readdirSync(at, { recursive: true, encoding: 'utf8' }).sort();

  describe('open', () => {
    test('names where it is', () => expect(folder.path).toBe(base));

    test('refuses what is missing, a file, a link and a relative path', () => {
      fs.writeFileSync(join(base, 'file'), '');
      fs.symlinkSync(base, join(base, 'link'));
      expect(messages('missing', 'file', 'link', 'dangling/x')).toEqual([
        `"${base}/missing" does not exist.`,
        `"${base}/file" is a file, not a folder.`,
        `The path "${base}/link" is refused: a symbolic link on the way.`,
        `"${base}/dangling/x" does not exist.`,
      ]);
      expect(() => Folder.open('relative')).toThrow('not an absolute path');

      function messages(...names: string[]) {
        return names.map((name) => messageOf(() => Folder.open(join(base, name), { handles })));
      }
    });

    test('makes only what is missing, closed to others', () => {
      fs.mkdirSync(join(base, 'there'));
      fs.chmodSync(join(base, 'there'), 0o755);
      Folder.open(join(base, 'there/a/b'), { create: true, handles })[Symbol.dispose]();
      expect(['there', 'there/a', 'there/a/b'].map((name) => modeOf(join(base, name)))).toEqual([0o755, 0o700, 0o700]);
      Folder.open(join(base, 'open'), { create: true, mode: 0o755, handles })[Symbol.dispose]();
      expect(modeOf(join(base, 'open'))).toBe(0o755 & ~process.umask());
    });

    test('makes nothing through a link that is the first missing part', () => {
      fs.symlinkSync(join(base, 'nowhere'), join(base, 'dangling'));
      expect(() => Folder.open(join(base, 'dangling/a'), { create: true, handles })).toThrow(
        'a symbolic link on the way',
      );
      expect(tree()).toEqual(['dangling']);
    });

    test('may be reached through links, which its path no longer shows when it was made', () => {
      fs.mkdirSync(join(base, 'real'));
      fs.symlinkSync(join(base, 'real'), join(base, 'link'));
      const made = Folder.open(join(base, 'link/new'), { create: true, handles });
      expect(made.path).toBe(join(base, 'real/new'));
      made[Symbol.dispose]();
    });
  });

  describe('folder', () => {
    test('opens and makes a child', () => {
      const child = folder.folder('a', { create: true, mode: 0o750 });
      child.write('f', 'x');
      expect([child.path, modeOf(child.path), tree()]).toEqual([
        join(base, 'a'),
        0o750 & ~process.umask(),
        ['a', 'a/f'],
      ]);
      child[Symbol.dispose]();
    });

    test('says what is wrong', () => {
      folder.write('file', '');
      fs.symlinkSync('file', join(base, 'link'));
      expect(folder.tryFolder('missing')).toBeUndefined();
      expect(messageOf(() => folder.folder('missing'))).toBe(`"${base}/missing" does not exist.`);
      for (const open of [() => folder.folder('file', { create: true }), () => folder.tryFolder('file')]) {
        expect(messageOf(open)).toBe(`"${base}/file" is a file, not a folder.`);
      }
      for (const open of [() => folder.folder('link', { create: true }), () => folder.tryFolder('link')]) {
        expect(messageOf(open)).toBe(`The path "${base}/link" is refused: a symbolic link on the way.`);
      }
    });
  });

  test('what has become a folder since it was opened as none is said to have been exchanged', () => {
    const error = Object.assign(new Error('not a directory'), { code: 'ENOTDIR' });
    expect(refusal(error, base, 'x').message).toBe(
      'The path "x" is refused: it was exchanged while it was being used.',
    );
  });

  test.each(['', '.', '..', 'a/b', '/a', 'a\0'])('%j is not the name of a member', (name) => {
    const uses = [
      () => folder.folder(name),
      () => folder.tryFolder(name),
      () => folder.mkdir(name),
      () => folder.open(name, O_RDONLY),
      () => folder.stat(name),
      () => folder.read(name, 10),
      () => folder.write(name, ''),
      () => folder.rename(name, 'x'),
      () => folder.rename('x', name),
      () => folder.remove(name),
      () => folder.removeIfEmpty(name),
      () => folder.removeFolder(name),
    ];
    for (const use of uses) expect(messageOf(use)).toContain('is not the name of one file');
    expect(tree()).toEqual([]);
  });

  describe('open of a file', () => {
    test('creates, appends and truncates', () => {
      writeWith(O_WRONLY | O_CREAT | O_EXCL, 'one');
      writeWith(O_WRONLY | O_APPEND, ' two');
      expect(content()).toBe('one two');
      writeWith(O_RDWR | O_TRUNC, '3');
      expect([content(), modeOf(join(base, 'f'))]).toEqual(['3', 0o600]);
      expect(messageOf(() => folder.open('f', O_WRONLY | O_CREAT | O_EXCL))).toBe(`"${base}/f" exists already.`);
      expect(messageOf(() => folder.open('g', O_RDONLY))).toBe(`"${base}/g" does not exist.`);

      function writeWith(flags: number, text: string) {
        const fd = folder.open('f', flags);
        fs.writeSync(fd, text);
        fs.closeSync(fd);
      }
      function content() {
        return folder.read('f', 100)?.toString();
      }
    });

    test('refuses links, folders and, for writing, files with a second name', () => {
      folder.write('file', 'content');
      fs.linkSync(join(base, 'file'), join(base, 'twin'));
      fs.symlinkSync('file', join(base, 'link'));
      fs.symlinkSync('nowhere', join(base, 'dangling'));
      fs.mkdirSync(join(base, 'dir'));
      const writing = O_WRONLY | O_CREAT | O_TRUNC;
      const open = (name: string, flags: number) => messageOf(() => folder.open(name, flags));
      const link = (name: string) => `The path "${base}/${name}" is refused: a symbolic link on the way.`;
      expect([
        open('link', O_RDONLY),
        open('link', writing),
        open('dangling', O_RDONLY),
        open('dangling', writing),
      ]).toEqual(['link', 'link', 'dangling', 'dangling'].map(link));
      expect([open('dir', O_RDONLY), open('dir', writing)]).toEqual([
        `"${base}/dir" is a folder, not a regular file.`,
        `"${base}/dir" is a folder, not a file.`,
      ]);
      expect(open('twin', writing)).toBe(
        `The path "${base}/twin" is refused: the file has another name elsewhere (hard link).`,
      );
      expect(folder.read('twin', 100)?.toString()).toBe('content');
    });
  });

  test('stat tells of the member itself', () => {
    folder.write('file', '12345');
    fs.symlinkSync('file', join(base, 'link'));
    expect([folder.stat('file')?.size, folder.stat('link')?.isSymbolicLink(), folder.stat('none')]).toEqual([
      5,
      true,
      undefined,
    ]);
    expect(folder.stat()?.isDirectory()).toBe(true);
  });

  test('entries are budgeted', () => {
    for (const name of ['a', 'b', 'c']) folder.write(name, '', { durable: false });
    expect(
      folder
        .entries()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a', 'b', 'c']);
    expect(folder.entries(3).length).toBe(3);
    expect(messageOf(() => folder.entries(2))).toBe(`"${base}" has more than 2 entries.`);
  });

  describe('read', () => {
    test('gives the whole file, up to a limit', () => {
      const data = Buffer.alloc(100_000, 'ab');
      folder.write('f', data);
      expect(folder.read('f', 100_000)).toEqual(data);
      expect(messageOf(() => folder.read('f', 99_999))).toBe(`"${base}/f" is larger than 99999 bytes.`);
      folder.write('empty', '');
      expect([folder.read('empty', 0)?.length, folder.read('none', 1)]).toEqual([0, undefined]);
    });

    test.runIf(fs.existsSync('/proc/self/status'))('does not trust the size that the system tells', () => {
      const proc = Folder.open('/proc', { handles });
      const self = proc.folder(String(process.pid));
      expect(self.read('status', 100_000)?.toString()).toContain('Pid:');
      expect(messageOf(() => self.read('status', 100))).toContain('is larger than 100 bytes');
      self[Symbol.dispose]();
      proc[Symbol.dispose]();
    });
  });

  describe('write', () => {
    test.each([true, false])('leaves the content and nothing else (durable: %s)', (durable) => {
      folder.write('text', 'grün', { durable });
      folder.write('bytes', Uint8Array.of(0, 255), { durable, mode: 0o640 });
      folder.write('text', 'neu', { durable });
      expect([folder.read('text', 10)?.toString(), folder.read('bytes', 10)]).toEqual(['neu', Buffer.from([0, 255])]);
      expect([modeOf(join(base, 'text')), modeOf(join(base, 'bytes')), tree()]).toEqual([
        0o600,
        0o640 & ~process.umask(),
        ['bytes', 'text'],
      ]);
    });

    test('without replace never touches what is there', () => {
      folder.write('f', 'first', { replace: false });
      fs.symlinkSync('nowhere', join(base, 'dangling'));
      fs.mkdirSync(join(base, 'dir'));
      for (const name of ['f', 'dangling', 'dir']) {
        expect(messageOf(() => folder.write(name, 'second', { replace: false }))).toBe(
          `"${base}/${name}" exists already.`,
        );
      }
      expect([folder.read('f', 10)?.toString(), tree()]).toEqual(['first', ['dangling', 'dir', 'f']]);
    });

    test('of many writers without replace exactly one wins', () => {
      const writers = Array.from({ length: 8 }, () => folder.create('f', { replace: false, durable: false }));
      writers.forEach((writer, index) => writer.write(String(index)));
      const results = writers.map((writer) => messageOf(() => writer.commit()));
      expect(results).toEqual([undefined, ...Array<string>(7).fill(`"${base}/f" exists already.`)]);
      expect([folder.read('f', 10)?.toString(), tree()]).toEqual(['0', ['f']]);
    });

    test('without replace works where the file system has no hard links', () => {
      const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
        throw Object.assign(new Error('no hard links'), { code: 'EPERM' });
      });
      onTestFinished(() => link.mockRestore());
      folder.write('f', 'first', { replace: false, mode: 0o640 });
      expect(messageOf(() => folder.write('f', 'second', { replace: false }))).toBe(`"${base}/f" exists already.`);
      expect([folder.read('f', 9)?.toString(), modeOf(join(base, 'f')), tree()]).toEqual([
        'first',
        0o640 & ~process.umask(),
        ['f'],
      ]);
    });

    test('replaces a link or a file with a second name itself, never what it points to', () => {
      folder.write('target', 'old');
      fs.symlinkSync('target', join(base, 'link'));
      fs.linkSync(join(base, 'target'), join(base, 'twin'));
      folder.write('link', 'new');
      folder.write('twin', 'new');
      expect(['target', 'link', 'twin'].map((name) => folder.read(name, 10)?.toString())).toEqual([
        'old',
        'new',
        'new',
      ]);
    });

    test('over a folder fails and leaves nothing', () => {
      folder.mkdir('dir');
      expect(messageOf(() => folder.write('dir', 'x'))).toBe(`"${base}/dir" is a folder, not a file.`);
      expect(tree()).toEqual(['dir']);
    });

    test('a time before 1970 is kept', () => {
      folder.write('old', 'x', { mtimeMs: -86_400_000 });
      expect(fs.statSync(join(base, 'old')).mtimeMs).toBe(-86_400_000);
    });

    test('a writer shows nothing before commit, and nothing at all after abort', () => {
      const writer = folder.create('f', { mtimeMs: 1_000_000, exactMode: 0o666 });
      writer.write('a');
      writer.write(Buffer.from('bc'));
      expect([writer.bytes, tree().map(isTemporaryName)]).toEqual([3, [true]]);
      writer.commit();
      writer[Symbol.dispose]();
      const { mtimeMs, mode } = fs.statSync(join(base, 'f'));
      expect([folder.read('f', 9)?.toString(), mtimeMs, mode & 0o777, tree()]).toEqual([
        'abc',
        1_000_000,
        0o666,
        ['f'],
      ]);
      expect(messageOf(() => writer.write('d'))).toBe('Sallyport failed: the file was closed already.');
      expect(messageOf(() => writer.commit())).toBe('Sallyport failed: the file was closed already.');

      const other = folder.create('g');
      other.write('x');
      other[Symbol.dispose]();
      expect(tree()).toEqual(['f']);
    });
  });

  test('rename moves, replaces, and does not replace when told so', () => {
    folder.write('a', 'a');
    folder.write('b', 'b');
    expect(messageOf(() => folder.rename('a', 'b', { replace: false }))).toBe(`"${base}/b" exists already.`);
    folder.rename('a', 'c', { replace: false });
    folder.rename('c', 'b');
    expect([tree(), folder.read('b', 9)?.toString()]).toEqual([['b'], 'a']);
    expect(messageOf(() => folder.rename('none', 'x'))).toBe(`"${base}/x" does not exist.`);
  });

  describe('writeNew', () => {
    const content = Buffer.from('new');

    test('makes a whole file with its time and its mode', () => {
      folder.writeNew('a', content, 0o755, 5_000);
      const { mtimeMs, mode } = fs.statSync(join(base, 'a'));
      expect([fs.readFileSync(join(base, 'a'), 'utf8'), mtimeMs, mode & 0o700]).toEqual(['new', 5_000, 0o700]);
    });

    test('leaves what has the name already, and where a link of that name leads', () => {
      fs.writeFileSync(join(base, 'taken'), 'old');
      fs.symlinkSync('nowhere', join(base, 'link'));
      for (const name of ['taken', 'link']) expect(() => folder.writeNew(name, content, 0o644, 0)).toThrow();
      expect([tree(), fs.readFileSync(join(base, 'taken'), 'utf8')]).toEqual([['link', 'taken'], 'old']);
    });

    test('leaves nothing of a file that could not be finished', () => {
      expect(() => folder.writeNew('a', content, 0o644, Number.NaN)).toThrow();
      expect(tree()).toEqual([]);
    });
  });

  describe('remove', () => {
    test('takes a file or a link, and does not mind a missing one', () => {
      folder.write('target', '');
      fs.symlinkSync('target', join(base, 'link'));
      folder.mkdir('dir');
      folder.remove('link');
      folder.remove('none');
      expect(messageOf(() => folder.remove('dir'))).toBe(`"${base}/dir" is a folder, not a file.`);
      expect(tree()).toEqual(['dir', 'target']);
    });

    test('removeIfEmpty leaves what is not', () => {
      fs.mkdirSync(join(base, 'full/empty'), { recursive: true });
      for (const name of ['full', 'none']) folder.removeIfEmpty(name);
      expect(tree()).toEqual(['full', 'full/empty']);
      const full = folder.folder('full');
      full.removeIfEmpty('empty');
      full[Symbol.dispose]();
      folder.removeIfEmpty('full');
      expect(tree()).toEqual([]);
    });

    test('removeFolder takes a tree, and links in it without what they point to', () => {
      fs.mkdirSync(join(base, 'keep'));
      fs.writeFileSync(join(base, 'keep/me'), '');
      fs.mkdirSync(join(base, 'tree/a/b/c'), { recursive: true });
      for (const at of ['tree', 'tree/a', 'tree/a/b/c']) {
        fs.writeFileSync(join(base, at, 'file'), '');
        fs.symlinkSync(join(base, 'keep'), join(base, at, 'link'));
      }
      fs.writeFileSync(Buffer.concat([Buffer.from(join(base, 'tree/a/')), Buffer.of(0x61, 0xff)]), 'not UTF-8');
      fs.mkdirSync(Buffer.concat([Buffer.from(join(base, 'tree/')), Buffer.of(0xfe)]));
      folder.removeFolder('tree');
      folder.removeFolder('none');
      expect(tree()).toEqual(['keep', 'keep/me']);
      fs.symlinkSync('keep', join(base, 'link'));
      expect(messageOf(() => folder.removeFolder('link'))).toContain('a symbolic link on the way');
      expect(messageOf(() => folder.open('keep', O_RDONLY))).toContain('is a folder');
    });

    test('removeFolder takes a tree that is deeper than any path may be', () => {
      let deepest = folder.folder('deep', { create: true });
      const name = 'd'.repeat(100);
      for (let depth = 0; depth < 250; depth++) {
        if (!handles && join(deepest.path, name).length > 4_000) break;
        const next = deepest.folder(name, { create: true });
        deepest[Symbol.dispose]();
        deepest = next;
      }
      deepest[Symbol.dispose]();
      const open = openHandles();
      folder.removeFolder('deep');
      expect([tree(), openHandles()]).toEqual([[], open]);
    });
  });

  test('a closed folder is not used again: its handle may be another file by now', () => {
    const child = folder.folder('a', { create: true });
    child[Symbol.dispose]();
    child[Symbol.dispose]();
    const other = fs.openSync(base, O_RDONLY);
    for (const use of [() => child.stat('x'), () => child.write('x', ''), () => child.entries(), () => child.stat()]) {
      expect(messageOf(use)).toBe('Sallyport failed: a closed folder was used.');
    }
    fs.closeSync(other);
    expect(tree()).toEqual(['a']);
  });

  test('no handle is left open, whatever fails', () => {
    fs.symlinkSync('nowhere', join(base, 'link'));
    folder.write('file', 'x');
    folder.mkdir('dir');
    const open = openHandles();
    for (const use of [
      () => folder.read('file', 0),
      () => folder.read('dir', 9),
      () => folder.open('dir', O_RDONLY),
      () => folder.write('dir', 'x'),
      () => folder.write('file', 'x', { replace: false }),
      () => folder.folder('link'),
      () => folder.entries(1),
      () => folder.removeFolder('file'),
      () => Folder.open(join(base, 'file'), { handles }),
      () => Folder.open(join(base, 'link/x'), { create: true, handles }),
    ]) {
      expect(messageOf(use)).toBeDefined();
    }
    expect(openHandles()).toBe(open);
  });

  test('errors name members as the caller calls them', () => {
    const shown = Folder.open(base, { handles, shownAs: '' });
    const child = shown.folder('a', { create: true });
    expect([messageOf(() => child.folder('b')), messageOf(() => shown.folder('c\n'))]).toEqual([
      '"a/b" does not exist.',
      '"c\\u{a}" does not exist.',
    ]);
    child[Symbol.dispose]();
    shown[Symbol.dispose]();
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

function modeOf(path: string): number {
  return fs.statSync(path).mode & 0o777;
}

function openHandles(): number {
  return fs.existsSync('/proc/self/fd') ? fs.readdirSync('/proc/self/fd').length : 0;
}
