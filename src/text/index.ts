/** Texts for other programs, each written in one place. */
export { type CsvCell, csvLines, csvOf } from './csv.ts';
export { escaped } from './markup.ts';
export { fileSha256, fingerprintOf, sha256 } from './sha256.ts';
