import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import type { Block, Report } from '../document/model.ts';
import type { Reader } from '../document/reader.ts';
import { contentsOf, textBlocks } from './body.ts';
import { contentOf, readEntity, sizeOf, type Entity } from './entity.ts';
import { shown } from './headers.ts';

const maxBytes = 128 * 1024 * 1024;
const maxMessages = 10_000;
const maxDepth = 10;
const fields = ['From', 'Sender', 'Reply-To', 'To', 'Cc', 'Bcc', 'Date'];

/** A mail (RFC 5322 with MIME), or a mailbox of them: header, text, attachments by name, and the messages within. */
export const readMail: Reader = function* (input, report, { pages }) {
  if (input.bytes > maxBytes) report.warn(`Only the first ${maxBytes} bytes were read.`, 'lost');
  const read = input.read(0, Math.min(input.bytes, maxBytes));
  const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
  const state: State = { report, name: input.name, number: 0, pages };
  for (const message of messagesIn(bytes)) {
    report.checkStopped();
    if (pages && state.number >= pages.last) break;
    yield* messageBlocks(readEntity(message, 0, message.length), state, 0);
  }
};

/** A page that was saved whole (RFC 2557), without what its header says. */
export function* pageBlocks(bytes: Buffer, report: Report, name: string): Generator<Block, void> {
  for (const text of contentsOf(readEntity(bytes, 0, bytes.length), report).texts)
    yield* textBlocks(text, report, name);
}

interface State {
  readonly report: Report;
  readonly name: string;
  readonly pages: Parameters<Reader>[2]['pages'];
  number: number;
}

function* messageBlocks(message: Entity, state: State, depth: number): Generator<Block, void> {
  const { report, name, pages } = state;
  if (message.headers.size === 0) throw corrupt(name, 'it has no header of a mail');
  const number = ++state.number;
  const contents = contentsOf(message, report);
  if (contents.isEncrypted && number === 1 && contents.texts.length === 0)
    throw new SallyportError('Encrypted', { path: name });
  if (!pages || pages.has(number)) {
    const subject = shown(message.headers, 'subject');
    yield { kind: 'part', part: 'message', number, ...(subject === '' ? {} : { title: subject }) };
    if (subject !== '') yield { kind: 'heading', level: 1, spans: [{ text: subject }] };
    const lines = fields.flatMap((field) => {
      const value = shown(message.headers, field.toLowerCase());
      return value === '' ? [] : [`${field}: ${value}`];
    });
    if (lines.length > 0) yield { kind: 'paragraph', spans: [{ text: lines.join('\n') }] };
    if (contents.isBroken) report.warn(`The parts of message ${number} could not be told apart.`, 'lost');
    else if (contents.isCut) report.warn(`Message ${number} is cut off: the end of its parts is missing.`, 'damaged');
    if (contents.isEncrypted) report.warn(`A part of message ${number} is encrypted.`, 'lost');
    for (const text of contents.texts) yield* textBlocks(text, report, name);
    yield* attachmentBlocks(contents.attachments);
  }
  for (const inner of contents.messages) {
    if (depth >= maxDepth || state.number >= maxMessages) {
      report.warn('Messages within messages were left out: there are too many.', 'lost');
      return;
    }
    const bytes = contentOf(inner);
    yield* messageBlocks(readEntity(bytes, 0, bytes.length), state, depth + 1);
  }
}

function* attachmentBlocks(attachments: readonly Entity[]): Generator<Block, void> {
  if (attachments.length === 0) return;
  yield { kind: 'paragraph', spans: [{ text: 'Attachments:' }] };
  for (const entity of attachments) {
    const name =
      entity.disposition.parameters.get('filename') ?? entity.type.parameters.get('name') ?? 'without a name';
    const text = `${name} (${entity.type.value}, ${sizeOf(entity)} bytes)`;
    yield { kind: 'item', depth: 0, marker: '•', spans: [{ text }] };
  }
}

/** One message, or those of a mailbox (RFC 4155), each behind a line that begins with "From ". */
function* messagesIn(bytes: Buffer): Generator<Buffer, void> {
  const skipLine = (at: number) => {
    const found = bytes.indexOf(0x0a, at);
    return found === -1 ? bytes.length : found + 1;
  };
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (bytes.toString('latin1', start, start + 5) !== 'From ') {
    while (start < bytes.length && (bytes[start] === 0x0a || bytes[start] === 0x0d)) start++;
    yield bytes.subarray(start);
    return;
  }
  for (let count = 0; start < bytes.length && count < maxMessages; count++) {
    const body = skipLine(start);
    let end = bytes.indexOf('\nFrom ', body);
    // A line of the text that begins so has no blank line before it, or is quoted.
    while (end !== -1 && bytes[end - 1] !== 0x0a && !(bytes[end - 1] === 0x0d && bytes[end - 2] === 0x0a))
      end = bytes.indexOf('\nFrom ', end + 1);
    yield withoutMarks(bytes.subarray(body, end === -1 ? bytes.length : end));
    start = end === -1 ? bytes.length : end + 1;
  }
}

/** In a mailbox a line that begins with "From " has a mark before it, so that no message begins there. */
function withoutMarks(message: Buffer): Buffer {
  if (!message.includes('>From ')) return message;
  return Buffer.from(message.toString('latin1').replace(/^>(?=>*From )/gm, ''), 'latin1');
}
