/** Every sampling scheme as an exact lottery on small data: those of the papers, what they are made into, and their nestings. */
import {
  certainly,
  keySplit,
  type Lottery,
  type LotteryOutcome,
  type LotteryPart,
  type LotteryScheme,
  onlyPart,
  randomSplit,
  takeSkipSplit,
  uniformSplit,
  withReplacement,
} from '../../src/reproduce/paper-1/lottery.ts';

export { keySplit, type Lottery, randomSplit, takeSkipSplit, withReplacement };

/** Units of one letter are exchangeable (`a1`, `a2`); where order or group matters they get letters of their own. */
export type Unit = string;
export type Part = LotteryPart;
export type Outcome = LotteryOutcome;
export type Scheme = LotteryScheme;

export const everything: Scheme = units => certainly(units);

export const bernoulli = (rate: number): Scheme => randomSplit(rate);

export const fixedSizeSplit = (size: number): Scheme => uniformSplit(() => size);
export const fixedSize = (size: number): Scheme => onlyPart(0, fixedSizeSplit(size));
export const fractionSplit = (rate: number): Scheme => uniformSplit(count => Math.floor(rate * count + 1e-12));
export const fraction = (rate: number): Scheme => onlyPart(0, fractionSplit(rate));

export const take = (size: number): Scheme => onlyPart(0, takeSkipSplit(size));
export const skip = (size: number): Scheme => onlyPart(1, takeSkipSplit(size));

export const where =
  (keep: (unit: Unit) => boolean): Scheme =>
  units =>
    certainly(units.filter(keep));

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

function product(first: Lottery, second: Lottery, join: (a: Outcome, b: Outcome) => Outcome): Lottery {
  return first.flatMap(a =>
    second.map(b => ({ outcome: join(a.outcome, b.outcome), probability: a.probability * b.probability })),
  );
}
