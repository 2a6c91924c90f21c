export { openUndo, type Undo, type UndoPlan } from './undo.ts';
export { uncommittedIn } from './uncommitted.ts';
export type { Keeping } from './keep.ts';
