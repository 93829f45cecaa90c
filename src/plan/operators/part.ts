/** One part of a split, by a scheme of `schemes/`. The parts of one split are of one draw, and priced together. */
import { drawnFrom } from './drawn.ts';
import { members } from './membership.ts';
import type { Operator } from './operator.ts';
import { splitOf } from './schemes/schemes.ts';

export const part: Operator<'part'> = {
  check: (node, scope) => {
    const { split, part: name } = node;
    const { random, membership } = splitOf(split);
    const drawn = drawnFrom(node, random, scope);
    const { schema } = drawn.input;
    return Object.freeze({
      kind: 'part',
      split,
      part: name,
      ...drawn,
      membership: membership(split, schema, name),
      schema,
    });
  },
  derivation: ({ split, part: name, place, population }, { nodeAt, sizeOf }) => ({
    kind: 'part',
    split: splitOf(split).rule(split, sizeOf(population), population.schema),
    part: name,
    ...nodeAt(place),
  }),
  size: ({ split, part: name }, units) => splitOf(split).size(split, units, name),
  meaning: members,
};
