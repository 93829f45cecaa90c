/** Which claims each published number makes. Rows are tried in order; the last ones know the usual questions by name. */
import { upperTail } from '../../src/numerics/index.ts';
import type { Claim, Knowledge } from './claim.ts';
import { numberOf, numbersOf, type Parameters, toleranceOf, type Vector } from './vector.ts';
import { theoryClaims } from './vector-theory.ts';
import { type MechanismInput, relationOf, stepsOf } from './vector-workloads.ts';

type Family = readonly [id: RegExp, claims: (vector: Vector) => readonly Claim[]];

/** Numbers about things that no specification can say, and why. */
export const inexpressible: Readonly<Record<string, string>> = {
  'comp-truncpoisson': 'Poisson sampling cut off at a largest batch is no sampling of ours: its bound is not tight',
  'rdp-to-dp-pure': 'starts from a Renyi curve; our mechanisms are distributions, whose curves follow',
  'pmf-lap-buckets-q07-remove': 'the masses of one rounding of the loss to a grid; no question asks for masses',
};

const known = (vector: Vector, value: number, tolerance = toleranceOf(vector, value)): Knowledge => ({
  kind: 'value',
  value,
  tolerance,
});

/** The largest width that a published tolerance needs; none where it is finer than what we promise by default. */
const widthFor = ({ tolerance: { abs = 0 } }: Vector): { width?: number } => (abs >= 1e-5 ? { width: 2 * abs } : {});

function deltas(vector: Vector): Claim[] {
  const { params } = vector;
  const epsilons = [params.epsilon!].flat();
  return numbersOf(vector).map((delta, i) => ({
    specification: {
      relation: relationOf(params),
      steps: stepsOf(vector),
      ask: { deltaAt: { epsilon: epsilons[i] } },
      ...widthFor(vector),
    },
    truth: known(vector, delta),
  }));
}

const epsilons = (vector: Vector, truth: Knowledge = known(vector, numberOf(vector))): Claim[] => [
  {
    specification: {
      relation: relationOf(vector.params),
      steps: stepsOf(vector),
      ask: { epsilonAt: { delta: vector.params.delta! } },
      ...widthFor(vector),
    },
    truth,
  },
];

/** Others speak of the rate of true positives, we of false negatives. */
const falseNegatives = (
  vector: Vector,
  steps = stepsOf(vector),
  falsePositiveRate = vector.params.fpr!,
  truePositiveRate = numberOf(vector),
): Claim[] => [
  {
    specification: {
      relation: relationOf(vector.params),
      steps,
      ask: { tradeOff: { falsePositiveRates: [falsePositiveRate] } },
    },
    truth: known(vector, 1 - truePositiveRate, toleranceOf(vector, truePositiveRate)),
  },
];

/** Randomized response between two values: its best test is at the only vertex, where normal tests of mean mu meet it. */
const meanOfResponse = (vector: Vector): Claim[] =>
  falseNegatives(vector, stepsOf(vector), vector.params.noiseParameter! / 2, upperTail(-numberOf(vector) / 2));

const targetOf = ({ targetEpsilon, epsilon, targetDelta, delta }: Parameters) => ({
  epsilon: targetEpsilon ?? (epsilon as number),
  delta: targetDelta ?? delta ?? 0,
});

const noises = (vector: Vector, truth: Knowledge = known(vector, numberOf(vector))): Claim[] => {
  const { params } = vector;
  const steps = params.steps === 'epochs=90' ? 90 / params.samplingProb! : Number(params.steps ?? 0);
  return [
    {
      specification: {
        relation: relationOf(params),
        steps: stepsOf(steps > 0 ? { ...vector, params: { ...params, compositions: steps } } : vector),
        ask: { noiseFor: targetOf(params) },
      },
      truth,
    },
  ];
};

function renyi(vector: Vector): Claim[] {
  const values = numbersOf(vector);
  return vector.params.orders!.map((order, i) => ({
    specification: {
      relation: relationOf(vector.params),
      steps: stepsOf(vector),
      ask: { renyi: { orders: [order] } },
    },
    // the library forgets signs of binomial coefficients at orders that are not whole: 3.2 % too much at 1.5
    truth:
      order === 1.5 ? { kind: 'upper bound', value: values[i], slack: 0.033 * values[i] } : known(vector, values[i]),
  }));
}

/** The largest count that keeps a target: it does, and one more does not. */
function largestCount(vector: Vector): Claim[] {
  const { epsilon, delta } = targetOf(vector.params);
  const counted = (compositions: number, truth: Knowledge): Claim[] =>
    epsilons({ ...vector, params: { ...vector.params, compositions, delta }, tolerance: { abs: 1e-3 } }, truth);
  return [
    ...counted(numberOf(vector), { kind: 'upper bound', value: epsilon, slack: 0.1 }),
    ...counted(numberOf(vector) + 1, { kind: 'too low', value: epsilon }),
  ];
}

const guarantees = ({ params }: Vector): MechanismInput[] => [
  ...(params.epsilons ?? []).map(epsilon => ({ kind: 'pure' as const, epsilon })),
  ...(params.guarantees ?? []).map(([epsilon, delta]) => ({ kind: 'approx' as const, epsilon, delta })),
];

/** The published family of guarantees goes in steps of 2·epsilon: the one given holds, the next smaller does not. */
function optimalComposition(vector: Vector): Claim[] {
  const { epsilon, delta, compositions, totalDelta } = vector.params;
  const mechanism = { kind: 'approx' as const, epsilon: epsilon as number, delta: delta! };
  const at = (total: number, truth: Knowledge): Claim => ({
    specification: {
      relation: 'add-remove',
      steps: [{ mechanism, count: compositions! }],
      ask: { deltaAt: { epsilon: total } },
    },
    truth,
  });
  return [
    at(numberOf(vector), { kind: 'upper bound', value: totalDelta!, slack: totalDelta! }),
    at(numberOf(vector) - 2 * mechanism.epsilon, { kind: 'too low', value: totalDelta! }),
  ];
}

function nothingButFailure(vector: Vector): Claim[] {
  const { guarantee, compositions, epsilon } = vector.params;
  const [own, delta] = guarantee!;
  return [
    {
      specification: {
        relation: 'add-remove',
        steps: [{ mechanism: { kind: 'approx', epsilon: own, delta }, count: compositions! }],
        ask: { deltaAt: { epsilon: epsilon as number } },
      },
      truth: known(vector, numberOf(vector)),
    },
  ];
}

/** Masses that join the dots of a profile on a grid have the profile's delta at every point of the grid. */
function joinedDots(vector: Vector): Claim[] {
  const { interval, samplingProb = 1 } = vector.params;
  const masses = Object.entries(vector.expected).map(([index, mass]) => ({ loss: Number(index) * interval!, mass }));
  return masses.map(({ loss: epsilon }) => ({
    specification: {
      relation: 'remove',
      steps: [
        {
          mechanism: { kind: 'laplace', scale: vector.params.scale!, sensitivity: vector.params.sensitivity! },
          sampling: { kind: 'poisson', rate: samplingProb },
        },
      ],
      ask: { deltaAt: { epsilon } },
    },
    truth: known(
      vector,
      masses.reduce((sum, { loss, mass }) => sum + mass * Math.max(0, 1 - Math.exp(epsilon - loss)), 0),
      masses.length * vector.tolerance.abs!,
    ),
  }));
}

/** An upper bound of somebody else, and how far above the truth it may lie. */
const upperBound = (vector: Vector, slack: number): Knowledge => ({
  kind: 'upper bound',
  value: numberOf(vector) + toleranceOf(vector, numberOf(vector)),
  slack,
});

const FAMILIES: readonly Family[] = [
  [/^pmf-lap-ctd-/, joinedDots],
  [/^tradeoff-rr-mu-/, meanOfResponse],
  [/^kov-optimal-comp-/, optimalComposition],
  [/^prv-zero-eps$/, nothingButFailure],
  [
    /^(comp-eps-only|comp-epsdelta-tpr)$/,
    v =>
      falseNegatives(
        v,
        guarantees(v).map(mechanism => ({ mechanism })),
      ),
  ],
  [/^jaxp-doc-steps$/, largestCount],
  [/^opacus-rdp$/, v => epsilons({ ...v, tolerance: { abs: 1e-4 } }, upperBound(v, 1))],
  [/^opacus-gdp$/, v => epsilons(v, { kind: 'too low', value: numberOf(v) + v.tolerance.abs! })],
  [/^opacus-prv-table-/, v => epsilons({ ...v, tolerance: { abs: 5e-4 } }, upperBound(v, 0.0225))],
  [/^opacus-calib-[12]$/, v => noises(v, upperBound(v, 0.1))],
  [/^opacus-calib-4$/, v => noises(v, upperBound(v, 0.003))],
  [/^jaxp-doc-sigma$/, v => noises(v)],
  [/^(rdp-psg|autodp-tfp-rdp)-/, renyi],
  [/-calib-|^calib-/, v => noises(v)],
  [/^(tradeoff-(gauss|rr)-|comp-gauss-3x-tpr$)/, v => falseNegatives(v)],
  [
    /^((lap|gauss|dlap|dgauss|mog)-delta|gauss-profile|fa-delta|prv-analytic|gauss-mu1|pair-hs)-|^rr-x10-delta1$/,
    deltas,
  ],
  [/^(comp-laplace|comp-psl|fa-eps|jaxp-doc-eps|rr-x10-eps)/, v => epsilons(v)],
];

/** The claims of a vector; undefined where nobody knows how to read it. */
export function claimsOf(vector: Vector): readonly Claim[] | undefined {
  const [, claims] = FAMILIES.find(([id]) => id.test(vector.id)) ?? [];
  return claims === undefined ? theoryClaims(vector) : claims(vector);
}
