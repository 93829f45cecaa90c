/**
 * What repeated answers prove of epsilon: an event that is likelier under one table than under its neighbour, chosen on one half
 * of the answers and counted on the other, so that choosing it cannot flatter it.
 */
import { binomialLogLowerTail, binomialLogUpperTail } from '../../src/numerics/index.ts';

/** One answer: numbers in a fixed order; null where there was none. */
export type Outcome = readonly (number | null)[];

/** Answers for two neighbouring tables. */
export interface Answers {
  readonly one: readonly Outcome[];
  readonly other: readonly Outcome[];
}

export interface Proven {
  /** With this confidence at least, the loss is no smaller than `epsilon`; 0 where nothing was seen. */
  readonly epsilon: number;
  /** The smallest true epsilon that would have been told from the charge nine times in ten. */
  readonly smallestViolation: number;
  readonly event: string;
}

/** A false alarm in ten thousand cases: an exact charge lies just above what is proven. */
const DOUBT = 1e-4;

interface Event {
  readonly name: string;
  readonly holds: (outcome: Outcome) => boolean;
}

interface Counted {
  readonly trials: number;
  readonly seen: number;
}

/** `charged` is what the ledger says; a proof above its epsilon breaks the promise. */
export function proven(answers: Answers, charged: { readonly epsilon: number; readonly delta: number }): Proven {
  const [chosen, counted] = [halfOf(answers, 0), halfOf(answers, 1)];
  const best = [chosen, turned(chosen)]
    .flatMap((half, direction) =>
      eventsOf(chosen).map(event => ({ event, direction, bound: boundOf(event, half, charged.delta) })),
    )
    .reduce((a, b) => (b.bound > a.bound ? b : a));
  const half = best.direction === 0 ? counted : turned(counted);
  return {
    epsilon: Math.max(0, boundOf(best.event, half, charged.delta)),
    smallestViolation: smallestViolation(best.event, half, charged),
    event: `${best.event.name}${best.direction === 0 ? '' : ', of the neighbour'}`,
  };
}

const halfOf = ({ one, other }: Answers, parity: 0 | 1): Answers => ({
  one: one.filter((_, i) => i % 2 === parity),
  other: other.filter((_, i) => i % 2 === parity),
});

const turned = ({ one, other }: Answers): Answers => ({ one: other, other: one });

const count = (event: Event, outcomes: readonly Outcome[]): Counted => ({
  trials: outcomes.length,
  seen: outcomes.filter(event.holds).length,
});

/** ln((p − delta)/q) with p as small and q as large as the counts allow. */
function boundOf(event: Event, { one, other }: Answers, delta: number): number {
  return logRatio(count(event, one), count(event, other), delta);
}

const logRatio = (one: Counted, other: Counted, delta: number): number =>
  Math.log(Math.max(0, atLeast(one) - delta) / atMost(other));

/** Clopper and Pearson's limits: the probabilities at which what was seen, or more, becomes this unlikely. */
const atLeast = ({ trials, seen }: Counted): number =>
  seen === 0 ? 0 : crossing(p => binomialLogUpperTail(trials, p, seen) >= Math.log(DOUBT / 2));
const atMost = ({ trials, seen }: Counted): number =>
  seen === trials ? 1 : crossing(p => binomialLogLowerTail(trials, p, seen) < Math.log(DOUBT / 2));

/** Where a statement that holds from some probability on begins to hold. */
function crossing(holds: (probability: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** As often as it was seen under one table, and as rarely under the other as a larger loss would have made it. */
function smallestViolation(event: Event, { one, other }: Answers, charged: { epsilon: number; delta: number }): number {
  const { trials, seen } = count(event, one);
  const p = seen / trials;
  for (let epsilon = charged.epsilon; epsilon < charged.epsilon + 20; epsilon += 0.01) {
    const q = Math.max(0, p - charged.delta) / Math.exp(epsilon);
    const unlucky = (mean: number, size: number, sign: number): number =>
      Math.min(size, Math.max(0, Math.round(size * mean + sign * 1.28 * Math.sqrt(size * mean * (1 - mean)))));
    const rarely = { trials: other.length, seen: unlucky(q, other.length, 1) };
    if (logRatio({ trials, seen: unlucky(p, trials, -1) }, rarely, charged.delta) > charged.epsilon) return epsilon;
  }
  return Infinity;
}

/** Every number by itself and all together, above or below some of the values that it took; and that there is none. */
function eventsOf({ one, other }: Answers): Event[] {
  const outcomes = [...one, ...other];
  const places = outcomes[0].map((_, place) => ({
    name: `number ${place}`,
    of: (outcome: Outcome) => outcome[place],
  }));
  const together = { name: 'sum', of: (outcome: Outcome) => outcome.reduce<number>((sum, x) => sum + (x ?? 0), 0) };
  const difference = {
    name: 'difference',
    of: (outcome: Outcome) => outcome.reduce<number>((sum, x, i) => sum + (i % 2 === 0 ? 1 : -1) * (x ?? 0), 0),
  };
  return [...places, together, difference].flatMap(({ name, of }) => [
    { name: `${name} is missing`, holds: outcome => of(outcome) === null },
    { name: `${name} is there`, holds: outcome => of(outcome) !== null },
    ...limitsOf(outcomes.map(of)).flatMap((limit): Event[] => [
      { name: `${name} >= ${limit}`, holds: outcome => (of(outcome) ?? Number.NaN) >= limit },
      { name: `${name} <= ${limit}`, holds: outcome => (of(outcome) ?? Number.NaN) <= limit },
    ]),
  ]);
}

function limitsOf(values: readonly (number | null)[]): number[] {
  const sorted = values.filter(value => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return [];
  const shares = Array.from({ length: 41 }, (_, i) => i / 40);
  return [...new Set(shares.map(share => sorted[Math.round(share * (sorted.length - 1))]))];
}
