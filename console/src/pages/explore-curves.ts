/** The workloads that are compared, and what the accountant says of each. */

export interface Setting {
  /** Noise multiplier. */
  readonly noise: number;
  readonly rate: number;
  readonly count: number;
}

export interface Curves {
  readonly name: string;
  readonly profile: readonly (readonly [number, number])[];
  readonly tradeOff: readonly (readonly [number, number])[];
  /** Misses at 5 % false alarms. */
  readonly atFivePercent: number;
}

export const epsilons = Array.from({ length: 31 }, (_, i) => i / 5);
export const alarmRates = Array.from({ length: 41 }, (_, i) => (1 - Math.cos((Math.PI * i) / 40)) / 2);

export function workloads({ noise, rate, count }: Setting) {
  const mechanism = { kind: 'gaussian', noiseMultiplier: noise };
  const ask = [
    ...epsilons.map(epsilon => ({ deltaAt: { epsilon } })),
    { tradeOff: { falsePositiveRates: [...alarmRates, 0.05] } },
  ];
  const workload = (sampling: object) => ({
    relation: 'add-remove',
    steps: [{ mechanism, ...sampling, count }],
    width: 0.01,
    ask,
  });
  return [
    { name: 'asked of everybody', workload: workload({}) },
    { name: 'asked of a sample', workload: workload({ sampling: { kind: 'poisson', rate } }) },
  ];
}

interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
}

type Answer = { readonly delta: Bounds } | { readonly tradeOff: readonly { readonly falseNegativeRate: Bounds }[] };

/** The bound that may be relied on: the largest delta, the fewest misses. */
export function curvesOf(name: string, answers: unknown): Curves {
  const list = answers as readonly Answer[];
  const misses = list.flatMap(answer =>
    'tradeOff' in answer ? answer.tradeOff.map(({ falseNegativeRate }) => falseNegativeRate.lower ?? 0) : [],
  );
  return {
    name,
    profile: list.flatMap((answer, i) => ('delta' in answer ? [[epsilons[i], answer.delta.upper ?? 1] as const] : [])),
    tradeOff: alarmRates.map((rate, i) => [rate, misses[i]] as const),
    atFivePercent: misses[misses.length - 1],
  };
}
