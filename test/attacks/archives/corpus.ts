import { mkdirSync, writeFileSync, writeSync, openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { tarFormats } from '../../../src/formats/tar-format.ts';
import { packTar } from '../../fixtures/compress.ts';
import { rows, type Attack, type Format, type Packed } from './attack.ts';
import { bombs } from './bombs.ts';
import { damage } from './damage.ts';
import { sparseFiles } from './sparse.ts';
import { goodTars } from './good-tar.ts';
import { goodZips } from './good-zip.ts';
import { linkAttacks } from './links.ts';
import { nameAttacks } from './names.ts';
import { tarAttacks } from './tar-structure.ts';
import { zipAttacks } from './zip-structure.ts';

export const attacks: readonly Attack[] = [
  ...nameAttacks,
  ...linkAttacks,
  ...zipAttacks,
  ...bombs,
  ...tarAttacks,
  ...damage,
  ...sparseFiles,
  ...goodZips,
  ...goodTars,
];

/** One attack in one format: what stands beside its file. */
export interface Case extends Pick<Attack, 'id' | 'row' | 'what' | 'flags' | 'before' | 'extract'> {
  readonly file: string;
  readonly format: Format;
  readonly attack: string;
  readonly list: NonNullable<Attack['list']>;
}

/** Writes every attack in every format that it applies to, each with its expected answer beside it. */
export function writeCorpus(folder: string): readonly Case[] {
  mkdirSync(folder, { recursive: true });
  return attacks.flatMap((attack) =>
    builders(attack).map(([format, build]) => {
      const file = `${attack.id}.${format}`;
      const written = openSync(join(folder, file), 'w');
      for (const piece of build()) writeSync(written, piece);
      closeSync(written);
      const { id, row, what, flags, before, extract, list = extract.code ?? 'ok' } = attack;
      const answer: Case = {
        file,
        id,
        format,
        row,
        attack: rows[row],
        what,
        ...(flags && { flags }),
        ...(before && { before }),
        list,
        extract,
      };
      writeFileSync(join(folder, `${file}.json`), `${JSON.stringify(answer, null, 2)}\n`);
      return answer;
    }),
  );
}

function builders({ zip, tar, packed }: Attack): [Format, () => readonly Buffer[]][] {
  const pieces = (made: Buffer | readonly Buffer[]) => (Buffer.isBuffer(made) ? [made] : made);
  return [
    ...(zip ? [['zip', () => [zip()]] as [Format, () => Buffer[]]] : []),
    ...tarFormats.flatMap((format): [Format, () => readonly Buffer[]][] => {
      const own = packed?.[format as Packed];
      if (own) return [[format, () => [own()]]];
      return tar ? [[format, () => packTar(format, pieces(tar()))]] : [];
    }),
  ];
}
