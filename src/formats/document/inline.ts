import type { Span } from './model.ts';

const marks: Readonly<Record<Exclude<NonNullable<Span['style']>, 'code'>, string>> = {
  strong: '**',
  emphasis: '*',
  math: '$',
  struck: '~~',
};

/** Spans as Markdown. Little is escaped: this is read by models, and a backslash in the middle of a word hides the word. */
export function inlineMarkdown(spans: readonly Span[], isHeading = false): string {
  const joined = joinAlike(spans);
  return joined
    .map((span, index) => {
      const { text, href, style } = span;
      const plain = style === 'code' ? codeMarked(text) : style === 'math' ? text : escapeTags(text);
      const link = href === undefined ? undefined : linkTarget(href);
      const inner = link === undefined || text.trim() === '' ? plain : linked(plain, text, link);
      if (style === undefined || style === 'code') return inner;
      if (isHeading && (style === 'strong' || style === 'emphasis')) return inner;
      const before = joined[index - 1]?.text.at(-1) ?? '';
      const after = joined[index + 1]?.text.at(0) ?? '';
      return marked(
        inner,
        marks[style],
        style === 'math' || style === 'struck' || !(isWord(before, text.at(0)) || isWord(text.at(-1), after)),
      );
    })
    .join('');
}

/** Spans as plain text. */
export function inlineText(spans: readonly Span[]): string {
  return spans.length === 1 ? (spans[0] as Span).text : spans.map(({ text }) => text).join('');
}

/** Lines without the space around them. A pattern for that would take the square of the time of a long run of spaces. */
export function joinLines(text: string, separator: string): string {
  if (!text.includes('\n')) return text.trim();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(separator);
}

/** Without blank lines before and without space behind; the first line may be indented. */
export function trimLines(text: string): string {
  let start = 0;
  while (text.charCodeAt(start) === 0x0a) start++;
  return text.slice(start).trimEnd();
}

function joinAlike(spans: readonly Span[]): readonly Span[] {
  if (spans.length < 2) return spans;
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const isAlike = last && last.style === span.style && last.href === span.href && span.style !== 'math';
    if (isAlike) joined[joined.length - 1] = { ...last, text: last.text + span.text };
    else if (span.text !== '') joined.push(span);
  }
  return joined;
}

/** The marks stand at the text and not at the space around it, or they mean nothing. */
function marked(text: string, mark: string, fits: boolean): string {
  const inner = text.trim();
  if (inner === '' || !fits || inner.includes('\n\n')) return text;
  const start = text.indexOf(inner);
  return text.slice(0, start) + mark + inner + mark + text.slice(start + inner.length);
}

/** Within a link, as links are none in a program text; with more backquotes than stand together in it. */
function codeMarked(text: string): string {
  const inner = text.trim();
  if (inner === '' || inner.includes('\n\n')) return text;
  const runs = inner.match(/`+/g) ?? [];
  const mark = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const space = /^`|`$/.test(inner) ? ' ' : '';
  const start = text.indexOf(inner);
  return text.slice(0, start) + mark + space + inner + space + mark + text.slice(start + inner.length);
}

/** A mark inside a word would cut it in two for who counts words; only what is struck must not read as if it were not. */
function isWord(left: string | undefined, right: string | undefined): boolean {
  return /[\p{L}\p{N}]/u.test(left ?? '') && /[\p{L}\p{N}]/u.test(right ?? '');
}

function linked(shown: string, text: string, target: string): string {
  if (text.trim() === target) return shown;
  const href = /[\s()<>]/.test(target) ? `<${target.replace(/[<>\n]/g, encodeURIComponent)}>` : target;
  const inner = shown.trim();
  const start = shown.indexOf(inner);
  return `${shown.slice(0, start)}[${inner.replaceAll('\n', ' ')}](${href})${shown.slice(start + inner.length)}`;
}

/** Places within the document, and what would run as a script, are no links for a reader of the text. */
function linkTarget(href: string): string | undefined {
  const target = href.trim();
  return target === '' || target.startsWith('#') || /^(?:javascript|vbscript|data):/i.test(target) ? undefined : target;
}

/** What looks like a tag would vanish where the text is shown. */
function escapeTags(text: string): string {
  return text.includes('<') ? text.replace(/<(?=\/?[a-z!][^<>]*>)/gi, '\\<') : text;
}
