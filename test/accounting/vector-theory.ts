/** Published numbers about sampling schemes: amplified epsilons, brackets that are theory, and pairs of data. */
import type { SpecificationInput } from '../../src/accounting/index.ts';
import type { Claim, Knowledge } from './claim.ts';
import { numberOf, numbersOf, type Parameters, toleranceOf, type Vector } from './vector.ts';
import { gaussian, relationOf, response, type StepInput, stepsOf } from './vector-workloads.ts';

const claim = (
  relation: SpecificationInput['relation'],
  step: StepInput,
  ask: SpecificationInput['ask'],
  truth: Knowledge,
  width?: number,
): Claim => ({ specification: { relation, steps: [step], ask, ...(width === undefined ? {} : { width }) }, truth });

const value = (vector: Vector, number = numberOf(vector)): Extract<Knowledge, { kind: 'value' }> => ({
  kind: 'value',
  value: number,
  tolerance: toleranceOf(vector, number),
});

const bracketed = (vector: Vector, [lower, upper] = numbersOf(vector)): Extract<Knowledge, { kind: 'bracket' }> => ({
  kind: 'bracket',
  lower,
  upper,
  tolerance: toleranceOf(vector, upper),
});

const samplingOf = ({ samplingProb, clusterSize, n, m }: Parameters): NonNullable<StepInput['sampling']> => {
  if (clusterSize !== undefined) return { kind: 'cluster', rate: samplingProb!, members: clusterSize };
  if (n !== undefined) return { kind: 'with-replacement', size: m!, of: n };
  return { kind: 'poisson', rate: samplingProb! };
};

/** Pure guarantees: replaced units cost what the vector says, or as much as added ones. */
function amplified(vector: Vector): Claim {
  const { params } = vector;
  const epsilon = params.epsilonAddRemove ?? (params.epsilon as number);
  const mechanism = { kind: 'pure' as const, epsilon, replace: params.epsilonReplace ?? epsilon };
  return claim(
    relationOf(params),
    { mechanism, sampling: samplingOf(params) },
    { epsilonAt: { delta: 0 } },
    { ...value(vector), kind: 'price' },
  );
}

const drawn = (rate: number): NonNullable<StepInput['sampling']> => ({
  kind: 'fixed-size',
  size: 1,
  of: Math.round(1 / rate),
});

/** Four epsilons of one workload, by scheme and relation. */
function schemesCompared(vector: Vector): Claim[] {
  const { noiseOverClip, rate, compositions, delta } = vector.params;
  const [added, replaced, fixedLower, fixedUpper] = numbersOf(vector);
  const step = (sampling: NonNullable<StepInput['sampling']>): StepInput => ({
    mechanism: gaussian(noiseOverClip!),
    sampling,
    count: compositions!,
  });
  const ask = { epsilonAt: { delta: delta! } };
  const coin = step({ kind: 'poisson', rate: rate! });
  return [
    claim('add-remove', coin, ask, value(vector, added), 1e-4),
    claim('replace-one', coin, ask, value(vector, replaced), 1e-3),
    claim('replace-one', step(drawn(rate!)), ask, bracketed(vector, [fixedLower, fixedUpper]), 1e-3),
  ];
}

/** Both ends are theory: our lower end must reach the best pair, our upper end the dominating profile. */
function fixedSizeBracket(vector: Vector): Claim {
  const { noiseOverClip, rate, compositions, delta } = vector.params;
  return claim(
    'replace-one',
    { mechanism: gaussian(noiseOverClip!), sampling: drawn(rate!), count: compositions! },
    { epsilonAt: { delta: delta! } },
    { ...bracketed(vector), tolerance: 5e-5 },
  );
}

/** The best of the pairs of data that were integrated is a lower end which we must reach. */
function withReplacementPairs(vector: Vector): Claim {
  const { noiseOverClip, n, m, epsilon } = vector.params;
  const best = Math.max(...numbersOf(vector));
  return claim(
    'replace-one',
    { mechanism: gaussian(noiseOverClip!), sampling: { kind: 'with-replacement', size: m!, of: n! } },
    { deltaAt: { epsilon: epsilon as number } },
    { kind: 'too low', value: best - vector.tolerance.abs! },
  );
}

/** A guarantee under sampling of a fixed size, as a trade-off function. */
function subsampledGuarantee(vector: Vector): Claim[] {
  const { epsilon, delta, p, alpha } = vector.params;
  const step: StepInput = {
    mechanism: response(epsilon as number, delta!),
    sampling: { kind: 'fixed-size', size: Math.round(10 * p!), of: 10 },
  };
  return numbersOf(vector).map((falseNegatives, i) =>
    claim('replace-one', step, { tradeOff: { falsePositiveRates: [alpha![i]] } }, value(vector, falseNegatives)),
  );
}

/** A unit against nobody: the answer about nobody is uniform. */
function replacedByNobody(vector: Vector): Claim {
  const { noiseParameter, numBuckets, epsilon } = vector.params;
  const other = noiseParameter! / numBuckets!;
  const lower = Array.from({ length: numBuckets! }, (_, i) => (i === 0 ? 1 - noiseParameter! + other : other));
  return claim(
    'add-remove',
    { mechanism: { kind: 'pair', upper: lower.map(() => 1 / numBuckets!), lower } },
    { deltaAt: { epsilon: epsilon as number } },
    value(vector),
  );
}

const FAMILIES: readonly (readonly [id: RegExp, claims: (vector: Vector) => Claim | Claim[]])[] = [
  [/^amp-pure-/, amplified],
  [/^rr-pure-3$/, replacedByNobody],
  [/^wor-vs-poisson$/, schemesCompared],
  [/^wor-replace-bracket-/, fixedSizeBracket],
  [/^wr-replace-no-worst-pair$/, withReplacementPairs],
  [/^fdp-Cp$/, subsampledGuarantee],
  [
    /^profile-wor-rr-/,
    v =>
      claim(
        'replace-one',
        {
          mechanism: response(v.params.baseEpsilon!),
          sampling: { kind: 'fixed-size', size: v.params.m!, of: v.params.n! },
        },
        { deltaAt: { epsilon: v.params.epsilon as number } },
        value(v),
      ),
  ],
  [
    /^partition-rr-/,
    v =>
      claim(
        relationOf(v.params),
        { mechanism: response(v.params.baseEpsilon!), sampling: { kind: 'partition', parts: v.params.T! } },
        { deltaAt: { epsilon: v.params.epsilon as number } },
        value(v),
      ),
  ],
  [
    /^partition-gauss-/,
    v =>
      claim(
        relationOf(v.params),
        { mechanism: gaussian(v.params.noiseMultiplier!), sampling: { kind: 'partition', parts: v.params.T! } },
        { epsilonAt: { delta: v.params.delta! } },
        bracketed(v),
      ),
  ],
  [
    /^direction-laplace-/,
    v => claim(relationOf(v.params), stepsOf(v)[0], { deltaAt: { epsilon: v.params.epsilon as number } }, bracketed(v)),
  ],
  [
    /^bracket-psg-/,
    v => claim(relationOf(v.params), stepsOf(v)[0], { epsilonAt: { delta: v.params.delta! } }, bracketed(v)),
  ],
];

export function theoryClaims(vector: Vector): readonly Claim[] | undefined {
  const [, claims] = FAMILIES.find(([id]) => id.test(vector.id)) ?? [];
  return claims && [claims(vector)].flat();
}
