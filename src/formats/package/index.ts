export { openPackage, type Package } from './package.ts';
