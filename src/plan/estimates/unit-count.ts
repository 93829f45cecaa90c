/** How many units there are, from those in a sample: the law of their number is known, and inverted together with the noise. */
import { invariant } from '../../vocabulary/index.ts';
import type { Chance } from './chance.ts';
import { chanceBelow } from './count-chance.ts';
import { drawnUnits } from './drawn-units.ts';
import { holding, type Interval } from './interval.ts';
import type { Estimate, Noisy, Sampled } from './noisy.ts';

/** Every unit adds 1 or nothing. */
export const countsUnits = ({ low, high, whole }: Sampled): boolean => low === 0 && high === 1 && whole;

export function unitCount(step: number, { value, variance, sampled }: Noisy): Estimate {
  invariant(sampled?.chance.rate != null, 'units are counted where their chance is known');
  const { chance } = sampled;
  const { rate } = sampled.chance;
  const estimate = estimatedUnits(value, chance, rate);
  const drawn = drawnUnits(chance, Math.max(1, Math.round(estimate))).variance;
  // so many numbers of units are rounded to one in the sample, each as likely as any other
  const rounding = chance.share === undefined ? 0 : (1 - rate ** 2) / 12;
  const deviation = Math.sqrt(variance + drawn + rounding) / rate;
  const [low, high] = holding(unitsWithin(value, sampled, estimate, deviation), estimate);
  return Object.freeze({
    estimate: estimate * step,
    standardError: deviation * step,
    interval95: Object.freeze([low * step, high * step] as const),
  });
}

/** In the middle of those that make the sample so large: m of a part are m/rate to below (m + 1)/rate, rounded up one less. */
function estimatedUnits(value: number, { share }: Chance, rate: number): number {
  if (share === undefined) return value / rate;
  return share.others ? (value - 0.5) / rate + 0.5 : (value + 0.5) / rate - 0.5;
}

/**
 * The numbers of units whose tails, of sampling and noise together, both leave the value possible (Stevens, 1950): with a
 * uniform lot the true one is missed just as often as asked for, half of the time on either side. A part of so many units is
 * certain, so that without noise nothing is left for a lot to decide: there all that the tails leave possible are held.
 */
function unitsWithin(value: number, sampled: Sampled, guess: number, deviation: number): Interval {
  const { chance, noise, lot, probability } = sampled;
  const most = chance.exactly?.of ?? Number.MAX_SAFE_INTEGER;
  const [lowLot, highLot] = chance.share === undefined ? [lot, lot] : [0, 1];
  const below = (units: number, lot: number): number => chanceBelow(noise, lot)(drawnUnits(chance, units), value);
  const near = (distance: number) => ({ guess: guess + distance * deviation, step: deviation / 4, most });
  const first = leastUnits(units => below(units, lowLot) < 1 - probability / 2, near(-2));
  const beyond = leastUnits(units => below(units, highLot) <= probability / 2, near(2));
  return [first, Math.max(0, beyond - 1)];
}

interface Search {
  readonly guess: number;
  readonly step: number;
  readonly most: number;
}

/** The least number up to `most` from which on the test holds, or one more than that: widening from a guess, then halving. */
function leastUnits(test: (units: number) => boolean, { guess, step, most }: Search): number {
  let [no, yes] = [-1, most + 1];
  let at = Math.min(most, Math.max(0, Math.round(guess)));
  for (let stride = Math.max(1, Math.round(step)); yes - no > 1 && at > no && at < yes; stride *= 2) {
    const holds = test(at);
    if (holds) yes = at;
    else no = at;
    if (no >= 0 && yes <= most) break;
    at = holds ? Math.max(0, at - stride) : Math.min(most, at + stride);
  }
  while (yes - no > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (test(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
