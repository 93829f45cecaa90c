/** From a mechanism by name to the pairs of distributions that dominate it, for one unit and for groups of them. */
import { refuse } from '../../vocabulary/index.ts';
import type { Mechanism } from '../specification.ts';
import { type LossPair, UNIT } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { discreteGaussian, discreteLaplace } from './pairs/discrete.ts';
import { gaussian, gaussianMixture } from './pairs/gaussian.ts';
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
}

/**
 * The worst pair of an (epsilon, delta) guarantee.
 *   Says     every (epsilon, delta)-DP mechanism is a post-processing of this randomized response
 *   Assumes  the guarantee holds in both directions
 *   Rounds   nothing
 *   Source   [KOV15] Theorem 3.1
 */
export function worstPair({ epsilon, delta }: { epsilon: number; delta: number }): LossPair {
  const logLarge = Math.log1p(-delta) - Math.log1p(Math.exp(-epsilon));
  const logSmall = logLarge - epsilon;
  const pair = atomicPair(
    [
      { logP: Math.log(delta), logQ: -Infinity },
      { logP: logLarge, logQ: logSmall },
      { logP: logSmall, logQ: logLarge },
      { logP: -Infinity, logQ: Math.log(delta) },
    ],
    UNIT * (4 + epsilon),
  );
  // as they were given, not as logarithms give them back
  return { ...pair, lowest: -epsilon, highest: epsilon, infinite: delta, minusInfinite: delta };
}

/**
 * Groups under an (epsilon, delta) guarantee.
 *   Says     k changes cost (k·epsilon, delta·(exp(k·epsilon) - 1)/(exp(epsilon) - 1))
 *   Assumes  the guarantee holds between all neighbours
 *   Rounds   delta up, by a few units
 *   Source   [Vadhan17] Lemma 2.2
 */
export function grouped(
  guarantee: { epsilon: number; delta: number },
  units: number,
): { epsilon: number; delta: number } {
  const { epsilon, delta } = guarantee;
  // written so that large costs overflow to Infinity, never to NaN
  const growth =
    epsilon === 0 ? units : Math.exp((units - 1) * epsilon) * (Math.expm1(-units * epsilon) / Math.expm1(-epsilon));
  const failure = units === 1 || delta === 0 ? delta : delta * growth * (1 + 8 * UNIT * (1 + units * epsilon));
  return { epsilon: units * epsilon, delta: Math.min(1, failure) };
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

const guaranteed = (add: { epsilon: number; delta: number }, replace: { epsilon: number; delta: number }): Base => ({
  added: units => worstPair(grouped(add, units)),
  replaced: units => worstPair(grouped(replace, units)),
  symmetric: true,
});

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
      return guaranteed({ epsilon: mechanism.epsilon, delta: 0 }, { epsilon: mechanism.replace, delta: 0 });
    case 'approx':
      return guaranteed(mechanism, grouped(mechanism, 2));
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
