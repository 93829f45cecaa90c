/** The shape of samples and splits that come from outside. Rates are in range where `check` says so. */
import type { NodeOf } from '../node-of.ts';
import type { SampleScheme, SplitScheme, StratumRate } from '../scheme.ts';
import { decimal, listOf, nodes, record, text, truth, whole } from './node-bricks.ts';

const order = { by: text, descending: truth, size: whole };
const stratumRate = record<StratumRate>({ stratum: text, rate: decimal });
const partRate = record<NodeOf<SplitScheme, 'random'>['parts'][number]>({ name: text, rate: decimal });

export const sampleScheme = nodes<SampleScheme>({
  bernoulli: { rate: decimal },
  'fixed-size': { size: whole },
  fraction: { rate: decimal },
  stratified: { by: text, rates: listOf(stratumRate) },
  take: order,
  skip: order,
});

export const splitScheme = nodes<SplitScheme>({
  random: { parts: listOf(partRate) },
  key: { by: text },
  'fixed-size': { size: whole },
  fraction: { rate: decimal },
  'take-skip': order,
});
