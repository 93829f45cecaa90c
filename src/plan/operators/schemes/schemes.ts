/** All schemes by name: a line here and a file beside it are all that a new one needs. */
import type { Sample } from '../../../accounting/index.ts';
import type { SplitRule } from '../../../accounting/tree/index.ts';
import { type RefusalCode, refuse } from '../../../vocabulary/index.ts';
import type { NodeOf } from '../../expressions/expression.ts';
import { type Bernoulli, bernoulliSample } from './bernoulli.ts';
import { type FixedSizeScheme, fixedSizeSample, fixedSizeSplit } from './fixed-size.ts';
import { type FractionScheme, fractionSample, fractionSplit } from './fraction.ts';
import { type KeySplitScheme, keySplit } from './key-split.ts';
import { type Skip, skip, type Take, type TakeSkip, take, takeSkip } from './order.ts';
import { type RandomSplit, randomSplit } from './random-split.ts';
import type { Scheme } from './scheme.ts';
import { type Stratified, stratifiedSample } from './stratified.ts';

/** One table of one table. */
export type SampleScheme = Bernoulli | FixedSizeScheme | FractionScheme | Stratified | Take | Skip;

/** Several tables of one; a part is named by text, or by null where its key is null. */
export type SplitScheme = RandomSplit | KeySplitScheme | FixedSizeScheme | FractionScheme | TakeSkip;

type Schemes<Union extends { readonly kind: string }, Rule> = {
  readonly [Kind in Union['kind']]: Scheme<NodeOf<Union, Kind>, Rule>;
};

export const samples: Schemes<SampleScheme, Sample> = {
  bernoulli: bernoulliSample,
  'fixed-size': fixedSizeSample,
  fraction: fractionSample,
  stratified: stratifiedSample,
  take,
  skip,
};

export const splits: Schemes<SplitScheme, SplitRule> = {
  random: randomSplit,
  key: keySplit,
  'fixed-size': fixedSizeSplit,
  fraction: fractionSplit,
  'take-skip': takeSkip,
};

/** What `sample` takes in the typed API; `Strata` are the values of the columns that may be strata. */
export type WrittenSample<Strata extends { readonly [By in keyof Strata]: string }> =
  | Bernoulli
  | FixedSizeScheme
  | FractionScheme
  | { [By in keyof Strata & string]: Stratified<By, Strata[By]> }[keyof Strata & string];

type Refused = readonly [code: RefusalCode, sentence: string];

/** Schemes that people know and that are not drawn here, with the closest one that is. */
const OTHERS: Readonly<Record<string, Refused>> = {
  'with-replacement': [
    'not_yet_supported',
    'This version cannot sample with replacement. The closest scheme is fixed-size.',
  ],
  cluster: ['not_yet_supported', 'This version cannot sample clusters. The closest scheme is bernoulli.'],
  systematic: [
    'sampling_unsound',
    'Systematic sampling (every j-th unit) has no bounded price. The closest scheme is bernoulli.',
  ],
};

/** A table pairs each kind with what is known of just that scheme: the compiler cannot follow a pair through a lookup. */
export function sampleOf({ kind }: SampleScheme): Scheme<SampleScheme, Sample> {
  if (Object.hasOwn(samples, kind)) return samples[kind] as Scheme<SampleScheme, Sample>;
  if (Object.hasOwn(OTHERS, kind)) return refuse(...OTHERS[kind]);
  return refuse(
    'sampling_unsupported',
    `There is no sampling scheme ${kind}; the schemes are ${Object.keys(samples).join(', ')}.`,
  );
}

export function splitOf({ kind }: SplitScheme): Scheme<SplitScheme, SplitRule> {
  if (Object.hasOwn(splits, kind)) return splits[kind] as Scheme<SplitScheme, SplitRule>;
  return refuse('sampling_unsupported', `There is no split ${kind}; the splits are ${Object.keys(splits).join(', ')}.`);
}

type EitherScheme = Scheme<SampleScheme | SplitScheme, Sample | SplitRule>;

/** What is known of a draw, whichever of the two it is. */
export const schemeOf = ({ kind, scheme }: DrawnBy): EitherScheme =>
  (kind === 'sample' ? sampleOf(scheme as SampleScheme) : splitOf(scheme as SplitScheme)) as EitherScheme;

interface DrawnBy {
  readonly kind: 'sample' | 'split';
  readonly scheme: SampleScheme | SplitScheme;
}
