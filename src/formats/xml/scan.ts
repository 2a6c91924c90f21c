import { corrupt } from '../corrupt.ts';
import { decodeXml } from './decode.ts';
import { decodeEntities } from './entities.ts';
import { openNames } from './names.ts';

export type XmlEvent = 'open' | 'close' | 'text' | 'end';

/**
 * XML read by pulling: a reader takes one event after the other and stops when it has enough. It is our own because the packages that are
 * kept push their events, cost more than twice the CPU time on a large sheet (they build an object per tag), and go on past a DOCTYPE.
 * Refused: document types, tags that do not fit, and more depth or longer tags than any honest writer makes.
 */
export interface Xml {
  next(): XmlEvent;
  /** Of `open` and `close`: with the usual prefix of its namespace (`w:p`, `a:t`), whatever prefix the file has. */
  readonly name: string;
  /** Of `text`; one text may come in several events. */
  readonly text: string;
  /** How many elements are open; an element's own `open` and `close` have the same depth. */
  readonly depth: number;
  /** Of the last `open`; namespaced ones by the usual prefix (`r:id`). */
  attribute(name: string): string | undefined;
  /** Called right after an `open`: passes over the rest of that element. */
  skip(): void;
}

const maxDepth = 512;
const maxEntityLength = 16;
const maxTagLength = 4 * 1024 * 1024;

export function openXml(chunks: Iterable<Uint8Array>, file: string): Xml {
  return new Scanner(decodeXml(chunks, file), file);
}

class Scanner implements Xml {
  name = '';
  text = '';
  depth = 0;
  readonly #chunks: Iterator<string>;
  readonly #file: string;
  readonly #names = openNames();
  /** What is not read yet begins at `#at`. */
  #buffer = '';
  #at = 0;
  #isLast = false;
  /** The names of the open elements, as the file has them and as they are given. */
  readonly #open: string[] = [];
  readonly #given: string[] = [];
  /** The `close` of an empty element is still to come. */
  #closesNext = false;
  #leaves = false;
  /** Of the attributes of the last tag: where name and value begin and end. */
  readonly #places: number[] = [];
  #attributes = 0;
  readonly #recent: (string | undefined)[] = Array.from({ length: 64 });

  constructor(chunks: Iterator<string>, file: string) {
    this.#chunks = chunks;
    this.#file = file;
  }

  next(): XmlEvent {
    if (this.#closesNext) return this.#close();
    if (this.#leaves) this.#leave();
    for (;;) {
      const buffer = this.#buffer;
      const at = this.#at;
      if (buffer.charCodeAt(at) !== lessThan) {
        const end = buffer.indexOf('<', at);
        if (end !== -1) {
          this.#at = end;
          return this.#give(buffer.slice(at, end));
        }
        const known = this.#isLast ? buffer.length : knownEnd(buffer, at);
        if (known > at) {
          this.#at = known;
          return this.#give(buffer.slice(at, known));
        }
        if (this.#more()) continue;
        if (this.#open.length > 0) throw corrupt(this.#file, 'its XML is cut off');
        return 'end';
      }
      const second = buffer.charCodeAt(at + 1);
      if (second === slash) {
        const end = this.#find('>', at + 2);
        this.#closeTag(end);
        return 'close';
      }
      if (second === exclamation || second === question || Number.isNaN(second)) {
        if (this.#special()) return 'text';
        continue;
      }
      return this.#tag();
    }
  }

  attribute(name: string): string | undefined {
    const places = this.#places;
    const buffer = this.#buffer;
    for (let index = 0; index < this.#attributes; index += 4) {
      const start = places[index] as number;
      if (
        (places[index + 1] as number) - start === name.length &&
        buffer.startsWith(name, start) &&
        (!name.includes(':') || this.#names.of(name) === name)
      )
        return this.#value(index);
    }
    if (!name.includes(':')) return undefined;
    for (let index = 0; index < this.#attributes; index += 4) {
      const raw = buffer.slice(places[index], places[index + 1]);
      if (raw.includes(':') && this.#names.of(raw) === name) return this.#value(index);
    }
    return undefined;
  }

  skip(): void {
    const depth = this.depth;
    while (this.next() !== 'close' || this.depth !== depth);
  }

  #value(index: number): string {
    const raw = this.#buffer.slice(this.#places[index + 2], this.#places[index + 3]);
    return raw.includes('&') ? decodeEntities(raw) : raw;
  }

  #give(raw: string): 'text' {
    this.text = raw.includes('&') ? decodeEntities(raw) : raw;
    return 'text';
  }

  /** The start of an element. Attributes are noted by their places, and read when they are asked for. */
  #tag(): XmlEvent {
    const start = this.#at + 1;
    let end = this.#tagEnd(start);
    while (end === -1) {
      if (this.#buffer.length - this.#at > maxTagLength) throw corrupt(this.#file, 'a tag of its XML is too long');
      if (!this.#grow()) throw corrupt(this.#file, 'its XML is cut off');
      end = this.#tagEnd(1);
    }
    return 'open';
  }

  /** Reads a tag whose name begins at `start`; -1 when its end is not here yet. */
  #tagEnd(start: number): number {
    const buffer = this.#buffer;
    const places = this.#places;
    const length = buffer.length;
    let at = start;
    let code = 0;
    while (at < length && !isNameEnd((code = buffer.charCodeAt(at)))) at++;
    const nameEnd = at;
    if (nameEnd === start && at < length) throw corrupt(this.#file, 'a tag of its XML has no name');
    let count = 0;
    let hasNamespaces = false;
    for (;;) {
      while (at < length && isSpace((code = buffer.charCodeAt(at)))) at++;
      if (at >= length) return -1;
      if (code === greaterThan || code === slash) break;
      const nameStart = at;
      while (at < length && (code = buffer.charCodeAt(at)) !== equals && !isNameEnd(code)) at++;
      const nameStop = at;
      while (at < length && isSpace((code = buffer.charCodeAt(at)))) at++;
      if (at >= length) return -1;
      if (code !== equals || nameStop === nameStart) throw corrupt(this.#file, 'an attribute of its XML has no value');
      at++;
      while (at < length && isSpace((code = buffer.charCodeAt(at)))) at++;
      if (at >= length) return -1;
      code = buffer.charCodeAt(at);
      if (code !== quote && code !== apostrophe) throw corrupt(this.#file, 'an attribute of its XML is not quoted');
      const valueStop = buffer.indexOf(code === quote ? '"' : "'", at + 1);
      if (valueStop === -1) return -1;
      if (buffer.charCodeAt(nameStart) === letterX && buffer.startsWith('xmlns', nameStart)) hasNamespaces = true;
      places[count] = nameStart;
      places[count + 1] = nameStop;
      places[count + 2] = at + 1;
      places[count + 3] = valueStop;
      count += 4;
      at = valueStop + 1;
    }
    const isEmpty = code === slash;
    if (isEmpty) {
      if (at + 1 >= length) return -1;
      if (buffer.charCodeAt(++at) !== greaterThan) throw corrupt(this.#file, 'a tag of its XML does not end');
    }
    const raw = this.#rawName(start, nameEnd);
    this.#attributes = count;
    this.#at = at + 1;
    if (this.#open.length >= maxDepth) throw corrupt(this.#file, 'its XML is nested too deeply');
    this.#open.push(raw);
    this.depth = this.#open.length;
    this.#names.enter(hasNamespaces ? this.#declared() : undefined);
    this.name = this.#names.of(raw);
    this.#given.push(this.name);
    this.#closesNext = isEmpty;
    return at;
  }

  /** The same string for the same name: cutting out a new one for every tag is most of the work of a large sheet. */
  #rawName(start: number, end: number): string {
    const buffer = this.#buffer;
    const slot = ((end - start) * 7 + buffer.charCodeAt(start) * 3 + buffer.charCodeAt(end - 1)) & 63;
    const recent = this.#recent[slot];
    if (recent !== undefined && recent.length === end - start && buffer.startsWith(recent, start)) return recent;
    return (this.#recent[slot] = buffer.slice(start, end));
  }

  *#declared(): Generator<readonly [prefix: string, namespace: string]> {
    for (let index = 0; index < this.#attributes; index += 4) {
      const name = this.#buffer.slice(this.#places[index], this.#places[index + 1]);
      if (name === 'xmlns') yield ['', this.#value(index)];
      else if (name.startsWith('xmlns:')) yield [name.slice(6), this.#value(index)];
    }
  }

  #closeTag(end: number): void {
    const start = this.#at + 2;
    const raw = this.#open.at(-1);
    const isOpen = raw !== undefined && this.#buffer.startsWith(raw, start);
    if (!isOpen || this.#buffer.slice(start + raw.length, end).trim() !== '')
      throw corrupt(this.#file, 'the tags of its XML do not fit together');
    this.#at = end + 1;
    this.#close();
  }

  #close(): 'close' {
    this.#closesNext = false;
    this.#attributes = 0;
    this.depth = this.#open.length;
    this.name = this.#given.at(-1) as string;
    this.#leaves = true;
    return 'close';
  }

  /** After a `close`, whose name and depth are still those of the element. */
  #leave(): void {
    this.#open.pop();
    this.#given.pop();
    this.#names.leave();
    this.depth = this.#open.length;
    this.#leaves = false;
  }

  /** Comments, CDATA, instructions. True when it is text. */
  #special(): boolean {
    while (this.#buffer.length - this.#at < 9 && this.#more());
    const { length } = this.#buffer;
    if (this.#buffer.startsWith('<?', this.#at)) this.#at = this.#find('?>', this.#at + 2) + 2;
    else if (this.#buffer.startsWith('<!--', this.#at)) this.#at = this.#find('-->', this.#at + 4) + 3;
    else if (this.#buffer.startsWith('<![CDATA[', this.#at)) {
      const end = this.#find(']]>', this.#at + 9);
      this.text = this.#buffer.slice(this.#at + 9, end);
      this.#at = end + 3;
      return true;
    } else if (this.#buffer.startsWith('<!', this.#at))
      // Entities that grow without end and files from elsewhere come in document types; no office file has one.
      throw corrupt(this.#file, 'its XML declares a document type');
    else if (length - this.#at < 2) throw corrupt(this.#file, 'its XML is cut off');
    return false;
  }

  /** Where the word is, from `from` on; takes more input for it. */
  #find(word: string, from: number): number {
    let search = from;
    for (;;) {
      const found = this.#buffer.indexOf(word, search);
      if (found !== -1) return found;
      if (this.#buffer.length - this.#at > maxTagLength) throw corrupt(this.#file, 'a tag of its XML is too long');
      const kept = this.#buffer.length - this.#at;
      const offset = from - this.#at;
      if (!this.#grow()) throw corrupt(this.#file, 'its XML is cut off');
      search = Math.max(offset, kept - word.length);
    }
  }

  /** Takes as much again as is not read yet: a tag in a thousand small chunks is looked at a few times, not a thousand. */
  #grow(): boolean {
    const wanted = (this.#buffer.length - this.#at) * 2;
    const hasMore = this.#more();
    while (this.#buffer.length < wanted && this.#more());
    return hasMore;
  }

  /** Takes another chunk; what is left of the last one moves to the beginning of the buffer. */
  #more(): boolean {
    if (this.#isLast) return false;
    const { done, value } = this.#chunks.next();
    if (done === true) {
      this.#isLast = true;
      return false;
    }
    // Cutting makes a copy of what was joined, which is dear when a tag comes in many small chunks.
    const rest = this.#at === 0 ? this.#buffer : this.#buffer.slice(this.#at);
    this.#buffer = rest === '' ? value : rest + value;
    this.#at = 0;
    return true;
  }
}

const [lessThan, greaterThan, slash, equals, quote, apostrophe] = [0x3c, 0x3e, 0x2f, 0x3d, 0x22, 0x27];
const [exclamation, question, letterX] = [0x21, 0x3f, 0x78];

/** How far a text is complete whose end is not here yet: an entity may be cut in two. */
function knownEnd(buffer: string, at: number): number {
  const entity = buffer.lastIndexOf('&');
  return entity >= at && buffer.length - entity < maxEntityLength && !buffer.includes(';', entity)
    ? entity
    : buffer.length;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isNameEnd(code: number): boolean {
  return isSpace(code) || code === greaterThan || code === slash;
}
