import { SallyportError } from '../../protocol/errors.ts';
import { corrupt } from '../corrupt.ts';
import type { DocumentInput } from '../document/input.ts';
import { startEngine, type Engine } from './engine.ts';
import { withHeader, withNewEnd } from './recover.ts';

export interface PdfDocument extends Disposable {
  readonly engine: Engine;
  readonly handle: number;
  readonly pageCount: number;
  /** The environment of its form; 0 when it has none. */
  readonly form: number;
  /** Whether its table of objects was broken and made anew from what was found. */
  readonly isRepaired: boolean;
}

const windowBytes = 256 * 1024;
const maxWindows = 16;
/** FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY */
const [wrongPassword, unknownSecurity] = [4, 5];

/** Opens a PDF in an engine of its own, with what is left of its pages when its start or its end is lost. */
export function openPdf(file: DocumentInput): PdfDocument {
  const input = withHeader(file);
  const whole = load(input);
  if (whole) return whole;
  const rest = withNewEnd(input);
  const found = rest && load(rest);
  if (!found || found.pageCount <= 0) throw corrupt(input.name, 'it has no readable structure of a PDF');
  return { ...found, isRepaired: true };
}

/** The file is read in windows as PDFium asks for them. */
function load(input: DocumentInput): PdfDocument | undefined {
  const engine = startEngine();
  const { calls } = engine;
  const read = windowReader(input);
  const access = engine.allocate(12);
  const getBlock = engine.callback((_, position, buffer, size) => {
    const from = position >>> 0;
    if (from + (size >>> 0) > input.bytes) return 0;
    read(from, engine.bytes().subarray(buffer >>> 0, (buffer >>> 0) + (size >>> 0)));
    return 1;
  });
  engine.words().set([input.bytes, getBlock, 0], access >> 2);
  const handle = calls.FPDF_LoadCustomDocument(access, 0);
  if (handle === 0) {
    const error = calls.FPDF_GetLastError();
    engine.close();
    if (error === wrongPassword || error === unknownSecurity)
      throw new SallyportError('Encrypted', { path: input.name });
    return undefined;
  }
  return {
    engine,
    handle,
    pageCount: calls.FPDF_GetPageCount(handle),
    form: calls.FPDF_GetFormType(handle) === 0 ? 0 : openForm(engine, handle),
    isRepaired: calls.FPDF_DocumentHasValidCrossReferenceTable(handle) === 0,
    [Symbol.dispose]: () => engine.close(),
  };
}

function openForm({ calls }: Engine, handle: number): number {
  const info = calls.PDFiumExt_OpenFormFillInfo();
  return info === 0 ? 0 : calls.PDFiumExt_InitFormFillEnvironment(handle, info);
}

/** PDFium reads a few hundred bytes at a time, here and there. */
function windowReader(input: DocumentInput): (offset: number, into: Uint8Array) => void {
  const windows = new Map<number, Uint8Array>();
  const windowAt = (index: number): Uint8Array => {
    const known = windows.get(index);
    if (known) return known;
    if (windows.size >= maxWindows) for (const oldest of windows.keys()) if (windows.delete(oldest)) break;
    const start = index * windowBytes;
    const bytes = input.read(start, Math.min(windowBytes, input.bytes - start));
    windows.set(index, bytes);
    return bytes;
  };
  return (offset, into) => {
    for (let done = 0; done < into.length;) {
      const at = offset + done;
      const index = Math.floor(at / windowBytes);
      const part = windowAt(index).subarray(at - index * windowBytes, at - index * windowBytes + into.length - done);
      into.set(part, done);
      done += part.length;
    }
  };
}
