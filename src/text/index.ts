/** Texts for other programs, each written in one place. */
export { fingerprintOf, sha256 } from './sha256.ts';
