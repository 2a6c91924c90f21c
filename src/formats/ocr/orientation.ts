import { pictureKind } from './picture.ts';

/** How a picture lies, as EXIF numbers it: upright, on its head and on either side, 2, 4, 5 and 7 as in a mirror. */
export type Lie = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const maxSegments = 1_000;
const maxEntries = 1_000;

/** What a camera wrote of how the picture lies. TIFF is turned when it is unpacked. */
export function orientationOf(picture: Uint8Array): Lie {
  const file = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  const kind = pictureKind(file.subarray(0, 16));
  const exif =
    kind === 'jpeg' ? ofJpeg(file) : kind === 'png' ? ofPng(file) : kind === 'webp' ? ofWebp(file) : undefined;
  return (exif && orientationIn(exif)) ?? 1;
}

function ofJpeg(file: Buffer): Buffer | undefined {
  let at = 2;
  for (let count = 0; count < maxSegments && at + 4 <= file.length && file[at] === 0xff; count++) {
    const marker = file[at + 1]!;
    if (marker === 0xda) return undefined;
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (marker === 0xe1 && file.toString('latin1', at + 4, at + 10) === 'Exif\0\0') return file.subarray(at + 10, end);
    at = end;
  }
  return undefined;
}

function ofPng(file: Buffer): Buffer | undefined {
  let at = 8;
  for (let count = 0; count < maxSegments && at + 8 <= file.length; count++) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'eXIf') return file.subarray(at + 8, at + 8 + length);
    if (type === 'IEND') return undefined;
    at += 12 + length;
  }
  return undefined;
}

function ofWebp(file: Buffer): Buffer | undefined {
  let at = 12;
  for (let count = 0; count < maxSegments && at + 8 <= file.length; count++) {
    const length = file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4) === 'EXIF') {
      const exif = file.subarray(at + 8, at + 8 + length);
      return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}

const orientationTag = 0x112;

/** Its first directory (EXIF 2.3, 4.6.4). */
function orientationIn(exif: Buffer): Lie | undefined {
  const order = exif.toString('latin1', 0, 4);
  if (exif.length < 10 || (order !== 'II*\0' && order !== 'MM\0*')) return undefined;
  const u16 = (at: number) => (order === 'II*\0' ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const start = order === 'II*\0' ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  if (start + 2 > exif.length) return undefined;
  const count = Math.min(u16(start), maxEntries);
  for (let entry = start + 2; entry < start + 2 + count * 12 && entry + 12 <= exif.length; entry += 12) {
    if (u16(entry) !== orientationTag) continue;
    const value = u16(entry + 8);
    return value >= 1 && value <= 8 ? (value as Lie) : undefined;
  }
  return undefined;
}
