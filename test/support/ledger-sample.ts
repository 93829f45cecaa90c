/** Samples for ledgers, and questions on them: the least that a test must say. */
import { createHash } from 'node:crypto';
import type { Spending } from '../../src/amounts/index.ts';
import { amounts, spendings } from '../../src/amounts/index.ts';
import type { Creation, Decision, State } from '../../src/ledger/index.ts';
import type { SampleEntry } from '../../src/ledger/sample-record.ts';
import { costing, loss, noSpending } from './ledger-case.ts';

/** Pure spending: as much for replaced units, so that sums are easy to read. */
export const spending = (epsilon: string | number): Spending => ({
  ...noSpending,
  ...loss(epsilon),
  replace: amounts.written(epsilon),
});

/** A sample that a draw of its own is told apart by. */
export function sampleOf(name: string, draw: string, more: Partial<SampleEntry> = {}): SampleEntry {
  const commitment = createHash('sha256').update(draw).digest('hex');
  return {
    name,
    node: `${name}@${commitment.slice(0, 16)}`,
    definition: 'a twentieth of all visits',
    described: { input: { table: 'visits' }, scheme: { kind: 'bernoulli', rate: '0.05' } },
    commitment,
    version: null,
    state: null,
    cap: null,
    ...more,
  };
}

export const creating =
  (sample: SampleEntry, cost: string | number = 0) =>
  (): Creation => ({ sample, below: [], charge: loss(cost), nodes: new Map() });

/**
 * A question inside a sample, which draws it unless it is there: it spends `inner` there, and a tenth of that on the base.
 */
export const askingInside =
  (sample: SampleEntry, inner: string) =>
  ({ samples }: State): Decision => {
    const known = samples.get(sample.name);
    const isThere = known?.retired === null;
    const node = isThere ? known.node : sample.node;
    const passed = spending(amounts.text(amounts.written(`${inner}e-1`)));
    const nodes = new Map([[node, { spent: spending(inner), passed }]]);
    return {
      ...costing(0)(),
      charge: spendings.under('add-remove', passed),
      nodes,
      creates: isThere ? [] : [sample],
    };
  };
