/** Plans of every operator and expression, over the hospital. Some are refused by the checker; most are not. */
import fc from 'fast-check';
import type { Expression } from '../../src/plan/expressions/index.ts';
import type { Aggregate, Grouping, Plan, PlanTable } from '../../src/plan/index.ts';
import { randomDraws } from './random-draw.ts';
import { people } from './random-per-unit.ts';

const column = (name: string): Expression => ({ kind: 'column', name });
const literal = (
  type: 'number' | 'text' | 'date' | 'timestamp' | 'boolean',
  value: string | boolean | null,
): Expression => ({
  kind: 'literal',
  type,
  value,
});

interface Expressions {
  readonly number: Expression;
  readonly text: Expression;
  readonly truth: Expression;
  readonly day: Expression;
  readonly moment: Expression;
}

const comparison = fc.constantFrom('equal', 'notEqual', 'less', 'atMost', 'greater', 'atLeast');
const pattern = fc.constantFrom('', 'a', 'Z', 'é', '%', `'`, '\\');
const DAY_PARTS = [
  'year',
  'quarter',
  'month',
  'day',
  'dayOfWeek',
  'isoDayOfWeek',
  'dayOfYear',
  'week',
  'isoYear',
] as const;
const timePart = fc.constantFrom(...DAY_PARTS, 'hour', 'minute');
const dayPart = fc.constantFrom(...DAY_PARTS);
const dayUnit = fc.constantFrom('year', 'quarter', 'month', 'week', 'day');
const timeUnit = fc.constantFrom('year', 'quarter', 'month', 'week', 'day', 'hour');
const constantOf = <Kind extends string>(kind: Kind) => fc.constant(kind);

const branch = (when: fc.Arbitrary<unknown>, result: fc.Arbitrary<unknown>) =>
  // biome-ignore lint/suspicious/noThenProperty: the plan's own word, and nobody awaits a plan
  fc.record({ when, then: result });

/** `joined` says whether the columns of wards are there. */
const expressions = (joined: boolean) =>
  fc.letrec<Expressions>(tie => ({
    number: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...['age', 'cost', 'dose', 'size', 'debt', 'price', ...(joined ? ['floor'] : [])].map(column)),
      fc.constantFrom('0', '1', '-2.5', '3', '0.001').map(value => literal('number', value)),
      fc.record({
        kind: constantOf('arithmetic'),
        operator: fc.constantFrom('add', 'subtract', 'multiply', 'divide'),
        left: tie('number'),
        right: tie('number'),
      }),
      fc.record({ kind: fc.constantFrom('negate', 'absolute'), operand: tie('number') }),
      fc.record({ kind: constantOf('round'), operand: tie('number'), step: fc.constantFrom('1', '0.5', '7') }),
      fc.record({
        kind: constantOf('clamp'),
        operand: fc.oneof(tie('number'), fc.constantFrom(column('born'), column('weight'))),
        low: fc.constantFrom('-100', '0'),
        high: fc.constantFrom('10', '5000'),
      }),
      fc.record({
        kind: constantOf('case'),
        branches: fc.array(branch(tie('truth'), tie('number')), { minLength: 1, maxLength: 2 }),
        otherwise: tie('number'),
      }),
      fc.record({ kind: constantOf('floor'), operand: tie('number'), step: fc.constantFrom('1', '0.3', '50') }),
      fc.record({ kind: constantOf('remainder'), left: tie('number'), right: tie('number') }),
      fc.record({
        kind: constantOf('power'),
        operand: tie('number'),
        exponent: fc.constantFrom('2', '3', '0.5', '0.5', '-1'),
      }),
      fc.record({
        kind: fc.constantFrom('greatest', 'least'),
        operands: fc.array(tie('number'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: constantOf('datePart'), part: timePart, operand: tie('moment') }),
      fc.record({ kind: constantOf('datePart'), part: dayPart, operand: tie('day') }),
      fc.record({
        kind: constantOf('clamp'),
        low: fc.constant('0'),
        high: fc.constant('9'),
        operand: fc.record({ kind: constantOf('length'), operand: tie('text') }),
      }),
    ) as fc.Arbitrary<Expression>,
    text: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...['ward', 'town', 'blood', ...(joined ? ['label'] : [])].map(column)),
      fc.constantFrom('a', 'É', `'; --`).map(value => literal('text', value)),
      fc.record({ kind: fc.constantFrom('lower', 'upper'), operand: tie('text') }),
      fc.record({
        kind: constantOf('substring'),
        operand: tie('text'),
        start: fc.constantFrom(1, 2, 4),
        length: fc.constantFrom(0, 1, 3, 10_000),
      }),
      fc.record({ kind: constantOf('ending'), operand: tie('text'), length: fc.constantFrom(0, 1, 2, 100) }),
      fc.record({
        kind: constantOf('concatenate'),
        operands: fc.array(tie('text'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constantFrom('greatest', 'least'),
        operands: fc.array(tie('text'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        kind: constantOf('case'),
        branches: fc.array(branch(tie('truth'), tie('text')), { minLength: 1, maxLength: 2 }),
        otherwise: tie('text'),
      }),
    ) as fc.Arbitrary<Expression>,
    day: fc.oneof(
      { depthSize: 'small' },
      fc.constant(column('seen')),
      fc.constant(literal('date', '1999-12-31')),
      fc.record({ kind: constantOf('startOf'), unit: dayUnit, operand: tie('day') }),
      fc.record({ kind: constantOf('convert'), to: constantOf('date'), operand: tie('moment') }),
      fc.record({ kind: constantOf('shift'), by: fc.constantFrom('-40', '1', '99999999'), operand: tie('day') }),
      fc.record({
        kind: fc.constantFrom('greatest', 'least'),
        operands: fc.array(tie('day'), { minLength: 1, maxLength: 3 }),
      }),
    ) as fc.Arbitrary<Expression>,
    moment: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(column('arrived'), column('called')),
      fc.record({ kind: constantOf('startOf'), unit: timeUnit, operand: tie('moment') }),
      fc.record({ kind: constantOf('convert'), to: constantOf('timestamp'), operand: tie('day') }),
      fc.record({
        kind: constantOf('shift'),
        by: fc.constantFrom('-3600000000', '86399999999', '99999999999999999999'),
        operand: tie('moment'),
      }),
    ) as fc.Arbitrary<Expression>,
    truth: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...['urgent', 'smoker', 'insured', ...(joined ? ['quiet'] : [])].map(column)),
      ...(['number', 'text', 'day', 'truth'] as const).map(type =>
        fc.record({ kind: constantOf('comparison'), operator: comparison, left: tie(type), right: tie(type) }),
      ),
      fc.record({
        kind: constantOf('comparison'),
        operator: comparison,
        left: tie('moment'),
        right: fc.constant(literal('timestamp', '2024-02-29T12:34:56.789012Z')),
      }),
      fc.record({ kind: fc.constantFrom('and', 'or'), operands: fc.array(tie('truth'), { maxLength: 3 }) }),
      fc.record({ kind: constantOf('not'), operand: tie('truth') }),
      fc.record({ kind: constantOf('isNull'), operand: fc.oneof(tie('number'), tie('text'), tie('truth')) }),
      fc.record({ kind: constantOf('in'), operand: tie('text'), values: fc.array(tie('text'), { maxLength: 3 }) }),
      fc.record({ kind: fc.constantFrom('startsWith', 'contains'), operand: tie('text'), pattern }),
    ) as fc.Arbitrary<Expression>,
  }));

/** A public range, so that anything can be added up. */
const bounded = (operand: Expression): Expression => ({ kind: 'clamp', operand, low: '-50', high: '2000' });

/** All that visits, cards and people have. */
const COLUMNS = [
  ...['age', 'born', 'cost', 'dose', 'size', 'ward', 'town', 'blood', 'urgent', 'smoker', 'insured', 'seen', 'arrived'],
  ...['called', 'weight', 'debt', 'price'],
];
/** Those that are another table's, where two are joined; the table itself has columns of these names too, and hides them. */
const OTHERS = ['cost', 'town', 'arrived'];

/** Every row of a patient beside every row of the same patient in the other table. */
const besideOthers = fc
  .record({
    filter: fc.option(expressions(false).truth, { freq: 2 }),
    gathered: fc.option(people, { freq: 2 }),
    most: fc.constantFrom(null, 1, 3),
  })
  .map(({ filter, gathered, most }) => (input: PlanTable, scan: string): PlanTable => {
    let other: PlanTable = { kind: 'scan', table: scan === 'visits' ? 'cards' : 'visits' };
    if (filter !== null) other = { kind: 'where', input: other, condition: filter };
    if (gathered !== null) other = gathered(other);
    return {
      kind: 'unitJoin',
      input: { kind: 'project', input, columns: COLUMNS.filter(name => !OTHERS.includes(name)) },
      with: { kind: 'project', input: other, columns: OTHERS },
      rowsPerUnit: most,
    };
  });

const tableOf = (joined: boolean): fc.Arbitrary<PlanTable> => {
  const { number, truth } = expressions(joined);
  return fc
    .record({
      scan: fc.constantFrom('visits', 'visits', 'people', 'cards'),
      keep: fc.constantFrom('matched', 'all'),
      filter: fc.option(truth, { freq: 2 }),
      added: fc.option(number),
      gathered: fc.option(people, { freq: 2 }),
      beside: fc.option(besideOthers, { freq: 2 }),
      before: randomDraws(2),
      after: randomDraws(1),
    })
    .map(({ scan, keep, filter, added, gathered, beside, before, after }) => {
      let table: PlanTable = { kind: 'scan', table: scan };
      if (scan !== 'people') table = before(table);
      if (scan !== 'people' && gathered !== null) table = gathered(table);
      if (scan !== 'people' && beside !== null) table = beside(table, scan);
      if (joined) table = { kind: 'join', input: table, table: 'wards', on: 'ward', keep };
      if (filter !== null) table = { kind: 'where', input: table, condition: filter };
      if (scan !== 'people' && filter !== null) table = after(table);
      return added === null
        ? table
        : { kind: 'derive', input: table, columns: [{ name: 'x"; --', expression: added }] };
    });
};

const groupingOf = (joined: boolean): fc.Arbitrary<Grouping> => {
  const { number, text, day, moment } = expressions(joined);
  const publicKeys = fc.subarray(['ward', 'urgent', 'smoker', 'age', 'blood'], { minLength: 1, maxLength: 2 });
  return fc.oneof(
    fc.constant<Grouping>({ kind: 'none' }),
    publicKeys.map(
      (names): Grouping => ({ kind: 'public', keys: names.map(name => ({ name, expression: column(name) })) }),
    ),
    fc
      .oneof(number, text, day, moment)
      .map((expression): Grouping => ({ kind: 'private', keys: [{ name: 'k', expression }] })),
  );
};

const aggregatesOf = (joined: boolean): fc.Arbitrary<Aggregate[]> => {
  const { number, text, day, truth } = expressions(joined);
  const of = number.map(bounded);
  const aggregate = fc.oneof(
    fc.record({ kind: fc.constantFrom('count', 'units') }),
    fc.record({ kind: fc.constantFrom('countValues', 'sum', 'mean', 'variance'), of }),
    fc.record({ kind: constantOf('countDistinct'), of: fc.oneof(number, text, day, truth) }),
    fc.record({ kind: constantOf('covariance'), of, with: of }),
    fc.record({ kind: constantOf('histogram'), of, edges: fc.constant(['0', '1', '500']) }),
    fc.record({ kind: constantOf('bounds'), of: number }),
    fc.record({ kind: constantOf('quantile'), of, rank: fc.constantFrom('0', '0.5', '1') }),
  );
  return fc
    .array(aggregate, { minLength: 1, maxLength: 3 })
    .map(list => list.map((each, place) => ({ ...each, name: `a${place}` }) as Aggregate));
};

/** What intervals can be bought for. */
const boughtOf = (joined: boolean): fc.Arbitrary<Aggregate[]> =>
  fc
    .tuple(fc.constantFrom('sum', 'mean', 'variance'), expressions(joined).number, fc.boolean())
    .map(([kind, of, counted]) => [
      { kind, of: bounded(of), name: 'a0' } as Aggregate,
      ...(counted ? [{ kind: 'count', name: 'a1' } as const] : []),
    ]);

export const randomPlan: fc.Arbitrary<Plan> = fc.boolean().chain(joined => {
  const question = {
    version: fc.constant(1 as const),
    input: tableOf(joined),
    grouping: groupingOf(joined),
    afterwards: fc.constant({}),
  };
  const bought = { aggregates: boughtOf(joined), interval: fc.constant({ share: '0.25' }) };
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ ...question, aggregates: aggregatesOf(joined) }) },
    { weight: 1, arbitrary: fc.record({ ...question, ...bought }) },
  );
});

/** Expressions of every type over the columns of the visits. */
export const randomExpressions: fc.Arbitrary<Expression> = (() => {
  const { number, text, day, moment } = expressions(false);
  return fc.oneof(number, text, day, moment);
})();
