/** Every roll of every person of a small population, with its chance: the truth that the views are compared with. */
import type { Die } from '../../src/collect/views/index.ts';

/** What one person answers in both rounds. */
export interface Answers {
  readonly first: number;
  readonly second: number;
}

interface Chanced extends Answers {
  readonly chance: number;
}

/** A person repeats a fixed answer, or says 0 and then the truth. */
const rolls = (truth: number, { sampling, outputs }: Die): Chanced[] => [
  ...outputs.map((chance, output) => ({ first: output, second: output, chance })),
  { first: 0, second: truth, chance: sampling },
];

export type Law = ReadonlyMap<string, number>;

/** The law of what an observer sees of these people. */
export function lawOf(truths: readonly number[], die: Die, see: (answers: readonly Answers[]) => unknown): Law {
  const law = new Map<string, number>();
  const visit = (answers: readonly Answers[], chance: number): void => {
    if (answers.length < truths.length) {
      for (const roll of rolls(truths[answers.length], die)) visit([...answers, roll], chance * roll.chance);
      return;
    }
    const seen = JSON.stringify(see(answers));
    law.set(seen, (law.get(seen) ?? 0) + chance);
  };
  visit([], 1);
  return law;
}

function hockeyStick(p: Law, q: Law, epsilon: number): number {
  let sum = 0;
  for (const [seen, chance] of p) sum += Math.max(0, chance - Math.exp(epsilon) * (q.get(seen) ?? 0));
  return sum;
}

const countsOf = (answers: readonly number[], values: number): number[] =>
  Array.from({ length: values + 1 }, (_, value) => answers.filter(answer => answer === value).length);

/** Exact differences of the counts, one for each value. */
export const differences =
  (values: number) =>
  (answers: readonly Answers[]): number[] => {
    const first = countsOf(
      answers.map(({ first }) => first),
      values,
    );
    return countsOf(
      answers.map(({ second }) => second),
      values,
    )
      .map((count, value) => count - first[value])
      .slice(1);
  };

/** The same beside all counts of round one. */
export const bothRounds = (values: number) => (answers: readonly Answers[]) => [
  differences(values)(answers),
  countsOf(
    answers.map(({ first }) => first),
    values,
  ),
];

/** The largest hockey stick over all populations in which one person answers otherwise, in both directions. */
export function worstDelta(
  truths: readonly number[],
  die: Die,
  see: (answers: readonly Answers[]) => unknown,
  epsilon: number,
): number {
  const own = lawOf(truths, die, see);
  const deltas = truths.flatMap((truth, person) =>
    die.outputs.flatMap((_, other) => {
      if (other === truth) return [];
      const changed = lawOf(truths.with(person, other), die, see);
      return [hockeyStick(own, changed, epsilon), hockeyStick(changed, own, epsilon)];
    }),
  );
  return Math.max(...deltas);
}
