import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openGrammar } from '../../../src/parse/powershell/tree-sitter.ts';
import type { ReadAgain } from '../../../src/protocol/shell.ts';

/** The grammar of tree-sitter as the second reader has it, in this thread. */
export function openInstalledGrammar(): Promise<ReadAgain> {
  const { resolve } = createRequire(import.meta.url);
  const [engine, grammar] = [
    'web-tree-sitter/web-tree-sitter.wasm',
    'tree-sitter-powershell/tree-sitter-powershell.wasm',
  ];
  return openGrammar(readFileSync(resolve(engine)), readFileSync(resolve(grammar)));
}
