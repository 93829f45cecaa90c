import { describe, expect, test } from 'vitest';
import { Refusal } from '../vocabulary/index.ts';
import { parseSpecification } from './specification.ts';

const gaussian = { kind: 'gaussian', noiseMultiplier: 1 };
const poisson = { kind: 'poisson', rate: 0.01 };
const ask = { epsilonAt: { delta: 1e-5 } };
const whole = { relation: 'add-remove', steps: [{ mechanism: gaussian, sampling: poisson, count: 10 }], ask };

const withMechanism = (mechanism: unknown) => ({ ...whole, steps: [{ mechanism }] });
const withSampling = (sampling: unknown) => ({ ...whole, steps: [{ mechanism: gaussian, sampling }] });
const withAsk = (asked: unknown) => ({ ...whole, ask: asked });

function refusalOf(input: unknown): string {
  try {
    parseSpecification(input);
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'allowed';
}

test('defaults are filled and the result is frozen all the way down', () => {
  const read = parseSpecification({
    ...whole,
    steps: [{ mechanism: gaussian }, { mechanism: { kind: 'pure', epsilon: 1 } }],
  });
  expect(read.steps).toEqual([
    { mechanism: { ...gaussian, sensitivity: 1 }, sampling: { kind: 'none' }, count: 1 },
    { mechanism: { kind: 'pure', epsilon: 1, replace: 2 }, sampling: { kind: 'none' }, count: 1 },
  ]);
  expect(Object.isFrozen(read.steps[0].mechanism)).toBe(true);
});

test.each([
  withMechanism({ kind: 'laplace', scale: 2, sensitivity: 0.5 }),
  withMechanism({ kind: 'discrete-laplace', parameter: 0.1, sensitivity: 3 }),
  withMechanism({ kind: 'discrete-gaussian', sigma: 2 }),
  withMechanism({ kind: 'randomized-response', noiseParameter: 0.5, buckets: 2 }),
  withMechanism({ kind: 'pure', epsilon: 1, replace: 0 }),
  withMechanism({ kind: 'approx', epsilon: 0, delta: 1 }),
  withMechanism({ kind: 'mixture-of-gaussians', sigma: 1, sensitivities: [0, 1], probabilities: [0.9, 0.1] }),
  withMechanism({ kind: 'pair', upper: [0.5, 0.5], lower: [1, 0] }),
  withSampling({ kind: 'none' }),
  withSampling({ kind: 'fixed-size', size: 10, of: 10 }),
  withSampling({ kind: 'with-replacement', size: 20, of: 10 }),
  withSampling({ kind: 'cluster', rate: 0, members: 5 }),
  withSampling({ kind: 'partition', parts: 1000 }),
  withAsk([
    { deltaAt: { epsilon: -1 } },
    { tradeOff: { falsePositiveRates: [0, 0.5, 1] } },
    { renyi: { orders: [2] } },
  ]),
  withAsk({ epsilonAt: { delta: 0 } }),
  withAsk({ noiseFor: { epsilon: 1, delta: 1e-6 } }),
  withAsk({ rateFor: { epsilon: 1, delta: 1e-6 } }),
  { ...whole, relation: 'remove', width: 1e-3 },
])('allows %j', input => expect(refusalOf(input)).toBe('allowed'));

const OUT_OF_RANGE: [unknown, string][] = [
  [withMechanism({ kind: 'gaussian', noiseMultiplier: -1 }), 'steps[0].mechanism.noiseMultiplier is -1'],
  [withMechanism({ kind: 'gaussian', noiseMultiplier: Number.NaN }), 'noiseMultiplier is NaN'],
  [withMechanism({ kind: 'laplace', scale: Infinity }), 'scale is Infinity'],
  [withMechanism({ kind: 'discrete-laplace', parameter: 1, sensitivity: 1.5 }), 'sensitivity is 1.5'],
  [withMechanism({ kind: 'randomized-response', noiseParameter: 0.5, buckets: 1 }), 'buckets is 1'],
  [withMechanism({ kind: 'pure', epsilon: 1, replace: 2.5 }), 'replace must be at most 2·epsilon'],
  [withMechanism({ kind: 'pair', upper: [0.5, 0.4], lower: [0.5, 0.5] }), 'upper must sum to 1'],
  [withMechanism({ kind: 'pair', upper: [1.5, -0.5], lower: [0.5, 0.5] }), 'upper[0] is 1.5'],
  [withMechanism({ kind: 'pair', upper: [], lower: [] }), 'upper has 0 entries'],
  [withSampling({ kind: 'poisson', rate: 2 }), 'steps[0].sampling.rate is 2; it must be between 0 and 1'],
  [withSampling({ kind: 'fixed-size', size: 11, of: 10 }), 'size must be at most `of`'],
  [withSampling({ kind: 'with-replacement', size: 0, of: 10 }), 'size is 0'],
  [withSampling({ kind: 'cluster', rate: 0.1, members: 2.5 }), 'members is 2.5'],
  [withSampling({ kind: 'partition', parts: 0 }), 'parts is 0'],
  [{ ...whole, steps: [{ mechanism: gaussian, count: 1e10 }] }, 'steps[0].count is 10000000000'],
  [{ ...whole, steps: [] }, 'steps has 0 entries'],
  [{ ...whole, steps: Array(10_001).fill({ mechanism: gaussian }) }, 'steps has 10001 entries'],
  [{ ...whole, width: 0 }, 'width is 0'],
  [withAsk({ epsilonAt: { delta: -1e-9 } }), 'ask.epsilonAt.delta is -1e-9'],
  [withAsk([ask, { renyi: { orders: [2, 1] } }]), 'ask[1].renyi.orders[1] is 1'],
  [withAsk({ tradeOff: { falsePositiveRates: Array(1_000_001).fill(0) } }), 'falsePositiveRates has 1000001 entries'],
];

const MALFORMED: [unknown, string][] = [
  [null, 'The specification must be an object with the keys relation, steps, ask, width'],
  ['{}', 'The specification must be an object'],
  [{ ...whole, relation: 'both' }, 'relation must be add-remove, replace-one, add or remove'],
  [{ ...whole, note: '' }, 'The specification has the unknown key "note"'],
  [{ ...whole, steps: {} }, 'steps must be a list'],
  [{ ...whole, steps: [{ mechanism: gaussian, sampled: poisson }] }, 'steps[0] has the unknown key "sampled"'],
  [withMechanism({ kind: 'cauchy' }), 'steps[0].mechanism.kind must be one of gaussian, laplace'],
  [withMechanism(7), 'steps[0].mechanism must be an object with a kind'],
  [withMechanism({ kind: 'gaussian', noise: 1 }), 'noiseMultiplier is missing'],
  [
    withMechanism({ ...gaussian, noise: 1 }),
    'has the unknown key "noise"; its keys are kind, noiseMultiplier, sensitivity',
  ],
  [withMechanism({ kind: 'gaussian', noiseMultiplier: '1' }), 'noiseMultiplier must be a finite number above 0'],
  [withMechanism({ kind: 'pair', upper: [1], lower: [0.5, 0.5] }), 'lower must have as many entries as upper'],
  [withSampling({ kind: 'fraction', rate: 0.1 }), 'steps[0].sampling.kind must be one of none, poisson'],
  [withSampling({ ...poisson, seed: 1 }), 'steps[0].sampling has the unknown key "seed"'],
  [withAsk({}), 'ask must hold exactly one of epsilonAt'],
  [withAsk({ ...ask, deltaAt: { epsilon: 1 } }), 'ask must hold exactly one of'],
  [withAsk({ epsilon: 1 }), 'ask has the unknown key "epsilon"'],
  [withAsk([ask, { deltaAt: {} }]), 'ask[1].deltaAt.epsilon is missing'],
  [
    { ...withSampling({ kind: 'fixed-size', size: 1, of: 2 }), ask: { rateFor: { epsilon: 1, delta: 0 } } },
    'poisson or cluster',
  ],
  [
    { ...withMechanism({ kind: 'pure', epsilon: 1 }), ask: { noiseFor: { epsilon: 1, delta: 0 } } },
    'noiseFor calibrates the noise',
  ],
];

describe('refuses', () => {
  test.each(OUT_OF_RANGE)('%# %s', (input, words) => {
    expect(refusalOf(input)).toMatch(/^value_out_of_range: /);
    expect(refusalOf(input)).toContain(words);
  });

  test.each(MALFORMED)('%# %s', (input, words) => {
    expect(refusalOf(input)).toMatch(/^specification_invalid: /);
    expect(refusalOf(input)).toContain(words);
  });
});
