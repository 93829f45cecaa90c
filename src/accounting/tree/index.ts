/** The accountant's tree: what a question on a derived table costs every table below it. */
export { type Allowance, allowance } from './allowance.ts';
export { capCharge } from './cap-charge.ts';
export { type Increments, increments } from './increments.ts';
export { type Derivation, type Lineage, type PartName, partOf, type SampleDraw, type SplitRule } from './lineage.ts';
export { type NodeState, nothing, type Spending, type TreeState } from './spending.ts';
