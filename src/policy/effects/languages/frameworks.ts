import type { Call, Found, Reader } from '../define.ts';
import { headOf, literal, textOf } from '../words.ts';

/** Scripts of frameworks that are programs in their own right, wherever they lie. */
const known = /(?:^|\/)(manage\.py|artisan|(?<=bin\/)(?:console|rails|rake))$/;

/** `python manage.py flush` as `manage.py flush`. */
export const frameworkScript: Reader = (script, found, { operands, invocation }) => {
  const name = known.exec(textOf(script) ?? '')?.[1];
  if (name !== undefined)
    found.nest({ kind: 'argv', via: invocation.name, words: [literal(name, script.span), ...operands.slice(1)] });
};

const destroying =
  /^(?:app:)?db:(?:drop|reset|purge|truncate_all|rollback|migrate:(?:reset|down|redo)|(?:schema|structure):load|seed:replant)(?::\w+)*$|^(?:db:wipe|migrate:(?:fresh|reset|refresh|rollback))$|^(?:doctrine:(?:database|schema):drop|d:d:d|d:s:d|doctrine:fixtures:load)$|^ecto\.(?:drop|reset|rollback)$/;

/** Tasks that empty or drop a database, whatever the framework. */
export function tasks({ operands }: Pick<Call, 'operands'>, found: Found): void {
  const target = operands.find((word) => destroying.test(headOf(word)));
  if (target) found.effect({ kind: 'change', thing: 'database', target, force: true });
}
