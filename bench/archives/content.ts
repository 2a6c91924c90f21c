// Text and bytes that compress about as well as the real thing: source code 2.5 to 3.5 times, logs 6 times, noise not at all.
import { seededRandom, type Random } from '../../test/fixtures/random.ts';

const syllables = [
  ...'ac ad al an ar be ca co de di do ed el en er es ex fi fo ge ha he ho id im in is it le li lo ma'.split(' '),
  ...'me mo ne no nt on or pa pe po re ri ro se si so st ta te ti to tr un ur us ve vi wa wi'.split(' '),
];
const words = vocabularyOf(seededRandom(6_000));

/** `length` characters or a line more, in the manner of the file's ending. */
export function sourceText(random: Random, ending: string, length: number): string {
  // A file speaks of few things: most of its words come from a small set of its own.
  const own = Array.from({ length: 24 + Math.min(160, Math.floor(length / 120)) }, () => often(random, words));
  const word = () => (random.chance(0.88) ? often(random, own) : often(random, words));
  const line = lines[ending] ?? lines['.md'];
  let text = '';
  while (text.length < length) text += line?.(word, random) ?? '';
  return text;
}

export function proseText(random: Random, length: number): string {
  return repeatTo(length, () => {
    const sentence = Array.from({ length: 6 + random.below(14) }, () => often(random, words)).join(' ');
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${random.pick(['. ', '. ', '.\n', ', which is so. '])}`;
  });
}

export function logText(random: Random, length: number): string {
  const few = words.slice(0, 400);
  let ms = 1_790_000_000_000;
  return repeatTo(length, () => {
    ms += random.below(900);
    const host = `10.${random.below(4)}.${random.below(256)}.${random.below(256)}`;
    const path = `/${often(random, few)}/${often(random, few)}/${random.below(100_000)}`;
    return `${host} - - [${new Date(ms).toISOString()}] "GET ${path} HTTP/1.1" ${random.pick(['200', '200', '200', '304', '404'])} ${random.below(60_000)} "-" "Mozilla/5.0 (X11; Linux x86_64)" ${random.below(2_000)}us\n`;
  });
}

export function csvText(random: Random, length: number): string {
  const few = words.slice(0, 200);
  let row = 0;
  return repeatTo(
    length,
    () =>
      `${row++},${often(random, few)},${often(random, few)},${(random.below(1_000_000) / 100).toFixed(2)},${random.below(5)},2026-${1 + random.below(12)}-${1 + random.below(28)},${random.chance(0.5)}\n`,
  );
}

/** As machine code is: few opcodes, small operands, addresses that grow, tables of zeros between. */
export function binaryBytes(random: Random, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  const opcodes = [0x48, 0x89, 0x8b, 0xe8, 0x0f, 0x83, 0xc3, 0x74, 0x75, 0x55, 0x41, 0x24];
  let at = 0;
  while (at < length - 16) {
    if (random.chance(0.01)) at += random.below(64);
    const opcode = random.pick(opcodes);
    bytes[at++ % length] = opcode;
    bytes[at++ % length] = random.chance(0.7) ? random.pick(opcodes) : random.below(256);
    if (opcode === 0xe8) at = bytes.writeInt32LE((at >> 4) + random.below(4_096), Math.min(at, length - 4));
    else if (random.chance(0.4)) bytes[at++ % length] = random.below(64);
  }
  return bytes;
}

export function randomBytes(random: Random, length: number): Uint8Array {
  const words = new Uint32Array(length / 4);
  for (let i = 0; i < words.length; i++) words[i] = random.below(2 ** 32);
  return new Uint8Array(words.buffer);
}

type Line = (word: () => string, random: Random) => string;

const script: Line = (word, random) =>
  random.pick<() => string>([
    () => `  const ${word()} = ${word()}.${word()}(${word()}, ${random.below(1000)});\n`,
    () => `  if (${word()}.${word()} !== ${word()}) return ${word()};\n`,
    () => `import { ${word()}, ${word()} } from './${word()}/${word()}.js';\n`,
    () => `export function ${word()}${capital(word())}(${word()}, ${word()}) {\n`,
    () => `    throw new Error(\`${word()} ${word()} ${word()}: \${${word()}}\`);\n  }\n`,
    () => `  // ${word()} ${word()} ${word()} ${word()} ${word()} ${word()}\n`,
    () => `  ${word()}.${word()}.push({ ${word()}: ${word()}, ${word()}: '${word()}' });\n}\n\n`,
  ])();

const header: Line = (word, random) =>
  random.pick<() => string>([
    () => `#define ${word().toUpperCase()}_${word().toUpperCase()} 0x${random.below(65_536).toString(16)}\n`,
    () => `extern int ${word()}_${word()}(struct ${word()} *${word()}, unsigned long ${word()});\n`,
    () => `struct ${word()}_${word()} {\n\tunsigned int ${word()};\n\tchar *${word()};\n};\n\n`,
    () => `/* ${word()} ${word()} ${word()} ${word()} ${word()}. */\n`,
    () => `\t${word()}->${word()} = ${word()}_${word()}(${word()}, sizeof(${word()}));\n`,
  ])();

const python: Line = (word, random) =>
  random.pick<() => string>([
    () => `    def ${word()}_${word()}(self, ${word()}, ${word()}=None):\n`,
    () => `        self.${word()} = ${word()}.${word()}(${word()}, ${random.below(100)})\n`,
    () => `        """${capital(word())} ${word()} ${word()} ${word()} ${word()}."""\n`,
    () => `        if ${word()} is None:\n            raise ValueError("${word()} ${word()}")\n`,
    () => `from ${word()}.${word()} import ${word()}\n`,
  ])();

const json: Line = (word, random) =>
  random.pick<() => string>([
    () => `    "${word()}": "${word()}-${word()}",\n`,
    () =>
      `    "${word()}": { "version": "${random.below(20)}.${random.below(30)}.${random.below(9)}", "${word()}": true },\n`,
    () => `    "sha": "${random.below(2 ** 32).toString(16)}${random.below(2 ** 32).toString(16)}",\n`,
    () => `    "${word()}": [${random.below(10_000)}, ${random.below(10_000)}, null],\n`,
  ])();

const lines: Readonly<Record<string, Line>> = {
  '.js': script,
  '.ts': script,
  '.d.ts': (word) => `export declare function ${word()}${capital(word())}(${word()}: ${capital(word())}): ${word()};\n`,
  '.json': json,
  '.h': header,
  '.c': header,
  '.py': python,
  '.md': (word, random) =>
    `${random.chance(0.1) ? '\n## ' : ''}${Array.from({ length: 4 + random.below(14) }, word).join(' ')}.\n`,
};

function vocabularyOf(random: Random): readonly string[] {
  return Array.from({ length: 6_000 }, () =>
    Array.from({ length: 1 + random.below(4) }, () => random.pick(syllables)).join(''),
  );
}

/** Few words are used often and many seldom. */
function often(random: Random, from: readonly string[]): string {
  const share = random.below(1_000_000) / 1_000_000;
  return from[Math.floor(from.length * share * share * share)] ?? '';
}

function repeatTo(length: number, piece: () => string): string {
  const pieces: string[] = [];
  for (let sum = 0; sum < length;) {
    const next = piece();
    pieces.push(next);
    sum += next.length;
  }
  return pieces.join('');
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
