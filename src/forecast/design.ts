/**
 * How a sample would be drawn at a rate, and what may be spent inside it so that the whole population is charged no more
 * than was asked for. The prices are those that questions pay.
 */
import { inverseCappedPrice, type Sample } from '../accounting/index.ts';
import { type Relation, refuse } from '../vocabulary/index.ts';

export type Scheme = 'fixed-size' | 'fraction' | 'with-replacement' | 'bernoulli';

export interface Design {
  readonly scheme: Scheme;
  /** `replace-one`: the number of units is public. */
  readonly relation: Relation;
  readonly population: number;
  /** What this statistic gets of what may be spent inside, where several are asked of one sample; 1 where it is alone. */
  readonly part?: number | undefined;
}

export interface Privacy {
  readonly epsilon: number;
  readonly delta: number;
}

export interface Drawn {
  /** As it is realised: sizes are whole. */
  readonly rate: number;
  /** Units in the sample; where coins are thrown, the expected number. */
  readonly size: number;
}

export function checkDesign(design: Design): Design {
  const { scheme, relation, population, part = 1 } = design;
  if (!(Number.isSafeInteger(population) && population >= 2))
    return refuse('value_out_of_range', `A population has at least 2 units, a whole number; it is ${population}.`);
  if (!(part > 0 && part <= 1))
    return refuse('value_out_of_range', `A part of the privacy is above 0 and at most 1; it is ${part}.`);
  if (scheme === 'bernoulli' && relation === 'replace-one')
    return refuse(
      'relation_unsupported',
      'Coins leave the size of their sample open: a Bernoulli sample is forecast for add-remove, others for either.',
    );
  return design;
}

export function drawnAt({ scheme, population }: Design, rate: number): Drawn {
  if (!(rate > 0 && rate <= 1))
    return refuse('value_out_of_range', `A sampling rate is above 0 and at most 1; it is ${rate}.`);
  if (scheme === 'bernoulli') return { rate, size: rate * population };
  const size = scheme === 'fraction' ? floorOf(rate * population) : ceilingOf(rate * population);
  if (size >= 1) return { rate: size / population, size };
  return refuse('value_out_of_range', `A fraction of ${rate} of ${population} units is nobody.`);
}

/** A product of decimals may lie a hair beside the whole number that it means. */
const HAIR = 1e-12;
export const ceilingOf = (product: number): number => Math.ceil(product * (1 - HAIR));
const floorOf = (product: number): number => Math.floor(product * (1 + HAIR));

/**
 * What may be spent inside: questions on one sample compose there, and their total is amplified once. `replaceRatio` is what a replaced unit costs there at most, in terms of one added or removed;
 * under replace-one it is what is meant from the start.
 */
export function innerAt(design: Design, { rate, size }: Drawn, privacy: Privacy, replaceRatio: number): Privacy {
  const { part = 1 } = design;
  if (rate === 1 && design.scheme !== 'with-replacement') return partOf(privacy, part);
  const replaceOne = design.relation === 'replace-one';
  const inner = inverseCappedPrice({
    ...sampleOf(design, rate, size),
    ...privacy,
    replaceRatio: replaceOne ? 1 : replaceRatio,
  });
  if (inner.delta < 1) return partOf(inner, part);
  return refuse(
    'value_out_of_range',
    `At rate ${rate} the sample could fail for certain and delta ${privacy.delta} still be kept: sample more, or allow less.`,
  );
}

const partOf = ({ epsilon, delta }: Privacy, part: number): Privacy => ({
  epsilon: part * epsilon,
  delta: part * delta,
});

function sampleOf({ scheme, relation, population }: Design, rate: number, size: number): Sample {
  const of = relation === 'replace-one' ? population : undefined;
  switch (scheme) {
    case 'bernoulli':
      return { operator: 'bernoulli', rate };
    case 'fixed-size':
      return { operator: 'fixed-size', size, of };
    case 'fraction':
      return { operator: 'fraction', rate, of };
    case 'with-replacement':
      return { operator: 'with-replacement', size, of };
  }
}
