/**
 * How a table came from the base, as the accountant sees it: plain data, from the base outwards.
 * Steps without a node look at one unit at a time and remember nothing; the others are nodes that hold what was spent.
 */
import type { ApproximateCost, Relation } from '../../vocabulary/index.ts';
import type { Sample } from '../stability/price.ts';

export interface Lineage {
  /** Which neighbours the base protects. */
  readonly relation: Relation;
  readonly steps: readonly Derivation[];
}

export type Derivation =
  | { readonly kind: 'map' }
  /** Drops units by looking at each alone. */
  | { readonly kind: 'where' }
  | ({ readonly kind: 'sample'; readonly sample: Sample } & Node)
  | ({ readonly kind: 'part'; readonly split: SplitRule; readonly part: string } & Node);

interface Node {
  /** Names the draw: two tables of one node are of the same sample, or parts of the same split. */
  readonly node: string;
  /** Drawn for this question alone, so that nothing was or will be spent there. */
  readonly fresh?: true | undefined;
  /** Paid for when it was made: whatever is asked within it costs the base nothing more. */
  readonly cap?: ApproximateCost | undefined;
}

/** A split without what is spent on its parts: that is in the state of the tree. */
export type SplitRule =
  | { readonly operator: 'split'; readonly rates: ReadonlyMap<string, number> }
  | { readonly operator: 'partition'; readonly parts: number; readonly rowsPerUnit?: number | undefined }
  | { readonly operator: 'fixed-size-split'; readonly size: number; readonly of?: number | undefined }
  | { readonly operator: 'fraction-split'; readonly rate: number }
  | { readonly operator: 'take-skip-split'; readonly size: number };
