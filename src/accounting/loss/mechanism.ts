/** From a mechanism by name to the pairs of distributions that dominate it, for one unit and for groups of them. */
import { refuse } from '../../vocabulary/index.ts';
import type { Mechanism } from '../specification.ts';
import { type LossPair, UNIT } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { discreteGaussian, discreteLaplace } from './pairs/discrete.ts';
import { gaussian, gaussianMixture } from './pairs/gaussian.ts';
import { type Guarantee, worstPair, worstReplacement } from './pairs/guarantee.ts';
import { laplace } from './pairs/laplace.ts';

/** A mechanism as the sampling schemes see it. Pairs are (with, without) or (before, after) the change. */
export interface Base {
  /** `units` units added: the pair of the removal direction; its reverse is the addition. */
  added(units: number): LossPair;
  /** `units` units replaced. */
  replaced(units: number): LossPair;
  /** Whether a replaced unit looks the same from both sides. */
  readonly symmetric: boolean;
  /** Additive noise, with one unit's shift in units of the noise: schemes that know shifts can build exact pairs. */
  readonly shift?: { readonly noise: 'normal' | 'laplace'; readonly perUnit: number };
  /** All that is known, where that is one guarantee for added and removed units. */
  readonly guarantee?: Guarantee;
}

const additive = (noise: 'normal' | 'laplace', perUnit: number): Base => {
  const pair = noise === 'normal' ? gaussian : laplace;
  return {
    added: units => pair(units * perUnit),
    replaced: units => pair(2 * units * perUnit),
    symmetric: true,
    shift: { noise, perUnit },
  };
};

const guaranteed = (guarantee: Guarantee): Base => ({
  added: units => worstPair(guarantee, units),
  replaced: units => worstPair(guarantee, 2 * units),
  symmetric: true,
  guarantee,
});

/** Where replacing costs less than removing and adding, groups are chains of replaced units. */
const pure = ({ epsilon, replace }: { epsilon: number; replace: number }): Base =>
  replace === 2 * epsilon
    ? guaranteed({ epsilon, delta: 0 })
    : {
        added: units => worstPair({ epsilon, delta: 0 }, units),
        replaced: units =>
          units === 1 ? worstReplacement(epsilon, replace) : worstPair({ epsilon: replace, delta: 0 }, units),
        symmetric: true,
      };

/** A mechanism given by one pair knows nothing of groups, nor of another relation than the one it was given for. */
const single = (pair: LossPair, name: string, relations: 'any' | 'add-remove' | 'replace-one'): Base => {
  const only = (relation: 'add-remove' | 'replace-one', units: number): LossPair => {
    if (relations !== 'any' && relation !== relations)
      refuse('relation_unsupported', `${name} is known under ${relations} only. Ask for that relation.`);
    if (units === 1) return pair;
    return refuse(
      'sampling_unsupported',
      `${name} is known for one changed unit, and this sampling may change several at once. Use poisson or fixed-size.`,
    );
  };
  return {
    added: units => only('add-remove', units),
    replaced: units => only('replace-one', units),
    symmetric: relations !== 'any',
  };
};

export function baseOf(mechanism: Mechanism, order = 1): Base {
  switch (mechanism.kind) {
    case 'gaussian':
      return additive('normal', mechanism.sensitivity / mechanism.noiseMultiplier);
    case 'laplace':
      return additive('laplace', mechanism.sensitivity / mechanism.scale);
    case 'discrete-laplace': {
      const { parameter, sensitivity } = mechanism;
      return {
        added: units => discreteLaplace(parameter, units * sensitivity),
        replaced: units => discreteLaplace(parameter, 2 * units * sensitivity),
        symmetric: true,
      };
    }
    case 'discrete-gaussian': {
      const { sigma, sensitivity } = mechanism;
      return {
        added: units => discreteGaussian(sigma, units * sensitivity, order),
        replaced: units => discreteGaussian(sigma, 2 * units * sensitivity, order),
        symmetric: true,
      };
    }
    case 'randomized-response':
      return single(randomizedResponse(mechanism), 'randomized-response', 'replace-one');
    case 'pure':
      return pure(mechanism);
    case 'approx':
      return guaranteed({ epsilon: mechanism.epsilon, delta: mechanism.delta });
    case 'mixture-of-gaussians': {
      const components = mechanism.sensitivities.map((sensitivity, i) => ({
        shift: sensitivity / mechanism.sigma,
        weight: mechanism.probabilities[i],
      }));
      return single(gaussianMixture(components), 'mixture-of-gaussians', 'add-remove');
    }
    case 'pair': {
      const outcomes = mechanism.upper.map((p, i) => atom(p, mechanism.lower[i]));
      return single(atomicPair(outcomes), 'pair', 'any');
    }
  }
}

/** Two true values against each other; the answers that are neither are equally likely under both. */
function randomizedResponse({ noiseParameter, buckets }: { noiseParameter: number; buckets: number }): LossPair {
  const other = noiseParameter / buckets;
  const truth = 1 - noiseParameter + other;
  return atomicPair(
    [atom(truth, other), atom(other, truth), atom((buckets - 2) * other, (buckets - 2) * other)],
    8 * UNIT,
  );
}
