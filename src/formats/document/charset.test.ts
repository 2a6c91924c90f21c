import { expect, test } from 'vitest';
import { inputOf } from '../../../test/fixtures/documents/read.ts';
import { charsetOf, decodeText, pieceDecoder } from './charset.ts';
import { sniff } from './sniff.ts';

// The bytes are from Python's codecs.
test.each([
  [
    'shift_jis',
    'joGWvCyVlI+QLJT1jWwNCo5Sk2ORvphZLIlji8aVlCyTjIuegsyWe47QgsWTrYKigsSCooLcgrcNCo2yk6GJ1I5xLINKg1iDXoN9gVuDVIN8gVuDZyyXiIyOgqmC55HljeOC1ojZk66CtYLcgrcNCg==',
    '山田太郎,営業部,東京の本社で働いています',
  ],
  [
    'euc-jp',
    'u+HMvizJ9L3wLMj3uc0NCruzxcTCwM+6LLHEtsjJ9CzF7LX+pM7L3LzSpMfGr6SkpMakpKTepLkNCrq0xqOy1rvSLKWrpbmlv6XeobyltaXdobylyCzN6LfupKuk6cLnuuWk2LDbxrCkt6TepLkNCg==',
    '山田太郎,営業部,東京の本社で働いています',
  ],
  [
    'big5',
    'qW2mVyyzoar5LLPGtfkNCqT9pHCp+iy3frDIs6EspmK7T6VfqrrBYKS9pXGkdadALKhDtmekVLZ9t3wNCrOvrPyswiyryKThqkGwyCykVa3TpOu91ajssKq2r6TApL2lcQ0K',
    '王小明,業務部,在臺北的總公司工作,每週三開會',
  ],
  ['big5', 'qW2mVyyrsKWrLKr3w0IKsWmkVCy7T6VfLDEwMAqn9aV8LLCqtq8sMjAwCqT9pK0su0+kpCwzMDAK', '張三,臺北,100'],
  [
    'euc-kr',
    'wMy4pyy6zrytLLrxsO0NCrHow7a89iy/tb73us4svK2/7yC6u7vnv6G8rSDAz8fPsO0gwNa9wLTPtNkNCsDMv7XI8Syw7bC0IMH2v/gstNnAvSC03r+hILrOu+rAuLfOIL/Fsem0z7TZDQo=',
    '김철수,영업부,서울 본사에서 일하고 있습니다',
  ],
  [
    'gb18030',
    '0NXD+yyyv8PFLLG416INCs310KHD9yzStc7xsr8s1Nqxsb6ptcTX3Lmry765pNf3o6zDv9bcyP2/qrvhDQqzwsPAweEsv827p7f+zvEsz8K49tTCtfe1vbnj1t231rmry74NCg==',
    '王小明,业务部,在北京的总公司工作，每周三开会',
  ],
  [
    'windows-1252',
    'TmFtZTtHcvbfZTtPcnQNCkr8cmdlbiBN/GxsZXI7Z3Jv3ztL9mxuIJYgU/xkDQrEbm5lINZ6dPxyazv8YmVyZ3Jv3ztE/HNzZWxkb3JmLCBTdHJh32UgNSwgV/ZydGgsIEb8cnRoDQo=',
    'Jürgen Müller;groß;Köln – Süd',
  ],
  [
    'windows-1252',
    'UHLpbm9tO03pdGllcjtSZW1hcnF1ZQ0KUmVu6Ttk6WNvcmF0ZXVyO27pIOAgR2Vu6HZlLCDpbOh2ZSB0cuhzIGRvdeksIGRpcGz0bekNCkjpbOhuZTtpbmfpbmlldXJlO2TpbeluYWfpZSDgIE9ybOlhbnMgY2V0IOl06Q0K',
    'René;décorateur;né à Genève, élève très doué, diplômé',
  ],
  [
    'windows-1251',
    'yOz/O87y5OXrO8/w6Ozl9+Dt6OUNCsji4O0gz+Xy8O7iO8/w7uTg5ug78ODh7vLg5fIg4iDM7vHq4uUg8SDv8O746+7j7iDj7uTgDQo=',
    'Иван Петров;Продажи;работает в Москве с прошлого года',
  ],
  ['shift_jis', 'lryRTyySbCyPWo+KCo5Sk2ORvphZLDEwMCyTjIuek3MKl+mW2InUjnEsMjAwLJHljeOVewo=', '山田太郎,100,東京都'],
  [
    'shift_jis',
    'k3OTuZV7jKcsjnOL5pKskboKlmuKQ5O5LI5ElnmOcwqQX5PekOyMpyyJoZVsjnMKiKSSbYynLJa8jMOJro5zCg==',
    '北海道,札幌市',
  ],
  [
    'windows-1252',
    'V2hvLFNhaWQKQW5uLJNJdJJzIGxhdGWUIJYgc2hlkmQgc2FpZCCTbm+UIJYgk3lvdZJyZSBlYXJseZSFIJNJkm0gbm90lApCb2Isk1dlkmxsIHNlZZQgliBoZZJzIJNzdXJllAo=',
    'Ann,“It’s late” – she’d said “no” – “you’re early”… “I’m not”',
  ],
  [
    'euc-jp',
    'u+HMvizJ9L3wLL27veoKu7PFxMLAz7osscS2yMn0LMXstf7F1L+3vcm26Aq6tMajsta70izB7cyzyfQswue65cncwue65bvUCg==',
    '山田太郎,営業部,東京都新宿区',
  ],
  ['euc-jp', 'xdTGu8ncuKksv824/QrLzLOkxrssNTIyCr/AxuDA7ripLDkyNAqwpsPOuKksNzU0Cg==', '北海道,522'],
  ['gb18030', 'yqG33Syzx8rQCrrTsbHKoSzKr7zS16/K0ArJvc73yqEszKvUrcrQCrr+sbHKoSzO5Lq6ytAK', '河北省,石家庄市'],
  [
    'windows-1250',
    'SW1p6jtOYXp3aXNrbztNaWFzdG8Ko3VrYXN6O1dpnG5pZXdza2k7o/NknwpNYbNnb3J6YXRhO1ppZWxp8XNrYTtDeupzdG9jaG93YQpQYXdlsztEuWJyb3dza2k7R2Rh8XNrCg==',
    'Łukasz;Wiśniewski;Łódź',
  ],
  [
    'windows-1250',
    'UG96buFta2EKUPjtbGmaIJ5sdZ1vdehr/SBr+fIg+nDsbCDv4WJlbHNr6SDzZHksIPhla2wgbeyanWFuLgo=',
    'Příliš žluťoučký kůň úpěl ďábelské ódy, řekl měšťan.',
  ],
  [
    'windows-1250',
    'Q+1tO01lZ2plZ3l66XMKU3plcnr1ZOlzO0EgdmV29SBr9nRlbGVzIGEga/ZsY3P2bnQgaWT1YmVuLCBr/Gz2biBmZWxzevNs7XThcyBu6Wxr/GwgbWVnZml6ZXRuaS4K',
    'Szerződés;A vevő köteles a kölcsönt időben, külön felszólítás nélkül megfizetni.',
  ],
  [
    'windows-1252',
    'TmF2bjtTdGVkClP4cmVuIEtq5nI7S/hnZSwgcOUg+GVuIMZy+CBpIHP4ZW4KQmr4cm4gTvhyZ+VyZDtT+G5kZXJib3JnCg==',
    'Søren Kjær;Køge, på øen Ærø i søen',
  ],
  [
    'windows-1252',
    'Tm9tZTtOb3RhCkpv428gU2lt9WVzO07jbyBo4SBh5/VlczsgdHLqcyDzcmfjb3MsIHZvY+ogZSBhIG1hbmjjCkNhbfVlcztT428gY2nqbmNpYXMK',
    'João Simões;Não há ações; três órgãos, você e a manhã',
  ],
  [
    'windows-1252',
    'TWHfO1dlcnQKVm9sdW1lbrk7NSBtsywgYbMgKyBisywgviB2b2xsCkZs5GNoZbI7ozUsIKUxMDAgdW5kIDMgY22zIGb8ciDWbAo=',
    'Volumen¹;5 m³, a³ + b³, ¾ voll',
  ],
])('a text in %s is told by its bytes and read', (charset, bytes, line) => {
  const text = Buffer.from(bytes, 'base64');
  expect(charsetOf(text)).toBe(charset);
  expect(decodeText(text).split('\n')[1]).toBe(line);
});

test('UTF-32 is known by its mark, in both orders, and may be cut anywhere', () => {
  const codes = [0xfeff, 0x61, 0x2c, 0x4e2d, 0x1f600, 0x0a];
  for (const isLittle of [true, false]) {
    const bytes = Buffer.alloc(codes.length * 4);
    for (const [index, code] of codes.entries())
      if (isLittle) bytes.writeUInt32LE(code, index * 4);
      else bytes.writeUInt32BE(code, index * 4);
    expect(decodeText(bytes)).toBe('a,中😀\n');
    const decode = pieceDecoder(charsetOf(bytes));
    const pieces = Array.from(bytes, (_, at) => decode(bytes.subarray(at, at + 1), at + 1 < bytes.length));
    expect(pieces.join('')).toBe('a,中😀\n');
    expect(sniff(inputOf(bytes, 'a.csv'))).toBe('csv');
  }
});

test.each([
  'name,城市\nBob,北京\nAnn,上海\n',
  '<p>中华人民共和国</p>',
  'Grüße 😀\r\n',
  '今天一起去公园。\n1 一 2\n3 4 5\n',
])('UTF-16 without a mark is known by every second byte being 0: %j', (text) => {
  const bytes = Buffer.from(text, 'utf16le');
  expect(charsetOf(bytes)).toBe('utf-16le');
  expect(charsetOf(bytes.subarray(0, bytes.length - 1))).toBe('utf-16le');
  expect(decodeText(bytes)).toBe(text.replace('\r', ''));
  expect(charsetOf(Buffer.from(bytes).swap16())).toBe('utf-16be');
  expect(sniff(inputOf(bytes, 'a'))).not.toBe('unknown');
});

test('numbers in two bytes, and halves of characters, are no UTF-16', () => {
  const numbers = Buffer.from(Uint16Array.from({ length: 200 }, (_, index) => index % 120).buffer);
  const halves = Buffer.from('ab\ud83dcd ab', 'utf16le');
  for (const bytes of [numbers, halves, Buffer.from([0, 1, 2, 3]), Buffer.alloc(100)])
    expect([charsetOf(bytes).startsWith('utf-16'), sniff(inputOf(bytes, 'a'))]).toEqual([false, 'unknown']);
});

test('ISO-2022-JP is known by how it goes over to two bytes', () => {
  const bytes = Buffer.from('\x1b$B;3ED\x1b(B,1');
  expect(decodeText(bytes)).toBe('山田,1');
  expect(charsetOf(Buffer.from('\x1b[1mbold $B\x1b[0m'))).toBe('utf-8');
});

test('a few bytes of 0 are passed over in what says that it is text, and only there', () => {
  const rows = 'a,b\n1,2\n'.repeat(10);
  const one = Buffer.from(rows.replace('1', '1\0'));
  const filled = Buffer.from(rows + '\0'.repeat(5000));
  for (const bytes of [one, filled]) {
    expect(sniff(inputOf(bytes, 'a.csv'))).toBe('csv');
    expect(sniff(inputOf(bytes, 'a'))).toBe('unknown');
    expect(decodeText(bytes)).toBe(rows);
  }
  expect(sniff(inputOf(Buffer.from('\x01\x02\0\x03'.repeat(50)), 'a.csv'))).toBe('unknown');
});
