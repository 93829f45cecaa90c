/** A sample or split in plain numbers: how it was drawn, and what was spent inside. */
import { partOf } from '../accounting/index.ts';
import * as amount from './amount.ts';
import { nothing } from './book.ts';
import type { Loss, PrintedLoss, PrintedSample, State } from './ledger.ts';
import type { Described, SampleRecord } from './sample-record.ts';

export function printedSample(sample: SampleRecord, { nodes }: State): PrintedSample {
  const { name, node, described, retired } = sample;
  const { kind, rate } = described.scheme;
  const spentOn = (table: string): Loss => nodes.get(table)?.spent ?? nothing;
  const parts = partNames(described).flatMap(part => (nodes.has(partOf(node, part)) ? [partOf(node, part)] : []));
  return {
    name,
    scheme: kind,
    rate: typeof rate === 'string' ? Number(rate) : null,
    spent: printed([node, ...parts].map(spentOn).reduce(larger), 'up'),
    retired: retired !== null,
  };
}

/** The parts that a split of this scheme may have; a sample has no nodes of these names. */
const partNames = ({ scheme: { parts } }: Described): string[] =>
  Array.isArray(parts) ? parts.map(({ name }: { name: string }) => name) : ['first', 'rest'];

const larger = (a: Loss, b: Loss): Loss => ({
  epsilon: amount.fits(a.epsilon, b.epsilon) ? b.epsilon : a.epsilon,
  delta: amount.fits(a.delta, b.delta) ? b.delta : a.delta,
});

export const printed = ({ epsilon, delta }: Loss, rounding: amount.Rounding): PrintedLoss => ({
  epsilon: amount.number(epsilon, rounding),
  delta: amount.number(delta, rounding),
});
