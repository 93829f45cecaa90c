/** Which noises a question buys: what each hides, for which values, with which share of the epsilon or rho, and how large it is. */
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import { type PricedMechanism, placesOf } from '../plan/costs/index.ts';
import { valuesFrom } from '../plan/estimates/index.ts';
import type { CheckedAggregate, CheckedPlan } from '../plan/index.ts';
import { aggregateOf } from '../plan/operators/index.ts';
import { noiseOf as noiseAdded } from './selection.ts';

/** One noise, or one draw: what is released with it, and its share of what the question spends. */
export interface BoughtNoise {
  /** What it is added to. */
  readonly statistics: readonly string[];
  /** The values that are computed from it, by name. */
  readonly values: readonly string[];
  /** Its part of the question's epsilon or rho. */
  readonly share: number;
  /** How it is distributed; null where a value is drawn instead. */
  readonly noise: 'discrete-laplace' | 'discrete-gaussian' | null;
  /** Of the noise, in the unit of the statistics; null where a value is drawn instead. */
  readonly scale: number | null;
}

export const boughtNoises = (
  plans: readonly CheckedPlan[],
  mechanisms: readonly (readonly PricedMechanism[])[],
): readonly BoughtNoise[] => {
  const whole = mechanisms.flat().map(spentBy).reduce(rational.add);
  return plans.flatMap((checked, i) =>
    mechanisms[i].map(priced => noiseOf(checked, priced, toNumber(rational.div(spentBy(priced), whole), 'nearest'))),
  );
};

const spentBy = ({ share }: PricedMechanism): Rational => share.rho ?? share.epsilon;

function noiseOf(checked: CheckedPlan, priced: PricedMechanism, share: number): BoughtNoise {
  const { mechanism } = priced;
  const places = placesOf(mechanism);
  const isUsed = (aggregate: CheckedAggregate): boolean =>
    aggregate.kind === 'quantile'
      ? isDrawnWith(checked.mechanisms, aggregate.mechanism, mechanism)
      : [...aggregate.uses, ...(aggregate.moments ?? [])].some(place => places.includes(place));
  const using = checked.aggregates.filter(isUsed);
  const bought = { values: valuesFrom(checked, using), share };
  if (mechanism.kind === 'selection') {
    const counted = checked.statistics[mechanism.statistic].kind === 'chosen' ? 'rows' : 'people';
    return { statistics: [`number of ${counted}, to select groups`], ...bought, ...sizeOf(checked, priced) };
  }
  const statistics = places.map(place => nameOf(place, using));
  if ('drawing' in mechanism) return { statistics, ...bought, noise: null, scale: null };
  return { statistics, ...bought, ...sizeOf(checked, priced) };
}

/** A draw, or a level that it comes in or after. */
const isDrawnWith = (all: CheckedPlan['mechanisms'], place: number, mechanism: CheckedPlan['mechanisms'][number]) =>
  all[place] === mechanism ||
  (all[place].kind === 'quantiles' &&
    mechanism.kind === 'quantiles' &&
    mechanism.statistic === all[place].statistic &&
    all.indexOf(mechanism) < place);

/** As the first aggregate that uses it calls it. */
function nameOf(place: number, [first]: readonly CheckedAggregate[]): string {
  const used = first.uses.indexOf(place);
  return used < 0 ? 'squares and products, for the interval' : aggregateOf(first).statistics(first)[used];
}

function sizeOf({ statistics }: CheckedPlan, priced: PricedMechanism): Pick<BoughtNoise, 'noise' | 'scale'> {
  const statistic = statistics[priced.mechanism.statistic];
  const step = 'step' in statistic && statistic.kind !== 'values' ? toNumber(statistic.step, 'nearest') : 1;
  const { kind, scale } = noiseAdded(priced);
  return { noise: kind, scale: (toNumber(scale, 'nearest') / Number(statistic.resolution)) * step };
}
