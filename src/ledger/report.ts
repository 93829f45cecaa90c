/** The state of the budget in plain numbers. */

import { partOf } from '../accounting/tree/index.ts';
import { amounts, type CountedLoss, counts, type ExactLoss, type LossLimit, losses } from '../amounts/index.ts';
import type { BudgetReport, PrintedSample, SpentShare, State } from './ledger.ts';
import { remaining, wholeOf } from './limits.ts';
import type { Described, SampleRecord } from './sample-record.ts';

export function report(state: State): BudgetReport {
  const { spent, policy, entries, head } = state;
  return Object.freeze({
    budget: counts.number(wholeOf(state), 'down'),
    spent: counts.number(spent, 'up'),
    remaining: counts.number(remaining(state), 'down'),
    byAnalyst: shares(state.analysts, policy.analysts).map(([analyst, share]) => ({ analyst, ...share })),
    byTable: shares(state.tables, policy.tables).map(([table, share]) => ({ table, ...share })),
    samples: [...state.samples.values()].map(sample => printedSample(sample, state)),
    entries,
    head,
  });
}

/** Everybody who spent or may spend, by name. */
function shares(
  spent: ReadonlyMap<string, CountedLoss>,
  limits: ReadonlyMap<string, LossLimit>,
): [string, SpentShare][] {
  const names = [...new Set([...limits.keys(), ...spent.keys()])].sort();
  return names.map(name => {
    const limit = losses.ofLimit(limits.get(name) ?? losses.unlimited, most => amounts.number(most, 'down'));
    return [name, { spent: counts.number(spent.get(name) ?? losses.none, 'up'), limit }];
  });
}

/** A sample or split in plain numbers: how it was drawn, and what was spent inside. */
function printedSample(sample: SampleRecord, { nodes }: State): PrintedSample {
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
