import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsPage, configPage, errorsPage, skillPage } from '../../scripts/docs-pages.ts';
import { errorCatalogue } from '../../src/protocol/errors.ts';

test.each<[string, () => string]>([
  ['docs/commands.md', () => commandsPage()],
  ['docs/errors.md', errorsPage],
  ['docs/config.md', configPage],
])('%s is what the definitions say', (file, page) => {
  expect(readFileSync(file, 'utf8')).toBe(page());
});

test.each(readdirSync('skills'))('the reference of the skill %s is what the definitions say', (name) => {
  const text = readFileSync(`skills/${name}/SKILL.md`, 'utf8');
  expect(text).toContain('## Reference');
  expect(skillPage(text)).toBe(text);
});

// The exit codes that the contract with agents names.
test.each<[number, string[]]>([
  [2, ['InvalidCommand', 'UnknownCommand', 'InvalidArgs']],
  [3, ['ConfirmRequired', 'PathOutsideRoot', 'ProtectedPath', 'SensitiveArgv', 'Denied', 'Repeated']],
  [124, ['Timeout']],
  [130, ['Cancelled']],
  [
    1,
    [
      'NotFound',
      'AlreadyExists',
      'ArchiveTooLarge',
      'CorruptInput',
      'Encrypted',
      'NotSupported',
      'NoSandbox',
      'OutputTooLarge',
      'Interrupted',
      'InternalError',
    ],
  ],
])('exit code %i belongs to %j', (exit, codes) => {
  expect(
    Object.entries(errorCatalogue)
      .filter(([, row]) => row.exit === exit)
      .map(([code]) => code),
  ).toEqual(codes);
});

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(pages)('%s has no link that leads nowhere', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
    (match) => match[1] as string,
  );
  expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
});

test('both READMEs have the same sections and the same commands', () => {
  const read = (file: string) => readFileSync(file, 'utf8');
  const shape = (file: string) => read(file).match(/^#{1,3} |^```\w*/gm);
  const code = (file: string) =>
    [...read(file).matchAll(/```(?:sh|ts)\n([\s\S]*?)```/g)].map((match) =>
      match[1]?.replace(/#.*|\/\/.*/g, '').replace(/\s+/g, ' '),
    );
  expect(shape('README.zh-CN.md')).toEqual(shape('README.md'));
  expect(code('README.zh-CN.md')).toEqual(code('README.md'));
});
