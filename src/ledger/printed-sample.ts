/** A sample or split in plain numbers: how it was drawn, and what was spent inside. */
import { partOf } from '../accounting/index.ts';
import { type ExactLoss, losses } from '../amounts/index.ts';
import type { PrintedSample, State } from './ledger.ts';
import type { Described, SampleRecord } from './sample-record.ts';

export function printedSample(sample: SampleRecord, { nodes }: State): PrintedSample {
  const { name, node, described, retired } = sample;
  const { kind, rate } = described.scheme;
  const spentOn = (table: string): ExactLoss => nodes.get(table)?.spent ?? losses.none;
  const parts = partNames(described).flatMap(part => (nodes.has(partOf(node, part)) ? [partOf(node, part)] : []));
  return {
    name,
    scheme: kind,
    rate: typeof rate === 'string' ? Number(rate) : null,
    spent: losses.number([node, ...parts].map(spentOn).reduce(losses.larger), 'up'),
    retired: retired !== null,
  };
}

/** The parts that a split of this scheme may have; a sample has no nodes of these names. */
const partNames = ({ scheme: { parts } }: Described): string[] =>
  Array.isArray(parts) ? parts.map(({ name }: { name: string }) => name) : ['first', 'rest'];
