/** Every unit draws its part: part j holds the hashes of the j-th interval. Rates that sum to less than 1 leave some in none. */
import type { SplitRule } from '../../../accounting/tree/index.ts';
import { type Rational, rational } from '../../../numerics/index.ts';
import { refuse } from '../../../vocabulary/index.ts';
import { decimal, listOf, record, text } from '../../parsing/node-bricks.ts';
import { rateOf, realised, thresholdOf } from '../../rate.ts';
import { checkDrawName, type Scheme } from './scheme.ts';

export interface RandomSplit {
  readonly kind: 'random';
  readonly parts: readonly PartRate[];
}

interface PartRate {
  readonly name: string;
  readonly rate: string;
}

const partNamed = ({ parts }: RandomSplit, part: string | null): PartRate | undefined =>
  parts.find(({ name }) => name === part);

export const randomSplit: Scheme<RandomSplit, SplitRule> = {
  shape: { parts: listOf(record<PartRate>({ name: text, rate: decimal })) },
  random: true,
  byUnit: true,
  ofAll: false,
  membership: (split, _schema, part) => {
    const found = intervals(split).find(({ name }) => name === part);
    if (found !== undefined) return Object.freeze({ kind: 'interval', from: found.from, to: found.to });
    const names = split.parts.map(({ name }) => name).join(', ');
    return refuse('value_out_of_range', `The split has no part ${part}; its parts are ${names}.`);
  },
  rule: split => ({
    operator: 'split',
    rates: new Map(intervals(split).map(({ name, from, to }) => [name, realised(to - from)])),
  }),
  size: () => undefined,
  rate: (split, part) => partNamed(split, part)?.rate,
  most: partNamed,
  words: ({ parts }) => `a random split ${parts.map(({ name, rate }) => `${name} ${rate}`).join(', ')}`,
};

interface Interval {
  readonly name: string;
  readonly from: bigint;
  readonly to: bigint;
}

/** Sums are exact, so that parts meet without gap or overlap. */
function intervals({ parts }: RandomSplit): Interval[] {
  let before: Rational = rational.zero;
  const made = parts.map(({ name, rate }) => {
    checkDrawName(name);
    const from = before;
    before = rational.add(before, rateOf(rate));
    return { name, from: thresholdOf(from), to: thresholdOf(before) };
  });
  const distinct = new Set(parts.map(({ name }) => name)).size;
  if (!(distinct >= 1 && distinct === parts.length))
    return refuse('value_out_of_range', 'A split needs at least one part, and part names must be different.');
  if (rational.compare(before, rational.one) <= 0) return made;
  return refuse('value_out_of_range', 'The rates of the parts of a split must sum to at most 1.');
}
