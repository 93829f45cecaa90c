/**
 * Sampling schemes as exact lotteries on a few units: each outcome with its probability.
 * An outcome is a list of parts and a part a list of units, so that samples, splits and their nestings are one thing.
 */

export type LotteryPart = readonly string[];
export type LotteryOutcome = readonly LotteryPart[];
export type Lottery = readonly { readonly outcome: LotteryOutcome; readonly probability: number }[];
export type LotteryScheme = (units: LotteryPart) => Lottery;

export const certainly = (...outcome: LotteryOutcome): Lottery => [{ outcome, probability: 1 }];

/** Every unit goes to part j with probability rates[j], to no part with what is left. */
export const randomSplit =
  (...rates: readonly number[]): LotteryScheme =>
  units => {
    const lost = 1 - rates.reduce((sum, rate) => sum + rate, 0);
    return units.reduce<Lottery>(
      (lottery, unit) =>
        lottery.flatMap(({ outcome, probability }) => [
          ...(lost > 1e-15 ? [{ outcome, probability: probability * lost }] : []),
          ...rates.map((rate, j) => ({
            outcome: outcome.map((part, i) => (i === j ? [...part, unit] : part)),
            probability: probability * rate,
          })),
        ]),
      certainly(...rates.map(() => [])),
    );
  };

/** A subset of the size that `sizeOf` gives, or all where there are fewer, all equally likely, and the rest beside it. */
export const uniformSplit =
  (sizeOf: (count: number) => number): LotteryScheme =>
  units => {
    const chosen = subsets(units, Math.min(sizeOf(units.length), units.length));
    return chosen.map(part => ({
      outcome: [part, units.filter(unit => !part.includes(unit))],
      probability: 1 / chosen.length,
    }));
  };

/** Subsets of the given size, in order. */
function subsets(units: LotteryPart, size: number): LotteryPart[] {
  if (size === 0) return [[]];
  return units.flatMap((unit, i) => subsets(units.slice(i + 1), size - 1).map(rest => [unit, ...rest]));
}

export const withReplacement =
  (draws: number): LotteryScheme =>
  units => {
    if (units.length === 0) return certainly([]);
    let lottery: Lottery = certainly([]);
    for (let draw = 0; draw < draws; draw++) {
      lottery = lottery.flatMap(({ outcome: [sample], probability }) =>
        units.map(unit => ({ outcome: [[...sample, unit]], probability: probability / units.length })),
      );
    }
    return lottery;
  };

/** The first units in alphabetical order, and the rest. */
export const takeSkipSplit =
  (size: number): LotteryScheme =>
  units => {
    const ordered = [...units].sort();
    return certainly(ordered.slice(0, size), ordered.slice(size));
  };

/** Part j receives the units whose key is j. */
export const keySplit =
  (parts: number, key: (unit: string) => number): LotteryScheme =>
  units =>
    certainly(...Array.from({ length: parts }, (_, j) => units.filter(unit => key(unit) === j)));

/** One part of a split alone. */
export const onlyPart =
  (place: number, split: LotteryScheme): LotteryScheme =>
  units =>
    split(units).map(({ outcome, probability }) => ({ outcome: [outcome[place]], probability }));
