const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that have no content and no end tag. */
export const voidElements: ReadonlySet<string> = names(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr',
);

/** Elements that begin and end a line. */
export const blockElements: ReadonlySet<string> = names(
  'address article aside blockquote body caption center colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html legend li listing main menu nav ol p pre search section summary table tbody td text tfoot th thead title tr ul xmp',
);

/** Elements that change the look of a text; their end leaves open what began within them. */
export const formatting: ReadonlySet<string> = names(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var',
);

/** Elements that a page does not show. */
export const hiddenElements: ReadonlySet<string> = names(
  'script style template head iframe noembed noframes datalist audio video canvas rp defs metadata',
);

/** What a head may have; anything else begins the body. */
export const headElements: ReadonlySet<string> = names(
  'title meta link base basefont bgsound script style template noscript object noframes',
);

export const headings: ReadonlySet<string> = names('h1 h2 h3 h4 h5 h6');
export const lists: ReadonlySet<string> = names('ul ol menu dir dl');

const cells = names('td th caption table template html button object');
const tables = names('table template html');

/** How far up an end tag may reach: what is in a cell cannot close what is outside of it. */
export function scopeOf(name: string): ReadonlySet<string> {
  return scopes.get(name) ?? cells;
}

const scopes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...'td th tr tbody thead tfoot caption colgroup'.split(' ').map((name) => [name, tables] as const),
  ...'table template html button object'.split(' ').map((name) => [name, names('template html')] as const),
  ['li', names('ul ol menu dir td th caption table template')],
]);

/** What an element closes that was left open, and how far up. */
export interface ImpliedEnd {
  readonly closes: ReadonlySet<string>;
  readonly until: ReadonlySet<string>;
}

const itemScope = new Set([...blockElements, ...cells].filter((name) => !['address', 'div', 'p'].includes(name)));
const paragraph: ImpliedEnd = { closes: names('p'), until: cells };

/** The rules of "in body", "in table" and "in select" of the HTML standard, as far as text depends on them. */
export function impliedEnds(name: string): readonly ImpliedEnd[] {
  return implied.get(name) ?? (closesParagraph.has(name) ? [paragraph] : []);
}

/** A cell may stand in a table without a row. */
const cellEnd: ImpliedEnd = { closes: names('td th'), until: tables };
const rowEnd: ImpliedEnd = { closes: names('tr caption colgroup'), until: tables };

const closesParagraph = new Set(
  [...blockElements, 'hr'].filter(
    (name) => !'body html head title td th tr tbody thead tfoot caption'.split(' ').includes(name),
  ),
);

const without = (set: ReadonlySet<string>, ...out: string[]) => new Set([...set].filter((name) => !out.includes(name)));

const implied: ReadonlyMap<string, readonly ImpliedEnd[]> = new Map<string, readonly ImpliedEnd[]>([
  ['li', [{ closes: names('li'), until: without(itemScope, 'li') }, paragraph]],
  ...['dd', 'dt'].map(
    (name) => [name, [{ closes: names('dd dt'), until: without(itemScope, 'dd', 'dt') }, paragraph]] as const,
  ),
  ...[...headings].map(
    (name) =>
      [
        name,
        [paragraph, { closes: headings, until: without(new Set([...blockElements, ...cells]), ...headings) }],
      ] as const,
  ),
  ['tr', [cellEnd, rowEnd]],
  ...['td', 'th'].map(
    (name) => [name, [{ closes: names('td th caption'), until: names('tr table template html') }]] as const,
  ),
  ...['tbody', 'thead', 'tfoot'].map(
    (name) => [name, [cellEnd, rowEnd, { closes: names('tbody thead tfoot'), until: tables }]] as const,
  ),
  ...['select', 'input', 'textarea'].map((name) => [name, [{ closes: names('select'), until: cells }]] as const),
  ['option', [{ closes: names('option'), until: names('select datalist optgroup') }]],
  ['optgroup', [{ closes: names('option optgroup'), until: names('select datalist') }]],
  ['a', [{ closes: names('a'), until: cells }]],
  ['rt', [{ closes: names('rt rp'), until: names('ruby') }]],
  ['rp', [{ closes: names('rt rp'), until: names('ruby') }]],
]);
