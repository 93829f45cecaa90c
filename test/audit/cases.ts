/** The covering set: every mechanism, operator and engine at least once, each asked so that one person matters as much as possible. */
import { stratified } from '../../src/plan/operators/index.ts';
import { bernoulli, fixedSize, fraction, sum } from '../../src/query/index.ts';
import type { Asked, AuditCase, Person } from './audit-case.ts';

const person = (id: string, about: Partial<Person> = {}): Person => ({
  id,
  age: 5,
  ward: 'A',
  cost: 10,
  town: 'Ulm',
  ...about,
});

const others = [person('b', { age: 3, town: 'Bonn' }), person('c', { age: 7, ward: 'B', cost: 0, town: 'Bonn' })];

/** A person with three rows where two count. */
const crowded = [person('a'), person('a'), person('a'), ...others];

const auditCase = (
  name: string,
  covers: readonly string[],
  question: AuditCase['questions'] | AuditCase['questions'][number],
  changes: Partial<AuditCase> = {},
): AuditCase => ({
  name,
  covers,
  engine: 'duckdb',
  copiesBy: 'copy',
  byWard: false,
  replaceOne: false,
  delta: 0,
  people: [crowded],
  neighbours: [others],
  questions: typeof question === 'function' ? [question] : question,
  ...changes,
});

const table = (data: Asked) => data.table('people');
const kept = (data: Asked, round: number) => table(data).sample(bernoulli(0.5), { name: `kept-${round}` });
const halves = (data: Asked, round: number) => table(data).split({ a: 0.3, b: 0.7 }, { name: `halves-${round}` });
const someOf = (data: Asked, round: number) => table(data).splitFixedSize(1, { name: `some-${round}` });
const shareOf = (data: Asked, round: number) => table(data).splitFraction(0.5, { name: `share-${round}` });
const firstOf = (data: Asked) => table(data).splitTake(1, { by: 'age' });
const adults = (data: Asked) => table(data).where(({ age }) => age.atLeast(4));

/** Those whose presence moves other people in or out. */
const together = { copiesBy: null, byWard: true } as const;
const postgres = { engine: 'postgres' } as const;
const youngest = { ...together, people: [[person('a', { age: 0 }), person('a', { age: 0 }), ...others]] };

export const cases: readonly AuditCase[] = [
  auditCase('count', ['discrete-laplace', 'count'], data => table(data).count()),
  auditCase('values', ['values'], data => table(data).count('cost')),
  auditCase('people, on PostgreSQL', ['units', 'postgres'], data => table(data).units(), postgres),
  auditCase('sum', ['sum'], data => table(data).sum('cost')),
  auditCase('sum, one person replaced', ['sum', 'replace-one'], data => table(data).sum('cost'), {
    replaceOne: true,
    neighbours: [[person('z', { cost: 0 }), person('z', { cost: 0 }), ...others]],
  }),
  auditCase('mean', ['mean'], data => table(data).mean('cost'), {
    people: [[person('a', { cost: 0 }), person('a', { cost: 0 }), ...others]],
  }),
  auditCase('variance', ['variance'], data => table(data).variance('cost')),
  auditCase('covariance', ['covariance'], data => table(data).covariance('cost', 'age')),
  auditCase('bounds', ['bounds'], data => table(data).bounds('cost')),
  auditCase('histogram', ['histogram'], data => table(data).histogram('cost', [0, 5, 11])),
  auditCase('median', ['quantile'], data => table(data).median('age'), {
    people: [[person('a', { age: 9 }), person('a', { age: 9 }), ...others]],
  }),
  auditCase('count with a delta', ['discrete-gaussian'], data => table(data).units(), { delta: 0.3 }),
  auditCase('groups not listed in advance', ['threshold'], data => table(data).count(), {
    copiesBy: 'town',
    delta: 0.05,
  }),
  auditCase('where, on PostgreSQL', ['where', 'postgres'], data => adults(data).count(), postgres),
  auditCase('derived and projected', ['derive', 'project'], data =>
    table(data)
      .derive(({ cost }) => ({ twice: cost.times(2) }))
      .select('copy', 'twice')
      .sum('twice'),
  ),
  auditCase('one row per person', ['perUnit'], data =>
    table(data)
      .perUnit({ total: sum('cost') }, { keep: ['copy'] })
      .sum('total'),
  ),
  auditCase('joined', ['join'], data => table(data).join('wards', { on: 'ward' }).sum('floor')),
  auditCase('a coin each', ['bernoulli'], data => table(data).sample(bernoulli(0.5)).count()),
  auditCase(
    'a coin each, on PostgreSQL',
    ['bernoulli', 'postgres'],
    data => table(data).sample(bernoulli(0.25)).units(),
    postgres,
  ),
  auditCase('a coin after a coin', ['bernoulli', 'nested'], data =>
    adults({ ...data, table: () => table(data).sample(bernoulli(0.5)) } as Asked)
      .sample(bernoulli(0.5))
      .count(),
  ),
  auditCase(
    'a coin by stratum',
    ['stratified'],
    data =>
      table(data)
        .sample(stratified('ward', { A: 0.25, B: 0.75 }))
        .count(),
    { byWard: true },
  ),
  auditCase(
    'three questions to a kept sample',
    ['bernoulli', 'kept'],
    [
      (data, round) => kept(data, round).count(),
      (data, round) => kept(data, round).units(),
      (data, round) => kept(data, round).count(),
    ],
  ),
  auditCase(
    'both parts of a random split',
    ['random split'],
    [(data, round) => halves(data, round).a.count(), (data, round) => halves(data, round).b.count()],
  ),
  auditCase(
    'two parts by a key',
    ['key split'],
    [data => table(data).partition('ward').A.count(), data => table(data).partition('ward').B.count()],
  ),
  auditCase(
    'parts by a key, of two versions',
    ['key split', 'versions'],
    [data => table(data).partition('ward').A.count(), data => table(data).partition('ward').B.count()],
    {
      people: [
        [person('a'), ...others],
        [person('a', { ward: 'B' }), ...others],
      ],
      neighbours: [others, others],
    },
  ),
  auditCase('a fixed number, by ward', ['fixed-size'], data => table(data).sample(fixedSize(1)).mean('cost'), together),
  auditCase('a fraction', ['fraction'], data => table(data).sample(fraction(0.5)).count(), together),
  auditCase('the first', ['take'], data => table(data).take(1, { by: 'age' }).count(), youngest),
  auditCase('all but the first', ['skip'], data => table(data).skip(1, { by: 'age' }).count(), youngest),
  auditCase(
    'both parts of a fixed-size split',
    ['fixed-size split'],
    [(data, round) => someOf(data, round).first.mean('cost'), (data, round) => someOf(data, round).rest.mean('cost')],
    together,
  ),
  auditCase(
    'both parts of a fraction split',
    ['fraction split'],
    [(data, round) => shareOf(data, round).first.count(), (data, round) => shareOf(data, round).rest.count()],
    together,
  ),
  auditCase(
    'the first and the others',
    ['take-skip split'],
    [data => firstOf(data).first.count(), data => firstOf(data).rest.count()],
    youngest,
  ),
];
