/** What is used of WebAssembly; the types of Node have none, those of the DOM bring a browser along. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, ((...args: never[]) => unknown) | Memory>>;
  class Module {
    constructor(bytes: Uint8Array);
    private readonly code: unknown;
  }
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    constructor(pages: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  interface Table {
    get(index: number): unknown;
    set(index: number, value: unknown): void;
    grow(count: number): number;
  }
}
