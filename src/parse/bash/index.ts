export { planBash } from './plan.ts';
