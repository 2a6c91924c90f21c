import { forEachChild, type Script, type SyntaxNode } from 'unbash';

/** Whether a function calls itself more than once, at least once of them in a pipe or in the background. */
export function hasForkBomb(script: Script): boolean {
  const functions = new Map<string, Calls>();
  collect(script, functions, undefined, false, { left: 4_000 });
  for (const name of functions.keys()) {
    let calls = 0;
    let isMultiplied = false;
    for (const { name: other, isParallel } of functions.get(name)?.list ?? []) {
      if (!reaches(other, name, functions)) continue;
      calls++;
      isMultiplied ||= isParallel;
    }
    if (calls > 1 && isMultiplied) return true;
  }
  return false;
}

/** The printed one, `:(){:|:&};:`, is no valid bash, and meant all the same. */
export function looksLikeForkBomb(text: string): boolean {
  const bare = text
    .slice(0, 10_000)
    .replace(/'[^']*'|"(?:[^"\\]|\\.)*"/gs, '')
    .replace(/\s+/g, '');
  return /(?:^|[;&|(){}])([^;&|(){}<>'"$`\\]{1,40})\(\)\{+\1\|\1&\}*;*\}*;*\1(?:$|[;&|)}])/.test(bare);
}

interface Calls {
  readonly list: { readonly name: string; readonly isParallel: boolean }[];
}

function collect(
  node: SyntaxNode,
  functions: Map<string, Calls>,
  inside: Calls | undefined,
  isParallel: boolean,
  budget: { left: number },
): void {
  if (--budget.left < 0) return;
  let owner = inside;
  let parallel = isParallel;
  if (node.type === 'Function') {
    owner = functions.get(node.name.value) ?? { list: [] };
    functions.set(node.name.value, owner);
    parallel = false;
  } else if (node.type === 'Command' && node.name && owner) owner.list.push({ name: node.name.value, isParallel });
  else if (node.type === 'Pipeline' && node.commands.length > 1) parallel = true;
  else if (node.type === 'Statement' && node.background) parallel = true;
  else if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution' || node.type === 'Coproc')
    parallel = true;
  forEachChild(node, (child) => collect(child, functions, owner, parallel, budget));
}

function reaches(from: string, to: string, functions: ReadonlyMap<string, Calls>, depth = 0): boolean {
  if (from === to) return true;
  if (depth > 4) return false;
  return (
    functions.get(from)?.list.some((call) => call.name !== from && reaches(call.name, to, functions, depth + 1)) ??
    false
  );
}
