import { SallyportError } from '../../protocol/errors.ts';
import type { Package } from '../package/index.ts';
import { readRichText } from './text.ts';

/** The strings that cells refer to by number. */
export interface Strings {
  /** Undefined when there is none of that number. */
  at(index: number): string | undefined;
  /** Whether it has pieces in fonts of their own; of one that was asked for. */
  isRich(index: number): boolean;
}

const maxChars = 96 * 1024 * 1024;
const maxStrings = 16 * 1024 * 1024;

/** Read as far as they are asked for: writers number them as they come up, so the beginning of a sheet needs only the beginning. */
export function openStrings(parts: Package, part: string | undefined): Strings {
  if (part === undefined || !parts.has(part)) return { at: () => undefined, isRich: () => false };
  const xml = parts.xml(part);
  const known: string[] = [];
  const rich = new Set<number>();
  let chars = 0;
  let isDone = false;
  return {
    at(index) {
      while (index >= known.length && !isDone) {
        const event = xml.next();
        if (event === 'end') isDone = true;
        if (event !== 'open' || xml.name !== 'si') continue;
        const { text, isRich } = readRichText(xml);
        if (isRich) rich.add(known.length);
        chars += text.length;
        if (chars > maxChars || known.length >= maxStrings)
          throw new SallyportError('ArchiveTooLarge', {
            reason: `its shared strings have more than ${maxChars} characters`,
          });
        known.push(text);
      }
      return known[index];
    },
    isRich: (index) => rich.has(index),
  };
}
