/** Whoever gets independent noise on one number many times averages it away: what is paid for once is drawn once. */
import { expect, test } from 'vitest';
import type { Aggregate } from '../../src/plan/index.ts';
import { column, count } from '../support/plan-builders.ts';
import { type Telling, teller } from '../support/told.ts';

const visits = Array.from({ length: 100 }, (_, i) => ({ patient_id: `p${i}`, cost: i }));

const WANTED: readonly Aggregate[] = [
  count,
  { kind: 'units', name: 'units' },
  { kind: 'sum', name: 'sum', of: column('cost') },
  { kind: 'mean', name: 'mean', of: column('cost') },
  { kind: 'variance', name: 'variance', of: column('cost') },
  { kind: 'histogram', name: 'histogram', of: column('cost'), edges: ['0', '50', '100'] },
];

const telling = (aggregates: readonly Aggregate[], epsilon: string): Telling => ({
  visits,
  aggregates,
  epsilon,
  seed: 7,
});

test.each(WANTED)('the same $kind under fifty names has one noise', aggregate => {
  const copies = Array.from({ length: 50 }, (_, i) => ({ ...aggregate, name: `copy ${i}` }));
  const told = Object.values(teller(telling(copies, '1'))());
  expect(told).toHaveLength(50);
  for (const copy of told) expect(copy).toEqual(told[0]);
});

test('the same median under several names is paid for by each: their noise grows with their number', () => {
  const median: Aggregate = { kind: 'quantile', name: 'q', of: column('cost'), rank: '0.5' };
  const rankError = (names: number): number => {
    const copies = Array.from({ length: names }, (_, i) => ({ ...median, name: `copy ${i}` }));
    const [told] = Object.values(teller(telling(copies, '1'))());
    return 'rankError95' in told ? (told.rankError95 ?? Number.NaN) : Number.NaN;
  };
  expect(rankError(8) / rankError(1)).toBeGreaterThan(7.9);
});
