import type { ErrorCode } from '../../../src/protocol/errors.ts';

/** The list of attacks on whoever unpacks archives; every row has at least one attack in the tables beside this file. */
export const rows = {
  0: 'no attack: odd but good, and to be read',
  1: 'names that climb out with ..',
  2: 'absolute names, drives, UNC paths',
  3: 'backslashes as separators',
  4: 'streams, device names, trailing dots and spaces of Windows',
  5: 'NUL, wrong UTF-8, look-alikes, normalisation and case',
  6: 'a second place for the name',
  7: 'control characters, escape sequences, line breaks, bidi in names',
  8: 'names that are too long, too deep or empty',
  9: 'a symbolic link, then a file through it',
  10: 'hard links',
  11: 'chains of links deeper than a path can be',
  12: 'links that are in the destination already',
  13: 'a folder that is swapped for a link meanwhile',
  14: 'devices, FIFOs, sockets and unknown types',
  15: 'setuid, sticky and write bits, folders without permissions',
  16: 'duplicates, and files where folders are',
  17: 'local headers that say something else, descriptors that lie, hidden entries',
  18: 'end records that can be read in two ways',
  19: '64-bit sizes and extra fields that lie',
  20: 'sizes and checksums of contents that lie',
  21: 'encryption and unknown methods',
  22: 'overlapping entries',
  23: 'bombs: large contents, skipped contents, data behind the end, archives in archives',
  24: 'floods of files, folders, headers and name bytes',
  25: 'compressors that ask for gigabytes of memory',
  26: 'sparse files with hostile maps',
  27: 'extended headers that are huge, lie about their length, or describe each other',
  28: 'sizes that are negative, huge, no numbers, or said twice',
  29: 'damage: checksums, cuts, missing ends, garbage behind',
  30: 'an archive that shrinks while it is read',
  31: 'files that others run by themselves: hooks, editor and shell config, our own state',
} as const;

export type Row = keyof typeof rows;
export type Reason = 'existing' | 'unsafe_path' | 'too_large' | 'unsafe_link' | 'unsafe_type' | 'duplicate';
export type Packed = 'tar.gz' | 'tar.bz2' | 'tar.xz' | 'tar.zst';
export type Format = 'zip' | 'tar' | Packed;

/** A file that is in the destination before, as its content, or as a link to elsewhere. */
export type Before = string | { readonly link: string } | { readonly hardLink: string };

export interface Attack {
  /** Begins the name of its files. */
  readonly id: string;
  readonly row: Row;
  /** In plain words, after "an archive with". */
  readonly what: string;
  /** How to build it. A tar is also tried in every compression; pieces of it become members of their own there. */
  readonly zip?: () => Buffer;
  readonly tar?: () => Buffer | readonly Buffer[];
  /** Attacks on a compression itself. */
  readonly packed?: Partial<Record<Packed, () => Buffer>>;
  readonly flags?: Readonly<Record<string, number | true>>;
  readonly before?: Readonly<Record<string, Before>>;
  readonly extract: Answer;
  /** `ok`, a code, or the names of the entries as they are shown. The code of `extract` when it is not given. */
  readonly list?: 'ok' | ErrorCode | readonly string[];
}

export interface Answer {
  readonly code?: ErrorCode;
  /**
   * What is in the destination afterwards: contents, or the number of bytes. After a refusal it may also be less: what is
   * whole when the damage is met depends on the compression.
   */
  readonly files?: Readonly<Record<string, string | number>>;
  /** Entries that are left out; no other reason may have a count. */
  readonly skipped?: Partial<Record<Reason, number>>;
}

/** `skipped` counts of a good archive in which one entry is dangerous. */
export function leavesOut(reason: Reason, count = 1): Answer {
  return { files: { 'good.txt': 'fine' }, skipped: { [reason]: count } };
}

export const corrupt: Answer = { code: 'CorruptInput' };
export const tooLarge: Answer = { code: 'ArchiveTooLarge' };
