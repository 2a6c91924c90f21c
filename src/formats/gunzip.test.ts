import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { seededRandom } from '../../test/fixtures/random.ts';
import { isSallyportError } from '../protocol/errors.ts';
import { gunzip } from './gunzip.ts';

/** The content, how much of it was checked, and the reason of a refusal. */
function outcome(data: Uint8Array, step = data.length) {
  const chunks: Buffer[] = [];
  let [at, made, checked] = [0, 0, 0];
  const read = (into: Uint8Array) => {
    const part = data.subarray(at, at + Math.min(step, into.length));
    into.set(part);
    at += part.length;
    return part.length;
  };
  const emit = (chunk: Uint8Array) => (made += chunks[chunks.push(Buffer.from(chunk)) - 1]!.length);
  let reason: unknown;
  try {
    gunzip({ read }, emit, () => (checked = made), 'a.gz');
  } catch (error) {
    if (!isSallyportError(error)) throw error;
    reason = error.fields['reason'];
  }
  return { content: Buffer.concat(chunks), checked, reason };
}

const random = seededRandom(9);
const noise = (length: number) => Buffer.from(Array.from({ length }, () => random.below(256)));
const sizes = [0, 1, 1000, 131_072, 524_288, 524_289, 1_200_000];
const members = sizes.map((size, at) => (at % 2 === 0 ? noise(size) : Buffer.alloc(size, 'text ')));

test('members of all sizes come out as zlib gives them, however the input is cut into pieces', () => {
  const packed = Buffer.concat([...members.map((each) => gzipSync(each)), Buffer.alloc(700)]);
  const plain = gunzipSync(packed);
  for (const step of [7, 4096, 131_071, 131_072, packed.length]) {
    const { content, checked, reason } = outcome(packed, step);
    expect([step, reason, checked]).toEqual([step, undefined, plain.length]);
    expect(content.equals(plain)).toBe(true);
  }
});

/** RFC 1952: all that a header may have. */
function withHeader(flags: number, fields: Buffer, content: string): Buffer {
  const header = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]), fields]);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(crc32(header) & 0xffff);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(content), 0);
  end.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, ...((flags & 2) === 0 ? [] : [sum]), deflateRawSync(content), end]);
}

test('a header with every field is passed over, and its checksum counts', () => {
  const fields = Buffer.concat([Buffer.from([5, 0, 1, 2, 3, 4, 5]), Buffer.from('name\0a comment\0')]);
  const packed = withHeader(2 | 4 | 8 | 16, fields, 'hello');
  expect(gunzipSync(packed).toString()).toBe('hello');
  expect(outcome(packed, 1)).toMatchObject({ content: Buffer.from('hello'), reason: undefined });
  packed[15]! ^= 1;
  expect(() => gunzipSync(packed)).toThrow('header crc mismatch');
  expect(outcome(packed).reason).toBe('the checksum of a gzip header is wrong');
  expect(outcome(withHeader(8, Buffer.alloc(100_000, 'n'), 'hello')).reason).toBe(
    'a name in its gzip data is too long',
  );
});

const first = gzipSync(Buffer.alloc(9000, 'first '));
const second = gzipSync(noise(5000));
const changed = (bytes: Buffer, at: number) => Buffer.from(bytes.map((byte, each) => (each === at ? byte ^ 1 : byte)));

test.each<[string, Buffer, string]>([
  ['cut off', second.subarray(0, -2000), 'it ends too early'],
  ['cut off in its checksum', second.subarray(0, -1), 'it ends too early'],
  ['cut off in its header', second.subarray(0, 3), 'it ends too early'],
  ['changed', changed(second, 2500), 'the checksum of its gzip data is wrong'],
  ['of another length than it says', changed(second, second.length - 4), 'the checksum of its gzip data is wrong'],
  ['of a method that nobody knows', changed(second, 2), 'its gzip data does not start as it must'],
  ['of a kind of block that nobody knows', Buffer.from(second).fill(7, 10, 11), 'its gzip data is damaged'],
  ['garbage', Buffer.from('garbage'), 'something follows its gzip data'],
  ['garbage behind zeros', Buffer.from('\0\0garbage'), 'something follows its gzip data'],
])('of a second member that is %s the first is known to be right', (_, bytes, reason) => {
  for (const step of [1, 100_000])
    expect(outcome(Buffer.concat([first, bytes]), step)).toMatchObject({ checked: 9000, reason });
});
