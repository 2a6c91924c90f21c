import type { Block, Note, Span } from '../document/model.ts';
import { scriptText, type Script } from '../document/script.ts';
import { spansOf } from '../document/lines.ts';
import type { Xml } from '../xml/index.ts';
import type { OdfContext } from './context.ts';
import type { Shown } from './styles.ts';
import { readFrame } from './frame.ts';

/** Elements of a paragraph whose text is not of it. */
const skipped = new Set(
  'text:tracked-changes text:note-citation office:event-listeners text:hidden-text text:number'.split(' '),
);
const maxChars = 8_000_000;

interface Look extends Shown {
  readonly depth: number;
  readonly style?: Span['style'];
  readonly script?: Script | undefined;
}

export interface ReadInline {
  readonly spans: Span[];
  /** What was found inside and stands behind it: boxes, pictures, comments. */
  readonly asides: Block[];
}

/** The text of a paragraph or heading, from right behind its `open` to its end. */
export function readInline(xml: Xml, context: OdfContext): ReadInline {
  const { depth } = xml;
  const spans: Span[] = [];
  const asides: Block[] = [];
  const { styles } = context;
  const own = /^text:[hp]$/.test(xml.name) ? xml.attribute('text:style-name') : undefined;
  /** Of the paragraph and of the spans that are open in it. */
  const looks: Look[] = [{ depth, ...styles.shown(own) }];
  const links: { readonly depth: number; readonly href: string | undefined }[] = [];
  let chars = 0;
  let isAfterSpace = true;
  const add = (text: string) => {
    isAfterSpace = false;
    const look = looks.findLast(({ style }) => style !== undefined)?.style;
    if (looks.findLast(({ isHidden }) => isHidden !== undefined)?.isHidden === true)
      return context.report.warn('Hidden text was left out.');
    chars += text.length;
    if (chars > maxChars) return context.report.warn('A paragraph was too long and was cut.', 'lost');
    const href = links.at(-1)?.href;
    const last = spans.at(-1);
    if (last && last.style === look && last.href === href && look !== 'math')
      spans[spans.length - 1] = { ...last, text: last.text + text };
    else spans.push({ text, ...(href === undefined ? {} : { href }), ...(look === undefined ? {} : { style: look }) });
  };
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') {
      // White space is one space (OpenDocument 1.3-3, 6.1.2), and none at the start or behind another.
      const spaced = xml.text.replaceAll('\u00AD', '').replace(/[ \t\r\n]+/g, ' ');
      const text: string = isAfterSpace ? spaced.replace(/^ /, '') : spaced;
      if (text === '') continue;
      const symbols = looks.findLast(({ font }) => font !== undefined)?.font?.symbols;
      const script = looks.findLast((look) => look.script !== undefined)?.script;
      add(scriptText(symbols?.show(text) ?? text, script));
      isAfterSpace = text.endsWith(' ');
      continue;
    }
    if (event === 'close') {
      if (xml.depth === depth) break;
      if (looks.at(-1)?.depth === xml.depth) looks.pop();
      if (links.at(-1)?.depth === xml.depth) links.pop();
      continue;
    }
    switch (xml.name) {
      case 'text:span': {
        const name = xml.attribute('text:style-name');
        looks.push({
          depth: xml.depth,
          style: styles.run(name),
          script: styles.script(name),
          ...styles.shown(name),
        });
        break;
      }
      case 'text:a':
        links.push({ depth: xml.depth, href: xml.attribute('xlink:href') });
        break;
      case 'text:s':
        add(' '.repeat(Math.max(1, Math.min(Number(xml.attribute('text:c') ?? 1) || 1, 1000))));
        break;
      case 'text:tab':
        add('\t');
        break;
      case 'text:line-break':
        add('\n');
        break;
      case 'text:ruby-text': {
        const reading = readInline(xml, context)
          .spans.map((span) => span.text)
          .join('');
        if (reading.trim() !== '') add(`(${reading})`);
        break;
      }
      case 'text:note':
        add(readNote(xml, context));
        break;
      case 'office:annotation': {
        const note = readComment(xml, context);
        if (context.wantsComments && note) asides.push(note);
        break;
      }
      default:
        if (skipped.has(xml.name)) xml.skip();
        else if (xml.name.startsWith('draw:') && xml.name !== 'draw:a') addFrame([...readFrame(xml, context)]);
    }
  }
  return { spans, asides };

  /** A formula stands in the line; the rest behind the paragraph. */
  function addFrame(blocks: readonly Block[]): void {
    const [only] = blocks;
    const formula = only?.kind === 'paragraph' && only.spans[0]?.style === 'math' ? only.spans[0] : undefined;
    if (!formula || blocks.length > 1) return void asides.push(...blocks);
    spans.push(formula);
    isAfterSpace = false;
  }
}

/** Keeps a note, and gives its mark. */
function readNote(xml: Xml, context: OdfContext): string {
  const { depth } = xml;
  const label = `^${context.notes.length + 1}`;
  const spans: Span[] = [];
  const note: Note = { kind: 'note', label, spans };
  context.notes.push(note);
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'text:note-body') for (const block of context.blocks(xml, context)) spans.push(...spansOf(block));
    else xml.skip();
  }
  return `[${label}]`;
}

export function readComment(xml: Xml, context: OdfContext): Note | undefined {
  const { depth } = xml;
  const lines: string[] = [];
  let author = '';
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'close' && xml.depth === depth) break;
    if (event !== 'open') continue;
    if (xml.name === 'dc:creator')
      author = readInline(xml, context)
        .spans.map(({ text }) => text)
        .join('');
    else if (xml.name === 'text:p')
      lines.push(
        readInline(xml, context)
          .spans.map(({ text }) => text)
          .join(''),
      );
    else if (xml.name !== 'text:list' && xml.name !== 'text:list-item') xml.skip();
  }
  const text = lines.join('\n').trim();
  return text === ''
    ? undefined
    : { kind: 'note', label: author === '' ? 'Comment' : `Comment by ${author}`, spans: [{ text }] };
}
