import { expect, test } from 'vitest';
import { harmlessConfig } from './git-config.ts';

const isInside = (path: string) => path.startsWith('../x');
const cleaned = (text: string, before?: string) => harmlessConfig(text, { before, isInside });

/** As `git init`, `git remote add`, `git branch -u` and `git submodule` write it. */
const written = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
	worktree = ../x/sub
[remote "origin"]
	url = git@github.com:somebody/something.git
	fetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]
	remote = origin
	merge = refs/heads/main
[submodule "lib"]
	active = true
	url = https://example.com/lib.git
[user]
	name = Some Body
`;

test('what git itself writes stays as it is', () => {
  expect(cleaned(written)).toEqual({ text: written, removed: [] });
});

test.each([
  ['[core]\n\tfsmonitor = ./evil\n', 'core.fsmonitor'],
  ['[core]\n\tsshCommand = ./evil\n', 'core.sshcommand'],
  ['[core]\n\tHooksPath = ./evil\n', 'core.hookspath'],
  ['[CORE]\n\teditor=evil\n', 'core.editor'],
  ['[core]\n\tworktree = /home/me\n', 'core.worktree'],
  ['[core]\n\tworktree = ../../../home\n', 'core.worktree'],
  ['[alias]\n\tst = !evil\n', 'alias.st'],
  ['[filter "x"]\n\tclean = evil\n', 'filter.x.clean'],
  ['[diff "x"]\n\ttextconv = evil\n', 'diff.x.textconv'],
  ['[credential]\n\thelper = !evil\n', 'credential.helper'],
  ['[credential "https://x"]\n\thelper = evil\n', 'credential.https://x.helper'],
  ['[include]\n\tpath = ../evil\n', 'include.path'],
  ['[includeIf "gitdir:/"]\n\tpath = ../evil\n', 'includeif.gitdir:/.path'],
  ['[url "https://evil/"]\n\tinsteadOf = https://github.com/\n', 'url.https://evil/.insteadof'],
  ['[remote "origin"]\n\turl = ext::sh -c evil\n', 'remote.origin.url'],
  ['[remote "origin"]\n\tuploadpack = evil\n', 'remote.origin.uploadpack'],
  ['[remote "origin"]\n\tvcs = evil\n', 'remote.origin.vcs'],
  ['[submodule "x"]\n\tupdate = !evil\n', 'submodule.x.update'],
  ['[gpg]\n\tprogram = evil\n', 'gpg.program'],
  ['[core] fsmonitor = ./evil\n', 'core.'],
  ['[core]\n\tbare = false \\\n', 'core.bare'],
  ['nonsense "\n', '.?'],
])('%j does not stay', (text, key) => {
  const { text: left, removed } = cleaned(text);
  expect(removed).toEqual([key]);
  const settings = left.split('\n').filter((line) => !/^\[.*\]$/.test(line));
  expect(settings.join('')).toBe('');
});

test('what was there before stays, whatever it is', () => {
  const before = '[core]\n\tfsmonitor = true\n[alias]\n\tst = status\n';
  expect(cleaned(`${before}\tx = !evil\n`, before)).toEqual({ text: before, removed: ['alias.x'] });
});
