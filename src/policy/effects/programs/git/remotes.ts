import type { Part } from '../../define.ts';
import { inSubmodules, overwritten, pushed, pushedTo, remote, setting } from '../../languages/git.ts';

const over = { '--upload-pack --receive-pack --exec=': 'program' };
const unnamed = [{ if: '!operands', effects: 'contact: repository' }];

/** Subcommands that speak to other repositories. */
export const remotes: Readonly<Record<string, Part | string>> = {
  push: {
    options: {
      ...over,
      '-f --force': 'flag',
      '--force-with-lease[=]': 'flag',
      '--force-if-includes': 'text',
      '-d --delete': 'flag',
      '--mirror': 'flag',
      '--prune': 'flag',
      '-u --set-upstream --tags --all --follow-tags -q --quiet -v --no-verify --atomic --progress': 'text',
      '-n --dry-run': 'flag',
      '--no-dry-run': 'flag',
      '-o --push-option --repo=': 'text',
    },
    operands: { first: pushedTo, rest: pushed },
    effects: 'change remote',
    also: unnamed,
    inspect: overwritten,
  },
  fetch: {
    options: { ...over, '-j --jobs --depth -o --server-option=': 'text', '-f --force -p --prune --all': 'text' },
    operands: { first: remote },
    effects: 'change repository',
    also: unnamed,
  },
  pull: {
    options: { ...over, '-j --jobs --depth -s -X=': 'text', '-f --force -r': 'text', '--rebase[=]': 'text' },
    operands: { first: remote },
    effects: 'change repository',
    also: unnamed,
  },
  clone: {
    options: {
      '-u --upload-pack=': 'program',
      '-c --config=': setting,
      '--template=': 'run: option: hooks from a template',
      '-b --branch --depth -j --jobs --filter -o --origin=': 'text',
      '--reference --reference-if-able=': 'read recursive',
      '--separate-git-dir=': 'write',
    },
    operands: { first: remote, second: 'write' },
    effects: 'change repository',
  },
  'ls-remote': { quiet: true, options: over, operands: { first: remote }, also: unnamed },
  remote: {
    quiet: true,
    options: { '-v --verbose': 'text' },
    subs: {
      'show get-url': 'quiet',
      update: 'contact: repository + change repository',
      'add set-url rename remove rm set-head set-branches prune': 'change repository',
    },
  },
  submodule: {
    quiet: true,
    options: { '-q --quiet --cached': 'text' },
    subs: {
      'status summary': 'quiet',
      foreach: { style: 'posix', options: { '--recursive -q --quiet': 'text' }, inspect: inSubmodules },
      add: { operands: { first: remote, second: 'write' }, effects: 'change repository' },
      'update init sync set-url set-branch absorbgitdirs': 'contact: repository + change repository',
      deinit: { options: { '-f --force': 'force' }, effects: 'change uncommitted-work' },
    },
  },
  'send-email': {
    options: { '--to-cmd --cc-cmd --header-cmd --sendmail-cmd=': 'program', '--to --cc --from --subject=': 'text' },
    effects: 'contact: repository + change remote',
  },
  'imap-send': 'contact: repository + change remote',
  'fetch-pack send-pack http-fetch http-push upload-pack receive-pack': 'contact + run: the protocol of git by hand',
  daemon: 'contact: serves repositories',
  'credential credential-store credential-cache credential-libsecret credential-osxkeychain credential-manager': {
    subs: { 'fill get': 'read: secret password' },
    otherwise: 'run: keeps passwords',
  },
  lfs: {
    effects: 'contact: repository + change repository',
    subs: { 'ls-files status env version': 'quiet' },
    otherwise: 'contact: repository + change repository',
  },
  svn: 'contact: repository + change repository + change remote',
  'web--browse instaweb': 'run: a web server or browser',
};
