import type { EngineExports } from './engine.ts';

/** PDFium gave up; its memory is not to be trusted any more. */
export class EngineFault extends Error {
  readonly reason: 'memory' | 'broken';

  constructor(reason: 'memory' | 'broken') {
    super(reason === 'memory' ? 'PDFium wants more memory than it may have' : 'PDFium gave up');
    this.reason = reason;
  }
}

/** What `longjmp` throws; the libraries for fonts and pictures leave deep calls that way. */
class LongJump extends Error {}

/** What memory of WebAssembly is counted in. */
export const pageBytes = 64 * 1024;
/** `errno` of WASI and of musl. */
const [badFile, noSuchFile] = [8, -2];

/**
 * The world as PDFium sees it: memory up to a limit, the time, and nothing else. What it asks the system for beyond that is
 * answered with "no such file".
 */
export function engineImports(
  exports: EngineExports,
  memory: WebAssembly.Memory,
  memoryPages: number,
): WebAssembly.Imports {
  const words = () => new Int32Array(memory.buffer);
  let isFull = false;
  const table = () => exports['__indirect_function_table'];
  const invoke = (index: number, ...args: number[]): number => {
    const stack = exports.emscripten_stack_get_current();
    try {
      return (table().get(index) as (...args: number[]) => number)(...args);
    } catch (thrown) {
      exports['_emscripten_stack_restore'](stack);
      if (!(thrown instanceof LongJump)) throw thrown;
      exports.setThrew(1, 0);
      return 0;
    }
  };
  const fail = () => {
    throw new EngineFault(isFull ? 'memory' : 'broken');
  };
  const brokenDownTime = (_: bigint, at: number) => {
    words().fill(0, at >> 2, (at >> 2) + 11);
  };
  return {
    env: {
      memory,
      ...Object.fromEntries(invokeNames.map((name) => [name, invoke])),
      _abort_js: fail,
      __assert_fail: fail,
      _emscripten_throw_longjmp() {
        throw new LongJump();
      },
      _emscripten_memcpy_js: (to: number, from: number, count: number) =>
        void new Uint8Array(memory.buffer).copyWithin(to, from, from + count),
      emscripten_resize_heap(wanted: number) {
        const pages = Math.ceil((wanted >>> 0) / pageBytes);
        const now = memory.buffer.byteLength / pageBytes;
        isFull = pages > memoryPages;
        if (isFull) return 0;
        memory.grow(Math.min(memoryPages, Math.max(pages, Math.ceil(now * 1.2))) - now);
        return 1;
      },
      emscripten_date_now: () => Date.now(),
      _tzset_js: () => {},
      _localtime_js: brokenDownTime,
      _gmtime_js: brokenDownTime,
      ...Object.fromEntries(systemCalls.map((name) => [name, () => noSuchFile])),
    },
    wasi_snapshot_preview1: {
      environ_sizes_get(count: number, bytes: number) {
        words()[count >> 2] = 0;
        words()[bytes >> 2] = 0;
        return 0;
      },
      environ_get: () => 0,
      ...Object.fromEntries(fileCalls.map((name) => [name, () => badFile])),
    },
  };
}

const invokeNames = ['v', 'vi', 'vii', 'viii', 'viiii', 'viiiiiiiii', 'ii', 'iii', 'iiii', 'iiiii'].map(
  (type) => `invoke_${type}`,
);
const fileCalls = ['fd_close', 'fd_read', 'fd_seek', 'fd_sync', 'fd_write'];
const systemCalls = [
  '__syscall_openat',
  '__syscall_fcntl64',
  '__syscall_ioctl',
  '__syscall_fstat64',
  '__syscall_stat64',
  '__syscall_newfstatat',
  '__syscall_lstat64',
  '__syscall_getdents64',
  '__syscall_unlinkat',
  '__syscall_rmdir',
  '__syscall_ftruncate64',
];
