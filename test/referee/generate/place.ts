/** A table that questions are asked of, and one more operator on it. */
import type { PlanTable } from '../../../src/plan/index.ts';
import type { SampleScheme } from '../../../src/plan/operators/index.ts';
import type { ColumnInput } from '../../../src/source/policy-input.ts';
import type { Dice } from './dice.ts';

export interface Column {
  readonly name: string;
  readonly type: ColumnInput['type'];
  readonly perUnit: boolean;
  readonly values: readonly string[];
  /** Of thousandths: too many values to enumerate. */
  readonly isFine?: true;
}

/** A table that questions are asked of; parts of its splits are chosen anew every time. */
export interface Place {
  readonly make: (dice: Dice) => PlanTable;
  readonly columns: readonly Column[];
  /** Operators from the base outwards. */
  readonly way: readonly string[];
  /** How many people there are is known: draws of so many are priced by it. */
  readonly counted: boolean;
  /** A sample of a whole table, which can be made before anybody asks it. */
  readonly kept?: { readonly name: string; readonly table: string; readonly scheme: SampleScheme };
}

/** One more operator on a place; undefined where its columns do not allow it. */
export type Derive = (dice: Dice, from: Place, number: number) => Place | undefined;

export const after = (
  from: Place,
  operator: string,
  wrap: (input: PlanTable, dice: Dice) => PlanTable,
  columns = from.columns,
): Place => ({
  make: dice => wrap(from.make(dice), dice),
  columns,
  way: [...from.way, operator],
  counted: from.counted,
});

export const named = (dice: Dice, columns: readonly Column[], types: readonly Column['type'][]): Column | undefined => {
  const fitting = columns.filter(({ type }) => types.includes(type));
  return fitting.length === 0 ? undefined : dice.pick(fitting);
};
