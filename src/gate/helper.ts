// The inside of a helper thread: it gets bytes and gives bytes, and knows no files.
import { workerData } from 'node:worker_threads';
import { help } from '../formats/crew/index.ts';

help(workerData as SharedArrayBuffer);
