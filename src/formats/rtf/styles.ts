import { headingLevel } from '../document/heading-styles.ts';

const maxStyles = 10_000;

/** The headings among the paragraph styles (\stylesheet), by number. */
export class Styles {
  readonly #headings = new Map<number, number>();

  define(number: number, name: string, outlineLevel: number | undefined): void {
    const level = headingLevel(name.replace(/;.*/s, '').trim(), outlineLevel);
    if (level !== undefined && level > 0 && this.#headings.size < maxStyles) this.#headings.set(number, level);
  }

  heading(number: number | undefined): number | undefined {
    return number === undefined ? undefined : this.#headings.get(number);
  }
}
