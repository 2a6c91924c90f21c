import type { Report } from '../document/model.ts';
import { hides } from './attributes.ts';
import { voidElements } from './elements.ts';
import { openTokens } from './tokens.ts';

const maxDepth = 1000;

/**
 * Whether the page is shown by its programs when all is there: articles of WeChat wait so. It has programs, and most of its text is
 * not visible before.
 */
export function revealsItself(text: string, isXhtml: boolean, report: Report): boolean {
  if (!/<script/i.test(text) || !/visibility\s*:\s*hidden/i.test(text)) return false;
  /** Of the elements around: whether each is shown, in the end and before. */
  const around: { readonly name: string; readonly ever: boolean; readonly atFirst: boolean }[] = [];
  const open = new Map<string, number>();
  let [ever, atFirst] = [0, 0];
  const next = openTokens(
    text,
    {
      open(name, attributes, closesItself) {
        if (closesItself || voidElements.has(name) || around.length >= maxDepth) return;
        open.set(name, (open.get(name) ?? 0) + 1);
        const outer = around.at(-1);
        around.push({
          name,
          ever: outer?.ever !== false && !hides(name, attributes, true),
          atFirst: outer?.atFirst !== false && !hides(name, attributes, false),
        });
      },
      close(name) {
        // Each step takes one away, so that tags without a beginning cost nothing.
        while ((open.get(name) ?? 0) > 0) {
          const last = around.pop()?.name ?? '';
          open.set(last, (open.get(last) ?? 1) - 1);
          if (last === name) break;
        }
      },
      text(piece) {
        const { length } = piece.trim();
        if (around.at(-1)?.ever !== false) ever += length;
        if (around.at(-1)?.atFirst !== false) atFirst += length;
      },
    },
    isXhtml,
  );
  while (next()) report.checkStopped();
  return ever > 2 * atFirst;
}
