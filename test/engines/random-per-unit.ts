/** People instead of visits: one row each, whose numbers bear the names of the columns that they are made of. */
import fc from 'fast-check';
import type { Expression } from '../../src/plan/expressions/index.ts';
import type { PlanTable, UnitAggregate } from '../../src/plan/index.ts';

const column = (name: string): Expression => ({ kind: 'column', name });

const FAR = '1000000000000000000000';
const clamp = fc.option(
  fc.constantFrom({ low: '-3', high: '7.5' }, { low: '0', high: '4000' }, { low: `-${FAR}`, high: FAR }),
  { freq: 2 },
);

/** Of columns with public bounds any number, of others one with bounds of its own. */
const numberOf = (name: string, isBounded: boolean): fc.Arbitrary<UnitAggregate> =>
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('sum', 'mean', 'min', 'max'),
      name: fc.constant(name),
      of: fc.constant(column(name)),
      clamp: isBounded ? clamp : clamp.map(given => given ?? { low: '-99', high: '99' }),
    }),
    fc.record({ kind: fc.constant('countValues'), name: fc.constant(name), of: fc.constant(column(name)), clamp }),
    fc.record({ kind: fc.constant('count'), name: fc.constant(name), clamp }),
  ) as fc.Arbitrary<UnitAggregate>;

const momentOf = (name: string): fc.Arbitrary<UnitAggregate> =>
  fc.constantFrom('min' as const, 'max' as const).map(kind => ({ kind, name, of: column(name), clamp: null }));

const aggregates = fc.tuple(
  ...['age', 'cost', 'dose', 'size', 'debt', 'price'].map(name => numberOf(name, true)),
  numberOf('weight', false),
  ...['seen', 'arrived', 'called'].map(momentOf),
);

/** Everything that visits have has a person too, so that the same can be asked. */
export const people: fc.Arbitrary<(input: PlanTable) => PlanTable> = aggregates.map(numbers => input => ({
  kind: 'derive',
  input: { kind: 'perUnit', input, columns: ['born', 'blood', 'urgent'], aggregates: numbers },
  columns: [
    { name: 'ward', expression: column('blood') },
    { name: 'town', expression: { kind: 'lower', operand: column('blood') } },
    { name: 'smoker', expression: column('urgent') },
    { name: 'insured', expression: { kind: 'isNull', operand: column('cost') } },
  ],
}));
