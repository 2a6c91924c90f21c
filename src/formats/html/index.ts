import type { Block, Report } from '../document/model.ts';
import type { Reader } from '../document/reader.ts';
import { decodeHtml } from './charset.ts';
import { countReversed } from './reversed.ts';
import { revealsItself } from './revealed.ts';
import { openTokens } from './tokens.ts';
import { Walk } from './walk.ts';

export { decodeHtml } from './charset.ts';

const maxBytes = 64 * 1024 * 1024;

/** A page as a browser shows it, without scripts and without what is hidden. */
export const readHtml: Reader = function* (input, report, options) {
  if (options.pages) report.warn('--pages was ignored: a web page has no pages.');
  if (input.bytes > maxBytes) report.warn(`Only the first ${maxBytes} bytes were read.`, 'lost');
  const text = decodeHtml(input.read(0, Math.min(input.bytes, maxBytes)));
  yield* htmlBlocks(text, report, { name: input.name, isXhtml: /^\s*<\?xml/.test(text.slice(0, 200)), hasTitle: true });
};

export interface HtmlOptions {
  /** For messages. */
  readonly name: string;
  /** `<a/>` is a whole element. */
  readonly isXhtml?: boolean;
  /** The title of the page stands before it, unless a heading of the first level does. */
  readonly hasTitle?: boolean;
  /** Links that are relative mean nothing outside of a book or mail. */
  readonly onlyAbsoluteLinks?: boolean;
}

export function* htmlBlocks(text: string, report: Report, options: HtmlOptions): Generator<Block, void> {
  let [title, base] = ['', undefined as string | undefined];
  const isXhtml = options.isXhtml === true;
  const isRevealed = revealsItself(text, isXhtml, report);
  if (isRevealed) report.warn('Most of the text is invisible until the programs of the page show it; it was read.');
  let reversed: readonly number[] | undefined;
  const walk = new Walk({
    name: options.name,
    isRevealed,
    title: (found) => void (title ||= found),
    base: (href) => void (base ??= URL.canParse(href) ? href : undefined),
    link: (href) => linkOf(href, base, options.onlyAbsoluteLinks === true),
    countReversed: (index) => (reversed ??= countReversed(text, isXhtml, isRevealed))[index],
  });
  const next = openTokens(text, walk, isXhtml);
  let isFirst = true;
  for (let hasMore = true; hasMore;) {
    report.checkStopped();
    hasMore = next();
    if (!hasMore) walk.end();
    for (const block of walk.take()) {
      if (isFirst && options.hasTitle === true && title !== '' && !(block.kind === 'heading' && block.level === 1))
        yield { kind: 'heading', level: 1, spans: [{ text: title }] };
      isFirst = false;
      yield block;
    }
  }
}

function linkOf(href: string, base: string | undefined, onlyAbsolute: boolean): string | undefined {
  const target = href.trim();
  if (target.startsWith('#')) return undefined;
  if (base !== undefined && URL.canParse(target, base)) return new URL(target, base).href;
  return onlyAbsolute && !/^[a-z][\w+.-]*:/i.test(target) ? undefined : target;
}
