import type { Rule } from '../rule.ts';
import { highRisk } from './high-risk.ts';
import { noNetwork } from './no-network.ts';
import { pathOutside } from './path-outside.ts';
import { pathProtected } from './path-protected.ts';
import { secretArgument } from './secret-argument.ts';
import { unconfirmed } from './unconfirmed.ts';

/** In the order in which a refusal is explained when several rules object. */
export const builtinRules: readonly Rule[] = [
  noNetwork,
  secretArgument,
  pathOutside,
  pathProtected,
  unconfirmed,
  highRisk,
];
