// What is measured: each job with the tools that do it, the native one that sets the pace first.
import { resolve } from 'node:path';
import { installPeer } from '../peer.ts';

export type Workload = 'small' | 'large' | 'sample' | 'text';

export interface Goal {
  readonly of: 'wall' | 'cpu' | 'rss' | 'size';
  readonly atMost: number;
  /** The tool whose figure is 1; without one the bound is in seconds or megabytes. */
  readonly than?: string;
}

export interface Tool {
  readonly name: string;
  /** Programs that have to be on the PATH. */
  readonly needs: readonly string[];
  /** It unpacks only into a folder that is there. */
  readonly wantsFolder: boolean;
  /** Runs in the folder that holds the workload; undefined when it cannot be had here. */
  readonly command: () => readonly string[] | undefined;
}

export interface Job {
  readonly name: string;
  readonly title: string;
  readonly workload: Workload;
  /** The archive that is read, made by the first of these tools that there is. */
  readonly reads?: { readonly archive: string; readonly by: readonly Tool[] };
  readonly makes: 'folder' | 'archive' | 'nothing';
  /** Has to accept the archive that we made. */
  readonly check?: readonly string[];
  readonly tools: readonly Tool[];
  readonly goals: readonly Goal[];
}

export const ours = 'sallyport';
/** Where a job puts what it makes; archives get an ending. Removed after each run. */
export const made = { folder: 'unpacked', archive: 'made' } as const;

const plenty = '--max-files 1000000 --max-bytes 68719476736';

export const jobs: readonly Job[] = [
  ...(['small', 'large'] as const).flatMap((workload): Job[] => {
    const zip = `${workload}.zip`;
    const tgz = `${workload}.tar.gz`;
    const pick = (small: number, large: number) => (workload === 'small' ? small : large);
    return [
      {
        name: `zip-extract-${workload}`,
        title: 'zip extract',
        workload,
        reads: zipOf(workload),
        makes: 'folder',
        tools: [
          native('unzip', 'unzip', ['-q', zip, '-d', made.folder]),
          native('bsdtar', 'bsdtar', ['-xf', zip, '-C', made.folder]),
          peer('yauzl', '3.4.0', 'yauzl-extract', zip, made.folder),
          sallyport(`zip extract --in ${zip} --dest ${made.folder} ${plenty} --confirm`),
        ],
        goals: [
          { of: 'cpu', atMost: pick(0.9, 0.45), than: 'unzip' },
          { of: 'wall', atMost: pick(0.75, 0.45), than: 'unzip' },
          { of: 'rss', atMost: 150 },
        ],
      },
      {
        name: `zip-create-${workload}`,
        title: 'zip create, level 6',
        workload,
        makes: 'archive',
        tools: [
          native('zip -6', 'zip', ['-q', '-6', '-r', `${made.archive}.zip`, workload]),
          native('bsdtar', 'bsdtar', ['--format', 'zip', '-cf', `${made.archive}.zip`, workload]),
          peer('yazl', '3.3.1', 'yazl-create', `${made.archive}.zip`, workload),
          sallyport(`zip create --src ${workload} --out ${made.archive}.zip --level 6 --confirm`),
        ],
        goals: [
          { of: 'cpu', atMost: pick(1.2, 0.8), than: 'zip -6' },
          { of: 'wall', atMost: pick(0.7, 0.5), than: 'zip -6' },
          { of: 'rss', atMost: 200 },
        ],
        check: ['unzip', '-tqq', `${made.archive}.zip`],
      },
      {
        name: `tar.gz-extract-${workload}`,
        title: 'tar.gz extract',
        workload,
        reads: tarOf(workload, 'gz', 'gzip'),
        makes: 'folder',
        tools: [
          native('GNU tar', 'tar', ['-xzf', tgz, '-C', made.folder]),
          native('bsdtar', 'bsdtar', ['-xf', tgz, '-C', made.folder]),
          native('tar + pigz', 'tar', ['-I', 'pigz', '-xf', tgz, '-C', made.folder], 'pigz'),
          peer('tar', '7.5.22', 'tar-extract', tgz, made.folder),
          sallyport(`tar extract --in ${tgz} --dest ${made.folder} ${plenty} --confirm`),
        ],
        goals: [
          { of: 'cpu', atMost: pick(0.9, 0.5), than: 'GNU tar' },
          { of: 'rss', atMost: 150 },
        ],
      },
      {
        name: `tar.gz-create-${workload}`,
        title: 'tar.gz create, level 6',
        workload,
        makes: 'archive',
        tools: [
          native('tar + gzip', 'tar', ['-czf', `${made.archive}.tar.gz`, workload], 'gzip'),
          native('bsdtar', 'bsdtar', ['-czf', `${made.archive}.tar.gz`, workload]),
          native('tar + pigz', 'tar', ['-I', 'pigz', '-cf', `${made.archive}.tar.gz`, workload], 'pigz'),
          peer('tar', '7.5.22', 'tar-create', `${made.archive}.tar.gz`, workload),
          sallyport(`tar create --src ${workload} --out ${made.archive}.tar.gz --level 6 --confirm`),
        ],
        goals: [
          { of: 'cpu', atMost: 0.85, than: 'tar + gzip' },
          { of: 'wall', atMost: 0.55, than: 'tar + gzip' },
          { of: 'rss', atMost: 200 },
        ],
        check: ['gzip', '-t', `${made.archive}.tar.gz`],
      },
    ];
  }),
  {
    name: 'zip-list',
    title: 'zip list',
    workload: 'small',
    reads: zipOf('small'),
    makes: 'nothing',
    tools: [
      native('unzip -l', 'unzip', ['-l', 'small.zip']),
      native('bsdtar -tv', 'bsdtar', ['-tvf', 'small.zip']),
      peer('yauzl', '3.4.0', 'yauzl-list', 'small.zip', '-'),
      sallyport('zip list --in small.zip'),
      { ...sallyport(`zip list --in small.zip --out ${made.archive}.jsonl`), name: `${ours}, all into a file` },
    ],
    goals: [{ of: 'cpu', atMost: 2.2, than: 'unzip -l' }],
  },
  ...[
    { format: 'bz2', program: 'bzip2', native: 'bzip2', decode: 3, goals: [] },
    {
      format: 'xz',
      program: 'xz -T1',
      native: 'xz',
      decode: 1.8,
      goals: [{ of: 'size', atMost: 1.15, than: 'tar + xz -1' }] satisfies Goal[],
    },
  ].flatMap(({ format, program, native: needed, decode, goals }): Job[] => [
    {
      name: `tar.${format}-extract`,
      title: `tar.${format} extract`,
      workload: 'text',
      reads: tarOf('text', format, needed),
      makes: 'folder',
      tools: [
        native(`tar + ${needed}`, 'tar', ['-I', program, '-xf', `text.tar.${format}`, '-C', made.folder], needed),
        native('bsdtar', 'bsdtar', ['-xf', `text.tar.${format}`, '-C', made.folder]),
        sallyport(`tar extract --in text.tar.${format} --dest ${made.folder} ${plenty} --confirm`),
      ],
      goals: [
        { of: 'cpu', atMost: decode, than: `tar + ${needed}` },
        { of: 'rss', atMost: 150 },
      ],
    },
    {
      name: `tar.${format}-create`,
      title: `tar.${format} create, level 6`,
      workload: 'sample',
      makes: 'archive',
      tools: [
        native(
          `tar + ${needed} -6`,
          'tar',
          ['-I', `${program} -6`, '-cf', `${made.archive}.tar.${format}`, 'sample'],
          needed,
        ),
        native(
          `tar + ${needed} -1`,
          'tar',
          ['-I', `${program} -1`, '-cf', `${made.archive}.tar.${format}`, 'sample'],
          needed,
        ),
        sallyport(`tar create --src sample --out ${made.archive}.tar.${format} --level 6 --confirm`),
      ],
      goals: [...goals, { of: 'rss', atMost: 200 }],
      check: [needed, '-t', `${made.archive}.tar.${format}`],
    },
  ]),
];

function zipOf(workload: Workload): NonNullable<Job['reads']> {
  const archive = `${workload}.zip`;
  const own = sallyport(`zip create --src ${workload} --out ${archive} --confirm`);
  return { archive, by: [native('zip', 'zip', ['-q', '-6', '-r', archive, workload]), own] };
}

function tarOf(workload: Workload, ending: string, program: string): NonNullable<Job['reads']> {
  const archive = `${workload}.tar.${ending}`;
  const own = sallyport(`tar create --src ${workload} --out ${archive} --confirm`);
  return { archive, by: [native('tar', 'tar', ['-I', `${program} -6`, '-cf', archive, workload], program), own] };
}

function native(name: string, program: string, args: readonly string[], ...others: string[]): Tool {
  return { name, needs: [program, ...others], wantsFolder: args.includes('-C'), command: () => [program, ...args] };
}

/** The built CLI as a user runs it, with the start of Node. */
function sallyport(line: string): Tool {
  return {
    name: ours,
    needs: [],
    wantsFolder: false,
    command: () => [process.execPath, resolve('dist/cli.cjs'), 'exec', line],
  };
}

function peer(name: string, version: string, task: string, archive: string, folder: string): Tool {
  return {
    name: `${name} ${version}`,
    needs: [],
    wantsFolder: false,
    command() {
      const entry = installPeer(name, version);
      return entry ? [process.execPath, resolve('bench/archives/peers.mjs'), task, entry, archive, folder] : undefined;
    },
  };
}
