/** Plans of every operator and expression, over the hospital. Some are refused by the checker; most are not. */
import fc from 'fast-check';
import type { Aggregate, Expression, Grouping, Plan, PlanTable } from '../../src/plan/index.ts';
import { randomDraws } from './random-draw.ts';

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
}

const comparison = fc.constantFrom('equal', 'notEqual', 'less', 'atMost', 'greater', 'atLeast');
const pattern = fc.constantFrom('', 'a', 'Z', 'é', '%', `'`, '\\');
const timePart = fc.constantFrom('year', 'month', 'day', 'dayOfWeek', 'hour');
const dayPart = fc.constantFrom('year', 'month', 'day', 'dayOfWeek');
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
      fc.record({
        kind: constantOf('datePart'),
        part: timePart,
        operand: fc.constantFrom(column('arrived'), column('called')),
      }),
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
      fc.record({ kind: constantOf('lower'), operand: tie('text') }),
      fc.record({
        kind: constantOf('case'),
        branches: fc.array(branch(tie('truth'), tie('text')), { minLength: 1, maxLength: 2 }),
        otherwise: tie('text'),
      }),
    ) as fc.Arbitrary<Expression>,
    day: fc.oneof(fc.constant(column('seen')), fc.constant(literal('date', '1999-12-31'))) as fc.Arbitrary<Expression>,
    truth: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...['urgent', 'smoker', 'insured', ...(joined ? ['quiet'] : [])].map(column)),
      ...(['number', 'text', 'day', 'truth'] as const).map(type =>
        fc.record({ kind: constantOf('comparison'), operator: comparison, left: tie(type), right: tie(type) }),
      ),
      fc.record({
        kind: constantOf('comparison'),
        operator: comparison,
        left: fc.constant(column('arrived')),
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

const tableOf = (joined: boolean): fc.Arbitrary<PlanTable> => {
  const { number, truth } = expressions(joined);
  return fc
    .record({
      scan: fc.constantFrom('visits', 'visits', 'people', 'cards'),
      keep: fc.constantFrom('matched', 'all'),
      filter: fc.option(truth, { freq: 2 }),
      added: fc.option(number),
      before: randomDraws(2),
      after: randomDraws(1),
    })
    .map(({ scan, keep, filter, added, before, after }) => {
      let table: PlanTable = { kind: 'scan', table: scan };
      if (scan !== 'people') table = before(table);
      if (joined) table = { kind: 'join', input: table, table: 'wards', on: 'ward', keep };
      if (filter !== null) table = { kind: 'where', input: table, condition: filter };
      if (scan !== 'people' && filter !== null) table = after(table);
      return added === null
        ? table
        : { kind: 'derive', input: table, columns: [{ name: 'x"; --', expression: added }] };
    });
};

const groupingOf = (joined: boolean): fc.Arbitrary<Grouping> => {
  const { number, text } = expressions(joined);
  const publicKeys = fc.subarray(['ward', 'urgent', 'smoker', 'age', 'blood'], { minLength: 1, maxLength: 2 });
  return fc.oneof(
    fc.constant<Grouping>({ kind: 'none' }),
    publicKeys.map(
      (names): Grouping => ({ kind: 'public', keys: names.map(name => ({ name, expression: column(name) })) }),
    ),
    fc.oneof(number, text).map((expression): Grouping => ({ kind: 'private', keys: [{ name: 'k', expression }] })),
  );
};

const aggregatesOf = (joined: boolean): fc.Arbitrary<Aggregate[]> => {
  const { number } = expressions(joined);
  const of = number.map(bounded);
  const aggregate = fc.oneof(
    fc.record({ kind: fc.constantFrom('count', 'units') }),
    fc.record({ kind: fc.constantFrom('sum', 'mean', 'variance'), of }),
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
