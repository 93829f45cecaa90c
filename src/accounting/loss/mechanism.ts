/** From a mechanism by name to the pairs of distributions that dominate it, for one unit and for groups of them. */
import { type ApproximateGuarantee, refuse } from '../../vocabulary/index.ts';
import type { SpecifiedMechanism } from '../specification.ts';
import { type LossPair, UNIT } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { chainWithDelta } from './pairs/chain.ts';
import { discreteGaussianMixtures, discreteLaplaceMixtures } from './pairs/discrete.ts';
import {
  crowdedGaussian,
  type GaussianComponent,
  gaussian,
  gaussianMixture,
  mirroredGaussian,
} from './pairs/gaussian.ts';
import { chainMixtures, worstPair, worstSampledSubstitution, worstSubstitution } from './pairs/guarantee.ts';
import { laplace, laplaceMixtures } from './pairs/laplace.ts';
import { type Between, type LawsOnLine, lineOf, type Moved } from './pairs/line.ts';
import {
  discreteGaussianOpposites,
  discreteLaplaceOpposites,
  guaranteedOpposites,
  laplaceOpposites,
  normalOpposites,
  type Opposites,
} from './pairs/opposites.ts';

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
  /** Worst pairs of mixtures, where the mechanism's laws lie on a line. */
  readonly line?: LawsOnLine;
  /** Any two mixtures of these laws, outcome by outcome. */
  readonly between?: Between;
  /** One unit replaced under a coin, where the worst pair of that is known to have a third law beside it. */
  readonly amongOthers?: (rate: number) => LossPair;
  /** The unit against its opposite on the line, in about so many cells. */
  readonly opposites?: (cells: number) => Opposites;
  /** All that is known, where that is one guarantee for added and removed units. */
  readonly guarantee?: ApproximateGuarantee;
}

const shifts = (mixture: readonly Moved[], perUnit: number): GaussianComponent[] =>
  mixture.map(({ weight, units }) => ({ weight, shift: units * perUnit }));

const normal = (perUnit: number): Base => ({
  added: units => gaussian(units * perUnit),
  replaced: units => gaussian(2 * units * perUnit),
  symmetric: true,
  opposites: cells => normalOpposites(perUnit, cells),
  shift: { noise: 'normal', perUnit },
  line: {
    mixture: (parts, infinite) => gaussianMixture(shifts(parts, perUnit), infinite),
    mirrored: rate => mirroredGaussian(perUnit, rate),
    crowded: (rate, units) => crowdedGaussian(perUnit, rate, units),
  },
});

const doubleExponential = (perUnit: number): Base => ({
  added: units => laplace(units * perUnit),
  replaced: units => laplace(2 * units * perUnit),
  symmetric: true,
  opposites: cells => laplaceOpposites(perUnit, cells),
  shift: { noise: 'laplace', perUnit },
  line: lineOf((first, second, infinite) => laplaceMixtures(shifts(first, perUnit), shifts(second, perUnit), infinite)),
});

/** A mixture of more laws than this is not worth its outcomes. */
const PARTS_MAX = 256;

/** Noise on integers: outcomes can be listed. */
function discrete(
  perUnit: number,
  opposites: () => Opposites,
  mixtures: (first: readonly GaussianComponent[], second: readonly GaussianComponent[], infinite?: number) => LossPair,
): Base {
  const between: Between = (first, second, infinite) =>
    first.length + second.length > PARTS_MAX
      ? undefined
      : mixtures(shifts(first, perUnit), shifts(second, perUnit), infinite);
  const moved = (units: number): LossPair =>
    mixtures([{ weight: 1, shift: units * perUnit }], [{ weight: 1, shift: 0 }]);
  return {
    added: moved,
    replaced: units => moved(2 * units),
    symmetric: true,
    line: lineOf(between),
    between,
    opposites,
  };
}

function guaranteed(guarantee: ApproximateGuarantee): Base {
  const { epsilon, delta } = guarantee;
  const between: Between = (first, second, infinite) =>
    delta > 0 ? chainWithDelta(guarantee, first, second, infinite) : chainMixtures(epsilon, first, second, infinite);
  return {
    added: units => worstPair(guarantee, units),
    replaced: units => worstPair(guarantee, 2 * units),
    symmetric: true,
    opposites: () => guaranteedOpposites(guarantee),
    guarantee,
    line: { ...lineOf(between), mirrored: rate => worstSampledSubstitution(guarantee, rate) },
    between,
  };
}

/** Where replacing costs less than removing and adding, groups are chains of replaced units. */
const pure = ({ epsilon, replace }: { epsilon: number; replace: number }): Base =>
  replace === 2 * epsilon
    ? guaranteed({ epsilon, delta: 0 })
    : {
        added: units => worstPair({ epsilon, delta: 0 }, units),
        replaced: units =>
          units === 1 ? worstSubstitution(epsilon, replace) : worstPair({ epsilon: replace, delta: 0 }, units),
        symmetric: true,
      };

/** A mechanism given by one pair knows nothing of groups, nor of another relation than the one it was given for. */
const single = (pair: LossPair, name: string, relations: 'any' | 'add-remove' | 'replace-one'): Base => {
  const only = (relation: 'add-remove' | 'replace-one', units: number): LossPair => {
    if (relations !== 'any' && relation !== relations)
      refuse('relation_unsupported', `${name} is supported only under ${relations}. Use that relation.`);
    if (units === 1) return pair;
    return refuse(
      'sampling_unsupported',
      `${name} is supported for one changed unit, but this sampling may change several at once. Use poisson or fixed-size.`,
    );
  };
  return {
    added: units => only('add-remove', units),
    replaced: units => only('replace-one', units),
    symmetric: relations !== 'any',
  };
};

export function baseOf(mechanism: SpecifiedMechanism, order = 1): Base {
  switch (mechanism.kind) {
    case 'gaussian':
      return normal(mechanism.sensitivity / mechanism.noiseMultiplier);
    case 'laplace':
      return doubleExponential(mechanism.sensitivity / mechanism.scale);
    case 'discrete-laplace':
      return discrete(
        mechanism.sensitivity,
        () => discreteLaplaceOpposites(mechanism.parameter, mechanism.sensitivity),
        (first, second, infinite) => discreteLaplaceMixtures(mechanism.parameter, first, second, infinite),
      );
    case 'discrete-gaussian':
      return discrete(
        mechanism.sensitivity,
        () => discreteGaussianOpposites(mechanism.sigma, mechanism.sensitivity),
        (first, second, infinite) =>
          discreteGaussianMixtures({ sigma: mechanism.sigma, order }, first, second, infinite),
      );
    case 'randomized-response':
      return {
        ...single(randomizedResponse(mechanism), 'randomized-response', 'replace-one'),
        ...(mechanism.buckets > 2 ? { amongOthers: rate => responseAmongOthers(mechanism, rate) } : {}),
      };
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

/**
 * Two true values against each other, each of them drawn with the given rate only, and else a third one.
 *   Says     (1-g)m + gP against (1-g)m + gQ; what tells P from Q is as likely under m as under the other of the two, so each
 *            sign of the loss is that of the coin over (P, Q): the symmetric completion of it, which is the upper bound
 *   Assumes  at least three answers
 *   Rounds   nothing
 *   Source   definition; see `halves`
 */
function responseAmongOthers(mechanism: { noiseParameter: number; buckets: number }, rate: number): LossPair {
  const { other, truth } = chancesOf(mechanism);
  const drawn = other + rate * (truth - other);
  return atomicPair([atom(drawn, other), atom(other, drawn), atom(1 - drawn - other, 1 - drawn - other)], 16 * UNIT);
}

/** Of an answer that is not the true value, and of the one that is. */
function chancesOf({ noiseParameter, buckets }: { noiseParameter: number; buckets: number }) {
  const other = noiseParameter / buckets;
  return { other, truth: 1 - noiseParameter + other };
}

/** Two true values against each other; the answers that are neither are equally likely under both. */
function randomizedResponse(mechanism: { noiseParameter: number; buckets: number }): LossPair {
  const { other, truth } = chancesOf(mechanism);
  const { buckets } = mechanism;
  return atomicPair(
    [atom(truth, other), atom(other, truth), atom((buckets - 2) * other, (buckets - 2) * other)],
    8 * UNIT,
  );
}
