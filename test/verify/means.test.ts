/** How means and sums are made decides what a replaced person costs: both implementations decide it alike, each for itself. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rational, toNumber } from '../../src/numerics/index.ts';
import { questionCost } from '../../src/plan/costs/index.ts';
import { type Aggregate, check, type Grouping } from '../../src/plan/index.ts';
import { definePolicy, loadPolicy } from '../../src/source/index.ts';
import { fixed, ONE } from '../../src/verify/fixed-point.ts';
import { verifyLedger } from '../../src/verify/index.ts';
import { questionRho, questionCost as verifiedCost } from '../../src/verify/question-cost.ts';
import { columnKnown } from '../../src/verify/ranges.ts';
import { parquetPolicy, writeParquet } from '../answer/parquet-clinic.ts';
import { ask, inClinic } from '../support/clinic.ts';
import { forge } from '../support/forged-ledger.ts';
import { arithmetic, by, column, number, plan, scan } from '../support/plan-builders.ts';

const COLUMNS = {
  ward: { type: 'category', values: ['A', 'B'] },
  age: { type: 'integer', min: 0, max: 120 },
  flag: { type: 'integer', min: 0, max: 1 },
  score: { type: 'number', min: -3, max: 50, step: 0.5 },
  fixed: { type: 'integer', min: 7, max: 7 },
} as const;

const policyOf = (neighbours: 'add-remove' | 'replace-one') =>
  loadPolicy(
    definePolicy({
      source: { engine: 'duckdb', path: 'none.duckdb' },
      tables: {
        rows: { columns: COLUMNS, neighbours },
        visits: { unit: 'id', rowsPerUnit: 3, columns: COLUMNS, neighbours },
      },
      budget: { epsilon: 10, delta: 1e-6 },
      ledger: 'sqlite:none.ledger',
    }),
  );

const KINDS = [
  'mean',
  'mean',
  'mean',
  'sum',
  'sum',
  'variance',
  'standardDeviation',
  'count',
  'countValues',
  'countValues',
  'units',
  'quantile',
  'quantile',
  'quantile',
  'quantile',
] as const;
const RANKS = ['0.5', '0.50', '0.25', '0.9', '0', '1'];
const OF = [
  column('age'),
  column('age'),
  column('flag'),
  column('score'),
  column('fixed'),
  arithmetic(column('age'), 'divide', number('1')),
  arithmetic(column('age'), 'subtract', number('60')),
];

function aggregatesOf(draw: (below: number) => number): Aggregate[] {
  const together: Aggregate[] =
    draw(3) === 0 ? RANKS.slice(draw(4)).map(rank => ({ kind: 'quantile', name: `at ${rank}`, of: OF[0], rank })) : [];
  const others = Array.from({ length: 1 + draw(4) }, (_, i): Aggregate => {
    const [kind, of] = [KINDS[draw(KINDS.length)], OF[draw(OF.length)]];
    const name = `a${i}`;
    if (kind === 'count' || kind === 'units') return { kind, name };
    return kind === 'quantile' ? { kind, name, of, rank: RANKS[draw(RANKS.length)] } : { kind, name, of };
  });
  return [...together, ...others];
}

test.each(['add-remove', 'replace-one'] as const)('the same mechanisms are priced: %s', async relation => {
  const policy = await policyOf(relation);
  const written = { step: null, values: null, perUnit: false };
  const columns = new Map(
    Object.entries(COLUMNS).map(([name, { type, ...rest }]) => {
      const { min = null, max = null, step = null } = rest as { min?: number; max?: number; step?: number };
      const bounds = { min: min?.toString() ?? null, max: max?.toString() ?? null, step: step?.toString() ?? null };
      return [name, columnKnown({ ...written, type, ...bounds })];
    }),
  );
  let seed = 7;
  const draw = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  let [ofEnds, squared, levels] = [0, 0, 0];
  for (let trial = 0; trial < 400; trial++) {
    const aggregates = aggregatesOf(draw);
    const grouping: Grouping = draw(3) === 0 ? by('ward') : { kind: 'none' };
    const table = draw(2) === 0 ? 'rows' : 'visits';
    const asked = plan(scan(table), aggregates, grouping);
    for (const [means, quantiles] of [
      ['joint', 'joint'],
      ['joint', 'apart'],
      ['best', 'joint'],
      ['best', 'apart'],
      ['centred', 'joint'],
      ['centred', 'apart'],
    ] as const) {
      const checked = check(asked, policy, means, quantiles);
      levels += checked.mechanisms.filter(({ kind }) => kind === 'quantiles').length;
      ofEnds += checked.aggregates.some(each => each.kind === 'mean' && 'from' in each) ? 1 : 0;
      squared += checked.aggregates.some(each => each.kind !== 'mean' && 'from' in each) ? 1 : 0;
      const first = questionCost(checked, { epsilon: rational.one, delta: rational.zero });
      const rows = table === 'rows' ? { rowsPerUnit: 1, isPlain: true } : { rowsPerUnit: 3, isPlain: false };
      const setting = { relation, means, quantiles };
      const plans = [{ plan: asked as never, columns, isDrawn: false, ...rows }];
      const second = verifiedCost(plans, setting, { epsilon: ONE, delta: 0n });
      const shown = JSON.stringify({ aggregates, grouping, table, means, quantiles });
      expect([Number(second.replace) / Number(ONE), shown]).toEqual([
        expect.closeTo(toNumber(first.replace, 'nearest'), 12),
        shown,
      ]);
      expect(Number(second.epsilon) / Number(ONE)).toBeCloseTo(toNumber(first.epsilon, 'nearest'), 12);
      // as many noises as there are mechanisms
      const drawn = checked.mechanisms.filter(mechanism => 'drawing' in mechanism).length;
      const share = 1 / checked.mechanisms.length;
      const rho = (checked.mechanisms.length - drawn) * share * Math.tanh(share / 2) + (drawn * share ** 2) / 8;
      expect(Number(questionRho(plans, setting, { epsilon: fixed('1'), delta: 0n })) / Number(ONE)).toBeCloseTo(
        rho,
        12,
      );
    }
  }
  expect(ofEnds).toBeGreaterThan(50);
  expect(squared).toBeGreaterThan(50);
  expect(levels).toBeGreaterThan(50);
});

// a mean has had one noise since `best`, a variance since `joint`
test.each([
  ['avg', undefined, Math.SQRT2],
  ['avg', 'best', 1],
  ['variance', undefined, 1.52],
  ['variance', 'best', 1.52],
] as const)('%s that an earlier version charged and did not answer is made as it was then: %s', (made, means, ratio) =>
  inClinic(
    async clinic => {
      await writeParquet(clinic);
      copyFileSync(clinic.path('visits.parquet'), clinic.path('whole.parquet'));
      const data = await clinic.open();
      // so small that no count is rounded to a whole number, which adds to its error
      const options = { epsilon: 300 };
      const [asked, again] = [`SELECT ${made}(age) FROM visits`, `SELECT ${made}(age) AS again FROM visits`];
      const bytes = readFileSync(clinic.path('visits.parquet'));
      const footer = bytes.readUInt32LE(bytes.length - 8);
      writeFileSync(clinic.path('visits.parquet'), bytes.fill(0xff, 4, bytes.length - 8 - footer));
      await expect(ask(data, asked, options)).rejects.toMatchObject({ code: 'engine_failed' });
      await data.close();
      forge(clinic, (kind, body: { detail: { means?: string } }) => {
        if (kind !== 'reserved') return;
        expect(body.detail.means).toBe('joint');
        delete body.detail.means;
        if (means !== undefined) body.detail.means = means;
      });
      copyFileSync(clinic.path('whole.parquet'), clinic.path('visits.parquet'));
      const later = await clinic.open();
      const resumed = await ask(later, asked, options);
      expect(resumed.charged.epsilon).toBe(0);
      const fresh = await ask(later, again, options);
      const [before, now] = [resumed, fresh].map(({ rows }) => Object.values(rows[0].values)[0]);
      if (!('standardError' in before && 'standardError' in now)) throw new Error('both are told');
      const errors = (before.standardError ?? 0) / (now.standardError ?? 0);
      expect(errors).toBeCloseTo(ratio, 1);
      await later.close();
      expect((await verifyLedger(clinic.path('visits.ledger'), clinic.policy)).disagreements).toEqual([]);
    },
    { ...parquetPolicy, budget: { epsilon: 10_000, delta: 1e-4 } },
  ),
);
