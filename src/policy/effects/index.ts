import type { Describe } from '../../protocol/shell.ts';
import { createDescribe } from './describe.ts';
import { programs } from './programs/index.ts';

/** What the programs do that are listed in `programs/`. */
export const describe: Describe = createDescribe(programs);

export { isOpaque } from './opaque.ts';
