/** What the compiler knows of answers. Each line must compile, or fail to where it says so; nothing here is asked. */
import { expect, expectTypeOf, test } from 'vitest';
import type { hospital } from '../../test/support/hospital.ts';
import { count, histogram, mean, median, sum, when } from '../query/index.ts';
import type { PolicyInput } from '../source/index.ts';
import type { Data } from './data.ts';
import type { AnswerRow } from './releaser.ts';

/** Never called: only compiled. */
async function known(data: Data<typeof hospital>, unknown: Data<PolicyInput>) {
  const options = { epsilon: 1 };
  const visits = data.table('visits');

  const byWard = await visits.mean('cost').by('ward').ask(options);
  const [{ key, values }] = byWard.rows;
  expectTypeOf(key).toEqualTypeOf<{ readonly ward: 'A' | 'B' | 'C' | null }>();
  expectTypeOf(values.mean_cost.estimate).toEqualTypeOf<number | null>();
  expectTypeOf(values.mean_cost.interval95).toEqualTypeOf<readonly [number, number] | null>();
  if (values.mean_cost.estimate !== null) expectTypeOf(values.mean_cost.standardError).toEqualTypeOf<number>();
  // @ts-expect-error: nobody asked for this
  values.sum_cost;
  // @ts-expect-error: nor for these groups
  key.town;

  const alone = await visits.count().ask(options);
  // @ts-expect-error: without groups there are no keys
  alone.rows[0].key.ward;
  expectTypeOf(alone.rows[0].values.count.estimate).toEqualTypeOf<number | null>();

  const several = await visits
    .aggregate({ n: count(), total: sum('cost'), middle: median('cost'), bars: histogram('age', [0, 50, 100]) })
    .by(({ age, seen, urgent }) => ({
      band: when(age.below(18), 'child').otherwise('adult'),
      year: seen.year(),
      urgent,
    }))
    .compute(({ n, total }) => ({ each: total.dividedBy(n) }))
    .having(({ n, band }) => n.above(5).and(band.is('adult')))
    .orderBy('each')
    .ask(options);
  const [row] = several.rows;
  expectTypeOf(row.key).toEqualTypeOf<{
    readonly band: 'child' | 'adult' | null;
    readonly year: number | null;
    readonly urgent: boolean | null;
  }>();
  expectTypeOf(row.values.bars.bins[0].from).toEqualTypeOf<number>();
  expectTypeOf(row.values.middle.estimate).toEqualTypeOf<string | number | null>();
  expectTypeOf(row.values.each.estimate).toEqualTypeOf<number | null>();
  // @ts-expect-error: bars have no estimate of their own
  row.values.bars.estimate;

  const shown = await visits
    .aggregate({ n: count(), cost: mean('cost') })
    .show('cost')
    .orderBy('n')
    .ask(options);
  expectTypeOf<keyof (typeof shown.rows)[0]['values']>().toEqualTypeOf<'cost'>();
  // @ts-expect-error: nothing of this name is there to be shown
  visits.count().show('units');

  const { answers } = await data.together([visits.count(), visits.sum('cost').by('ward')]).ask(options);
  expectTypeOf(answers[0].rows[0].values.count.estimate).toEqualTypeOf<number | null>();
  expectTypeOf(answers[1].rows[0].key.ward).toEqualTypeOf<'A' | 'B' | 'C' | null>();
  // @ts-expect-error: two questions have two answers
  answers[2];

  const sql = await (await data.sql('SELECT count(*) FROM visits')).ask(options);
  expectTypeOf(sql.rows).toEqualTypeOf<readonly AnswerRow[]>();

  const any = await unknown.table('visits').sum('cost').by('ward').ask(options);
  const rows: readonly AnswerRow[] = any.rows;
  const asTyped: readonly AnswerRow[] = several.rows;
  return [rows, asTyped];
}

test('answers are typed', () => {
  expect(known).toBeTypeOf('function');
});
