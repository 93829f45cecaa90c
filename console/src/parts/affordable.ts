/** How many questions of a price the rest would buy. */

interface Sums {
  readonly epsilon: number | null;
  readonly rho?: number | undefined;
}

export interface Affordable {
  /** The sum that lasts longer: under a concentrated budget one of the two is enough. */
  readonly part: 'epsilon' | 'rho';
  readonly times: number;
  /** Of one question in what is left of that sum; more than 1 where it does not fit. */
  readonly share: number;
}

/** Undefined where nothing is charged. */
export function affordable(left: Sums, cost: Sums): Affordable | undefined {
  const parts = (['epsilon', 'rho'] as const).flatMap(part => {
    const [rest, each] = [left[part] ?? 0, cost[part] ?? 0];
    if (!(each > 0)) return [];
    return [{ part, times: Math.floor(rest / each + 1e-9), share: rest > 0 ? each / rest : Number.POSITIVE_INFINITY }];
  });
  return parts.toSorted((one, other) => one.share - other.share)[0];
}
