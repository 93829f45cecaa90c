/**
 * How a sample would be drawn at a rate, and what may be spent inside it so that the whole population is charged no more
 * than was asked for. The prices are those that questions pay.
 */
import { inverseCappedPrice, type Sample } from '../accounting/index.ts';
import { type ApproximateGuarantee, type Relation, refuse } from '../vocabulary/index.ts';
import { ceilingOf, floorOf } from './whole-number.ts';

interface Known {
  /** Coins leave the size of their sample open. */
  readonly coins: boolean;
  /** The answers are told stratum by stratum. */
  readonly byStrata?: true;
  /** What the accountant is told; `of` where the number of units is public. */
  readonly sample: (
    drawn: RealisedSample & { readonly of: number | undefined; readonly strata: readonly Stratum[] },
  ) => Sample;
}

const SCHEMES = {
  'fixed-size': { coins: false, sample: ({ size, of }) => ({ operator: 'fixed-size', size, of }) },
  fraction: { coins: false, sample: ({ rate, of }) => ({ operator: 'fraction', rate, of }) },
  'with-replacement': { coins: false, sample: ({ size, of }) => ({ operator: 'with-replacement', size, of }) },
  bernoulli: { coins: true, sample: ({ rate }) => ({ operator: 'bernoulli', rate }) },
  stratified: {
    coins: true,
    byStrata: true,
    sample: ({ rate, strata }) => ({ operator: 'stratified', rates: stratumRates(strata, rate) }),
  },
} satisfies Readonly<Record<string, Known>>;

export type ForecastScheme = keyof typeof SCHEMES;
export const schemes = Object.keys(SCHEMES) as readonly ForecastScheme[];

const knownOf = ({ scheme }: Pick<Design, 'scheme'>): Known => SCHEMES[scheme];

export const throwsCoins = (design: Pick<Design, 'scheme'>): boolean => knownOf(design).coins;
export const isByStrata = (design: Pick<Design, 'scheme'>): boolean => knownOf(design).byStrata === true;

export interface Design {
  readonly scheme: ForecastScheme;
  /** `replace-one`: the number of units is public. */
  readonly relation: Relation;
  readonly population: number;
  /** What this statistic gets of what may be spent inside, where several are asked of one sample; 1 where it is alone. */
  readonly part?: number | undefined;
  /** Of a stratified sample, whose answers are released stratum by stratum. */
  readonly strata?: readonly Stratum[] | undefined;
}

export interface Stratum {
  /** The part of the units that belongs to it. */
  readonly share: number;
  /** How much likelier its units are drawn than those of a stratum of 1. */
  readonly ratio: number;
}

export interface RealisedSample {
  /** As it is realised: sizes are whole. */
  readonly rate: number;
  /** Units in the sample; where coins are thrown, the expected number. */
  readonly size: number;
}

export function checkDesign(design: Design): Design {
  const { relation, population, part = 1 } = design;
  if (!(Number.isSafeInteger(population) && population >= 2))
    return refuse('value_out_of_range', `The population must be a whole number, at least 2; it is ${population}.`);
  if (!(part > 0 && part <= 1))
    return refuse('value_out_of_range', `A share of the privacy budget must be above 0 and at most 1; it is ${part}.`);
  checkStrata(design);
  if (!throwsCoins(design) || relation === 'add-remove') return design;
  return refuse(
    'relation_unsupported',
    'Bernoulli and stratified samples have no fixed size and are forecast only under add-remove. Use that relation.',
  );
}

function checkStrata(design: Design): void {
  const { strata = [] } = design;
  if (isByStrata(design) !== strata.length > 0)
    refuse('flags_conflict', 'A stratified sample needs strata; other samples must not have any.');
  const total = strata.reduce((sum, { share }) => sum + share, 0);
  const sound = strata.every(({ share, ratio }) => share > 0 && ratio > 0 && ratio < Infinity);
  if (isByStrata(design) && !(sound && Math.abs(total - 1) <= 1e-9))
    refuse('value_out_of_range', 'Strata need shares above 0 that sum to 1, and finite ratios above 0.');
}

export function drawnAt(design: Design, rate: number): RealisedSample {
  const { scheme, population } = design;
  if (!(rate > 0 && rate <= 1))
    return refuse('value_out_of_range', `A sampling rate must be above 0 and at most 1; it is ${rate}.`);
  if (throwsCoins(design)) return { rate, size: rate * population };
  const size = scheme === 'fraction' ? floorOf(rate * population) : ceilingOf(rate * population);
  if (size >= 1) return { rate: size / population, size };
  return refuse(
    'value_out_of_range',
    `A fraction of ${rate} of ${population} units is an empty sample. Use a higher rate.`,
  );
}

/** The tables that are answered each by itself: all of it, or its strata with the rates that they have. */
export function piecesOf(
  design: Design,
  drawn: RealisedSample,
): readonly { readonly design: Design; readonly drawn: RealisedSample }[] {
  const { strata } = design;
  if (strata === undefined) return [{ design, drawn }];
  const rates = stratumRates(strata, drawn.rate);
  return strata.map(({ share }, place) => {
    const population = share * design.population;
    const rate = rates[place];
    return { design: { ...design, scheme: 'bernoulli', population }, drawn: { rate, size: rate * population } };
  });
}

/** In their ratios, and this one on average as long as none would have to exceed 1; at rate 1 everybody is drawn. */
function stratumRates(strata: readonly Stratum[], rate: number): number[] {
  if (rate === 1) return strata.map(() => 1);
  const average = strata.reduce((sum, { share, ratio }) => sum + share * ratio, 0);
  return strata.map(({ ratio }) => Math.min(1, (rate * ratio) / average));
}

/**
 * What may be spent inside: questions on one sample compose there, and their total is amplified once. `replaceRatio` is
 * what a replaced unit costs there at most, in terms of one added or removed; under replace-one it is what is meant.
 */
export function innerAt(
  design: Design,
  drawn: RealisedSample,
  { epsilon, delta }: ApproximateGuarantee,
  replaceRatio: number,
): ApproximateGuarantee {
  const { part = 1 } = design;
  const { rate } = drawn;
  if (rate === 1 && design.scheme !== 'with-replacement') return partOf({ epsilon, delta }, part);
  const replaceOne = design.relation === 'replace-one';
  const inner = inverseCappedPrice({
    ...sampleOf(design, drawn),
    epsilon,
    delta,
    replaceRatio: replaceOne ? 1 : replaceRatio,
  });
  if (inner.delta < 1) return partOf(inner, part);
  return refuse(
    'value_out_of_range',
    `At rate ${rate}, delta ${delta} would allow the sample to fail with certainty. Use a higher rate or a smaller delta.`,
  );
}

const partOf = ({ epsilon, delta }: ApproximateGuarantee, part: number): ApproximateGuarantee => ({
  epsilon: part * epsilon,
  delta: part * delta,
});

function sampleOf(design: Design, drawn: RealisedSample): Sample {
  const { relation, population, strata = [] } = design;
  return knownOf(design).sample({ ...drawn, of: relation === 'replace-one' ? population : undefined, strata });
}
