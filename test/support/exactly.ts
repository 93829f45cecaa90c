/**
 * Replays every draw that a sampler can make and adds up exact probabilities: no tolerance, no luck.
 * A sampler that may draw for ever is followed until a path is rare enough; what was not followed is told as `rest`.
 */
import { type Rational, rational, toNumber } from '../../src/numerics/index.ts';
import type { Below } from '../../src/random/index.ts';
import { Fault, invariant } from '../../src/vocabulary/index.ts';

export interface Enumeration {
  /** What is certain: the mass of all paths that were followed to their end. The truth is at most `rest` more. */
  readonly masses: ReadonlyMap<string, Rational>;
  readonly rest: Rational;
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

/** The probability that was not followed to an end; a test says how little it must be. */
export const restOf = ({ rest }: Enumeration): number => toNumber(rest, 'up');

/** Whether the probability of an outcome can be what is claimed, after all that was enumerated. */
export function allows({ masses, rest }: Enumeration, outcome: string, claim: Rational): boolean {
  const certain = masses.get(outcome) ?? rational.zero;
  return rational.compare(certain, claim) <= 0 && rational.compare(claim, rational.add(certain, rest)) <= 0;
}

/** Between what the probability of an outcome lies, given that the outcome is not `undefined`: an attempt that was kept. */
export function probabilityBounds({ masses, rest }: Enumeration, outcome: string): { lower: number; upper: number } {
  const kept = [...masses]
    .filter(([other]) => other !== 'undefined')
    .reduce((sum, [, mass]) => rational.add(sum, mass), rest);
  const mass = masses.get(outcome) ?? rational.zero;
  return {
    lower: toNumber(rational.div(mass, kept), 'down'),
    upper: toNumber(rational.div(rational.add(mass, rest), kept), 'up'),
  };
}

const written = ({ numerator, denominator }: Rational): string =>
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

function total(tally: ReadonlyMap<number, bigint>): Rational {
  return [...tally].reduce(
    (sum, [oneIn, count]) => rational.add(sum, rational.ratio(count, BigInt(oneIn))),
    rational.zero,
  );
}
