import { defineProgram } from '../define.ts';
import { powershell, shell } from '../languages/shells.ts';

export const shells = [
  defineProgram({
    names: 'bash sh dash zsh ksh mksh ash fish rbash yash csh tcsh',
    summary: 'A shell.',
    quiet: true,
    inspect: shell,
    examples: {
      "bash -c 'rm -rf /'": 'quiet, > sh: rm -rf /',
      "bash -euxo pipefail -c 'ls' x y": 'quiet, > sh: ls',
      "sh -lc 'rm x'": 'quiet, > sh: rm x',
      "bash -posix -c 'rm x'": 'quiet, > sh: rm x, ?',
      "bash -norc -c 'rm x'": 'quiet, > sh: rm x',
      "bash -c + 'rm x'": 'quiet, > sh: rm x',
      "bash +ec 'rm x'": 'quiet, > sh: rm x',
      'bash -i <<< ls': 'terminal, > input',
      'bash --norc -- x.sh a': '> file x.sh',
      '| bash -s -- -y': '> input',
      bash: 'terminal',
      'sh <<< ls': '> input',
      'bash -x build.sh': '> file build.sh',
      "fish --command='rm x'": 'terminal, > sh: rm x',
      'bash --version': 'quiet',
      'bash $OPTS x': '> file …, ?',
      'bash -$X x': '> file x, ?',
      "bash -O extglob -c 'ls !(x)'": 'quiet, > sh: ls !(x), ?',
      'bash -o posix -c ls': 'quiet, > sh: ls, ?',
    },
  }),
  defineProgram({
    names: 'nu xonsh elvish osh ysh',
    summary: 'A shell with a language of its own, of which only what it has in common with others is read.',
    inspect(call, found) {
      shell(call, found);
      if (call.invocation.args.length > 0) found.doubt('the language of this shell is not known');
    },
    examples: { "nu -c 'rm x'": '> sh: rm x, ?', nu: 'terminal' },
  }),
  defineProgram({
    names: 'pwsh powershell pwsh-preview',
    summary: 'PowerShell.',
    inspect: powershell,
    examples: {
      'pwsh -NoProfile -c Remove-Item x': '> powershell: Remove-Item x',
      'powershell -ExecutionPolicy Bypass -File a.ps1': '> file a.ps1',
      'powershell -enc ZABpAHIA': '> powershell: dir, ?',
      pwsh: 'terminal',
    },
  }),
];
