import type { DocumentInput } from './input.ts';

const endOfChain = 0xfffffffa; // and above
const maxSectors = 4096;

/** The names of the streams in a compound file (MS-CFB), which old office files and encrypted new ones are; as far as they can be read. */
export function oleStreams(input: DocumentInput): ReadonlySet<string> {
  const names = new Set<string>();
  if (input.bytes < 512) return names;
  const header = Buffer.from(input.read(0, 512));
  const sectorBytes = 1 << Math.min(Math.max(header.readUInt16LE(30), 7), 16);
  const sector = (number: number): Buffer | undefined => {
    const at = (number + 1) * sectorBytes;
    return at + sectorBytes <= input.bytes ? Buffer.from(input.read(at, sectorBytes)) : undefined;
  };
  const perSector = sectorBytes / 4;
  const next = (number: number): number => {
    const index = Math.floor(number / perSector);
    // The first 109 sectors of the table are named in the header: more than any directory here needs.
    if (index >= 109) return endOfChain;
    const table = sector(header.readUInt32LE(76 + index * 4));
    return table?.readUInt32LE((number % perSector) * 4) ?? endOfChain;
  };
  let number = header.readUInt32LE(48);
  for (let budget = maxSectors; budget > 0 && number < endOfChain; budget--) {
    const entries = sector(number);
    if (!entries) break;
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const length = Math.min(entries.readUInt16LE(at + 64), 64);
      if (length > 2) names.add(entries.toString('utf16le', at, at + length - 2));
    }
    number = next(number);
  }
  return names;
}
