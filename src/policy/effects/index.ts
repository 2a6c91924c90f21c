import type { Describe } from '../../protocol/shell.ts';
import { createDescribe, namesKnown } from './describe.ts';
import { programs } from './programs/index.ts';

/** What the programs do that are listed in `programs/`. */
export const describe: Describe = createDescribe(programs);

/** Their names. */
export const programNames: readonly string[] = namesKnown(programs);

export { isOpaque } from './opaque.ts';
