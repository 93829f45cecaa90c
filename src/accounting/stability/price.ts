/**
 * The prices by name: a request is plain data, its answer the pair charged to the operator's input.
 * One table for samples, whose price can be turned round, and one for splits.
 */
import { type Cost, type Relation, refuse } from '../../vocabulary/index.ts';
import { checkAmount } from './arguments.ts';
import { bernoulliOperator } from './bernoulli.ts';
import { chargeSubstitutionOnly } from './charge.ts';
import { type Cluster, clusterOperator } from './cluster.ts';
import { type FixedSize, fixedSizeOperator } from './fixed-size.ts';
import { type FixedSizeCluster, fixedSizeClusterOperator } from './fixed-size-cluster.ts';
import { type FixedSizeSplit, fixedSizeSplit } from './fixed-size-split.ts';
import { type Fraction, fractionOperator } from './fraction.ts';
import { type FractionSplit, fractionSplit } from './fraction-split.ts';
import { largestWithin } from './inverse.ts';
import { type KeySplit, keySplit } from './key-split.ts';
import type { RuleArguments, SampleOperator, SplitOperator } from './operator.ts';
import { type RandomPart, randomSplit } from './random-split.ts';
import { skipOperator } from './skip.ts';
import { stratifiedOperator } from './stratified.ts';
import { takeOperator } from './take.ts';
import { type TakeSkipSplit, takeSkipSplit } from './take-skip-split.ts';
import { type WithReplacement, withReplacementOperator } from './with-replacement.ts';

/** Operators that derive one table from one table. */
export type Sample =
  | { readonly operator: 'bernoulli'; readonly rate: number }
  | ({ readonly operator: 'fixed-size' } & FixedSize)
  | ({ readonly operator: 'fraction' } & Fraction)
  | ({ readonly operator: 'with-replacement' } & WithReplacement)
  | { readonly operator: 'take'; readonly size: number }
  | { readonly operator: 'skip'; readonly size: number }
  | { readonly operator: 'stratified'; readonly rates: readonly number[] }
  | ({ readonly operator: 'cluster' } & Cluster)
  | ({ readonly operator: 'fixed-size-cluster' } & FixedSizeCluster);

/** Operators that derive several tables from one, with what is spent on each. */
export type Split =
  | { readonly operator: 'split'; readonly parts: readonly RandomPart[] }
  | ({ readonly operator: 'partition' } & KeySplit)
  | ({ readonly operator: 'fixed-size-split' } & FixedSizeSplit)
  | ({ readonly operator: 'fraction-split' } & FractionSplit)
  | ({ readonly operator: 'take-skip-split' } & TakeSkipSplit);

interface Related {
  /** Default: add-remove, or replace-one where `of` makes the size public. */
  readonly relation?: Relation | undefined;
}

/** An operator, and what is spent on its result. */
export type PriceRequest = ((Sample & { readonly cost: Cost }) | Split) & Related;

/** `epsilon` is the most that may be charged; r inside is `replaceRatio` times e, 1 to 2, default 2. */
export type InversePriceRequest = Sample &
  Related & { readonly epsilon: number; readonly replaceRatio?: number | undefined };

type Named<Union, Name> = Extract<Union, { readonly operator: Name }>;

/** All sampling operators, by name. */
export const sampleOperators: {
  readonly [Name in Sample['operator']]: SampleOperator<Omit<Named<Sample, Name>, 'operator'>>;
} = {
  bernoulli: bernoulliOperator,
  'fixed-size': fixedSizeOperator,
  fraction: fractionOperator,
  'with-replacement': withReplacementOperator,
  take: takeOperator,
  skip: skipOperator,
  stratified: stratifiedOperator,
  cluster: clusterOperator,
  'fixed-size-cluster': fixedSizeClusterOperator,
};

const splits: { readonly [Name in Split['operator']]: SplitOperator<Named<Split, Name>> } = {
  split: { random: true, price: randomSplit, theorem: () => 'randomSplit' },
  partition: {
    random: false,
    price: keySplit,
    theorem: ({ rowsPerUnit }) => (rowsPerUnit === undefined ? 'splitOfUnits' : 'splitOfRows'),
  },
  'fixed-size-split': {
    random: true,
    price: fixedSizeSplit,
    theorem: ({ of }) => (of === undefined ? 'splitOfSecret' : 'splitOfPublic'),
  },
  'fraction-split': { random: true, price: fractionSplit, theorem: () => 'fractionSplit' },
  'take-skip-split': { random: false, price: takeSkipSplit, theorem: () => 'takeSkipSplit' },
};

/** An operator without what is spent behind it. */
type Rule = Sample | (RuleArguments & { readonly operator: Split['operator'] });

const ruleOperator = ({ operator }: Rule): Pick<SplitOperator<never>, 'random' | 'theorem'> =>
  operatorIn({ ...sampleOperators, ...splits }, operator);

/** Chance decides who is in, or in which part. */
export const isRandom = (rule: Rule): boolean => ruleOperator(rule).random;

/** The name of the theorem behind the operator's price. */
export const theoremOf = (rule: Rule): string => ruleOperator(rule).theorem(rule as RuleArguments);

/** The pair charged; `epsilon` is the charge under the given relation. Rounded up. */
export const price = (request: PriceRequest): Cost =>
  underRelation(request, 'cost' in request ? priceOfSample(request, request.cost) : priceOfSplit(request));

/** The largest inner cost whose charge is at most `epsilon`; Infinity if the charge never exceeds it. Rounded down. */
export function inversePrice(request: InversePriceRequest): Cost {
  const ratio = checkRatio(request.replaceRatio ?? 2);
  const inner = (epsilon: number): Cost => ({ epsilon, replace: ratio * epsilon });
  const charged = (epsilon: number): number => underRelation(request, priceOfSample(request, inner(epsilon))).epsilon;
  return inner(largestWithin(checkAmount('epsilon', request.epsilon), charged));
}

const priceOfSample = (sample: Sample, following: Cost): Cost => sampleOperator(sample).price(sample, following);

/** All that is known of a sample. */
export const sampleOperator = ({ operator }: Sample): SampleOperator<Sample> => operatorIn(sampleOperators, operator);

const priceOfSplit = (split: Split): Cost => operatorIn<SplitOperator<Split>>(splits, split.operator).price(split);

/** A table pairs each name with what is known of just that operator: the compiler cannot follow a pair through a lookup. */
function operatorIn<Operator>(table: object, operator: string): Operator {
  if (Object.hasOwn(table, operator)) return table[operator as keyof object] as Operator;
  return refuse(
    'sampling_unsupported',
    `There is no operator ${operator}; the operators are ${Object.keys(table).join(', ')}.`,
  );
}

function underRelation({ relation, ...request }: PriceRequest | InversePriceRequest, charged: Cost): Cost {
  const sizePublic = 'of' in request && request.of !== undefined && request.operator !== 'fixed-size-cluster';
  if (sizePublic && relation === 'add-remove') {
    return refuse(
      'relation_unsupported',
      'A public total needs replace-one neighbours. Use replace-one, or leave the total out.',
    );
  }
  return relation === 'replace-one' ? chargeSubstitutionOnly(charged.replace) : charged;
}

function checkRatio(ratio: number): number {
  if (ratio >= 1 && ratio <= 2) return ratio;
  return refuse('value_out_of_range', `The replace ratio must be a number from 1 to 2; it is ${ratio}.`);
}
