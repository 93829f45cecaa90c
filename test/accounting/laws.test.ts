/** Laws that hold whatever the workload: of 150 drawn ones, and of pairs of workloads that must cost the same or more. */
import { describe, expect, test } from 'vitest';
import { type Answer, account, type SpecificationInput } from '../../src/accounting/index.ts';
import { upperTail } from '../../src/numerics/index.ts';
import { judge } from './bracket-laws.ts';
import { bothSides, type Sides } from './claim.ts';
import { randomWorkload, type SamplingInput } from './random-workload.ts';
import { gaussian, type MechanismInput, type Relation, type StepInput } from './vector-workloads.ts';

const WORKLOADS = 150;

/** Workloads that take many seconds, most for want of a coarse first look: the heavy suite judges them with the rest. */
const SLOW: ReadonlySet<number> = new Set([0, 4, 18, 30, 48, 49, 66, 71, 89, 97, 110, 131]);

describe(`${WORKLOADS} workloads from a seed`, () => {
  const numbers = Array.from({ length: WORKLOADS + SLOW.size }, (_, number) => number).filter(n => !SLOW.has(n));
  let refused = 0;

  test.each(numbers)('workload %i', number => {
    const workload = randomWorkload(number);
    const { broken, refused: code } = judge(workload);
    if (code !== undefined) {
      refused += 1;
      expect(['relation_unsupported', 'sampling_unsupported']).toContain(code);
    }
    expect({ workload, broken }).toEqual({ workload, broken: [] });
  });

  test('most are answered, some are refused', () => {
    expect(refused).toBeGreaterThan(WORKLOADS / 50);
    expect(refused).toBeLessThan(WORKLOADS / 3);
  });
});

const deltaAt = (epsilon: number) => ({ deltaAt: { epsilon } });
const epsilonAt = (delta: number) => ({ epsilonAt: { delta } });
const poisson = (rate: number) => ({ kind: 'poisson', rate }) as const;
/** Narrow enough to tell workloads apart, and quickly found. */
const WIDTH = 1e-4;
const about = (relation: Relation, step: StepInput, ask: SpecificationInput['ask'] = deltaAt(0.4)): Sides =>
  bothSides({ relation, steps: [step], ask, width: WIDTH });

const rising = (sides: readonly Sides[]): void =>
  sides.slice(1).forEach(({ upper }, i) => {
    expect(upper).toBeGreaterThanOrEqual(sides[i].lower);
  });

const MECHANISMS: readonly MechanismInput[] = [
  gaussian(1.5),
  { kind: 'laplace', scale: 2 },
  { kind: 'discrete-laplace', parameter: 0.7 },
  { kind: 'discrete-gaussian', sigma: 1.5 },
  { kind: 'pure', epsilon: 0.8 },
  { kind: 'approx', epsilon: 0.6, delta: 1e-6 },
];

describe.each(MECHANISMS)('$kind costs no less', mechanism => {
  test('with more steps', () =>
    rising([1, 2, 5, 30].map(count => about('add-remove', { mechanism, sampling: poisson(0.2), count }))));

  test('with a higher rate', () =>
    rising([0, 0.05, 0.3, 0.8, 1].map(rate => about('add-remove', { mechanism, sampling: poisson(rate), count: 3 }))));

  test('in the worse direction than in both', () => {
    const step = { mechanism, sampling: poisson(0.3), count: 4 };
    const [both, add, remove] = (['add-remove', 'add', 'remove'] as const).map(relation => about(relation, step));
    expect(both.upper).toBeGreaterThanOrEqual(Math.max(add.lower, remove.lower));
    expect(both.lower).toBeLessThanOrEqual(Math.max(add.upper, remove.upper));
  });

  test('when looked at closer, but for rounding', () => {
    const steps = [{ mechanism, sampling: poisson(0.3), count: 4 }];
    const brackets = [1e-1, 1e-2, 1e-3].map(width =>
      bothSides({ relation: 'add-remove', steps, ask: epsilonAt(1e-5), width }),
    );
    brackets.slice(1).forEach(({ lower, upper }, i) => {
      expect(lower).toBeGreaterThanOrEqual(brackets[i].lower * (1 - 1e-9));
      expect(upper).toBeLessThanOrEqual(brackets[i].upper * (1 + 1e-9));
    });
    expect(brackets[2].upper - brackets[2].lower).toBeLessThanOrEqual(1e-3);
  });
});

test.each([
  (noise: number) => gaussian(noise),
  (scale: number) => ({ kind: 'laplace', scale }) as const,
  (scale: number) => ({ kind: 'discrete-laplace', parameter: 1 / scale }) as const,
  (sigma: number) => ({ kind: 'discrete-gaussian', sigma }) as const,
])('less noise costs no less (%#)', withNoise =>
  rising(
    [8, 4, 2, 1, 0.5].map(noise =>
      about('add-remove', { mechanism: withNoise(noise), sampling: poisson(0.2), count: 3 }),
    ),
  ),
);

/** Two ways to say the same thing. */
interface Twins {
  readonly name: string;
  readonly one: StepInput;
  readonly other: StepInput;
  readonly relation?: Relation;
}

const none: SamplingInput = { kind: 'none' };

const twins: readonly Twins[] = MECHANISMS.flatMap(mechanism => {
  const step = (sampling: SamplingInput, count = 3): StepInput => ({ mechanism, sampling, count });
  const named = (name: string, one: StepInput, other: StepInput, relation: Relation = 'add-remove'): Twins => ({
    name: `${mechanism.kind}: ${name}`,
    one,
    other,
    relation,
  });
  return [
    named('rate 1 is no sampling', step(poisson(1)), step(none)),
    named('a cluster of one is a unit', step({ kind: 'cluster', rate: 0.3, members: 1 }), step(poisson(0.3))),
    named('one part is the whole', step({ kind: 'partition', parts: 1 }), step(none)),
    named('all of all is no sampling', step({ kind: 'fixed-size', size: 5, of: 5 }), step(none), 'replace-one'),
    named(
      'one draw with replacement is a sample of one',
      step({ kind: 'with-replacement', size: 1, of: 9 }, 1),
      step({ kind: 'fixed-size', size: 1, of: 9 }, 1),
    ),
  ];
});

const mixture = (sensitivities: number[], probabilities: number[]): MechanismInput => ({
  kind: 'mixture-of-gaussians',
  sigma: 1.5,
  sensitivities,
  probabilities,
});

test.each([
  ...twins,
  {
    name: 'a mixture of no shift and one is a coin',
    one: { mechanism: mixture([0, 1], [0.7, 0.3]), count: 5 },
    other: { mechanism: gaussian(1.5), sampling: poisson(0.3), count: 5 },
  },
  {
    name: 'a table of two answers is randomized response',
    one: { mechanism: { kind: 'pair', upper: [0.75, 0.25], lower: [0.25, 0.75] }, count: 5 },
    other: { mechanism: { kind: 'pure', epsilon: Math.log(3) }, count: 5 },
  },
] as const)('$name', ({ one, other, relation = 'add-remove' }: Twins) => {
  for (const ask of [epsilonAt(1e-4), deltaAt(0.4)]) {
    const [a, b] = [one, other].map(step => about(relation, step, ask));
    expect(a.lower).toBeLessThanOrEqual(b.upper * (1 + 1e-12) + 1e-15);
    expect(b.lower).toBeLessThanOrEqual(a.upper * (1 + 1e-12) + 1e-15);
    expect(Math.abs(a.upper - b.upper)).toBeLessThanOrEqual(2 * WIDTH);
  }
});

test.each([
  [10, 50, 1],
  [40, 3000, 2],
  [100, 10_000, 5],
])('Gaussian noise %d, %i times, is its closed form at epsilon %d', (noise, count, epsilon) => {
  const mu = Math.sqrt(count) / noise;
  const truth = upperTail(epsilon / mu - mu / 2) - Math.exp(epsilon) * upperTail(epsilon / mu + mu / 2);
  for (const mechanism of [gaussian(noise), { ...mixture([1], [1]), sigma: noise } as MechanismInput]) {
    const { lower, upper } = about('add-remove', { mechanism, count }, deltaAt(epsilon));
    expect(lower).toBeLessThanOrEqual(truth * (1 + 1e-11));
    expect(upper).toBeGreaterThanOrEqual(truth * (1 - 1e-11));
    expect(upper - lower).toBeLessThanOrEqual(WIDTH);
  }
});

test('a list of questions is answered as one by one', () => {
  const specification = {
    relation: 'add-remove',
    steps: [
      { mechanism: gaussian(1), sampling: poisson(0.1), count: 20 },
      { mechanism: { kind: 'laplace', scale: 9 } },
    ],
  } as const;
  const asks = [
    epsilonAt(1e-5),
    deltaAt(1),
    { tradeOff: { falsePositiveRates: [0, 0.1, 1] } },
    { renyi: { orders: [2, 8] } },
  ];
  const together = account({ ...specification, ask: asks }) as readonly Answer[];
  expect(together).toEqual(asks.map(ask => account({ ...specification, ask })));
});

test('trade-off functions fall from 1 - delta to 0 and lie below guessing', () => {
  const rates = [0, 0.001, 0.05, 0.2, 0.5, 0.8, 1];
  const answer = account({
    relation: 'add-remove',
    steps: [{ mechanism: gaussian(1), sampling: poisson(0.1), count: 20 }],
    ask: { tradeOff: { falsePositiveRates: rates } },
  });
  if (!('tradeOff' in answer)) throw new TypeError('tradeOff answers with tradeOff');
  const sides = answer.tradeOff.map(({ falseNegativeRate }) => falseNegativeRate as Sides);
  sides.forEach(({ lower, upper }, i) => {
    expect(lower).toBeLessThanOrEqual(upper);
    expect(upper).toBeLessThanOrEqual(1 - rates[i]);
    expect(upper - lower).toBeLessThanOrEqual(1e-4);
  });
  rising(sides.toReversed());
});
