export { openView, type ViewOptions } from './view.ts';
