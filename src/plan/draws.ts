/** The draws that a plan's table came through: what the ledger must know to give each its identity and its key. */
import type { CheckedPlan } from './checked-plan.ts';
import { type SampleScheme, type SplitScheme, schemeOf } from './operators/schemes/schemes.ts';
import type { PlanTable } from './plan.ts';

export interface PlanDraw {
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
  readonly input: PlanTable;
  readonly scheme: SampleScheme | SplitScheme;
}

/** From the base outwards. */
export const drawsOf = ({ plan }: CheckedPlan): readonly PlanDraw[] => Object.freeze(drawsBelow(plan.input));

function drawsBelow(table: PlanTable): PlanDraw[] {
  if (table.kind === 'scan') return [];
  const below = drawsBelow(table.input);
  if (table.kind !== 'sample' && table.kind !== 'part') return below;
  const { input, name } = table;
  const definition: Definition = Object.freeze(
    table.kind === 'sample'
      ? { kind: 'sample', input, scheme: table.scheme }
      : { kind: 'split', input, scheme: table.split },
  );
  const { byUnit, random } = schemeOf(definition);
  const draw: PlanDraw = {
    place: below.length,
    kind: definition.kind,
    scheme: definition.scheme,
    name,
    random,
    acrossStates: byUnit && below.every(({ acrossStates }) => acrossStates),
    tables: Object.freeze(tablesIn(input)),
    ...(table.kind === 'part' && { part: table.part }),
    definition,
  };
  return [...below, Object.freeze(draw)];
}

/** The tables that a plan reads. */
export const tablesRead = ({ plan }: CheckedPlan): readonly string[] => tablesIn(plan.input);

/** A table, those below it, and all that are joined to them. */
function tablesIn(table: PlanTable): string[] {
  if (table.kind === 'scan') return [table.table];
  const joined = table.kind === 'join' ? [table.table] : table.kind === 'unitJoin' ? tablesIn(table.with) : [];
  return [...tablesIn(table.input), ...joined];
}
