/** What is compared, as workloads for the accountant, and what the accountant says of each. */

/** One way of asking: so much noise, so many times, of everybody or of a sample. */
export interface ComparedWorkload {
  readonly mechanism: keyof typeof mechanisms;
  /** Of noise: in sizes of one person's part. Of a limit: epsilon. */
  readonly strength: number;
  readonly sampling: keyof typeof samplings;
  readonly rate: number;
  readonly count: number;
}

interface Mechanism {
  readonly name: string;
  readonly strength: { readonly label: string; readonly min: number; readonly max: number };
  readonly specified: (strength: number) => object;
}

const NOISE = { label: 'Noise multiplier (sigma / sensitivity)', min: 0.5, max: 10 };

export const mechanisms = {
  gaussian: {
    name: 'Gaussian noise',
    strength: NOISE,
    specified: noiseMultiplier => ({ kind: 'gaussian', noiseMultiplier }),
  },
  laplace: { name: 'Laplace noise', strength: NOISE, specified: scale => ({ kind: 'laplace', scale }) },
  pure: {
    name: 'any epsilon-DP mechanism',
    strength: { label: 'Epsilon of each answer', min: 0.1, max: 3 },
    specified: epsilon => ({ kind: 'pure', epsilon }),
  },
} as const satisfies Record<string, Mechanism>;

/** Of a fixed number, so many are thought to be there: the price depends on the rate alone. */
const PEOPLE = 10_000;

export const samplings = {
  none: { name: 'everyone', specified: () => ({}) },
  poisson: {
    name: 'a Bernoulli (Poisson) sample',
    specified: (rate: number) => ({ sampling: { kind: 'poisson', rate } }),
  },
  'fixed-size': {
    name: 'a fixed-size sample',
    specified: (rate: number) => ({ sampling: { kind: 'fixed-size', size: Math.round(rate * PEOPLE), of: PEOPLE } }),
  },
} as const;

export const epsilons = Array.from({ length: 31 }, (_, i) => i / 5);
export const alarmRates = Array.from({ length: 41 }, (_, i) => (1 - Math.cos((Math.PI * i) / 40)) / 2);

export function workloadOf({ mechanism, strength, sampling, rate, count }: ComparedWorkload): object {
  return {
    relation: 'add-remove',
    steps: [{ mechanism: mechanisms[mechanism].specified(strength), ...samplings[sampling].specified(rate), count }],
    width: 0.01,
    ask: [
      ...epsilons.map(epsilon => ({ deltaAt: { epsilon } })),
      { tradeOff: { falsePositiveRates: [...alarmRates, 0.05] } },
    ],
  };
}

export interface ExploredCurves {
  readonly profile: readonly (readonly [number, number])[];
  readonly tradeOff: readonly (readonly [number, number])[];
  /** Misses at 5 % false alarms. */
  readonly atFivePercent: number;
}

interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
}

type Answer = { readonly delta: Bounds } | { readonly tradeOff: readonly { readonly falseNegativeRate: Bounds }[] };

/** The bound that may be relied on: the largest delta, the fewest misses. */
export function curvesOf(answers: unknown): ExploredCurves {
  const list = answers as readonly Answer[];
  const misses = list.flatMap(answer =>
    'tradeOff' in answer ? answer.tradeOff.map(({ falseNegativeRate }) => falseNegativeRate.lower ?? 0) : [],
  );
  return {
    profile: list.flatMap((answer, i) => ('delta' in answer ? [[epsilons[i], answer.delta.upper ?? 1] as const] : [])),
    tradeOff: alarmRates.map((rate, i) => [rate, misses[i]] as const),
    atFivePercent: misses[misses.length - 1],
  };
}
