import { readFileSync } from 'node:fs';

/** What a file of the system says; nothing when it is not there or closed. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
