/**
 * Whether what is released has the law that it is said to have: thousands of answers from the teller as it is applied, of results
 * that are known. A scale that is off by a twentieth is found; so is noise with coarse digits, or from another source.
 */
import { releaserOf } from '../../../src/answer/releaser.ts';
import { thresholdOf } from '../../../src/answer/selection.ts';
import { noiseFor, noiseSource } from '../../../src/noise/index.ts';
import { rational } from '../../../src/numerics/index.ts';
import type { PricedMechanism } from '../../../src/plan/costs/index.ts';
import type { CheckedPlan, EngineStatistic, GroupResult } from '../../../src/plan/index.ts';
import { type Below, reproducibleEntropy, uniform } from '../../../src/random/index.ts';
import { misfit } from '../../support/goodness-of-fit.ts';
import { laplaceBelow, numberOf, quantileKernel } from './kernels.ts';
import type { Asked } from './law.ts';
import { hiddenAt } from './verdict.ts';

const DRAWS = 20_000;
/** Standard deviations: chance alone goes farther once in three million times. */
const MOST = 5;

const seeded = (seed: number): Below => uniform(reproducibleEntropy(seed));

/** Of everything that one answer releases and whose noise can be read from it. */
export function noiseFindings({ plans, mechanisms }: Asked, seed: number): string[] {
  return [...plans.flatMap((checked, i) => releaseFindings(checked, mechanisms[i], seed)), ...digitFindings(seed)];
}

function releaseFindings(checked: CheckedPlan, mechanisms: readonly PricedMechanism[], seed: number): string[] {
  if (checked.grouping.kind === 'private') return selectionFindings(checked, mechanisms, seed);
  const [aggregate] = checked.aggregates;
  const statistic = checked.statistics[aggregate.uses[0]];
  if (aggregate.kind === 'quantile') return quantileFindings(checked, mechanisms, seed);
  if (!['count', 'units', 'sum'].includes(aggregate.kind) || statistic.resolution !== 1n) return [];
  // from two statistics its noise is not of one law
  if (aggregate.uses.length > 1) return [];
  const priced = mechanisms.find(
    ({ mechanism }) => mechanism.kind === 'noise' && mechanism.statistic === aggregate.uses[0],
  )!;
  const noise = noiseFor(priced);
  const step = aggregate.kind === 'sum' ? numberOf(aggregate.step) : 1;
  const estimates = (below: Below, number: number): number[] => {
    const releaser = releaserOf(checked, mechanisms, below);
    const empty = emptyGroup(checked);
    return Array.from({ length: number }, () => {
      const [{ values }] = releaser.release([empty]);
      const released = values[aggregate.name];
      return 'estimate' in released ? Number(released.estimate) / step : Number.NaN;
    });
  };
  const drawn = estimates(seeded(seed), DRAWS);
  const again = estimates(seeded(seed), 200);
  const findings = again.some((value, i) => value !== drawn[i]) ? ['noise does not come from the given source'] : [];
  const off = noise.kind === 'discrete-laplace' ? sizesOff(drawn, numberOf(noise.scale)) : 0;
  return off <= MOST ? findings : [...findings, `noise of scale ${numberOf(noise.scale)} is off by ${off} deviations`];
}

const emptyGroup = ({ statistics, grouping }: CheckedPlan): GroupResult => ({
  key: grouping.keys.map(() => null),
  results: statistics.map(({ kind }: EngineStatistic) => (kind === 'values' ? [] : 0n)),
});

/** By how many deviations the mean of |noise| is off, and the shape of its law. */
export function sizesOff(drawn: readonly number[], scale: number): number {
  const decay = Math.exp(-1 / scale);
  const mean = (2 * decay) / (1 - decay * decay);
  const square = (2 * decay) / (1 - decay) ** 2;
  const found = drawn.reduce((sum, value) => sum + Math.abs(value), 0) / drawn.length;
  const byMean = Math.abs(found - mean) / Math.sqrt((square - mean * mean) / drawn.length);
  const mass = (value: number): number => ((1 - decay) / (1 + decay)) * decay ** Math.abs(value);
  return Math.max(byMean, misfit(drawn, mass)) || byMean;
}

/** At huge scales every last digit is as likely as any other: doubles have none so far down. */
function digitFindings(seed: number): string[] {
  const below = seeded(seed);
  const draw = noiseSource(
    below,
    noiseFor({ sensitivity: 2n ** 80n, euclideanSquared: 2n ** 160n, share: { epsilon: rational.one, delta: 0 } }),
  );
  const digits = Array.from({ length: 600 }, () => Number(BigInt.asUintN(4, draw())));
  return misfit(digits, () => 1 / 16) <= MOST ? [] : ['the last digits of noise are not uniform'];
}

/** Tallies that are known, against weights that are computed here. */
function quantileFindings(checked: CheckedPlan, mechanisms: readonly PricedMechanism[], seed: number): string[] {
  const [aggregate] = checked.aggregates;
  if (aggregate.kind !== 'quantile') return [];
  const { mechanism, share, sensitivity } = mechanisms[aggregate.mechanism];
  const statistic = checked.statistics[aggregate.uses[0]];
  if (mechanism.kind !== 'quantile' || !('low' in statistic) || statistic.high - statistic.low > 20n) return [];
  const { low, high } = statistic;
  const tallies = [{ value: high, rows: statistic.resolution }];
  const kernel = quantileKernel([tallies], {
    low,
    high,
    rank: mechanism.rank,
    epsilon: share.epsilon,
    sensitivity,
    drawing: mechanism.drawing,
  });
  const releaser = releaserOf(checked, mechanisms, seeded(seed));
  const group = emptyGroup(checked);
  const results = group.results.map((result, i) => (i === aggregate.uses[0] ? tallies : result));
  const step = numberOf(statistic.step);
  const drawn = Array.from({ length: 4000 }, () => {
    const released = releaser.release([{ ...group, results }])[0].values[aggregate.name];
    return 'estimate' in released && released.estimate !== null
      ? Math.round(Number(released.estimate) / step)
      : Number.NaN;
  }).filter(value => !Number.isNaN(value));
  if (drawn.length < 4000) return []; // a count beside it may withhold some of them
  return misfit(drawn, value => kernel[value - Number(low)]?.[0] ?? 0) <= MOST
    ? []
    : ['a quantile is not drawn by its law'];
}

/** How often groups about the threshold are shown: what is said of it is checked by the law of all that is released. */
function selectionFindings(checked: CheckedPlan, mechanisms: readonly PricedMechanism[], seed: number): string[] {
  const priced = mechanisms.find(({ mechanism }) => mechanism.kind === 'selection');
  if (priced === undefined) return [];
  const selection = thresholdOf(priced);
  const below = laplaceBelow(Number(priced.sensitivity) / numberOf(priced.share.epsilon));
  const releaser = releaserOf(checked, mechanisms, seeded(seed));
  const group = emptyGroup(checked);
  const shareShown = (units: bigint): number => {
    const results = group.results.map((each, i) => (i === priced.mechanism.statistic ? units : each));
    return (
      Array.from({ length: 4000 }, () => releaser.shows({ ...group, results })).filter(shown => shown).length / 4000
    );
  };
  const scale = BigInt(Math.ceil(Number(priced.sensitivity) / numberOf(priced.share.epsilon)));
  return [selection.threshold - scale, selection.threshold, selection.threshold + 1n].flatMap(units => {
    const [found, expected] = [shareShown(units), 1 - hiddenAt(selection, units, below)];
    return Math.abs(found - expected) <= MOST * Math.sqrt((expected * (1 - expected)) / 4000) + 1 / 4000
      ? []
      : [`a group of ${units} is shown with ${found} and not ${expected}`];
  });
}
