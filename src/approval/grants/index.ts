export { openGrants, type Grants, type GrantsParts } from './grants.ts';
export type { Draft } from './offer.ts';
export type { Place } from './place.ts';
