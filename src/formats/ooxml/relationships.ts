import type { Package } from '../package/index.ts';

/** What a part refers to. */
export interface Relationship {
  /** The last word of its type: `styles`, `slide`, `chart`. */
  readonly type: string;
  /** The name of a part, or an address outside. */
  readonly target: string;
  readonly isExternal: boolean;
}

export type Relationships = ReadonlyMap<string, Relationship>;

const maxRelationships = 100_000;

/** The relationships of a part, by id; those of the package when the part is ''. */
export function readRelationships(parts: Package, part: string): Relationships {
  const slash = part.lastIndexOf('/');
  const folder = part.slice(0, slash + 1);
  const list = `${folder}_rels/${part.slice(slash + 1)}.rels`;
  const found = new Map<string, Relationship>();
  if (!parts.has(list)) return found;
  const xml = parts.xml(list);
  for (let event = xml.next(); event !== 'end' && found.size < maxRelationships; event = xml.next()) {
    if (event !== 'open' || xml.name !== 'Relationship') continue;
    const [id, target = ''] = [xml.attribute('Id'), xml.attribute('Target')];
    const isExternal = xml.attribute('TargetMode') === 'External';
    const type = xml.attribute('Type') ?? '';
    if (id === undefined) continue;
    found.set(id, {
      type: type.slice(type.lastIndexOf('/') + 1),
      target: isExternal ? target : resolvePart(folder, target),
      isExternal,
    });
  }
  return found;
}

/** The part that the package names as its main one. */
export function mainPart(parts: Package, usual: string): string {
  for (const { type, target, isExternal } of readRelationships(parts, '').values())
    if (type === 'officeDocument' && !isExternal && parts.has(target)) return target;
  return usual;
}

/** The first target of that type. */
export function targetOf(relationships: Relationships, type: string): string | undefined {
  for (const each of relationships.values()) if (each.type === type && !each.isExternal) return each.target;
  return undefined;
}

/** The part that a reference means in a folder that ends with a slash. */
export function resolvePart(folder: string, target: string): string {
  const path = target.startsWith('/') ? target : folder + target;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return decode(names.join('/'));
}

/** Targets are URIs; most writers do not escape, so a wrong escape is none. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
