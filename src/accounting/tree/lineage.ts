/**
 * How a table came from the base, as the accountant sees it: plain data, from the base outwards.
 * Steps without a node look at one unit at a time and remember nothing; the others are nodes that hold what was spent.
 */
import type { Spending } from '../../amounts/index.ts';
import type { Relation } from '../../vocabulary/index.ts';
import type { Sample } from '../stability/price.ts';

/** How a table was derived from the base, step by step. */
export interface Lineage {
  /** Which neighbours the base protects. */
  readonly relation: Relation;
  readonly steps: readonly Derivation[];
}

/** One step from a table to the next. */
export type Derivation =
  | { readonly kind: 'map' }
  /** Drops units by looking at each alone. */
  | { readonly kind: 'where' }
  | DrawNode;

/** A step that is a node: a sample, or a split of which one part is used. */
export type DrawNode = SampleDraw | PartDraw;

/** One table drawn from one table. */
export interface SampleDraw extends Node {
  readonly kind: 'sample';
  readonly sample: Sample;
}

export interface PartDraw extends Node {
  readonly kind: 'part';
  readonly split: SplitRule;
  readonly part: PartName;
}

/** A text, or null for the part of rows whose key is null. */
export type PartName = string | null;

interface Node {
  /** Names the draw: two tables of one node are of the same sample, or parts of the same split. */
  readonly node: string;
  /** Drawn for this question alone, so that nothing was or will be spent there. */
  readonly fresh?: true | undefined;
  /**
   * The data change, and this draw follows its units from state to state; without it a node is of one state. A question is of
   * one state: it looks at a unit there or not at all, like a filter.
   */
  readonly acrossStates?: true | undefined;
  /**
   * Paid for when it was made, for a split on every part: whatever is asked within it costs the base nothing more.
   */
  readonly cap?: Spending | undefined;
}

/** A split without what is spent on its parts: that is in the state of the tree. Two-part splits have `first` and `rest`. */
export type SplitRule =
  | { readonly operator: 'split'; readonly rates: ReadonlyMap<string, number> }
  /** By a public key; `rowsPerUnit` where the rows of a unit may lie in several parts. */
  | {
      readonly operator: 'partition';
      readonly parts: readonly PartName[];
      readonly rowsPerUnit?: number | undefined;
    }
  | { readonly operator: 'fixed-size-split'; readonly size: number; readonly of?: number | undefined }
  | { readonly operator: 'fraction-split'; readonly rate: number }
  | { readonly operator: 'take-skip-split'; readonly size: number };

/** The node of one part. Nodes of draws end in a digit of a hash, so that no name is both. */
export const partOf = (node: string, part: PartName): string => JSON.stringify([node, part]);

/** A part by a key is a table that a filter could make as well. */
export const isKeyPart = (step: Derivation): boolean => step.kind === 'part' && step.split.operator === 'partition';
