import { defineProgram, type Part } from '../define.ts';
import { asked } from '../languages/cloud.ts';
import { headOf, textOf } from '../words.ts';

const publishing = 'contact: packages + change remote force: publishes a package';

const bundling: Part = {
  options: {
    '--outDir --outFile --outfile --outdir --out-dir --output-path -o --output --dist-dir --dir --declarationDir=':
      'write',
    '--config --project --target --module --format --external --entry --input=': 'text',
    // With a value for some of them and none for others.
    '-c -d -p -t -m -f -w -e -i': 'text',
    '--init': 'write: tsconfig.json',
    '--watch --noEmit --build -b --minify': 'text',
  },
  effects: 'run: the build of the project',
  help: '--help --version -v -h',
};

/** Tools of JavaScript projects; what they run comes from the project. */
export const nodeTools = [
  defineProgram({
    names: 'concurrently conc',
    summary: 'Runs command lines at the same time.',
    options: {
      '-n --names -c --prefix-colors -p --prefix -m --max-processes -l --prefix-length -t --timestamp-format=': 'text',
      '-s --success --restart-tries --restart-after --hide --default-input-target --name-separator --cwd=': 'text',
      '-k --kill-others --kill-others-on-fail -r --raw -g --group -i --handle-input --no-color --timings -P': 'text',
    },
    operands: (text, found) => {
      // `npm:build` is a script of the project.
      if (/^(npm|pnpm|yarn|bun|node|deno):/.test(headOf(text))) found.effect({ kind: 'run', target: text });
      else found.nest({ kind: 'script', via: 'concurrently', text, shell: 'bash' });
    },
    examples: {
      "concurrently -k -n a,b 'rm x' ls": '> sh: rm x, > sh: ls',
      'concurrently npm:watch-*': 'run npm:watch-*',
    },
  }),
  defineProgram({
    ...bundling,
    names: `
      tsc tsgo vue-tsc esbuild swc babel webpack webpack-cli parcel ncc postcss tailwindcss terser uglifyjs
      svgo api-extractor typedoc rspack obuild unbuild
    `,
    summary: 'Compile and bundle.',
    examples: { 'tsc --noEmit': 'run', 'esbuild a.ts --outfile=/etc/x': 'write /etc/x, run a.ts', 'tsc -v': 'quiet' },
  }),
  defineProgram({
    ...bundling,
    names: 'tsup tsdown rollup rolldown microbundle sass lessc',
    summary: 'Bundle, and write style sheets.',
    options: { ...bundling.options, '-d=': 'write' },
    inspect({ operands: [, second], invocation: { name } }, found) {
      if (second && /^(sass|lessc)$/.test(name)) found.effect({ kind: 'write', target: second });
    },
    examples: {
      'rollup -c -d out': 'write out, run',
      'sass a.scss b.css': 'run a.scss, write b.css',
    },
  }),
  defineProgram({
    names: `
      eslint oxlint biome standard xo tslint stylelint rome knip depcheck madge publint
      attw commitlint lint-staged cspell ls-lint markdownlint-cli2 svelte-check htmlhint syncpack
      size-limit npm-run-all run-s run-p wireit husky standard-version
    `,
    summary: 'Check and format.',
    options: {
      '--fix --write -w --fix-dangerously': 'flag',
      '-o --output-file --report-file=': 'write',
      '-c --config --ext --rulesdir --format -f --ignore-path --ignore-pattern --max-warnings --parser=': 'text',
    },
    operands: [{ if: '--fix', each: 'read + write' }, { each: 'read' }],
    effects: 'run: with the settings of the project',
    help: '--help --version -v -h',
    examples: { 'eslint src': 'read src, run src', 'eslint --fix a.ts': 'read a.ts, write a.ts, run a.ts' },
  }),
  defineProgram({
    names: 'prettier oxfmt prettierd',
    summary: 'Format.',
    options: {
      '-w --write': 'flag',
      '-c --check -l --list-different -u': 'text',
      '--config --ignore-path --parser --plugin --stdin-filepath --log-level --config-precedence --cache-location=':
        'text',
    },
    operands: [{ if: '--write', each: 'read + write' }, { each: 'read' }],
    effects: 'run: with the settings of the project',
    help: '--help --version -v -h',
    examples: {
      'prettier --check src': 'read src, run src',
      'prettier -c --write a.ts': 'read a.ts, write a.ts, run a.ts',
    },
  }),
  defineProgram({
    names: `
      vitest jest mocha ava tap tape jasmine karma cypress playwright wdio uvu storybook
      start-storybook build-storybook testcafe nightwatch cucumber-js tinybench lighthouse qunit wtr
    `,
    summary: 'Test.',
    options: {
      '-c --config -t --testNamePattern --project --reporter -r --require --grep -g --timeout --workers --shard=':
        'text',
      '--outputFile --output --coverageDirectory=': 'write',
      '-u --update --updateSnapshot --watch --coverage --ui': 'text',
    },
    effects: 'run: tests of the project',
    help: '--help --version -v -h',
    examples: { 'vitest run src': 'run run', 'jest -t "rm -rf"': 'run', 'jest --version': 'quiet' },
  }),
  defineProgram({
    names: `
      vite next nuxt nuxi astro remix react-scripts react-native expo ng vue-cli-service gatsby svelte-kit eleventy
      docusaurus vitepress serve http-server live-server json-server browser-sync nest electron electron-builder
      electron-forge quasar ember hexo cap ionic tauri
    `,
    summary: 'Serve and build web projects.',
    options: {
      '--outDir --out-dir --output-path --output --distDir=': 'write',
      '--config --port --host --mode --dir=': 'text',
      '-c -p -o': 'text',
    },
    effects: 'run: a server or build of the project',
    help: '--help --version -v -h',
    examples: {
      'vite build': 'run build',
      'vite build --outDir ../x': 'write ../x, run build',
      'next dev': 'run dev',
      'vite --version': 'quiet',
    },
  }),
  defineProgram({
    names: `
      wrangler vercel netlify firebase surge gh-pages heroku flyctl fly railway supabase render amplify sls
      serverless sst cdk eas
    `,
    summary: 'Deploy web projects.',
    quiet: true,
    options: { '--cwd --token -t -c --config --project -P --stage -p=': 'text' },
    help: '--help --version -v -h',
    subs: {
      'dev build start serve list ls logs log status whoami help synth diff info types version emulators': {
        effects: 'run: a server or build of the project',
      },
      'destroy delete remove rm teardown reset undeploy': 'contact + change cloud force',
    },
    otherwise: { effects: 'contact', inspect: asked('cloud') },
    effects: 'contact + change cloud: deploys',
    examples: {
      'vercel --prod': 'contact, change cloud',
      'firebase deploy': 'contact, change cloud deploy',
      'cdk destroy': 'contact, change cloud force',
      'wrangler dev': 'run',
      'heroku apps:destroy x': 'contact, change cloud apps:destroy force',
    },
  }),
  defineProgram({
    names: `
      nvm fnm volta n corepack asdf mise rtx nodenv pyenv rbenv jenv sdk sdkman tfenv goenv phpenv proto
    `,
    summary: 'Install and choose versions of languages.',
    quiet: true,
    subs: {
      'ls list current which where version versions ls-remote list-remote list-all root shims doctor help': 'quiet',
      'install i add': 'contact: packages + change global-packages',
      'uninstall remove rm': 'change global-packages',
      'use local shell default alias pin set reshim rehash enable disable prepare global': 'change settings',
      'exec x': {
        style: 'posix',
        effects: 'run',
        options: { '-c --command=': 'script', '-C --cd=': 'folder' },
        inspect({ operands, invocation: { name } }, found) {
          // `mise x node@20 -- program` and `nvm exec 20 program`.
          const at = operands.findIndex((word) => textOf(word) === '--');
          const [first] = operands;
          const isVersion =
            at < 0 && first !== undefined && /^(?:v?\d[\d.]*|lts\S*|default|stable)$/.test(textOf(first) ?? '');
          const words = operands.slice(isVersion ? 1 : at + 1);
          if (words.length > 0) found.nest({ kind: 'argv', via: name, words });
        },
      },
    },
    otherwise: 'change settings',
    examples: {
      'nvm ls': 'quiet',
      'nvm install 20': 'contact, change global-packages 20',
      'mise exec -- rm x': 'run, > rm x',
      'nvm exec 20 rm x': 'run 20, > rm x',
      'mise x node@20 -- rm x': 'run node@20, > rm x',
    },
  }),
  defineProgram({
    names: 'semantic-release release-it np goreleaser changeset',
    summary: 'Publish what was built.',
    options: { '-d --dry-run --snapshot': 'flag', '-n --no-git --skip-publish': 'text' },
    subs: { 'build check init version status add pre tag jsonschema healthcheck': 'change repository' },
    otherwise: { options: { '-d --dry-run --snapshot': 'flag' }, also: [{ if: '!-d', effects: publishing }] },
    also: [{ if: '!-d !operands', effects: publishing }],
    examples: {
      'semantic-release': 'contact, change remote force',
      'semantic-release --dry-run': '',
      'goreleaser release': 'contact, change remote release force',
      'goreleaser build --snapshot': 'change repository',
      'changeset publish': 'contact, change remote publish force',
      'changeset version': 'change repository',
    },
  }),
];
