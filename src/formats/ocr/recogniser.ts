import { gunzipSync } from 'node:zlib';
import { SallyportError } from '../../protocol/errors.ts';
import type { Lie } from './orientation.ts';

/** Reads the letters of pictures. */
export interface Recogniser extends Disposable {
  /** Takes a file of one picture: PNG, JPEG, WebP, TIFF or PNM. Nothing when it cannot be read. */
  read(picture: Uint8Array, lie: Lie): Recognised | undefined;
}

export interface Recognised {
  /** A row of tab-separated values per word: its block, paragraph and line, its place in pixels, its letters. */
  readonly words: string;
  /** 0 to 100. */
  readonly confidence: number;
}

/** What is asked for code and data of packages. */
export interface PackageSource {
  read(file: string): Uint8Array | undefined;
  load(module: string): unknown;
}

/** Tesseract's models unpack to some ten megabytes. */
const maxModelBytes = 128 * 1024 * 1024;
const engineVersion = '7.0.0';
/** Only what the neural network needs; with the vector instructions that every supported Node has. */
const engine = 'tesseract.js-core/tesseract-core-simd-lstm.js';
const networkOnly = 1;
/** Unless it is told to look for columns and lines, the engine takes a picture for one block of text. */
const wholePage = 3;

/** The part of tesseract.js-core that is used. */
type LoadEngine = (options: { print(): void; printErr(): void; TesseractProgress(): void }) => Promise<{
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => {
    Init(path: null, languages: string, mode: number): number;
    SetVariable(name: string, value: string): boolean;
    SetPageSegMode(mode: number): void;
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    GetTSVText(page: number): string;
    MeanTextConf(): number;
    Clear(): void;
    End(): void;
  };
}>;

/** `checkStopped` is called several times per page, and may throw. */
export async function openRecogniser(
  languages: readonly string[],
  packages: PackageSource,
  checkStopped: () => void,
): Promise<Recogniser> {
  const load = packages.load(engine) as LoadEngine | undefined;
  const models = languages.map((language) => packages.read(modelFile(language)));
  const missing = languages.filter((_, index) => models[index] === undefined);
  if (!load || missing.length > 0) throw notInstalled(missing, load !== undefined);
  const { FS: files, TessBaseAPI: Api } = await load({
    print: () => {},
    printErr: () => {},
    TesseractProgress: checkStopped,
  });
  for (const [index, language] of languages.entries())
    files.writeFile(`${language}.traineddata`, gunzipSync(models[index]!, { maxOutputLength: maxModelBytes }));
  const api = new Api();
  if (api.Init(null, languages.join('+'), networkOnly) !== 0) throw notInstalled(languages, true);
  api.SetVariable('user_defined_dpi', '300');
  api.SetPageSegMode(wholePage);
  return {
    read(picture, lie) {
      files.writeFile('/input', picture);
      if (api.SetImageFile(lie, 0) === 1 || api.Recognize(null) !== 0) return undefined;
      const found = { words: api.GetTSVText(0), confidence: api.MeanTextConf() };
      api.Clear();
      return found;
    },
    [Symbol.dispose]: () => api.End(),
  };
}

function modelFile(language: string): string {
  return `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`;
}

function notInstalled(languages: readonly string[], hasEngine: boolean): SallyportError {
  const packages = [
    ...(hasEngine ? [] : [`tesseract.js-core@${engineVersion}`]),
    ...languages.map((language) => `@tesseract.js-data/${language}`),
  ];
  return new SallyportError('NotSupported', {
    format: `Reading pictures${hasEngine ? ` in ${languages.join(', ')}` : ''}`,
    platform: 'this installation',
    reason: hasEngine
      ? 'there is no model of that language beside sallyport, if there is such a language'
      : 'the packages that do it are not installed beside sallyport',
    next: `Install what is missing where sallyport is installed: npm install ${packages.join(' ')} (with -g when sallyport is).`,
  });
}
