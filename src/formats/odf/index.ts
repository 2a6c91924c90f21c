export { readOdp } from './presentation.ts';
export { readOds } from './spreadsheet.ts';
export { readOdt } from './text.ts';
