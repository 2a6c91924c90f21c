import { inlineText } from '../document/inline.ts';
import type { Block, Report } from '../document/model.ts';
import { decodeHtml, htmlBlocks } from '../html/index.ts';
import { contentOf, isFlowed, partsOf, type Entity } from './entity.ts';
import { decodeBytes } from './words.ts';

/** What a message is made of, in the order in which it is shown. */
export interface Contents {
  readonly texts: Entity[];
  readonly attachments: Entity[];
  /** Messages within. */
  readonly messages: Entity[];
  /** Something that cannot be read without a key. */
  isEncrypted: boolean;
  /** A multipart without parts. */
  isBroken: boolean;
  /** A multipart without an end. */
  isCut: boolean;
}

const maxDepth = 20;

export function contentsOf(message: Entity, report: Report): Contents {
  const contents: Contents = {
    texts: [],
    attachments: [],
    messages: [],
    isEncrypted: false,
    isBroken: false,
    isCut: false,
  };
  collect(message, contents, report, 0);
  return contents;
}

function collect(entity: Entity, into: Contents, report: Report, depth: number): void {
  const { value: type, parameters } = entity.type;
  if (
    type === 'multipart/encrypted' ||
    (type.endsWith('pkcs7-mime') && isEnveloped(entity, parameters.get('smime-type')?.toLowerCase()))
  ) {
    into.isEncrypted = true;
    return;
  }
  if (type.startsWith('multipart/')) {
    const found = depth < maxDepth ? partsOf(entity) : undefined;
    if (!found) {
      into.isBroken = true;
      into.texts.push(entity);
      return;
    }
    const { parts, isWhole } = found;
    if (!isWhole) into.isCut = true;
    if (type === 'multipart/alternative') {
      const chosen = new Set(alternative(parts, report));
      // Of the others what is attached is read: Apple Mail has it beside the page, not beside both.
      for (const part of parts) collect(part, chosen.has(part) ? into : { ...into, texts: [] }, report, depth + 1);
    } else if (type === 'multipart/related') {
      for (const part of parts) if (part === parts[0] || !isOfPage(part)) collect(part, into, report, depth + 1);
    } else for (const part of parts) collect(part, into, report, depth + 1);
    return;
  }
  const isAttached = entity.disposition.value === 'attachment';
  if (type === 'message/rfc822' || type === 'message/global') into.messages.push(entity);
  else if (isText(type) && !isAttached) into.texts.push(entity);
  else into.attachments.push(entity);
}

/** The names of encrypted content (RFC 5652, 6.1; RFC 5083) in DER. */
const envelopes = ['2a864886f70d010703', '2a864886f70d0109100117'].map((name) => Buffer.from(name, 'hex'));

/** Old programs do not say whether such a part is encrypted or signed; it says so itself. */
function isEnveloped(entity: Entity, kind: string | undefined): boolean {
  if (kind !== undefined) return /^(?:auth)?-?enveloped-data$/.test(kind);
  const start = contentOf(entity).subarray(0, 64);
  return envelopes.some((name) => start.includes(name));
}

/** A style sheet, program or picture that the page beside it fetches; frames are read, and what has a name is told. */
function isOfPage({ type, disposition }: Entity): boolean {
  const isNamed = disposition.parameters.has('filename') || type.parameters.has('name');
  return (
    !isNamed &&
    disposition.value !== 'attachment' &&
    !/^(?:text\/(?:html|plain)$|multipart\/|message\/)/.test(type.value)
  );
}

const isText = (type: string) =>
  type.startsWith('text/') || /^message\/(?:delivery-status|disposition-notification|feedback-report)$/.test(type);

/** One of those that say the same: plain text, unless it only says that there is a page. */
function alternative(parts: readonly Entity[], report: Report): readonly Entity[] {
  const plain = parts.find(({ type }) => type.value === 'text/plain');
  const rich = parts.findLast(
    ({ type }) => type.value !== 'text/plain' && /^(?:text\/html|multipart\/)/.test(type.value),
  );
  const others = parts.filter(({ type }) => !/^(?:text|multipart)\//.test(type.value));
  const chosen = plain && (!rich || saysEnough(plain, rich, report)) ? plain : (rich ?? plain ?? parts.at(-1));
  return [...(chosen ? [chosen] : []), ...others.filter((part) => part !== chosen)];
}

function saysEnough(plain: Entity, rich: Entity, report: Report): boolean {
  const said = contentOf(plain).toString('latin1').trim().length;
  if (said === 0 || said > 500 || rich.type.value !== 'text/html') return said > 0;
  let shown = 0;
  for (const block of htmlBlocks(contentOf(rich).toString('latin1', 0, 100_000), report, { name: '' }))
    if ('spans' in block) shown += inlineText(block.spans).length;
  return said * 5 > shown;
}

/** The text of a part as blocks. */
export function* textBlocks(entity: Entity, report: Report, name: string): Generator<Block, void> {
  const { value: type, parameters } = entity.type;
  const content = contentOf(entity);
  if (type === 'text/html') {
    const text = decodeHtml(content, parameters.get('charset'));
    yield* htmlBlocks(text, report, { name, onlyAbsoluteLinks: true });
    return;
  }
  const text = decodeBytes(content, parameters.get('charset'));
  if (type !== 'text/plain' && !type.startsWith('multipart/')) {
    if (text.trim() !== '') yield { kind: 'code', text: text.trim() };
    return;
  }
  const lines = isFlowed(entity) ? unflow(text, parameters.get('delsp')) : text;
  for (const paragraph of lines.split(/\n(?:[ \t]*\n)+/)) {
    report.checkStopped();
    const shown = paragraph.replace(/^\n+/, '').trimEnd();
    if (shown.trim() !== '') yield { kind: 'paragraph', spans: [{ text: shown }] };
  }
}

/** Lines that end with a space go on in the next one (RFC 3676). */
function unflow(text: string, delsp: string | undefined): string {
  const dropsSpace = delsp?.toLowerCase() === 'yes';
  const lines: string[] = [];
  let [flows, depth] = [false, 0];
  for (const line of text.split('\n')) {
    const quotes = /^>*/.exec(line)?.[0].length ?? 0;
    const said = line.slice(quotes).replace(/^ /, '');
    const isSignature = said === '-- ';
    if (flows && quotes === depth && !isSignature) lines.push(`${lines.pop() ?? ''}${said}`);
    else lines.push(quotes > 0 ? `${'>'.repeat(quotes)} ${said}` : said);
    depth = quotes;
    flows = said.endsWith(' ') && !isSignature;
    if (flows && dropsSpace) lines.push((lines.pop() ?? '').slice(0, -1));
  }
  return lines.join('\n');
}
