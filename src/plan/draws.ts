/** The draws that a plan's table came through: what the ledger must know to give each its identity and its key. */
import type { CheckedPlan } from './checked-plan.ts';
import { splitOperator } from './operators/part.ts';
import { sampleOperator } from './operators/sample.ts';
import type { Table } from './plan.ts';
import type { SampleScheme, SplitScheme } from './scheme.ts';

export interface Draw {
  /** Counted from the base. */
  readonly place: number;
  readonly kind: 'sample' | 'split';
  readonly scheme: SampleScheme | SplitScheme;
  readonly name: string | null;
  /** Chance decides, by a secret key of the draw's own. */
  readonly random: boolean;
  /**
   * From the base on every unit is treated by itself, so that the draw follows its units when the data change. All other
   * draws, and all that is drawn from them, are of one state of the data.
   */
  readonly acrossStates: boolean;
  /** The tables that it reads: the protected one, and public ones that are joined below it. */
  readonly tables: readonly string[];
  /** Of splits: the part that the plan uses. */
  readonly part?: string | null;
  /** All that the draw is; the same for every part of a split. */
  readonly definition: Definition;
}

export interface Definition {
  readonly kind: 'sample' | 'split';
  readonly input: Table;
  readonly scheme: SampleScheme | SplitScheme;
}

/** From the base outwards. */
export const drawsOf = ({ plan }: CheckedPlan): readonly Draw[] => Object.freeze(drawsBelow(plan.input));

function drawsBelow(table: Table): Draw[] {
  if (table.kind === 'scan') return [];
  const below = drawsBelow(table.input);
  if (table.kind !== 'sample' && table.kind !== 'part') return below;
  const { input, name } = table;
  const { byUnit, random } = table.kind === 'sample' ? sampleOperator(table.scheme) : splitOperator(table.split);
  const drawn = {
    place: below.length,
    name,
    random,
    acrossStates: byUnit && below.every(({ acrossStates }) => acrossStates),
    tables: Object.freeze(tablesIn(input)),
  };
  if (table.kind === 'sample') {
    const { scheme } = table;
    const definition: Definition = Object.freeze({ kind: 'sample', input, scheme });
    return [...below, Object.freeze({ ...drawn, kind: 'sample', scheme, definition })];
  }
  const { split: scheme, part } = table;
  const definition: Definition = Object.freeze({ kind: 'split', input, scheme });
  return [...below, Object.freeze({ ...drawn, kind: 'split', scheme, part, definition })];
}

/** The tables that a plan reads. */
export const tablesRead = ({ plan }: CheckedPlan): readonly string[] => tablesIn(plan.input);

const tablesIn = (table: Table): string[] =>
  table.kind === 'scan' ? [table.table] : [...tablesIn(table.input), ...(table.kind === 'join' ? [table.table] : [])];
