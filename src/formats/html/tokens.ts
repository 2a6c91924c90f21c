import { Tokenizer } from 'htmlparser2';

/** What the tags of a page say, one after the other. */
export interface TagHandler {
  open(name: string, attributes: Attributes, closesItself: boolean): void;
  close(name: string): void;
  text(text: string): void;
}

export type Attributes = ReadonlyMap<string, string>;

/** Attributes that say something about the text; others are not kept. */
const kept = new Set(
  'href src alt title style hidden colspan rowspan start type value reversed class role checked selected multiple size label disabled face open encoding alttext close separators linethickness epub:type'.split(
    ' ',
  ),
);

const chunkChars = 64 * 1024;
const maxAttributeChars = 64 * 1024;

/**
 * Reads a piece of the page at each step, and says whether there is more. Only the tokenizer of the package is used: its parser closes
 * elements by simpler rules than browsers do, and its stack of open elements grows without end.
 */
export function openTokens(text: string, handler: TagHandler, isXhtml: boolean): () => boolean {
  let [name, attribute, value] = ['', '', ''];
  let attributes = new Map<string, string>();
  const opened = (closesItself: boolean) => {
    handler.open(name, attributes, closesItself);
    attributes = new Map();
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true, recognizeSelfClosing: isXhtml },
    {
      ontext: (start, end) => handler.text(text.slice(start, end)),
      ontextentity: (code) => handler.text(String.fromCodePoint(code)),
      onopentagname: (start, end) => void (name = tagName(text, start, end)),
      onopentagend: () => opened(false),
      onselfclosingtag: () => opened(true),
      onclosetag: (start, end) => handler.close(tagName(text, start, end)),
      onattribname(start, end) {
        attribute = text.slice(start, Math.min(end, start + 32)).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        if (kept.has(attribute) && value.length < maxAttributeChars) value += text.slice(start, end);
      },
      onattribentity(code) {
        if (kept.has(attribute)) value += String.fromCodePoint(code);
      },
      onattribend() {
        if (kept.has(attribute) && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      oncdata(start, end, offset) {
        if (isXhtml) handler.text(text.slice(start, end - offset));
      },
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
  let at = 0;
  return () => {
    const hasMore = at < text.length;
    if (hasMore) tokenizer.write(text.slice(at, (at += chunkChars)));
    else tokenizer.end();
    return hasMore;
  };
}

function tagName(text: string, start: number, end: number): string {
  return text.slice(start, Math.min(end, start + 64)).toLowerCase();
}
