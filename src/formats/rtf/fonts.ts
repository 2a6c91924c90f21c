import { decoderFor, type Decoder } from '../document/decoder.ts';
import { symbolFont, type SymbolFont } from '../document/symbol-fonts.ts';

/** The code pages of the character sets that fonts name (\fcharset). */
const charsets: ReadonlyMap<number, number> = new Map([
  [77, 10000],
  [128, 932],
  [129, 949],
  [130, 1361],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
]);

interface Font {
  page: number | undefined;
  isSymbol: boolean;
  name: string;
  /** Once it was asked for; null for none. */
  symbols: SymbolFont | null | undefined;
}

const maxFonts = 10_000;
const maxName = 200;

/** Which encoding the bytes of a font are in. */
export class Fonts {
  /** Of the document (\ansicpg), for fonts that do not say. */
  #page = 1252;
  /** The one that text has which names none (\deff). */
  usual = 0;
  readonly #fonts = new Map<number, Font>();
  readonly #decoders = new Map<number, Decoder>();
  #current: Font | undefined;

  /** A word of the font table. */
  define(name: string, number: number): void {
    if (name === 'f') {
      this.#current = { page: undefined, isSymbol: false, name: '', symbols: undefined };
      if (this.#fonts.size < maxFonts) this.#fonts.set(number, this.#current);
    }
    if (!this.#current) return;
    if (name === 'fcharset') {
      this.#current.page = charsets.get(number);
      this.#current.isSymbol = number === 2;
    } else if (name === 'cpg' && number > 0) this.#current.page = number;
  }

  /** A word of the document that is about all fonts. */
  word(name: string, number: number | undefined): void {
    if (name === 'ansicpg') this.#page = number || 1252;
    else if (name === 'mac') this.#page = 10_000;
    else if (name === 'deff') this.usual = number ?? 0;
  }

  /** A piece of the name of the font that is defined; a semicolon ends it. */
  name(text: string): void {
    if (this.#current && this.#current.name.length < maxName) this.#current.name += text;
  }

  /** How a font of symbols shows its text; undefined for others. */
  symbols(font: number): SymbolFont | undefined {
    const found = this.#fonts.get(font);
    if (found && found.symbols === undefined)
      found.symbols = symbolFont(found.name.split(';')[0]?.trim()) ?? (found.isSymbol ? standardSymbols : null);
    return found?.symbols ?? undefined;
  }

  decode(bytes: Uint8Array, font: number): string {
    const page = this.#fonts.get(font)?.page ?? this.#page;
    let decoder = this.#decoders.get(page);
    if (!decoder) {
      decoder = decoderFor(names.get(page) ?? `windows-${page}`) ?? decoderFor('windows-1252');
      this.#decoders.set(page, decoder as Decoder);
    }
    return (decoder as Decoder).decode(bytes);
  }
}

export const standardSymbols = symbolFont('Symbol') as SymbolFont;

const names: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [20866, 'koi8-r'],
  [21866, 'koi8-u'],
  [28591, 'iso-8859-1'],
  [28592, 'iso-8859-2'],
  [54936, 'gb18030'],
  [51932, 'euc-jp'],
  [65001, 'utf-8'],
]);
