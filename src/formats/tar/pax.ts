import { corrupt } from '../corrupt.ts';

/** The records of a PAX header: `<length> <key>=<value>\n`, the length counting all of it. */
export function readPax(data: Buffer, archive: string): Map<string, Buffer> {
  const records = new Map<string, Buffer>();
  const parts: string[] = [];
  for (let at = 0; at < data.length;) {
    const space = data.indexOf(0x20, at);
    const digits = space < 0 ? '' : data.toString('latin1', at, space);
    if (digits === '' && isPadding(data, at)) break;
    const length = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
    const end = at + length;
    const equals = data.indexOf(0x3d, space + 1);
    if (length === 0 || end > data.length || data[end - 1] !== 0x0a || equals < 0 || equals >= end)
      throw corrupt(archive, 'an extended header is damaged');
    const [key, value] = [data.toString('latin1', space + 1, equals), data.subarray(equals + 1, end - 1)];
    if (key === 'GNU.sparse.offset' || key === 'GNU.sparse.numbytes') parts.push(value.toString('latin1'));
    else records.set(key, value);
    at = end;
  }
  // Format 0.0 of sparse files says in a record per number what format 0.1 says in one list.
  if (parts.length > 0) records.set('GNU.sparse.map', Buffer.from(parts.join(','), 'latin1'));
  return records;
}

export function decimal(value: Buffer, archive: string): number {
  const number = tryDecimal(value);
  if (number === undefined) throw corrupt(archive, 'a number in an extended header is none');
  return number;
}

/** The same for numbers on which nothing depends: undefined for what is none. */
export function tryDecimal(value: Buffer): number | undefined {
  const digits = value.toString('latin1');
  return /^-?\d{1,64}(?:\.\d{0,64})?$/.test(digits) ? Number(digits) : undefined;
}

export function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`);
  let length = rest.length + 1;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

function isPadding(data: Buffer, at: number): boolean {
  return data.subarray(at).every((byte) => byte === 0);
}
