import { expect, test } from 'vitest';
import { outline, readAll } from '../../../test/fixtures/documents/read.ts';
import { readMail } from './index.ts';

const read = (lines: readonly string[] | Buffer, options = {}) =>
  readAll(readMail, Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\r\n')), options, 'a.eml');
const outlineOf = (lines: readonly string[] | Buffer) => outline(read(lines).blocks);
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

test('a mail has its subject, who wrote to whom, and its text in paragraphs', () => {
  expect(
    outlineOf([
      'Received: from x by y; Mon, 1 Jan 2024 10:00:00 +0000',
      'From: =?utf-8?B?' + base64('王小明') + '?= <wang@a.example>',
      'To: "Ann, B." <ann@b.example>,',
      '\tBen <ben@c.example>',
      'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?= =?UTF-8?Q?_aus?= K=?iso-8859-1?Q?=F6?=ln',
      'Date: Mon, 1 Jan 2024 10:00:00 +0000',
      '',
      'Hello,',
      'second line.',
      '',
      '',
      'Bye',
    ]),
  ).toEqual([
    '-- message 1 Grüße aus Köln',
    'h1 Grüße aus Köln',
    'p From: 王小明 <wang@a.example>\nTo: "Ann, B." <ann@b.example>, Ben <ben@c.example>\nDate: Mon, 1 Jan 2024 10:00:00 +0000',
    'p Hello,\nsecond line.',
    'p Bye',
  ]);
});

test('a character that is cut in two over two encoded words is whole', () => {
  const bytes = Buffer.from('中文');
  const word = (part: Buffer) => `=?utf-8?B?${base64(part)}?=`;
  const lines = [`Subject: ${word(bytes.subarray(0, 4))}`, ` ${word(bytes.subarray(4))}`, 'From: a@b.example', '', 'x'];
  expect(outlineOf(lines)).toContain('h1 中文');
});

const alternatives = (plain: string, html: string) => [
  'From: a@b.example',
  'Subject: s',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'This is a message in MIME.',
  '--outer',
  'Content-Type: multipart/alternative; boundary=outer-inner',
  '',
  '--outer-inner',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  plain,
  '--outer-inner',
  'Content-Type: text/html; charset=gb2312',
  'Content-Transfer-Encoding: base64',
  '',
  html,
  '--outer-inner--',
  '--outer',
  'Content-Type: application/pdf; name="=?utf-8?Q?r=C3=A9sum=C3=A9.pdf?="',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: attachment',
  '',
  base64(Buffer.alloc(1000)).replace(/(.{76})/g, '$1\r\n'),
  '--outer',
  "Content-Disposition: attachment; filename*0*=utf-8''%e6%8a%a5; filename*1*=%e5%91%8a.x; filename*2=lsx",
  'Content-Type: application/octet-stream',
  '',
  'abc',
  '--outer--',
  'after',
];

test('the plain text of two is taken, attachments are named with their size, by all ways of naming them', () => {
  expect(outlineOf(alternatives('Gr=C3=BC=\r\n=C3=9Fe =3D hello', base64('<p>Other</p>')))).toEqual([
    '-- message 1 s',
    'h1 s',
    'p From: a@b.example',
    'p Grüße = hello',
    'p Attachments:',
    '0 • résumé.pdf (application/pdf, 1000 bytes)',
    '0 • 报告.xlsx (application/octet-stream, 3 bytes)',
  ]);
});

test('what is attached beside the page is told when the plain text is taken', () => {
  const lines = [
    'From: a@b.example',
    'Subject: s',
    'Content-Type: multipart/alternative; boundary=a',
    '',
    '--a',
    'Content-Type: text/plain',
    '',
    'The plan is attached.',
    '--a',
    'Content-Type: multipart/mixed; boundary=m',
    '',
    '--m',
    'Content-Type: text/html',
    '',
    '<p>The <b>plan</b> is attached.</p>',
    '--m',
    'Content-Type: application/pdf; name="plan.pdf"',
    'Content-Disposition: inline; filename="plan.pdf"',
    '',
    'abc',
    '--m--',
    '--a--',
  ];
  expect(outlineOf(lines).slice(2)).toEqual([
    'p From: a@b.example',
    'p The plan is attached.',
    'p Attachments:',
    '0 • plan.pdf (application/pdf, 3 bytes)',
  ]);
});

test('the page is taken when the plain text is empty or only says that there is a page', () => {
  // "中文" in GBK.
  const page = Buffer.concat([
    Buffer.from('<h2>'),
    Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
    Buffer.from(`</h2><p>${'Long text. '.repeat(30)}</p>`),
  ]);
  for (const plain of ['', 'See the HTML version.'])
    expect(outlineOf(alternatives(plain, base64(page)))).toContain('h2 中文');
});

test('a saved page is the page and its frames, without its style sheets, programs and pictures', () => {
  const part = (type: string, content: string, field = 'Content-Location: https://a.example/x') => [
    '--b',
    `Content-Type: ${type}`,
    field,
    '',
    content,
  ];
  const lines = [
    'From: <Saved by Blink>',
    'Subject: News',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="b"',
    '',
    ...part('text/html', '<h1>News</h1><p>Text</p>'),
    ...part('text/css', 'p { color: red }'),
    ...part('text/javascript', 'alert(1)'),
    ...part('text/xml', '<xml/>'),
    ...part('image/png', 'x'),
    ...part('text/html', '<p>Frame</p>'),
    ...part('image/png; name="plan.png"', 'x', 'Content-ID: <1>'),
    '--b--',
  ];
  expect(outlineOf(lines)).toEqual([
    '-- message 1 News',
    'h1 News',
    'p From: <Saved by Blink>',
    'h1 News',
    'p Text',
    'p Frame',
    'p Attachments:',
    '0 • plan.png (image/png, 1 bytes)',
  ]);
});

test('messages within messages follow, and can be chosen by number', () => {
  const lines = [
    'From: a@b.example',
    'Subject: outer',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'See below.',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: c@d.example',
    'Subject: inner',
    '',
    'Inside.',
    '--b--',
  ];
  const all = outlineOf(lines);
  expect(all).toEqual([
    '-- message 1 outer',
    'h1 outer',
    'p From: a@b.example',
    'p See below.',
    '-- message 2 inner',
    'h1 inner',
    'p From: c@d.example',
    'p Inside.',
  ]);
  expect(outline(read(lines, { pages: { has: (page: number) => page === 2, last: 2 } }).blocks)).toEqual(all.slice(4));
});

test('a mailbox gives its messages', () => {
  const one = (subject: string) => [
    'From x@y Mon Jan  1 10:00:00 2024',
    'From: a@b.example',
    `Subject: ${subject}`,
    '',
    'text',
    'From here on',
    '',
  ];
  expect(outlineOf([...one('first'), ...one('second')]).filter((line) => String(line).startsWith('h1'))).toEqual([
    'h1 first',
    'h1 second',
  ]);
});

test('lines that flow are joined, quotes too', () => {
  const lines = [
    'From: a@b.example',
    'Content-Type: text/plain; format=flowed',
    '',
    'one ',
    'two',
    '> quoted ',
    '> text',
    ' >stuffed',
    '-- ',
    'me',
  ];
  expect(outlineOf(lines)).toContain('p one two\n> quoted text\n>stuffed\n-- \nme');
});

test('lines that flow are joined without the space when it says so, in quoted-printable too', () => {
  const lines = [
    'From: a@b.example',
    'Content-Type: text/plain; format=flowed; delsp=yes',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '日 ',
    '本 =20',
    'x=',
    'y ',
    '> deep ',
    '-- ',
    'me',
  ];
  expect(outlineOf(lines)).toContain('p 日本 xy\n> deep\n-- \nme');
});

test('a line of a mailbox that begins as a message does is shown without its mark', () => {
  const lines = [
    'From a@b.example Thu Jan 1 1970',
    'From: a@b.example',
    '',
    '>From here on',
    '>>From there',
    '> From me',
  ];
  expect(outlineOf(lines)).toContain('p From here on\n>From there\n> From me');
});

test.each([
  ['iso-2022-jp', Buffer.from('\u001B$BF|K\\\u001B(B', 'latin1'), '日本'],
  ['koi8-r', Buffer.from([0xc4, 0xc1]), 'да'],
  ['us-ascii', Buffer.from('naïve'), 'naïve'],
  ['no-such-thing', Buffer.from('naïve'), 'naïve'],
  ['CP1252', Buffer.from([0x93, 0x61, 0x94]), '“a”'],
])('text in %s is read', (charset, bytes, text) => {
  const head = Buffer.from(`From: a@b.example\nContent-Type: text/plain; charset="${charset}"\n\n`);
  expect(outlineOf(Buffer.concat([head, bytes]))).toContain(`p ${text}`);
});

test('what is encrypted, cut off, or no mail at all is said to be so', () => {
  const code = (name: string) => expect.objectContaining({ code: name });
  const encrypted = ['From: a@b.example', 'Content-Type: multipart/encrypted; boundary=b', '', '--b', '', 'x', '--b--'];
  expect(() => read(encrypted)).toThrowError(code('Encrypted'));
  expect(() => read(['\u0000\u0001 no mail'])).toThrowError(code('CorruptInput'));
  const cut = alternatives('kept', base64('<p>x</p>')).slice(0, 13);
  expect(outlineOf(cut)).toContain('p kept');
  const broken = read(['From: a@b.example', 'Content-Type: multipart/mixed; boundary=zzz', '', 'no parts']);
  expect(outline(broken.blocks)).toContain('p no parts');
  expect(broken.warnings).toHaveLength(1);
});

test('messages in messages without end are bounded', () => {
  const nested = 'Content-Type: message/rfc822\n\n'.repeat(100_000);
  const { warnings } = read(Buffer.from(`From: a@b.example\n${nested}text`));
  expect(warnings).toEqual([expect.stringContaining('too many')]);
  const parts = Array.from(
    { length: 200 },
    (_, index) => `Content-Type: multipart/mixed; boundary=b${index}x\n\n--b${index}x`,
  );
  expect(read(Buffer.from(`From: a@b.example\n${parts.join('\n')}\n\nend`)).warnings).toHaveLength(1);
});

test('parts without an end are told', () => {
  const lines = [
    'From: a@b.example',
    'To: c@d.example',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    '',
    'words',
  ];
  expect(read([...lines, '--x--']).warnings).toEqual([]);
  const cut = read(lines);
  expect(cut.warnings).toEqual([expect.stringContaining('cut off')]);
  expect(outline(cut.blocks)).toContain('p words');
});

test.each([
  ['application/pkcs7-mime; smime-type=authEnveloped-data', '00', 'Encrypted'],
  ['application/x-pkcs7-mime; name=smime.p7m', '308006092a864886f70d010703a080', 'Encrypted'],
  ['application/x-pkcs7-mime; name=smime.p7m', '308006092a864886f70d010702a080', undefined],
])('a mail that is %s with %s is known for what it is', (type, hex, code) => {
  const lines = [
    'From: a@b.example',
    'To: c@d.example',
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    '',
  ];
  const mail = () => read([...lines, base64(Buffer.from(hex, 'hex'))]);
  if (code === undefined) expect(outline(mail().blocks).join()).toContain('smime.p7m');
  else expect(mail).toThrowError(expect.objectContaining({ code }));
});
