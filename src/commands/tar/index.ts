import { tarFormats, type TarFormat } from '../../formats/tar-format.ts';
import { SallyportError } from '../../protocol/errors.ts';
import type { Flags } from '../../protocol/flags.ts';
import {
  archiveLimits,
  extractFlags,
  extractOptions,
  extractResult,
  listFlags,
  listResult,
  selectionOf,
} from '../archive/flags.ts';
import { createFlags, fixedTime, packText } from '../archive/pack-flags.ts';
import { action, defineCommand } from '../define.ts';

const formatFlag = {
  format: { kind: 'choice', choices: ['auto', ...tarFormats], default: 'auto', summary: 'auto looks at the content.' },
} as const satisfies Flags;

/** A list has no wish of its own to stop early; this is what keeps a bomb from running for ever. */
const listLimits = { maxBytes: 64 * 1024 ** 3, maxEntries: 5_000_000 };

export const tar = defineCommand({
  name: 'tar',
  summary: 'Lists, unpacks and makes tar archives, plain or compressed, safe against what archives can hide.',
  subcommands: {
    list: action({
      summary: 'Lists what is in a tar archive.',
      flags: { ...listFlags, ...formatFlag },
      capabilities: ['read', 'write'],
      limits: archiveLimits,
      audit: ['in', 'out', 'format'],
      confirm: 'overwrite',
      examples: ['tar list --in archive.tar.gz'],
      async run(args, { offload, print, artifact }) {
        const { in: archive, out = null, max, format, encoding, overwrite } = args;
        const report = await offload('tar list', {
          ...selectionOf(args),
          ...listLimits,
          in: archive,
          out,
          max,
          format,
          encoding,
          overwrite: overwrite === true,
        });
        return { in: archive, ...listResult(report, archive, out, { print, artifact }) };
      },
    }),
    extract: action({
      summary:
        'Unpacks a tar archive into a folder. Links and dangerous entries are skipped and counted; existing files stay.',
      flags: { ...extractFlags, ...formatFlag },
      capabilities: ['read', 'write'],
      limits: archiveLimits,
      audit: ['in', 'dest', 'format'],
      confirm: 'always',
      examples: ['tar extract --in archive.tar.gz --dest unpacked --confirm'],
      async run(args, { offload, print, artifact }) {
        const { in: archive, dest, format } = args;
        const options = extractOptions(args);
        // Folders, links and what is passed over are entries too, but no files.
        const maxEntries = options.maxFiles * 10 + 10_000;
        const work = offload('tar extract', { ...options, in: archive, format, maxEntries });
        return extractResult(work, archive, dest, { print, artifact });
      },
    }),
    create: action({
      summary: 'Makes a tar archive of a folder or a file. Links and special files are left out and counted.',
      flags: {
        src: { kind: 'path', access: 'read', required: true, summary: 'The folder or file to pack.' },
        out: { kind: 'path', access: 'write', required: true, summary: 'The archive to make.' },
        format: {
          kind: 'choice',
          choices: ['auto', ...tarFormats],
          default: 'auto',
          summary:
            'auto looks at the ending of --out: .tar, .tar.gz, .tgz, .tar.bz2, .tbz2, .tar.xz, .txz, .tar.zst, .tzst.',
        },
        level: {
          kind: 'integer',
          min: 0,
          max: 9,
          default: 6,
          summary: 'Of the compression: 0 stores, 9 packs hardest.',
        },
        ...createFlags,
      },
      capabilities: ['read', 'write'],
      limits: archiveLimits,
      audit: ['src', 'out', 'format'],
      confirm: 'always',
      examples: [
        'tar create --src folder --out folder.tar.gz --confirm',
        'tar create --src folder --out folder.tar --mtime 2026-01-01T00:00:00Z --confirm',
      ],
      async run(args, { offload, print, artifact }) {
        const { src, out, level } = args;
        const format = args.format === 'auto' ? formatByName(out) : args.format;
        const report = await offload('tar create', {
          ...selectionOf(args),
          src,
          out,
          level,
          format,
          overwrite: args.overwrite === true,
          mtimeMs: fixedTime(args.mtime),
        });
        print(packText(report, out));
        artifact({
          path: out,
          mime: mimes[format],
          description: `The archive of ${src}.`,
        });
        return { src, out, ...report };
      },
    }),
  },
});

function formatByName(path: string): TarFormat {
  const [, other] = /\.(zip|jar|7z|rar)$/i.exec(path) ?? [];
  if (other !== undefined)
    throw new SallyportError('InvalidArgs', {
      reason: `"${path}" would be a tar under the name of a ${other} file`,
      next: 'Use "zip create", choose another name, or say --format tar.',
    });
  if (/\.(?:tgz|tar\.gz)$/i.test(path)) return 'tar.gz';
  if (/\.(?:tbz2?|tar\.bz2)$/i.test(path)) return 'tar.bz2';
  if (/\.(?:txz|tar\.xz)$/i.test(path)) return 'tar.xz';
  return /\.(?:tzst|tar\.zst)$/i.test(path) ? 'tar.zst' : 'tar';
}

const mimes: Record<TarFormat, string> = {
  tar: 'application/x-tar',
  'tar.gz': 'application/gzip',
  'tar.bz2': 'application/x-bzip2',
  'tar.xz': 'application/x-xz',
  'tar.zst': 'application/zstd',
};
