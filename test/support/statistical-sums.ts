/** What a sum tells about one entry, by trying everything: every subset, every value of the others, every two values of the entry. */

export interface SmallSum {
  readonly values: readonly { readonly value: number; readonly weight: number }[];
  readonly entries: number;
  /** The chance of every subset; it may depend on its size only. */
  readonly chance: (size: number) => number;
  readonly sizePublic?: boolean;
}

/** Draws with replacement: entries are drawn so often, in any order. */
export const drawsOf = (values: SmallSum['values'], entries: number, draws: number): SmallSum & { draws: number } => ({
  values,
  entries,
  draws,
  chance: size => (size === draws ? factorial(draws) / entries ** draws : 0),
});

const factorial = (n: number): number => (n === 0 ? 1 : n * factorial(n - 1));

type Law = Map<string, number>;

/** The law of what is released when the critical entry, the first, has a value. */
function released(small: SmallSum & { readonly draws?: number }, critical: number): Law {
  const { values, entries, chance, sizePublic, draws = 1 } = small;
  const law: Law = new Map();
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  const visit = (entry: number, size: number, sum: number, weight: number): void => {
    if (entry === entries) {
      const outcome = sizePublic ? `${size}:${sum}` : `${sum}`;
      law.set(outcome, (law.get(outcome) ?? 0) + weight * chance(size));
      return;
    }
    visit(entry + 1, size, sum, weight);
    for (let times = 1; times <= draws; times++) {
      const ways = weight / factorial(times);
      if (entry === 0) visit(1, times, times * critical, ways);
      else
        for (const { value, weight: own } of values)
          visit(entry + 1, size + times, sum + times * value, (ways * own) / total);
    }
  };
  visit(0, 0, 0, 1);
  return law;
}

export function trueSumDelta(small: SmallSum, range: { lower: number; upper: number }): (epsilon: number) => number {
  const laws = small.values
    .filter(({ value }) => value >= range.lower && value <= range.upper)
    .map(({ value }) => released(small, value));
  const stick = (p: Law, q: Law, factor: number): number =>
    [...p].reduce((sum, [outcome, chance]) => sum + Math.max(0, chance - factor * (q.get(outcome) ?? 0)), 0);
  return epsilon => Math.max(...laws.flatMap(p => laws.map(q => stick(p, q, Math.exp(epsilon)))));
}
