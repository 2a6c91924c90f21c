import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SallyportError } from '../protocol/errors.ts';
import { boundText } from './bound.ts';
import { createRedactor } from './redact.ts';
import { createSink, type SpillFile } from './sink.ts';

const redactor = createRedactor({ literals: ['hunter22'] });
const seed = 20261115;

function memorySpill() {
  const state = { opened: 0, bytes: Buffer.alloc(0), ended: '' };
  const spill = (): SpillFile => {
    state.opened++;
    return {
      write: (bytes) => void (state.bytes = Buffer.concat([state.bytes, bytes])),
      commit() {
        state.ended += 'commit';
        const sha256 = createHash('sha256').update(state.bytes).digest('hex');
        return { path: 'out/whole.txt', sha256, bytes: state.bytes.length };
      },
      abort: () => void (state.ended += 'abort'),
    };
  };
  return { state, spill };
}

describe('output within the bound', () => {
  test('stays in memory and comes back redacted', () => {
    const { state, spill } = memorySpill();
    const sink = createSink({ maxBytes: 100, redactor, spill });
    sink.write('user admin\npass hun');
    sink.write(Buffer.from('ter22\n'));
    expect(sink.end()).toEqual({ text: 'user admin\npass [redacted:literal]\n', bytes: 35, truncated: false });
    expect(state.opened).toBe(0);
  });

  test('may fill it exactly', () => {
    const { state, spill } = memorySpill();
    const sink = createSink({ maxBytes: 6, redactor, spill });
    sink.write('日本');
    expect([sink.end().text, state.opened]).toEqual(['日本', 0]);
  });
});

describe('output past the bound', () => {
  test.each<[lines: number, truncated: boolean]>([
    [9, false],
    [200, true],
  ])('has a brief form too, and is in a file from that size on: %i lines', (lines, truncated) => {
    const { state, spill } = memorySpill();
    const sink = createSink({ maxBytes: 1000, briefBytes: 80, redactor, spill });
    const whole = Array.from({ length: lines }, (_, at) => `line ${at} of it\n`).join('');
    for (let at = 0; at < whole.length; at += 7) sink.write(whole.slice(at, at + 7));
    const ended = sink.end();
    const note = '; whole output: out/whole.txt';
    expect(ended.text).toBe(boundText(whole, 1000, note).text);
    expect(ended.brief).toBe(boundText(whole, 80, note).text);
    expect([ended.truncated, state.bytes.toString(), state.opened]).toEqual([truncated, whole, 1]);
  });

  test('goes to one file as a whole, redacted, and is shown by its ends', () => {
    const { state, spill } = memorySpill();
    const sink = createSink({ maxBytes: 80, redactor, spill });
    for (let line = 1; line <= 20; line++) sink.write(`line ${line} hunter22\n`);
    const whole = Array.from({ length: 20 }, (_, at) => `line ${at + 1} [redacted:literal]\n`).join('');
    expect(state.opened).toBe(1);
    expect(sink.end()).toEqual({
      text: 'line 1 [redac\n[… 505 bytes omitted; whole output: out/whole.txt]\nted:literal]\n',
      bytes: 531,
      truncated: true,
      spill: { path: 'out/whole.txt', sha256: createHash('sha256').update(whole).digest('hex'), bytes: 531 },
    });
    expect([state.bytes.toString(), state.ended]).toEqual([whole, 'commit']);
  });

  test('is on disk as it comes', () => {
    const { state, spill } = memorySpill();
    const sink = createSink({ maxBytes: 4, redactor, spill });
    sink.write('abc\n');
    expect(state.opened).toBe(0);
    sink.write('def\n');
    expect(state.bytes.toString()).toBe('abc\ndef\n');
    sink.write('ghi\n');
    expect(state.bytes.toString()).toBe('abc\ndef\nghi\n');
  });

  test('is removed when it is discarded, but not after its end', () => {
    const { state, spill } = memorySpill();
    const gone = createSink({ maxBytes: 2, redactor, spill });
    gone.write('abcdef\n');
    gone.discard();
    gone.write('ignored\n');
    expect([state.ended, state.bytes.toString()]).toEqual(['abort', 'abcdef\n']);
    const kept = createSink({ maxBytes: 2, redactor, spill });
    kept.write('abcdef\n');
    kept.end();
    kept.discard();
    expect(state.ended).toBe('abortcommit');
  });
});

describe('the hard limit', () => {
  test('is an error once; what came before it is kept, what comes later is ignored', () => {
    const { spill } = memorySpill();
    const sink = createSink({ maxBytes: 100, redactor, spill, hardLimit: 8, what: 'stdout' });
    sink.write('12345\n');
    expect(() => sink.write('6789')).toThrow(
      new SallyportError('OutputTooLarge', { limit: 8, what: 'bytes of stdout' }),
    );
    sink.write('later');
    expect(sink.end()).toEqual({ text: '12345\n67', bytes: 8, truncated: false });
  });

  test('may be reached', () => {
    const { spill } = memorySpill();
    const sink = createSink({ maxBytes: 100, redactor, spill, hardLimit: 4 });
    sink.write('1234');
    sink.write(new Uint8Array());
    expect(sink.end().text).toBe('1234');
  });
});

const chunks = <T extends string | Uint8Array>(whole: T, cuts: readonly number[]): T[] => {
  const at = [0, ...cuts.map((cut) => cut % (whole.length + 1)).toSorted((a, b) => a - b), whole.length];
  return at.slice(1).map((end, index) => whole.slice(at[index], end) as T);
};

test('bytes are decoded as one stream wherever they are split', () => {
  const byte = fc.oneof(
    fc.nat(255),
    fc.constantFrom(0xc3, 0xa9, 0xe6, 0x97, 0xa5, 0xf0, 0x9f, 0x98, 0x80, 0xef, 0xbb, 0xbf),
  );
  const whole = fc.array(byte, { maxLength: 40 }).map((bytes) => Uint8Array.from(bytes));
  fc.assert(
    fc.property(whole, fc.array(fc.nat(40), { maxLength: 10 }), (bytes, cuts) => {
      const sink = createSink({ maxBytes: 1000, redactor, spill: memorySpill().spill });
      for (const chunk of chunks(bytes, cuts)) sink.write(chunk);
      expect(sink.end().text).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    }),
    { seed, numRuns: 3000 },
  );
});

test('the text is what boundText makes of the whole redacted text, and the file is that whole', () => {
  const unit = fc.constantFrom(
    'a',
    'b ',
    '\n',
    'é',
    '日',
    '😀',
    '\u0301',
    '\ud83d',
    '\ude00',
    'hunter22',
    'token=abc1\n',
  );
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 120 }),
      fc.nat(160),
      fc.array(fc.nat(400), { maxLength: 12 }),
      (source, maxBytes, cuts) => {
        const { state, spill } = memorySpill();
        const sink = createSink({ maxBytes, redactor, spill });
        for (const chunk of chunks(source, cuts)) sink.write(chunk);
        const result = sink.end();
        const whole = redactor.redact(source);
        const expected = boundText(whole, maxBytes, '; whole output: out/whole.txt');
        expect(result.text).toBe(expected.text);
        expect([result.bytes, result.truncated]).toEqual([expected.bytes, expected.truncated]);
        expect(state.bytes.toString()).toBe(expected.truncated ? Buffer.from(whole).toString() : '');
        expect(result.spill?.bytes).toBe(expected.truncated ? expected.bytes : undefined);
      },
    ),
    { seed, numRuns: 3000 },
  );
});

describe('output that is not UTF-8', () => {
  const bytes = fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 6 }),
        fc.constantFrom('é日😀', 'x', '\ufffd').map((text) => Buffer.from(text)),
      ),
    )
    .map((parts) => Buffer.concat(parts));

  test('is spilled and counted byte for byte, and shown as the text that it decodes to', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 60 }), (whole, step, maxBytes) => {
        const { state, spill } = memorySpill();
        const sink = createSink({ maxBytes, redactor, spill });
        for (let at = 0; at < whole.length; at += step) sink.write(whole.subarray(at, at + step));
        const ended = sink.end();
        expect(ended.bytes).toBe(whole.length);
        expect(Buffer.byteLength(ended.text)).toBeLessThanOrEqual(maxBytes);
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole);
        expect(ended.truncated).toBe(Buffer.byteLength(text) > maxBytes);
        if (ended.truncated) expect(state.bytes.equals(whole)).toBe(true);
        else expect(ended.text).toBe(text);
      }),
      { seed, numRuns: 300 },
    );
  });

  test('hides no secret, wherever it is cut', () => {
    const whole = Buffer.concat([Buffer.from([0xff, 0xe2, 0x82]), Buffer.from('hunter22'), Buffer.from([0xc3, 0xff])]);
    for (let cut = 0; cut <= whole.length; cut++) {
      const { state, spill } = memorySpill();
      const sink = createSink({ maxBytes: 0, redactor, spill });
      sink.write(whole.subarray(0, cut));
      sink.write(whole.subarray(cut));
      sink.end();
      expect(state.bytes.toString('latin1')).toBe('\xff\xe2\x82[redacted:literal]\xc3\xff');
    }
  });

  test('a secret of which only a part is UTF-8 is hidden but for the rest', () => {
    const odd = createRedactor({ literals: [Buffer.from('s3cret\xffpassword', 'latin1').toString()] });
    const { spill } = memorySpill();
    const sink = createSink({ maxBytes: 100, redactor: odd, spill });
    sink.write(Buffer.from('pw s3cret\xffpassword', 'latin1'));
    expect(sink.end().text).toBe('pw [redacted:literal]\ufffd[redacted:literal]');
  });
});
