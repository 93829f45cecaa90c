/** One part of a split, by a scheme of `splits/`. The parts of one split are of one draw, and priced together. */
import { refuse } from '../../vocabulary/index.ts';
import type { SplitScheme } from '../scheme.ts';
import { drawnFrom } from './drawn.ts';
import { members } from './membership.ts';
import type { Operator } from './operator.ts';
import { fixedSizeSplit } from './splits/fixed-size.ts';
import { fractionSplit } from './splits/fraction.ts';
import { keySplit } from './splits/key.ts';
import { randomSplit } from './splits/random.ts';
import type { SplitOperator } from './splits/split-operator.ts';
import { takeSkip } from './splits/take-skip.ts';

const splits: { readonly [Kind in SplitScheme['kind']]: SplitOperator<Kind> } = {
  random: randomSplit,
  key: keySplit,
  'fixed-size': fixedSizeSplit,
  fraction: fractionSplit,
  'take-skip': takeSkip,
};

/** A table pairs each kind with an operator of just that split: the compiler cannot follow a pair through a lookup. */
export function splitOperator({ kind }: SplitScheme): SplitOperator<SplitScheme['kind']> {
  if (Object.hasOwn(splits, kind)) return splits[kind] as SplitOperator<SplitScheme['kind']>;
  return refuse('sampling_unsupported', `There is no split ${kind}; there are ${Object.keys(splits).join(', ')}.`);
}

export const part: Operator<'part'> = {
  check: (node, scope) => {
    const { split, part: name } = node;
    const { random, membership } = splitOperator(split);
    const drawn = drawnFrom(node, random, scope);
    const { schema } = drawn.input;
    return Object.freeze({
      kind: 'part',
      split,
      part: name,
      ...drawn,
      membership: membership(split, name, schema),
      schema,
    });
  },
  derivation: ({ split, part: name, place, population }, { nodeAt, sizeOf }) => ({
    kind: 'part',
    split: splitOperator(split).rule(split, population.schema, sizeOf(population)),
    part: name,
    ...nodeAt(place),
  }),
  size: ({ split, part: name }, units) => splitOperator(split).size(split, name, units),
  meaning: members,
};
