export { planPowerShell } from './plan.ts';
