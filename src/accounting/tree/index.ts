/** The accountant's tree: what a question on a derived table costs every table below it. */
export { allowance } from './allowance.ts';
export { capCharge } from './cap-charge.ts';
export { type Increments, increments } from './increments.ts';
export { type Derivation, type Lineage, type PartName, partOf, type SampleDraw, type SplitRule } from './lineage.ts';
export { throughParts } from './part-rho.ts';
export { rootRho } from './root-rho.ts';
export type { NodeState, TreeState } from './spending.ts';
