/** Every job that a worker can be asked for, by name; each is loaded when it is asked for, and never by the main thread. */
export const jobs = {
  'zip list': async () => (await import('./zip/list.ts')).listZip,
  'zip extract': async () => (await import('./zip/extract.ts')).extractZip,
  'zip create': async () => (await import('./zip/create.ts')).createZip,
  'tar list': async () => (await import('./tar/list.ts')).listTar,
  'tar extract': async () => (await import('./tar/extract.ts')).extractTar,
  'tar create': async () => (await import('./tar/create.ts')).createTar,
  grep: async () => (await import('./search/grep.ts')).grepFiles,
  'table to-csv': async () => (await import('./table/to-csv.ts')).tableToCsv,
  'doc extract': async () => (await import('./doc/extract.ts')).extractDocument,
};

export type Jobs = { readonly [J in keyof typeof jobs]: Awaited<ReturnType<(typeof jobs)[J]>> };
