import { nameEncodings } from '../../formats/zip/names.ts';
import type { Flags } from '../../protocol/flags.ts';
import { action, defineCommand, type Limits } from '../define.ts';

const limits: Limits = {
  inputBytes: 64 * 1024 ** 3,
  outputBytes: 64 * 1024 ** 3,
  timeMs: 600_000,
  memoryBytes: 256 * 1024 ** 2,
};

const selection = {
  include: {
    kind: 'text',
    maxLength: 4096,
    summary: 'Only names that match one of these patterns, separated by commas: docs/**,*.md.',
  },
  exclude: { kind: 'text', maxLength: 4096, summary: 'Not names that match one of these patterns.' },
} as const satisfies Flags;

const input = {
  in: { kind: 'path', access: 'read', required: true, summary: 'The archive.' },
  encoding: {
    kind: 'choice',
    choices: nameEncodings,
    default: 'auto',
    summary: 'Of names that do not say theirs; auto takes UTF-8 where it is valid, else CP437.',
  },
  member: { kind: 'text', maxLength: 4096, summary: 'Only the entry of exactly this name.' },
  ...selection,
} as const satisfies Flags;

export const zip = defineCommand({
  name: 'zip',
  summary: 'Lists, unpacks and makes zip archives, safe against what archives can hide.',
  subcommands: {
    list: action({
      summary: 'Lists what is in a zip archive.',
      flags: {
        ...input,
        max: { kind: 'integer', min: 0, max: 100_000, default: 200, summary: 'How many entries to show.' },
        out: {
          kind: 'path',
          access: 'write',
          summary: 'Writes the whole list to this new file, one JSON object per line.',
        },
      },
      capabilities: ['read', 'write'],
      limits,
      audit: ['in', 'out'],
      confirm: 'overwrite',
      examples: ['zip list --in archive.zip', 'zip list --in archive.zip --max 10 --out list.jsonl'],
      async run(args, { root, print, artifact }) {
        const { listZip } = await import('./list.ts');
        const entries = listZip(root, args.in, selectionOf(args));
        const shown = entries.slice(0, args.max);
        const total = entries.reduce((sum, entry) => sum + entry.uncompressed_bytes, 0);
        if (args.out !== undefined) {
          root.write(args.out, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
            replace: args.overwrite === true,
          });
          artifact({
            path: args.out,
            mime: 'application/x-ndjson',
            description: `All ${entries.length} entries of ${args.in}.`,
          });
        }
        print(table(shown));
        print(
          `${entries.length} entries, ${total} bytes unpacked${shown.length < entries.length ? `; the first ${shown.length} are shown, --out writes all` : ''}\n`,
        );
        return {
          in: args.in,
          count_total: entries.length,
          count_emitted: shown.length,
          truncated: shown.length < entries.length,
          entries: shown,
        };
      },
    }),
    extract: action({
      summary: 'Unpacks a zip archive into a folder. Dangerous entries are skipped and counted; existing files stay.',
      flags: {
        ...input,
        dest: {
          kind: 'path',
          access: 'write',
          required: true,
          summary: 'The folder to unpack into; made when it is missing.',
        },
        'max-files': {
          kind: 'integer',
          min: 1,
          max: 1_000_000,
          default: 2000,
          summary: 'Refuses archives with more files.',
        },
        'max-bytes': {
          kind: 'integer',
          min: 1,
          max: 64 * 1024 ** 3,
          default: 512 * 1024 ** 2,
          summary: 'Refuses archives that unpack to more bytes.',
        },
        'max-entry-bytes': { kind: 'integer', min: 1, max: 64 * 1024 ** 3, summary: 'Skips entries that are larger.' },
        'strip-components': {
          kind: 'integer',
          min: 0,
          max: 100,
          default: 0,
          summary: 'Leaves out this many leading folders of each name.',
        },
      },
      capabilities: ['read', 'write'],
      limits,
      audit: ['in', 'dest'],
      confirm: 'always',
      examples: [
        'zip extract --in archive.zip --dest unpacked --confirm',
        'zip extract --in archive.zip --dest docs --include "*.md" --confirm',
      ],
      async run(args, { offload, print, artifact, state }) {
        const { in: archive, dest } = args;
        const report = await offload('zip extract', {
          ...selectionOf(args),
          in: archive,
          dest,
          state,
          overwrite: args.overwrite === true,
          maxFiles: args['max-files'],
          maxBytes: args['max-bytes'],
          maxEntryBytes: args['max-entry-bytes'] ?? Infinity,
          stripComponents: args['strip-components'],
        });
        print(
          `${String(report['files_written'])} files, ${String(report['bytes_written'])} bytes written to ${dest}${skippedText(report['skipped'])}\n`,
        );
        artifact({ path: dest, mime: 'inode/directory', description: `What was unpacked from ${archive}.` });
        return { in: archive, dest, ...report };
      },
    }),
    create: action({
      summary: 'Makes a zip archive of a folder or a file. Links and special files are left out and counted.',
      flags: {
        src: { kind: 'path', access: 'read', required: true, summary: 'The folder or file to pack.' },
        out: { kind: 'path', access: 'write', required: true, summary: 'The archive to make.' },
        level: { kind: 'integer', min: 0, max: 9, default: 6, summary: '0 stores, 9 packs hardest.' },
        ...selection,
      },
      capabilities: ['read', 'write'],
      limits,
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
        });
        print(`${String(report['files_added'])} files packed into ${out}, ${String(report['bytes_written'])} bytes\n`);
        artifact({ path: out, mime: 'application/zip', description: `The archive of ${src}.` });
        return { src, out, ...report };
      },
    }),
  },
});

function selectionOf<E>(args: {
  include?: string | undefined;
  exclude?: string | undefined;
  member?: string | undefined;
  encoding?: E;
}) {
  const { include, exclude, member, encoding } = args;
  return {
    encoding: encoding as NonNullable<E>,
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(member === undefined ? {} : { member }),
  };
}

function table(entries: readonly { name: string; uncompressed_bytes: number; modified_time_ms: number }[]): string {
  return entries
    .map(
      ({ name, uncompressed_bytes, modified_time_ms }) =>
        `${String(uncompressed_bytes).padStart(12)}  ${new Date(modified_time_ms).toISOString().slice(0, 16).replace('T', ' ')}  ${name}\n`,
    )
    .join('');
}

function skippedText(skipped: unknown): string {
  const counts = Object.entries(skipped as Record<string, number>).filter(([, count]) => count > 0);
  return counts.length === 0 ? '' : `; skipped ${counts.map(([reason, count]) => `${count} ${reason}`).join(', ')}`;
}
