// Writes the tables in docs/ that derive from definitions; with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { commandsPage, configPage, errorsPage } from './docs-pages.ts';

const pages = { 'docs/commands.md': commandsPage(), 'docs/errors.md': errorsPage(), 'docs/config.md': configPage() };
const check = process.argv.includes('--check');

for (const [file, text] of Object.entries(pages)) {
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is not what the definitions say; run: npm run docs`);
    process.exitCode = 1;
  }
}
if (!process.exitCode) console.log(`${Object.keys(pages).join(', ')}: ${check ? 'in step' : 'written'}`);
