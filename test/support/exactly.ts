/**
 * Replays every draw that a sampler can make and adds up exact probabilities: no tolerance, no luck.
 * A sampler that may draw for ever is followed until a path is rare enough; what was not followed is told as `rest`.
 */
import type { Below } from '../../src/random/index.ts';
import { Fault, invariant } from '../../src/vocabulary/index.ts';

export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface Enumeration {
  /** What is certain: the mass of all paths that were followed to their end. The truth is at most `rest` more. */
  readonly masses: ReadonlyMap<string, Fraction>;
  readonly rest: Fraction;
}

/** One outcome of the sampler, as the text by which outcomes are told apart. */
export type Sampler = (below: Below) => unknown;

/** Paths rarer than this are not followed, in a sampler that is claimed to be finite as in any other. */
const rarest = 2 ** 40;

/** The whole distribution of a sampler that always ends: `{ a: '1/2', b: '1/2' }`. */
export function exactly(sampler: Sampler): Record<string, string> {
  const { masses, rest } = enumerate(sampler, { rarerThan: rarest });
  if (rest.numerator !== 0n) throw new Fault(`This sampler has paths rarer than 1 in ${rarest}: use enumerate.`);
  return Object.fromEntries([...masses].map(([outcome, mass]) => [outcome, written(mass)]));
}

/** Follows every path whose probability is at least 1 in `rarerThan`. */
export function enumerate(sampler: Sampler, { rarerThan }: { rarerThan: number }): Enumeration {
  const counts = new Map<string, Map<number, bigint>>();
  const cuts = new Map<number, bigint>();
  for (const { outcome, oneIn } of paths(sampler, rarerThan)) {
    const tally = outcome === undefined ? cuts : (counts.get(outcome) ?? new Map<number, bigint>());
    if (outcome !== undefined) counts.set(outcome, tally);
    tally.set(oneIn, (tally.get(oneIn) ?? 0n) + 1n);
  }
  return { masses: new Map([...counts].map(([outcome, tally]) => [outcome, total(tally)])), rest: total(cuts) };
}

/** Between what the probability of an outcome lies, given that the outcome is not `undefined`: an attempt that was kept. */
export function probabilityBounds({ masses, rest }: Enumeration, outcome: string): { lower: number; upper: number } {
  const kept = [...masses].filter(([other]) => other !== 'undefined').reduce((sum, [, mass]) => plus(sum, mass), rest);
  const mass = masses.get(outcome) ?? fraction(0n, 1n);
  return { lower: quotient(mass, kept), upper: quotient(plus(mass, rest), kept) };
}

export const fraction = (numerator: bigint, denominator: bigint): Fraction => {
  const divisor = greatestDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
};

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const atMost = (a: Fraction, b: Fraction): boolean => a.numerator * b.denominator <= b.numerator * a.denominator;

/** a / b as the nearest double but one. */
const quotient = (a: Fraction, b: Fraction): number => {
  const scaled = (a.numerator * b.denominator * 2n ** 60n) / (a.denominator * b.numerator);
  return Number(scaled) / 2 ** 60;
};

export const written = ({ numerator, denominator }: Fraction): string =>
  denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;

interface Path {
  /** Absent when the path was left because it became too rare. */
  readonly outcome?: string;
  readonly oneIn: number;
}

/** Depth first over all values of all draws: run, then advance the last draw that has a value left. */
function* paths(sampler: Sampler, rarerThan: number): Generator<Path> {
  const draws: { range: number; value: number }[] = [];
  do {
    let depth = 0;
    let oneIn = 1;
    const below = (<N extends number | bigint>(n: N) => {
      const range = Number(n);
      if (range > 1) {
        if (oneIn * range > rarerThan) throw tooRare;
        oneIn *= range;
        draws[depth] ??= { range, value: 0 };
        invariant(draws[depth].range === range, 'a sampler draws alike when its draws are alike');
      }
      const value = range > 1 ? draws[depth++].value : 0;
      return typeof n === 'bigint' ? BigInt(value) : value;
    }) as Below;
    const outcome = outcomeOf(() => sampler(below));
    draws.length = depth;
    yield outcome === undefined ? { oneIn } : { outcome, oneIn };
    while (draws.length > 0 && draws[draws.length - 1].value + 1 === draws[draws.length - 1].range) draws.pop();
    if (draws.length > 0) draws[draws.length - 1].value += 1;
  } while (draws.length > 0);
}

const tooRare = Symbol('too rare to follow');

function outcomeOf(run: () => unknown): string | undefined {
  try {
    return String(run());
  } catch (thrown) {
    if (thrown === tooRare) return undefined;
    throw thrown;
  }
}

function total(tally: ReadonlyMap<number, bigint>): Fraction {
  let sum = fraction(0n, 1n);
  for (const [oneIn, count] of tally) sum = plus(sum, fraction(count, BigInt(oneIn)));
  return sum;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
