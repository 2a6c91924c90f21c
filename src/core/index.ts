import type { Core } from '../protocol/core.ts';
import { createSallyport, type SallyportOptions } from '../sallyport.ts';

export { openPolicy } from '../shell-commands.ts';

/** The core that a front speaks to: for now always one in its own process. */
export function openCore(options: SallyportOptions): Core {
  return createSallyport(options);
}
