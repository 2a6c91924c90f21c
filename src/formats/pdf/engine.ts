import { engineModule } from './engine-file.ts';
import { engineImports, EngineFault, pageBytes } from './engine-imports.ts';

/** The functions of PDFium that are used here; numbers in, a number out. */
type Call = (...args: number[]) => number;
export type EngineCalls = Readonly<Record<(typeof callNames)[number], Call>>;

/** One PDFium with a memory of its own, which nothing outside can be reached from: no files, no clock to set, no network. */
export interface Engine {
  readonly calls: EngineCalls;
  /** Views of the memory as it is now: any call may grow it, so take them anew after each. */
  bytes(): Uint8Array;
  words(): Int32Array;
  floats(): Float32Array;
  doubles(): Float64Array;
  /** Room for results of calls, a kilobyte that is used over and over. */
  readonly scratch: number;
  /** Where what is known of characters is, from `from` to `to`, at most `charactersAtOnce`; valid until it is called again. */
  characters(textPage: number, from: number, to: number): number;
  allocate(bytes: number): number;
  free(address: number): void;
  /** Makes a function that PDFium can call back. */
  callback(run: (a: number, b: number, c: number, d: number) => number): number;
  /** The text that a call writes as UTF-16 into a buffer: `call(buffer, bytes)` gives the bytes it needs. */
  utf16(call: (buffer: number, bytes: number) => number): string;
  utf8(call: (buffer: number, bytes: number) => number): string;
  /** Nothing of it may be used any more. */
  close(): void;
}

export { EngineFault };

const scratchBytes = 1024;
export const charactersAtOnce = 512;
/** What is known of a character, in words of four bytes: its code, the text object it is of, and four doubles: left, right, bottom, top. */
export const characterWords = 10;
/** What PDFium may have; a page of a book needs less than a tenth of it, a bomb is refused here. */
export const memoryBytes = 224 * 1024 * 1024;
/** What it begins with, as its module says, and what is not kept for another one any more. */
const [firstBytes, mostKeptBytes] = [284 * pageBytes, 32 * 1024 * 1024];
/** A name, a value or an address longer than this is cut. */
const maxTextBytes = 1024 * 1024;

/**
 * The memory of the last engine that was closed; the next one wipes it. Where each document makes its 18 MB anew, V8 collects all garbage
 * after each, and with it the code that it has optimised: a tenth of the CPU time of a process that stays.
 */
let keptMemory: WebAssembly.Memory | undefined;

export function startEngine(): Engine {
  const [initial, maximum] = [firstBytes / pageBytes, memoryBytes / pageBytes];
  const memory = keptMemory ?? new WebAssembly.Memory({ initial, maximum });
  if (keptMemory) new Uint8Array(memory.buffer).fill(0);
  keptMemory = undefined;
  const exports = {} as EngineExports;
  const instance = new WebAssembly.Instance(engineModule(), engineImports(exports, memory, maximum));
  Object.assign(exports, instance.exports);
  const { __indirect_function_table: table, __wasm_call_ctors: construct } = exports;
  exports.emscripten_stack_init();
  construct();
  exports.PDFiumExt_Init();
  let [bytes, words, floats, doubles] = viewsOf(memory);
  const refresh = () => {
    if (bytes.buffer !== memory.buffer) [bytes, words, floats, doubles] = viewsOf(memory);
  };
  const scratch = exports.malloc(scratchBytes);
  const room = exports.malloc(charactersAtOnce * characterWords * 4);
  let isClosed = false;
  const [utf16, utf8] = [new TextDecoder('utf-16le'), new TextDecoder()];
  const textOf = (
    call: (buffer: number, bytes: number) => number,
    decoder: { decode(bytes: Uint8Array): string },
  ): string => {
    let at = scratch;
    const length = call(scratch, scratchBytes);
    const room = Math.min(length, maxTextBytes);
    if (length <= 0) return '';
    if (length > scratchBytes) {
      at = exports.malloc(room);
      call(at, room);
    }
    refresh();
    const text = decoder.decode(bytes.subarray(at, at + room));
    if (at !== scratch) exports.free(at);
    const end = text.indexOf('\0');
    return end < 0 ? text : text.slice(0, end);
  };
  return {
    calls: exports,
    bytes: () => (refresh(), bytes),
    words: () => (refresh(), words),
    floats: () => (refresh(), floats),
    doubles: () => (refresh(), doubles),
    scratch,
    characters(textPage, from, to) {
      exports.readCharacters(textPage, from, to, room);
      return room;
    },
    allocate: (size) => exports.malloc(size),
    free: (address) => void exports.free(address),
    callback(run) {
      const index = table.grow(1);
      const wrapper = new WebAssembly.Instance(new WebAssembly.Module(callbackModule), { e: { f: run } });
      table.set(index, wrapper.exports['f']);
      return index;
    },
    utf16: (call) => textOf(call, utf16),
    utf8: (call) => textOf(call, utf8),
    close() {
      if (isClosed || memory.buffer.byteLength > mostKeptBytes) return;
      isClosed = true; // or it would take the memory from the next one
      keptMemory = memory;
    },
  };
}

function viewsOf({ buffer }: WebAssembly.Memory): [Uint8Array, Int32Array, Float32Array, Float64Array] {
  return [new Uint8Array(buffer), new Int32Array(buffer), new Float32Array(buffer), new Float64Array(buffer)];
}

/**
 * A table of WebAssembly takes no plain function, only one that came out of a module. This one imports `e.f` of the type
 * (i32 i32 i32 i32) → i32 and exports it again.
 */
const callbackModule = Buffer.from(
  ['0061736d01000000', '010901', '60047f7f7f7f017f', '0207010165016600', '00', '07050101660000'].join(''),
  'hex',
);

export interface EngineExports extends EngineCalls {
  readonly __indirect_function_table: WebAssembly.Table;
  readonly __wasm_call_ctors: Call;
  readonly emscripten_stack_init: Call;
  readonly emscripten_stack_get_current: Call;
  readonly _emscripten_stack_restore: Call;
  readonly setThrew: Call;
  readonly malloc: Call;
  readonly free: Call;
  /** Ours (scripts/rewrite-pdfium.mjs): writes what is known of the characters from `from` to `to` of a page of text to `into`. */
  readonly readCharacters: Call;
}

const callNames = [
  'PDFiumExt_Init',
  'PDFiumExt_OpenFormFillInfo',
  'PDFiumExt_InitFormFillEnvironment',
  'FPDF_LoadCustomDocument',
  'FPDF_GetLastError',
  'FPDF_GetPageCount',
  'FPDF_DocumentHasValidCrossReferenceTable',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDF_GetFormType',
  'FPDFPage_GetRotation',
  'FPDF_GetPageBoundingBox',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_GetCharBox',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetFontSize',
  'FPDFText_GetMatrix',
  'FPDFText_GetTextObject',
  'FPDFTextObj_GetFont',
  'FPDFTextObj_GetTextRenderMode',
  'FPDFFont_GetFlags',
  'FPDFFont_GetBaseFontName',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetMatrix',
  'FPDFPath_CountSegments',
  'FPDFPath_GetPathSegment',
  'FPDFPath_GetDrawMode',
  'FPDFPathSegment_GetPoint',
  'FPDFPathSegment_GetType',
  'FPDFPathSegment_GetClose',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFLink_Enumerate',
  'FPDFLink_GetAnnotRect',
  'FPDFLink_GetAction',
  'FPDFAction_GetType',
  'FPDFAction_GetURIPath',
  'FPDFPage_GetAnnotCount',
  'FPDFPage_GetAnnot',
  'FPDFPage_CloseAnnot',
  'FPDFAnnot_GetSubtype',
  'FPDFAnnot_GetFlags',
  'FPDFAnnot_GetRect',
  'FPDFAnnot_GetStringValue',
  'FPDFAnnot_GetFormFieldType',
  'FPDFAnnot_GetFormFieldFlags',
  'FPDFAnnot_GetFormFieldValue',
  'FPDFAnnot_GetOptionCount',
  'FPDFAnnot_GetOptionLabel',
  'FPDFAnnot_IsOptionSelected',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_GetBuffer',
  'FPDFBitmap_GetStride',
  'FPDFBitmap_Destroy',
  'FPDF_RenderPageBitmap',
] as const;
