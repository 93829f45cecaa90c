/** Epsilon and delta divided among the mechanisms of a question: what each may spend, and what its noise must hide. */
import { choiceEpsilon } from '../../accounting/concentrated/index.ts';
import type { Amount, MechanismShare } from '../../amounts/index.ts';
import { down, type Rational, rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { CheckedPlan, PlannedMechanism } from '../checked-plan.ts';

export interface PricedMechanism {
  readonly mechanism: PlannedMechanism;
  /** Its share of epsilon and delta. */
  readonly share: MechanismShare;
  /** The most that one unit changes its statistic under the table's relation: noise for this and the share is right. */
  readonly sensitivity: bigint;
  /** The same in squares: what Gaussian noise must hide. */
  readonly euclideanSquared: bigint;
}

/** Which mechanisms make anything of a delta, and the theorem of each; that of noise depends on its law, of a quantile on its drawing. */
const MECHANISMS = {
  noise: { mayFail: true, theorem: undefined },
  selection: { mayFail: true, theorem: 'keySelection' },
  quantile: { mayFail: false, theorem: undefined },
  quantiles: { mayFail: false, theorem: 'drawQuantiles' },
} as const satisfies Readonly<Record<PlannedMechanism['kind'], object>>;

/** The places of all statistics that it covers. */
export const placesOf = (mechanism: PlannedMechanism): readonly number[] =>
  mechanism.kind === 'noise' && mechanism.also !== undefined
    ? [mechanism.statistic, ...mechanism.also]
    : [mechanism.statistic];

export const mayFail = ({ kind }: PlannedMechanism): boolean => MECHANISMS[kind].mayFail;

/** Undefined where it is that of the noise. */
export const theoremOfMechanism = (mechanism: PlannedMechanism): string | undefined =>
  mechanism.kind === 'quantile' ? DRAWINGS[mechanism.drawing] : MECHANISMS[mechanism.kind].theorem;

const DRAWINGS = {
  'permute-and-flip': 'drawByPermuteAndFlip',
  exponential: 'drawByExponentialMechanism',
} as const;

/** By weight. Delta is divided equally among the mechanisms that make something of it. */
export function sharesOf(
  checked: CheckedPlan,
  { epsilon, delta }: MechanismShare,
  fails: (mechanism: PlannedMechanism) => boolean = mayFail,
): PricedMechanism[] {
  if (!(epsilon.numerator > 0n)) refuse('value_out_of_range', 'Epsilon must be above 0.');
  if (!(delta >= 0 && delta < 1))
    refuse('value_out_of_range', `Delta must be a number from 0 to below 1; it is ${delta}.`);
  const { mechanisms, relation } = checked;
  if (mechanisms.some(({ kind }) => kind === 'selection') && !(delta > 0))
    refuse(
      'delta_needed',
      'Groups not listed in advance need a delta above 0 (partition selection). Give one, such as 1e-6.',
    );
  const failing = mechanisms.filter(fails).length;
  const part = partsOf(epsilon, mechanisms);
  return mechanisms.map(mechanism =>
    pricedWith(mechanism, relation, {
      epsilon: part(mechanism),
      delta: fails(mechanism) ? down.div(delta, failing) : 0,
    }),
  );
}

/** The same by rho: Gaussian noise for statistics, and for quantiles the epsilon that the rho of a draw allows. */
export function rhoSharesOf({ mechanisms, relation }: CheckedPlan, rho: Amount): PricedMechanism[] {
  if (mechanisms.some(({ kind }) => kind === 'selection'))
    refuse(
      'rho_unsupported',
      'Groups not listed in advance cost epsilon and delta (partition selection). Ask with these, or group by a public column.',
    );
  const part = partsOf(rho, mechanisms);
  return mechanisms.map(mechanism => {
    const own = part(mechanism);
    const epsilon = 'drawing' in mechanism ? choiceEpsilon(own) : rational.zero;
    return pricedWith(mechanism, relation, { epsilon, delta: 0, rho: own });
  });
}

const pricedWith = (
  mechanism: PlannedMechanism,
  relation: CheckedPlan['relation'],
  share: MechanismShare,
): PricedMechanism => {
  const { sensitivity } = mechanism;
  const change = relation === 'add-remove' ? 'addRemove' : 'replaceOne';
  return Object.freeze({
    mechanism,
    share,
    sensitivity: sensitivity[change],
    euclideanSquared: sensitivity.squared[change],
  });
};

/** What each of several mechanisms gets of an epsilon or a rho. Thousands of them have few weights, each of which is divided once. */
export function partsOf(
  whole: Rational,
  mechanisms: readonly PlannedMechanism[],
): (mechanism: PlannedMechanism) => Rational {
  const each = rational.div(whole, sumOf(mechanisms.map(({ weight }) => weight)));
  const parts = new Map<Rational, Rational>();
  return ({ weight }) => {
    const part = parts.get(weight) ?? rational.mul(each, weight);
    parts.set(weight, part);
    return part;
  };
}

/** Exact sums of many fractions take long: each is added once, times how often it is there. */
export function sumOf(addends: readonly Rational[]): Rational {
  const numbers = new Map<string, { readonly addend: Rational; number: bigint }>();
  for (const addend of addends) {
    const text = `${addend.numerator}/${addend.denominator}`;
    const same = numbers.get(text);
    if (same === undefined) numbers.set(text, { addend, number: 1n });
    else same.number += 1n;
  }
  return [...numbers.values()]
    .map(({ addend, number }) => rational.mul(addend, rational.ratio(number)))
    .reduce(rational.add, rational.zero);
}
