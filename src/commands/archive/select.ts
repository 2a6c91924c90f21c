import { SallyportError } from '../../protocol/errors.ts';

/** Which entries are wanted. */
export interface Selection {
  readonly include?: string;
  readonly exclude?: string;
  readonly member?: string;
}

/** A test for names: all of `include` (any of its patterns) but not `exclude`; `member` is one exact name. */
export function selector({ include, exclude, member }: Selection): (name: string) => boolean {
  const wanted = include === undefined ? undefined : patterns(include);
  const unwanted = exclude === undefined ? [] : patterns(exclude);
  return (name) => {
    const plain = name.replace(/\/$/, '');
    if (member !== undefined && plain !== member.replace(/\/$/, '')) return false;
    return (wanted?.some((pattern) => pattern.test(plain)) ?? true) && !unwanted.some((pattern) => pattern.test(plain));
  };
}

/** `*` and `?` stay within a name, `**` does not; a pattern that names a folder means all that is in it. */
function patterns(list: string): RegExp[] {
  const texts = list.split(',').filter(Boolean);
  if (texts.length > 100 || list.length > 4096)
    throw new SallyportError('InvalidArgs', { reason: 'there are too many patterns', usage: 'help' });
  return texts.map((text) => {
    const source = text
      .replace(/\/$/, '')
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*+|\?/g, (wild) => (wild === '?' ? '[^/]' : wild === '*' ? '[^/]*' : '.*'));
    return new RegExp(`^${source}(?:/.*)?$`, 's');
  });
}
