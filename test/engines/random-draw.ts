/** Draws of every kind from the hospital's visits, at rates that leave something and leave something out. */
import fc from 'fast-check';
import type { PlanTable } from '../../src/plan/index.ts';

type Sample = Extract<PlanTable, { readonly kind: 'sample' }>['scheme'];
type Split = Extract<PlanTable, { readonly kind: 'part' }>['split'];

const rate = fc.constantFrom('0.3', '0.5', '0.875');
const size = fc.constantFrom(1, 2, 3);
const order = fc.record({ by: fc.constantFrom('born', 'blood', 'urgent'), descending: fc.boolean(), size });

const sample: fc.Arbitrary<Sample> = fc.oneof(
  fc.record({ kind: fc.constant('bernoulli' as const), rate }),
  fc.record({ kind: fc.constant('fixed-size' as const), size }),
  fc.record({ kind: fc.constant('fraction' as const), rate }),
  fc
    .record({ kind: fc.constantFrom('take' as const, 'skip' as const), order })
    .map(({ kind, order }) => ({ kind, ...order })),
  rate.map(each => ({
    kind: 'stratified' as const,
    by: 'blood',
    rates: [
      { stratum: 'A', rate: each },
      { stratum: 'é', rate: '1' },
    ],
  })),
  rate.map(each => ({
    kind: 'stratified' as const,
    by: 'urgent',
    rates: [{ stratum: 'true', rate: each }],
  })),
);

const twoParts = fc.constantFrom('first', 'rest');

const split: fc.Arbitrary<{ readonly split: Split; readonly part: string | null }> = fc.oneof(
  fc.record({
    split: fc.constant({
      kind: 'random' as const,
      parts: [
        { name: 'train', rate: '0.4' },
        { name: 'test', rate: '0.35' },
      ],
    }),
    part: fc.constantFrom('train', 'test'),
  }),
  fc.record({ split: size.map(each => ({ kind: 'fixed-size' as const, size: each })), part: twoParts }),
  fc.record({ split: rate.map(each => ({ kind: 'fraction' as const, rate: each })), part: twoParts }),
  fc.record({ split: order.map(each => ({ kind: 'take-skip' as const, ...each })), part: twoParts }),
  fc.record({ split: fc.constant({ kind: 'key' as const, by: 'ward' }), part: fc.constantFrom('A', `'; --`, null) }),
  fc.record({
    split: fc.constant({ kind: 'key' as const, by: 'urgent' }),
    part: fc.constantFrom('true', 'false', null),
  }),
);

type Wrap = (input: PlanTable) => PlanTable;

const draw: fc.Arbitrary<Wrap> = fc.oneof(
  sample.map(
    (scheme): Wrap =>
      input => ({ kind: 'sample', input, scheme, name: null }),
  ),
  split.map(
    (part): Wrap =>
      input => ({ kind: 'part', input, ...part, name: null }),
  ),
);

/** Up to so many, each of the one before. */
export const randomDraws = (most: number): fc.Arbitrary<Wrap> =>
  fc.array(draw, { maxLength: most }).map(draws => input => draws.reduce((table, each) => each(table), input));
