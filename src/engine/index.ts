/**
 * The only station that opens connections to data. Before rows are read, refusals name what is wrong; afterwards there is
 * one opaque code, for whether an engine fails may depend on people's data.
 */

export type { CoarsenedColumn, Coarsening } from './coarsening.ts';
export { type Combinations, countCombinations, type RareCombination } from './combinations.ts';
export type { CountedCell } from './counted-rows.ts';
export { type DataFile, type DescribedFile, describeDataFile, type FileColumnKind, openDataFile } from './data-file.ts';
export { readSchema } from './duckdb/schema.ts';
export type { Engine, EngineLimits, EngineRow, Snapshot } from './engine.ts';
export { isGone } from './maker.ts';
export { countMargins, type MarginCell, marginRows } from './margins.ts';
export { readNumbers } from './numbers.ts';
export { type EngineOptions, openEngine } from './open.ts';
export { countPairs, type PairGroup } from './pairs.ts';
export { checkPublicKeys } from './public-keys.ts';
export { type GroupTally, openTally } from './tally.ts';
