/** Some of the units, by a scheme of `samples/`. What follows sees whole units or nothing of them. */
import { type RefusalCode, refuse } from '../../vocabulary/index.ts';
import type { SampleScheme } from '../scheme.ts';
import { drawnFrom } from './drawn.ts';
import { members } from './membership.ts';
import type { Operator } from './operator.ts';
import { bernoulli } from './samples/bernoulli.ts';
import { fixedSize } from './samples/fixed-size.ts';
import { fraction } from './samples/fraction.ts';
import type { SampleOperator } from './samples/sample-operator.ts';
import { skip } from './samples/skip.ts';
import { stratified } from './samples/stratified.ts';
import { take } from './samples/take.ts';

const samples: { readonly [Kind in SampleScheme['kind']]: SampleOperator<Kind> } = {
  bernoulli,
  'fixed-size': fixedSize,
  fraction,
  stratified,
  take,
  skip,
};

type Refused = readonly [code: RefusalCode, sentence: string];

/** Schemes that people know and that are not drawn here, with the closest one that is. */
const OTHERS: Readonly<Record<string, Refused>> = {
  'with-replacement': [
    'not_yet_supported',
    'Draws with replacement cannot be made by this version; the closest sample is fixed-size.',
  ],
  cluster: ['not_yet_supported', 'Clusters cannot be drawn by this version; the closest sample is bernoulli.'],
  systematic: ['sampling_unsound', 'Every j-th unit has no bounded price; the closest sample is bernoulli.'],
};

/** A table pairs each kind with an operator of just that scheme: the compiler cannot follow a pair through a lookup. */
export function sampleOperator({ kind }: SampleScheme): SampleOperator<SampleScheme['kind']> {
  if (Object.hasOwn(samples, kind)) return samples[kind] as SampleOperator<SampleScheme['kind']>;
  if (Object.hasOwn(OTHERS, kind)) return refuse(...OTHERS[kind]);
  return refuse('sampling_unsupported', `There is no sample ${kind}; there are ${Object.keys(samples).join(', ')}.`);
}

export const sample: Operator<'sample'> = {
  check: (node, scope) => {
    const { scheme } = node;
    const { random, membership } = sampleOperator(scheme);
    const drawn = drawnFrom(node, random, scope);
    const { schema } = drawn.input;
    return Object.freeze({ kind: 'sample', scheme, ...drawn, membership: membership(scheme, schema), schema });
  },
  derivation: ({ scheme, place, population }, { nodeAt, sizeOf }) => ({
    kind: 'sample',
    sample: sampleOperator(scheme).sample(scheme, sizeOf(population)),
    ...nodeAt(place),
  }),
  size: ({ scheme }, units) => sampleOperator(scheme).size(scheme, units),
  meaning: members,
};
