/** Whoever gets independent noise on one number many times averages it away: what is paid for once is drawn once. */
import { expect, test } from 'vitest';
import type { Aggregate } from '../../src/plan/index.ts';
import { type NoisyQuestion, noisyAnswers } from '../support/noisy-answers.ts';
import { column, count } from '../support/plan-builders.ts';

const visits = Array.from({ length: 100 }, (_, i) => ({ patient_id: `p${i}`, cost: i }));

const WANTED: readonly Aggregate[] = [
  count,
  { kind: 'units', name: 'units' },
  { kind: 'sum', name: 'sum', of: column('cost') },
  { kind: 'mean', name: 'mean', of: column('cost') },
  { kind: 'variance', name: 'variance', of: column('cost') },
  { kind: 'histogram', name: 'histogram', of: column('cost'), edges: ['0', '50', '100'] },
];

const asking = (aggregates: readonly Aggregate[], epsilon: string): NoisyQuestion => ({
  visits,
  aggregates,
  epsilon,
  seed: 7,
});

test.each(WANTED)('the same $kind under fifty names has one noise', aggregate => {
  const copies = Array.from({ length: 50 }, (_, i) => ({ ...aggregate, name: `copy ${i}` }));
  const released = Object.values(noisyAnswers(asking(copies, '1'))());
  expect(released).toHaveLength(50);
  for (const copy of released) expect(copy).toEqual(released[0]);
});

test('the same median under several names is paid for by each: their noise grows with their number', () => {
  const median: Aggregate = { kind: 'quantile', name: 'q', of: column('cost'), rank: '0.5' };
  const rankError = (names: number): number => {
    const copies = Array.from({ length: names }, (_, i) => ({ ...median, name: `copy ${i}` }));
    const [released] = Object.values(noisyAnswers(asking(copies, '1'))());
    return 'rankError95' in released ? (released.rankError95 ?? Number.NaN) : Number.NaN;
  };
  expect(rankError(8) / rankError(1)).toBeGreaterThan(7.9);
});
