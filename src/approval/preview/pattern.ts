export { fits, isPattern } from '../../files/index.ts';
