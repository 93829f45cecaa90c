/** How many units there are, from those in a sample: the law of their number is known, and inverted together with the noise. */
import { invariant } from '../../vocabulary/index.ts';
import { chanceBelow } from './count-chance.ts';
import { drawnUnits } from './drawn-units.ts';
import { holding, type Interval } from './interval.ts';
import type { Estimate, Noisy, Sampled } from './noisy.ts';

/** Every unit adds 1 or nothing. */
export const countsUnits = ({ low, high, whole }: Sampled): boolean => low === 0 && high === 1 && whole;

export function unitCount(step: number, { value, variance, sampled }: Noisy): Estimate {
  invariant(sampled?.chance.rate != null, 'units are counted where their chance is known');
  const { chance } = sampled;
  const told = value / sampled.chance.rate;
  const deviation =
    Math.sqrt(variance + drawnUnits(chance, Math.max(1, Math.round(told))).variance) / sampled.chance.rate;
  const [low, high] = holding(unitsWithin(value, sampled, told, deviation), told);
  return Object.freeze({
    estimate: told * step,
    standardError: deviation * step,
    interval95: Object.freeze([low * step, high * step] as const),
  });
}

/**
 * The numbers of units whose tails, of sampling and noise together, both leave the value possible (Stevens, 1950): with a
 * uniform lot the true one is missed just as often as asked for, half of the time on either side.
 */
function unitsWithin(value: number, sampled: Sampled, guess: number, deviation: number): Interval {
  const { chance, noise, lot, probability } = sampled;
  const most = chance.exactly?.of ?? Number.MAX_SAFE_INTEGER;
  const chances = chanceBelow(noise, lot);
  const below = (units: number): number => chances(drawnUnits(chance, units), value);
  const near = (distance: number) => ({ guess: guess + distance * deviation, step: deviation / 4, most });
  const first = leastUnits(units => below(units) < 1 - probability / 2, near(-2));
  const beyond = leastUnits(units => below(units) <= probability / 2, near(2));
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
