/** What `printf` makes of a format and its arguments; undefined for what is not followed. */
export function formatText(format: string, values: readonly string[]): string | undefined {
  let result = '';
  let next = 0;
  const rest = values.slice();
  for (let round = 0; round === 0 || next < rest.length; round++) {
    if (round === 512) return undefined;
    const before = next;
    const pieces = format.matchAll(
      /%(-?)(0?)(\d*)(?:\.(\d+))?([a-zA-Z%])|([^%\\]+)|\\(?:[0-7]{1,3}|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[^%])|[^]/g,
    );
    for (const [all, left, zero, width, precision, kind, plain] of pieces) {
      if (plain !== undefined) result += plain;
      else if (all === '%%') result += '%';
      else if (kind !== undefined) {
        const value = rest[next++] ?? '';
        let text = conversion(kind, value);
        if (text === undefined) return undefined;
        if (precision !== undefined) {
          if (kind !== 's') return undefined;
          text = text.slice(0, Number(precision));
        }
        if (Number(width) > 512) return undefined;
        result += left ? text.padEnd(Number(width)) : text.padStart(Number(width), zero && kind !== 's' ? '0' : ' ');
      } else if (all.length > 1) {
        const decoded = escape(all, false);
        if (decoded === undefined) return undefined;
        result += decoded;
      } else if (all === '%') return undefined;
      else result += all;
      if (result.length > 64 * 1024) return undefined;
    }
    if (next === before) break;
  }
  return result;
}

function conversion(kind: string, value: string): string | undefined {
  switch (kind) {
    case 's':
      return value;
    case 'b':
      return decodeEscapes(value, argumentEscapes);
    case 'c':
      // Of nothing it is a zero, which ends the text.
      return value === '' ? undefined : value.slice(0, 1);
    case 'd':
    case 'i':
    case 'u':
      return value === '' ? '0' : /^[1-9]\d{0,14}$|^0$/.test(value) ? value : undefined;
    case 'x':
      return /^[1-9]\d{0,14}$|^0$/.test(value) ? Number(value).toString(16) : undefined;
  }
  return undefined;
}

/** What `echo -e` prints; `\47` is no escape to it. */
export function decodeEcho(text: string): string | undefined {
  return decodeEscapes(text, echoEscapes);
}

const argumentEscapes =
  /\\(?:0[0-7]{0,3}|[1-7][0-7]{0,2}|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[^]?)|[^\\]+/g;
const echoEscapes = /\\(?:0[0-7]{0,3}|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[^]?)|[^\\]+/g;

function decodeEscapes(text: string, escapes: RegExp): string | undefined {
  let result = '';
  for (const [all] of text.matchAll(escapes)) {
    if (!all.startsWith('\\')) result += all;
    else if (all === '\\c') return undefined;
    else if (/^\\['"?]$/.test(all) || (escapes === echoEscapes && /^\\[1-7]$/.test(all))) result += all;
    else {
      const decoded = escape(all, true);
      if (decoded === undefined) return undefined;
      result += decoded;
    }
  }
  return result;
}

const letters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

function escape(all: string, isArgument: boolean): string | undefined {
  const body = all.slice(1);
  if (/^[0-7]/.test(body)) {
    const code = Number.parseInt(isArgument && body.startsWith('0') ? body.slice(1) || '0' : body, 8);
    return code > 0x7f || code === 0 ? undefined : String.fromCharCode(code);
  }
  if (/^[xuU]./.test(body)) {
    const code = Number.parseInt(body.slice(1), 16);
    const isByte = body.startsWith('x');
    return Number.isNaN(code)
      ? all
      : code === 0 || code > (isByte ? 0x7f : 0x10ffff)
        ? undefined
        : String.fromCodePoint(code);
  }
  // Quotes lose their backslash in a format only.
  if (isArgument && /['"?]/.test(body)) return all;
  return Object.hasOwn(letters, body) ? letters[body] : all;
}
