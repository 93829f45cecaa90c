/** Some of the units, by a scheme of `schemes/`. What follows sees whole units or nothing of them. */
import { drawnFrom } from './drawn.ts';
import { members } from './membership.ts';
import type { Operator } from './operator.ts';
import { sampleOf } from './schemes/schemes.ts';

export const sample: Operator<'sample'> = {
  check: (node, scope) => {
    const { scheme } = node;
    const { random, membership } = sampleOf(scheme);
    const drawn = drawnFrom(node, random, scope);
    const { schema } = drawn.input;
    return Object.freeze({ kind: 'sample', scheme, ...drawn, membership: membership(scheme, schema, null), schema });
  },
  derivation: ({ scheme, place, population }, { nodeAt, sizeOf }) => ({
    kind: 'sample',
    sample: sampleOf(scheme).rule(scheme, sizeOf(population), population.schema),
    ...nodeAt(place),
  }),
  size: ({ scheme }, units) => sampleOf(scheme).size(scheme, units, null),
  meaning: members,
};
