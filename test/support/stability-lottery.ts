/**
 * Every sampling scheme as an exact lottery on small data: each outcome with its probability.
 * An outcome is a list of parts and a part a list of units, so that samples, splits and their nestings are one thing.
 */

/** Units of one letter are exchangeable (`a1`, `a2`); where order or group matters they get letters of their own. */
export type Unit = string;
export type Part = readonly Unit[];
export type Outcome = readonly Part[];
export type Lottery = readonly { readonly outcome: Outcome; readonly probability: number }[];
export type Scheme = (units: Part) => Lottery;

const certainly = (...outcome: Outcome): Lottery => [{ outcome, probability: 1 }];

export const everything: Scheme = units => certainly(units);

/** Every unit goes to part j with probability rates[j], to no part with what is left. */
export const randomSplit =
  (...rates: readonly number[]): Scheme =>
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

export const bernoulli = (rate: number): Scheme => randomSplit(rate);

/** Subsets of the given size, in order. */
function subsets(units: Part, size: number): Part[] {
  if (size === 0) return [[]];
  return units.flatMap((unit, i) => subsets(units.slice(i + 1), size - 1).map(rest => [unit, ...rest]));
}

/** A subset of the size that `sizeOf` gives, all equally likely, and the rest beside it. */
const uniformSplit =
  (sizeOf: (count: number) => number): Scheme =>
  units => {
    const chosen = subsets(units, Math.min(sizeOf(units.length), units.length));
    return chosen.map(part => ({
      outcome: [part, units.filter(unit => !part.includes(unit))],
      probability: 1 / chosen.length,
    }));
  };

export const fixedSizeSplit = (size: number): Scheme => uniformSplit(() => size);
export const fixedSize = (size: number): Scheme => onlyPart(0, fixedSizeSplit(size));
export const fractionSplit = (rate: number): Scheme => uniformSplit(count => Math.floor(rate * count + 1e-12));
export const fraction = (rate: number): Scheme => onlyPart(0, fractionSplit(rate));

export const withReplacement =
  (draws: number): Scheme =>
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
  (size: number): Scheme =>
  units => {
    const ordered = [...units].sort();
    return certainly(ordered.slice(0, size), ordered.slice(size));
  };
export const take = (size: number): Scheme => onlyPart(0, takeSkipSplit(size));
export const skip = (size: number): Scheme => onlyPart(1, takeSkipSplit(size));

export const where =
  (keep: (unit: Unit) => boolean): Scheme =>
  units =>
    certainly(units.filter(keep));

/** Part j receives the units whose key is j. */
export const keySplit =
  (parts: number, key: (unit: Unit) => number): Scheme =>
  units =>
    certainly(...Array.from({ length: parts }, (_, j) => units.filter(unit => key(unit) === j)));

/** A coin of its own rate for each unit. */
export const coins =
  (rateOf: (unit: Unit) => number): Scheme =>
  units =>
    units.reduce<Lottery>(
      (lottery, unit) => product(lottery, bernoulli(rateOf(unit))([unit]), ([a], [b]) => [[...a, ...b]]),
      certainly([]),
    );

/** Whole clusters, drawn together by `scheme`, which sees one unit per cluster. */
export const clusters =
  (scheme: Scheme, all: readonly string[], clusterOf: (unit: Unit) => string): Scheme =>
  units =>
    scheme(all).map(({ outcome: [drawn], probability }) => ({
      outcome: [units.filter(unit => drawn.includes(clusterOf(unit)))],
      probability,
    }));

/** Applies a scheme to each part of an outcome and lays the resulting parts side by side. */
export const nest =
  (outer: Scheme, ...inner: readonly Scheme[]): Scheme =>
  units =>
    outer(units).flatMap(({ outcome, probability }) =>
      outcome
        .map((part, j) => inner[j](part))
        .reduce<Lottery>((all, next) => product(all, next, (a, b) => [...a, ...b]), [{ outcome: [], probability }]),
    );

/** The units of all parts in one table again. */
export const union =
  (...schemes: readonly Scheme[]): Scheme =>
  units =>
    schemes.map(scheme => scheme(units)).reduce((all, next) => product(all, next, ([a], [b]) => [[...a, ...b]]));

function onlyPart(j: number, scheme: Scheme): Scheme {
  return units => scheme(units).map(({ outcome, probability }) => ({ outcome: [outcome[j]], probability }));
}

function product(first: Lottery, second: Lottery, join: (a: Outcome, b: Outcome) => Outcome): Lottery {
  return first.flatMap(a =>
    second.map(b => ({ outcome: join(a.outcome, b.outcome), probability: a.probability * b.probability })),
  );
}
