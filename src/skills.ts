import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Folder } from './files/index.ts';
import { packageRoot } from './platform/package-root.ts';
import type { Skill } from './protocol/core.ts';
import { isSallyportError } from './protocol/errors.ts';

const maxBytes = 256 * 1024;

/** The skills that come with Sallyport, and those in the state folder of the workspace. */
export async function listSkills(stateFolder: string): Promise<Skill[]> {
  const own = await readSkills(packageRoot(), () => 'built-in');
  const text = new Map(own.map((skill) => [skill.name, skill.text]));
  // The state folder may have come with a repository: only a skill that is letter for letter ours is taken for ours.
  const here = await readSkills(stateFolder, (name, content) =>
    text.get(name) === content ? 'installed' : 'untrusted',
  );
  return [...own, ...here];
}

/** Copies our skills into the state folder; gives the names of those that were new or changed. */
export async function installSkills(stateFolder: string): Promise<string[]> {
  using state = Folder.open(stateFolder);
  using folder = state.folder('skills', { create: true });
  const written: string[] = [];
  for (const { name, text } of await readSkills(packageRoot(), () => 'built-in')) {
    using target = folder.folder(name, { create: true });
    if (target.read('SKILL.md', maxBytes)?.toString('utf8') === text) continue;
    target.write('SKILL.md', text, { mode: 0o644 });
    written.push(name);
  }
  return written;
}

/** What the rules for Agent Skills say against a SKILL.md in a folder of this name. */
export async function validateSkill(
  folderName: string,
  text: string,
): Promise<{ description: string; problems: string[] }> {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (!match) return { description: '', problems: ['it does not start with YAML frontmatter between --- lines'] };
  const { parseDocument } = await import('yaml');
  const document = parseDocument(match[1] as string);
  if (document.errors[0])
    return { description: '', problems: [`its frontmatter is not YAML: ${document.errors[0].message.split('\n')[0]}`] };
  const front = withoutAliases(document);
  if (typeof front !== 'object' || front === null) return { description: '', problems: ['its frontmatter is empty'] };
  const { name, description, compatibility, metadata, license } = front as Record<string, unknown>;
  const problems = [
    ...(typeof name === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && name.length <= 64
      ? []
      : ['name has to be 1 to 64 lower-case letters, digits and single hyphens']),
    ...(name === folderName ? [] : [`name is not that of its folder, "${folderName}"`]),
    ...(typeof description === 'string' && description.trim() !== '' && description.length <= 1024
      ? []
      : ['description has to be 1 to 1024 characters']),
    ...(compatibility === undefined || (typeof compatibility === 'string' && compatibility.length <= 500)
      ? []
      : ['compatibility has to be at most 500 characters']),
    ...(license === undefined || typeof license === 'string' ? [] : ['license has to be a text']),
    ...(metadata === undefined ||
    (typeof metadata === 'object' &&
      metadata !== null &&
      Object.values(metadata).every((value) => typeof value === 'string'))
      ? []
      : ['metadata has to map names to texts']),
    ...Object.keys(front)
      .filter((key) => !known.includes(key))
      .map((key) => `"${key}" is no field of the frontmatter`),
    ...((match[2] as string).trim() === '' ? ['it has no instructions'] : []),
  ];
  return { description: typeof description === 'string' ? description : '', problems };
}

const known = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

/** The skills in the folder `skills` of a folder. Links are not followed: a repository may have brought them. */
async function readSkills(parent: string, originOf: (name: string, text: string) => Skill['origin']): Promise<Skill[]> {
  const skills: Skill[] = [];
  for (const { name, bytes } of skillFiles(parent)) {
    const path = join(parent, 'skills', name, 'SKILL.md');
    if (bytes === 'too large') {
      const problems = [`it is larger than ${maxBytes} bytes`];
      skills.push({ name, description: '', origin: 'untrusted', path, text: '', problems });
      continue;
    }
    const text = bytes.toString('utf8');
    skills.push({ name, origin: originOf(name, text), path, text, ...(await validateSkill(name, text)) });
  }
  return skills;
}

function skillFiles(parent: string): { name: string; bytes: Buffer | 'too large' }[] {
  if (!existsSync(parent)) return [];
  return (
    orNothing(() => {
      using above = Folder.open(parent);
      using folder = above.folder('skills');
      const names = folder.entries().map(({ name }) => name);
      return names
        .sort()
        .slice(0, 1000)
        .flatMap((name) => {
          const bytes = orNothing(() => {
            using skill = folder.folder(name);
            const size = skill.stat('SKILL.md')?.size ?? 0;
            return size > maxBytes ? ('too large' as const) : skill.read('SKILL.md', maxBytes);
          });
          return bytes ? [{ name, bytes }] : [];
        });
    }) ?? []
  );
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isSallyportError(error)) return undefined;
    throw error;
  }
}

/** An alias is how a few lines of YAML become gigabytes; what has one has no fields. */
function withoutAliases(document: { toJS(options: { maxAliasCount: number }): unknown }): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return null;
  }
}
