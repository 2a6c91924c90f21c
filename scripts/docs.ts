// Writes the tables in docs/ that derive from definitions; with --check it only compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { commandsPage, configPage, errorsPage, policyPage, skillPage } from './docs-pages.ts';

const skills = readdirSync('skills').map((name) => `skills/${name}/SKILL.md`);
const pages = {
  'docs/commands.md': commandsPage(),
  'docs/errors.md': errorsPage(),
  'docs/config.md': configPage(),
  'docs/policy.md': policyPage(),
  ...Object.fromEntries(skills.map((file) => [file, skillPage(readFileSync(file, 'utf8'))])),
};
const check = process.argv.includes('--check');

for (const [file, text] of Object.entries(pages)) {
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not what the definitions say; run: npm run docs`);
    process.exitCode = 1;
  }
}
if (!process.exitCode) console.log(`${Object.keys(pages).join(', ')}: ${check ? 'in step' : 'written'}`);
