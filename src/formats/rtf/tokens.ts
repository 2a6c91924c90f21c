export type RtfToken = 'open' | 'close' | 'word' | 'symbol' | 'byte' | 'text' | 'end';

const maxWord = 32;

/** RTF (1.9.1) taken apart: groups, control words, and bytes of text. */
export class RtfTokens {
  /** Of `word` its letters, of `symbol` its sign. */
  name = '';
  /** Of `word`; undefined when it has none. */
  number: number | undefined;
  /** Of `byte`. */
  byte = 0;
  /** Of `text`: where it begins and ends. */
  start = 0;
  end = 0;
  at = 0;
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  next(): RtfToken {
    const { bytes } = this;
    while (this.at < bytes.length) {
      const code = bytes[this.at] as number;
      if (code === 0x7b || code === 0x7d) {
        this.at++;
        return code === 0x7b ? 'open' : 'close';
      }
      if (code === 0x5c) return this.#control();
      if (code !== 0x0d && code !== 0x0a && code !== 0) {
        this.start = this.at;
        while (this.at < bytes.length && !isSpecial(bytes[this.at] as number)) this.at++;
        this.end = this.at;
        return 'text';
      }
      this.at++;
    }
    return 'end';
  }

  #control(): RtfToken {
    const { bytes } = this;
    const first = bytes[++this.at] ?? 0;
    if (!isLetter(first)) {
      this.at++;
      if (first !== 0x27) {
        this.name = String.fromCharCode(first);
        return 'symbol';
      }
      const hex = bytes.toString('latin1', this.at, this.at + 2);
      // A wrong one is passed over as far as it is wrong.
      if (!/^[\da-f]{2}$/i.test(hex)) return this.next();
      this.at += 2;
      this.byte = Number.parseInt(hex, 16);
      return 'byte';
    }
    const start = this.at;
    while (this.at - start < maxWord && isLetter(bytes[this.at] ?? 0)) this.at++;
    this.name = bytes.toString('latin1', start, this.at);
    const numberStart = this.at;
    if (bytes[this.at] === 0x2d) this.at++;
    while (this.at - numberStart < 11 && isDigit(bytes[this.at] ?? 0)) this.at++;
    const digits = bytes.toString('latin1', numberStart, this.at);
    this.number = /\d/.test(digits) ? Number(digits) : undefined;
    if (digits === '-') this.at--;
    if (bytes[this.at] === 0x20) this.at++;
    // Binary data may look like anything; it is passed over here, before anybody sees it.
    if (this.name === 'bin') this.at += Math.max(0, this.number ?? 0);
    return 'word';
  }
}

function isSpecial(code: number): boolean {
  return code === 0x7b || code === 0x7d || code === 0x5c || code === 0x0d || code === 0x0a || code === 0;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
