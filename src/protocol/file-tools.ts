import { z } from 'zod';

const path = (what: string) => z.string().min(1).describe(`${what} Relative to the workspace, with forward slashes.`);
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode' });
const version = z
  .string()
  .optional()
  .describe('The version that an earlier call gave; the call fails with CONFLICT when the file has another one.');

/** What one call can carry. */
const maxContentChars = 16 * 1024 * 1024;

export const lsInputSchema = z
  .strictObject({
    path: path('The folder to list.').default('.'),
    depth: z.int().min(1).max(20).default(1).describe('How many levels to show; 1 is the folder alone.'),
    limit: z.int().min(1).max(2000).default(200).describe('The most entries to give back.'),
  })
  .describe('List what is in a folder.');
export type LsInput = z.infer<typeof lsInputSchema>;

export const globInputSchema = z
  .strictObject({
    pattern: z.string().min(1).describe('Such as "src/**/*.{ts,tsx}": **, *, ?, {a,b} and [a-z], relative to path.'),
    path: path('The folder to look in.').default('.'),
    limit: z.int().min(1).max(5000).default(500).describe('The most paths to give back.'),
  })
  .describe('Find files by their paths.');
export type GlobInput = z.infer<typeof globInputSchema>;

export const grepInputSchema = z
  .strictObject({
    pattern: z.string().min(1).max(4096).describe('A regular expression; it is looked for in each line.'),
    path: path('The folder or file to search.').default('.'),
    include: z
      .string()
      .min(1)
      .optional()
      .describe('Only files that fit this glob: "*.ts" by name, "src/**/*.ts" by path.'),
    case_sensitive: z.boolean().default(false).describe('Whether capitals matter.'),
    context: z.int().min(0).max(20).default(0).describe('Lines to show before and after each match.'),
    limit: z.int().min(1).max(1000).default(100).describe('The most matches to give back.'),
  })
  .describe('Search the content of files.');
export type GrepToolInput = z.infer<typeof grepInputSchema>;

export const readInputSchema = z
  .strictObject({
    path: path('The file to read.'),
    start_line: z.int().min(1).default(1).describe('The first line to give back, from 1.'),
    limit: z.int().min(1).default(2000).describe('The most lines to give back; never more than 2000, or 64 KiB.'),
  })
  .describe('Read a text file.');
export type ReadInput = z.infer<typeof readInputSchema>;

export const writeInputSchema = z
  .strictObject({
    path: path('The file to write; missing folders are made.'),
    content: text(maxContentChars).describe('All that the file will hold.'),
    overwrite: z.boolean().default(false).describe('Whether a file that exists may be replaced.'),
    expected_version: version,
  })
  .describe('Write a whole file.');
export type WriteInput = z.infer<typeof writeInputSchema>;

export const editInputSchema = z
  .strictObject({
    path: path('The file to change.'),
    old_string: text(maxContentChars).min(1).describe('The text to replace, exactly; it must be in the file once.'),
    new_string: text(maxContentChars).describe('What takes its place.'),
    expected_version: version,
  })
  .describe('Replace one piece of a text file.');
export type EditInput = z.infer<typeof editInputSchema>;

export const mkdirInputSchema = z
  .strictObject({ path: path('The folder to make; missing parents are made too.') })
  .describe('Make a folder.');
export type MkdirInput = z.infer<typeof mkdirInputSchema>;
