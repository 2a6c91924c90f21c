import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';

export type PictureKind = 'png' | 'jpeg' | 'webp' | 'tiff';

/** More than two A3 pages at 300 dpi; a few bytes can claim any number of pixels. */
const maxPixels = 60_000_000;
const maxPages = 1_000;

export function pictureKind(head: Buffer): PictureKind | undefined {
  const start = head.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp';
  return start.startsWith('II*\0') || start.startsWith('MM\0*') ? 'tiff' : undefined;
}

/** The pictures of a file, each as a file of its own; more than one in a TIFF. */
export function* picturesOf(file: Buffer, kind: PictureKind, name: string): Generator<Buffer> {
  if (kind === 'tiff') return yield* tiffPages(file, name);
  checkSize(sizeOf(file, kind), name);
  yield file;
}

type Size = readonly [width: number, height: number];

function checkSize(size: Size | undefined, name: string): void {
  if (!size) throw corrupt(name, 'it does not say how large the picture is');
  const [width, height] = size;
  if (width * height < 1) throw corrupt(name, `it claims to be a picture of ${width} by ${height} points`);
  if (width * height > maxPixels)
    throw new SallyportError('ArchiveTooLarge', {
      reason: `"${name}" has a picture of ${width} by ${height} points, and ${maxPixels / 1e6} million are read`,
    });
}

function sizeOf(file: Buffer, kind: Exclude<PictureKind, 'tiff'>): Size | undefined {
  if (file.length < 32) return undefined;
  if (kind === 'png') return [file.readUInt32BE(16), file.readUInt32BE(20)];
  return kind === 'jpeg' ? jpegSize(file) : webpSize(file);
}

/** Goes from segment to segment to the one that begins the picture (ITU T.81, B.2.2). */
function jpegSize(file: Buffer): Size | undefined {
  for (let at = 2; at + 9 < file.length;) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)];
    at += 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(file: Buffer): Size | undefined {
  const format = file.toString('latin1', 12, 16);
  if (format === 'VP8X') return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
  if (format === 'VP8 ') return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
  if (format !== 'VP8L') return undefined;
  const bits = file.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** How a TIFF may be packed that the recogniser cannot unpack, by the number of it. */
const unreadable = new Map([
  [6, 'JPEG'],
  [7, 'JPEG'],
  [8, 'Deflate'],
  [32_946, 'Deflate'],
]);

/** TIFF 6.0: a list of directories, one per page. A file whose header points to another one is that page. */
function* tiffPages(file: Buffer, name: string): Generator<Buffer> {
  const isLittle = file[0] === 0x49;
  const u16 = (at: number) => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at));
  if (file.length < 8) throw corrupt(name, 'it is cut off');
  const seen = new Set<number>();
  for (let at = u32(4); at !== 0 && seen.size < maxPages && !seen.has(at);) {
    seen.add(at);
    if (at + 2 > file.length || at + 2 + u16(at) * 12 + 4 > file.length)
      throw corrupt(name, `it is cut off: page ${seen.size} lies behind its end`);
    const count = u16(at);
    const valueOf = (tag: number): number => {
      for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12)
        if (u16(entry) === tag) return u16(entry + 2) === 3 ? u16(entry + 8) : u32(entry + 8);
      return 0;
    };
    checkSize([valueOf(256), valueOf(257)], name);
    const packing = unreadable.get(valueOf(259));
    if (packing !== undefined) throw notUnpacked(packing);
    const page = Buffer.from(file);
    if (isLittle) page.writeUInt32LE(at, 4);
    else page.writeUInt32BE(at, 4);
    yield page;
    at = u32(at + 2 + count * 12);
  }
  if (seen.size === 0) throw corrupt(name, 'it has no pages');
}

function notUnpacked(packing: string): SallyportError {
  return new SallyportError('NotSupported', {
    format: `A TIFF that is packed with ${packing}`,
    platform: 'any system',
    reason: 'the recogniser cannot unpack it',
    next: 'Save it as PNG, as PDF, or as TIFF packed with LZW or not at all.',
  });
}
