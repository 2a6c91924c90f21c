// The inside of the thread that reads PowerShell a second time.
import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { openGrammar } from '../parse/powershell/tree-sitter.ts';
import type { ReadAgain } from '../protocol/shell.ts';
import type { ReaderAnswer, ReaderThread } from './second-reader.ts';

const { port, answered } = workerData as ReaderThread;
const count = new Int32Array(answered);
let opening: Promise<ReadAgain> | undefined;

port.on('message', (text: string) => void answer(text).then(send));
// Nobody should wait for an answer that cannot come any more.
process.once('exit', wake);

async function answer(text: string): Promise<ReaderAnswer> {
  try {
    const readAgain = await (opening ??= open());
    return { kind: 'reading', reading: readAgain(text) };
  } catch (error) {
    return { kind: 'broken', why: `the second reader broke down (${String(error).slice(0, 80)})` };
  }
}

async function open(): Promise<ReadAgain> {
  await stayUnoptimized();
  return openGrammar(part('web-tree-sitter.wasm'), part('tree-sitter-powershell.wasm'));
}

/**
 * The lexer of the grammar is one function of 459 KB. V8 would take it for hot after a few lines and compile it anew for 10 s
 * and in 800 MB, and no process would end before that; of code in a debugger it does not. Only this thread is in one.
 */
async function stayUnoptimized(): Promise<void> {
  try {
    const { Session } = await import('node:inspector');
    const session = new Session();
    session.connect();
    session.post('Debugger.enable');
  } catch {
    // A Node without it reads just the same.
  }
}

function send(answer: ReaderAnswer): void {
  port.postMessage(answer);
  wake();
}

function wake(): void {
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);
}

/** The build puts them there. */
function part(name: string): Uint8Array {
  return readFileSync(new URL(`second-reader/${name}`, import.meta.url));
}
