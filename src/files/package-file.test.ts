import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempWorkspace } from '../testing/index.ts';
import { installedPackages } from './index.ts';

const code = (marker: string) => `require('node:fs').writeFileSync(${JSON.stringify(marker)}, ''); module.exports = 7;`;

test('code of packages is run from outside of the workspace only, wherever this package is installed', () => {
  using workspace = tempWorkspace();
  using elsewhere = tempWorkspace();
  for (const place of [workspace, elsewhere])
    place.write('node_modules/engine/index.js', code(join(place.path, 'has-run')));
  const from = (folder: string) => pathToFileURL(join(folder, 'node_modules', 'sallyport', 'dist', 'cli.cjs')).href;

  const inside = installedPackages(workspace.path, from(workspace.path));
  expect(() => inside.load('engine/index.js')).toThrow(expect.objectContaining({ code: 'NotSupported' }));
  expect(() => inside.read('engine/index.js')).toThrow(expect.objectContaining({ code: 'NotSupported' }));
  expect(existsSync(join(workspace.path, 'has-run'))).toBe(false);
  expect(inside.load('missing/index.js')).toBe(undefined);

  expect(installedPackages(workspace.path, from(elsewhere.path)).load('engine/index.js')).toBe(7);
  expect(existsSync(join(elsewhere.path, 'has-run'))).toBe(true);
});

test('a link from outside does not make code of the workspace run', () => {
  using workspace = tempWorkspace();
  using elsewhere = tempWorkspace();
  workspace.write('engine/index.js', code(join(workspace.path, 'has-run')));
  mkdirSync(join(elsewhere.path, 'node_modules'));
  symlinkSync(join(workspace.path, 'engine'), join(elsewhere.path, 'node_modules', 'engine'));
  writeFileSync(join(elsewhere.path, 'x.js'), '');
  const packages = installedPackages(workspace.path, pathToFileURL(join(elsewhere.path, 'x.js')).href);
  expect(() => packages.load('engine/index.js')).toThrow(expect.objectContaining({ code: 'NotSupported' }));
  expect(existsSync(join(workspace.path, 'has-run'))).toBe(false);
});
