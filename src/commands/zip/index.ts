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

export const zip = defineCommand({
  name: 'zip',
  summary: 'Lists, unpacks and makes zip archives, safe against what archives can hide.',
  subcommands: {
    list: action({
      summary: 'Lists what is in a zip archive.',
      flags: listFlags,
      capabilities: ['read', 'write'],
      limits: archiveLimits,
      audit: ['in', 'out'],
      confirm: 'overwrite',
      examples: ['zip list --in archive.zip', 'zip list --in archive.zip --max 10 --out list.jsonl'],
      async run(args, { offload, print, artifact }) {
        const { in: archive, out = null, max, encoding, overwrite } = args;
        const wanted = selectionOf(args);
        const report = await offload('zip list', {
          ...wanted,
          in: archive,
          out,
          max,
          encoding,
          overwrite: overwrite === true,
        });
        return { in: archive, ...listResult(report, archive, out, { print, artifact }) };
      },
    }),
    extract: action({
      summary: 'Unpacks a zip archive into a folder. Dangerous entries are skipped and counted; existing files stay.',
      flags: extractFlags,
      capabilities: ['read', 'write'],
      limits: archiveLimits,
      audit: ['in', 'dest'],
      confirm: 'always',
      examples: [
        'zip extract --in archive.zip --dest unpacked --confirm',
        'zip extract --in archive.zip --dest docs --include "*.md" --confirm',
      ],
      async run(args, { offload, print, artifact }) {
        const { in: archive, dest } = args;
        const work = offload('zip extract', { ...extractOptions(args), in: archive });
        return extractResult(work, archive, dest, { print, artifact });
      },
    }),
    create: action({
      summary: 'Makes a zip archive of a folder or a file. Links and special files are left out and counted.',
      flags: {
        src: { kind: 'path', access: 'read', required: true, summary: 'The folder or file to pack.' },
        out: { kind: 'path', access: 'write', required: true, summary: 'The archive to make.' },
        level: { kind: 'integer', min: 0, max: 9, default: 6, summary: '0 stores, 9 packs hardest.' },
        ...createFlags,
      },
      capabilities: ['read', 'write'],
      limits: archiveLimits,
      audit: ['src', 'out'],
      confirm: 'always',
      examples: ['zip create --src folder --out folder.zip --confirm'],
      async run(args, { offload, print, artifact }) {
        const { src, out, level } = args;
        const report = await offload('zip create', {
          ...selectionOf(args),
          src,
          out,
          level,
          overwrite: args.overwrite === true,
          mtimeMs: fixedTime(args.mtime),
        });
        print(packText(report, out));
        artifact({ path: out, mime: 'application/zip', description: `The archive of ${src}.` });
        return { src, out, ...report };
      },
    }),
  },
});
