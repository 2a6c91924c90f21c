export { createCrew, type Crew, type Helpers } from './crew.ts';
export { help } from './help.ts';
export { fields, maxPieces, type Slot } from './shared.ts';
