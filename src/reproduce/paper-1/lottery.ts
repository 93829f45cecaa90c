/** Sampling schemes as exact lotteries on a few units: every outcome, a list of parts, with its chance. */

export type LotteryPart = readonly string[];

export interface Ticket {
  readonly outcome: readonly LotteryPart[];
  readonly chance: number;
}

export type LotteryScheme = (units: LotteryPart) => readonly Ticket[];

function subsets([unit, ...others]: LotteryPart): LotteryPart[] {
  if (unit === undefined) return [[]];
  const rest = subsets(others);
  return [...rest, ...rest.map(part => [unit, ...part])];
}

const without = (units: LotteryPart, part: LotteryPart): LotteryPart => units.filter(unit => !part.includes(unit));

export const bernoulliSplit =
  (rate: number): LotteryScheme =>
  units =>
    subsets(units).map(part => ({
      outcome: [part, without(units, part)],
      chance: rate ** part.length * (1 - rate) ** (units.length - part.length),
    }));

/** So many of the units, or all where there are fewer, each choice equally likely. */
export const sizedSplit =
  (sizeOf: (units: number) => number): LotteryScheme =>
  units => {
    const size = Math.min(sizeOf(units.length), units.length);
    const chosen = subsets(units).filter(part => part.length === size);
    return chosen.map(part => ({ outcome: [part, without(units, part)], chance: 1 / chosen.length }));
  };

export const firstUnits =
  (size: number): LotteryScheme =>
  units => {
    const ordered = [...units].sort();
    return [{ outcome: [ordered.slice(0, size), ordered.slice(size)], chance: 1 }];
  };

export const byKey =
  (isFirst: (unit: string) => boolean): LotteryScheme =>
  units => [{ outcome: [units.filter(isFirst), units.filter(unit => !isFirst(unit))], chance: 1 }];

export const drawsWithReplacement =
  (draws: number): LotteryScheme =>
  units => {
    if (units.length === 0) return [{ outcome: [[]], chance: 1 }];
    let samples: LotteryPart[] = [[]];
    for (let draw = 0; draw < draws; draw++)
      samples = samples.flatMap(part => units.map(unit => [...part, unit].sort()));
    return samples.map(part => ({ outcome: [part], chance: 1 / samples.length }));
  };

/** One part of a split alone. */
export const onlyPart =
  (place: number, split: LotteryScheme): LotteryScheme =>
  units =>
    split(units).map(({ outcome, chance }) => ({ outcome: [outcome[place]], chance }));
