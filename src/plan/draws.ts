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
  const place = below.length;
  if (table.kind === 'sample') {
    const { input, scheme, name } = table;
    const definition: Definition = Object.freeze({ kind: 'sample', input, scheme });
    const { random } = sampleOperator(scheme);
    return [...below, Object.freeze({ place, kind: 'sample', scheme, name, random, definition })];
  }
  if (table.kind === 'part') {
    const { input, split: scheme, part, name } = table;
    const definition: Definition = Object.freeze({ kind: 'split', input, scheme });
    const { random } = splitOperator(scheme);
    return [...below, Object.freeze({ place, kind: 'split', scheme, name, random, part, definition })];
  }
  return below;
}
