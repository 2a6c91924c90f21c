import { expect, test } from 'vitest';
import { openXml } from './scan.ts';

/** Every event in short, the input cut into pieces of so many bytes. */
function events(text: string | Buffer, pieceBytes = 1 << 20): string[] {
  const bytes = Buffer.from(text);
  function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const xml = openXml(pieces(), 'x.xml');
  const found: string[] = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    const last = found.at(-1);
    if (event !== 'text') found.push(`${event} ${xml.name} ${xml.depth}`);
    else if (last?.startsWith('text ')) found[found.length - 1] = last + xml.text;
    else found.push(`text ${xml.text}`);
  }
  return found;
}

const sample = `<?xml version="1.0"?><!-- <b> --><a one='1' two = "a>b &lt; c"><b/>text &amp; &#x4E2D;&#65;&unknown;<![CDATA[<raw> & ]]><c >é</c ></a>\n`;

test.each([1, 2, 3, 7, 64, 1 << 20])('events are the same in pieces of %i bytes', (pieceBytes) => {
  expect(events(sample, pieceBytes)).toEqual([
    'open a 1',
    'open b 2',
    'close b 2',
    'text text & 中A&unknown;<raw> & ',
    'open c 2',
    'text é',
    'close c 2',
    'close a 1',
    'text \n',
  ]);
});

test.each([1, 2, 3, 5, 1 << 20])(
  'a line ends in one way however it was written, in pieces of %i bytes',
  (pieceBytes) => {
    const [, text] = events('<a>1\r\n2\r3\r\r\n4&#13;\n<![CDATA[5\r\n]]></a>\r', pieceBytes);
    expect(text).toBe('text 1\n2\n3\n\n4\r\n5\n');
  },
);

test('attributes are found by name, decoded, and only on the tag that has them', () => {
  const xml = openXml([Buffer.from(`<a one='1' two = "x&quot;>y" oneone="2"><b/></a>`)], 'x');
  xml.next();
  expect(['one', 'two', 'oneone', 'on', 'three', '__proto__'].map((name) => xml.attribute(name))).toEqual([
    '1',
    'x">y',
    '2',
    undefined,
    undefined,
    undefined,
  ]);
  xml.next();
  expect(xml.attribute('one')).toBeUndefined();
});

test('names have the usual prefix of their namespace, in transitional and strict files', () => {
  const names = (text: string) =>
    events(text)
      .filter((event) => event.startsWith('open'))
      .map((event) => event.split(' ')[1]);
  expect(names('<x:p xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><x:r/></x:p>')).toEqual([
    'w:p',
    'w:r',
  ]);
  expect(names('<p xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"><r/></p>')).toEqual(['w:p', 'w:r']);
  expect(names('<w:a xmlns:w="urn:other"><w:p/></w:a>')).toEqual(['?w:a', '?w:p']);
  expect(
    names(
      '<a xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:p><w:p xmlns:w="urn:other"/><w:p/></w:p></a>',
    ),
  ).toEqual(['a', 'w:p', '?w:p', 'w:p']);
  const xml = openXml(
    [Buffer.from('<a xmlns:rel="http://purl.oclc.org/ooxml/officeDocument/relationships" rel:id="x" id="y"/>')],
    'x',
  );
  xml.next();
  expect([xml.attribute('r:id'), xml.attribute('id')]).toEqual(['x', 'y']);
});

test('skip passes over an element, empty or not', () => {
  const xml = openXml([Buffer.from('<a><b><b>x</b></b><c/><d/></a>')], 'x');
  const seen = [];
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'open') seen.push(xml.name);
    if (event === 'open' && (xml.name === 'b' || xml.name === 'c')) xml.skip();
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
});

test('encodings are taken from the byte order mark or from the declaration', () => {
  const expected = ['open a 1', 'text 中é', 'close a 1'];
  const wide = Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>中é</a>', 'utf16le');
  expect(events(wide, 3)).toEqual(expected);
  expect(events(Buffer.from(wide).swap16(), 3)).toEqual(expected);
  expect(events('\uFEFF<a>中é</a>')).toEqual(expected);
  expect(events(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1'))[1]).toBe('text é');
  expect(
    events(
      Buffer.from([...Buffer.from('<?xml version="1.0" encoding="GBK"?><a>'), 0xd6, 0xd0, ...Buffer.from('</a>')]),
    )[1],
  ).toBe('text 中');
  const western = Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\x93\x80\x94</a>', 'latin1');
  expect(events(western)[1]).toBe('text “€”');
  expect(() => events('<?xml version="1.0" encoding="x-none"?><a/>')).toThrow(/unknown encoding/);
});

test.each([
  ['<!DOCTYPE a><a/>', /declares a document type/],
  [
    '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>',
    /declares a document type/,
  ],
  ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /declares a document type/],
  ['<a><b></a></b>', /do not fit together/],
  ['<a></aa>', /do not fit together/],
  ['</a>', /do not fit together/],
  ['<a><b>', /cut off/],
  ['<a', /cut off/],
  ['<a x="1', /cut off/],
  ['<a x=1/>', /not quoted/],
  ['<a x/>', /no value/],
  ['<a><!-- ', /cut off/],
  ['<a><![CDATA[ ', /cut off/],
  ['< a/>', /no name/],
  ['<a>'.repeat(513), /nested too deeply/],
])('%j is refused', (text, message) => {
  expect(() => events(text)).toThrow(message);
  expect(() => events(text, 1000)).toThrow(message);
});

test('a tag that does not end is refused before it fills the memory', () => {
  const piece = Buffer.from('x'.repeat(1000));
  let taken = 0;
  function* endless() {
    yield Buffer.from('<a ');
    for (;;) {
      taken++;
      yield piece;
    }
  }
  expect(() => openXml(endless(), 'x').next()).toThrow(/too long/);
  expect(taken).toBeLessThan(20_000);
});

test('a text of many megabytes comes in parts, and takes no time that grows with its square', () => {
  const chunk = Buffer.from('words and '.repeat(10_000));
  let [pieces, chars] = [0, 0];
  function* endless() {
    yield Buffer.from('<a>');
    for (; pieces < 200; pieces++) yield chunk;
    yield Buffer.from('</a>');
  }
  const xml = openXml(endless(), 'x');
  for (let event = xml.next(); event !== 'end'; event = xml.next()) {
    if (event === 'text') chars += xml.text.length;
    expect(xml.text.length).toBeLessThan(300_000);
  }
  expect(chars).toBe(200 * chunk.length);
});
