import type { Attributes } from './tokens.ts';

/** A field of a form in which one of several texts is chosen; what could be chosen is not on the page. */
export class Select {
  readonly #isList: boolean;
  readonly #chosen: string[] = [];
  #first: string | undefined;

  constructor(attributes: Attributes) {
    this.#isList = attributes.has('multiple') || Number.parseInt(attributes.get('size') ?? '1', 10) > 1;
  }

  add(option: Attributes, text: string): void {
    const shown = option.get('label') || text;
    if (option.has('selected')) this.#chosen.push(shown);
    else if (!option.has('disabled')) this.#first ??= shown;
  }

  /** A list may have nothing chosen; elsewhere the last one that is counts, else the first. */
  get text(): string {
    return this.#isList ? this.#chosen.join(', ') : (this.#chosen.at(-1) ?? this.#first ?? '');
  }
}
