/** From the words of other libraries to our specifications: mechanisms, samplings, relations and questions. */
import type { SpecificationInput } from '../../src/accounting/index.ts';
import type { Parameters, Vector } from './vector.ts';

export type Relation = SpecificationInput['relation'];
export type StepInput = SpecificationInput['steps'][number];
export type MechanismInput = StepInput['mechanism'];

const RELATIONS: Readonly<Record<string, Relation>> = {
  ADD: 'add',
  REMOVE: 'remove',
  REPLACE: 'replace-one',
  remove: 'remove',
  'add/remove': 'add-remove',
  'add direction only': 'add',
  'one record inside a cluster': 'add-remove',
  'replace-one': 'replace-one',
};

export function relationOf({ relation, adjacency, direction }: Parameters): Relation {
  return RELATIONS[relation ?? adjacency ?? direction ?? 'add/remove'];
}

const SAMPLED = 'poisson-subsampled-';

/** A vector's workload, where mechanism and sampling are told by the usual names. */
export function stepsOf({ mechanism, params }: Vector): StepInput[] {
  return (params.events ?? [params]).map(own => {
    const all = { ...params, ...own };
    return {
      mechanism: mechanismOf(mechanism.replace(SAMPLED, ''), all),
      sampling: mechanism.startsWith(SAMPLED) ? { kind: 'poisson', rate: all.samplingProb! } : { kind: 'none' },
      count: all.count ?? all.compositions ?? 1,
    };
  });
}

function mechanismOf(name: string, params: Parameters): MechanismInput {
  const sensitivity = params.sensitivity ?? 1;
  switch (name) {
    case 'gaussian':
      return gaussian(params.standardDeviation ?? params.noiseMultiplier ?? 1, sensitivity);
    case 'laplace':
      return { kind: 'laplace', scale: params.scale ?? 1, sensitivity };
    case 'discrete-laplace':
      return { kind: 'discrete-laplace', parameter: params.a ?? 1, sensitivity };
    case 'truncated-discrete-gaussian':
      return truncatedDiscreteGaussian(params.sigma!, sensitivity, params.truncationBound!);
    case 'mixture-of-gaussians':
      return {
        kind: 'mixture-of-gaussians',
        sigma: params.standardDeviation!,
        sensitivities: params.sensitivities!,
        probabilities: params.samplingProbs!,
      };
    case 'k-randomized-response':
      return { kind: 'randomized-response', noiseParameter: params.noiseParameter!, buckets: params.numBuckets! };
    case 'explicit-pair':
      return { kind: 'pair', upper: params.upper!, lower: params.lower! };
    default:
      throw new TypeError(`no mechanism is called ${name}`);
  }
}

export const gaussian = (noiseMultiplier: number, sensitivity = 1): MechanismInput => ({
  kind: 'gaussian',
  noiseMultiplier,
  sensitivity,
});

/** Randomized response between two values, with or without a chance of telling everything. */
export function response(epsilon: number, delta = 0): MechanismInput {
  const likely = (1 - delta) / (1 + Math.exp(-epsilon));
  const unlikely = (1 - delta) / (1 + Math.exp(epsilon));
  return { kind: 'pair', upper: [delta, likely, unlikely, 0], lower: [0, unlikely, likely, delta] };
}

/** exp(-x²/2σ²) on the whole numbers from -bound to bound, and the same moved by the sensitivity. */
function truncatedDiscreteGaussian(sigma: number, sensitivity: number, bound: number): MechanismInput {
  const weights = Array.from({ length: 2 * bound + 1 }, (_, i) => Math.exp(-((i - bound) ** 2) / (2 * sigma ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const masses = weights.map(weight => weight / total);
  const nothing = new Array<number>(sensitivity).fill(0);
  return { kind: 'pair', upper: [...nothing, ...masses], lower: [...masses, ...nothing] };
}
