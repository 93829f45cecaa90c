/** What a picture of a workload needs: its privacy profile over the interesting epsilons and its trade-off curve. */
import { type Answer, type Ask, account, type Specification } from '../accounting/index.ts';
import { DELTA_FLOOR, type PlottedCurves, type PlottedPoint } from './plot.ts';

/** A smooth line through so many points looks like the curve. */
const PROFILE_POINTS = 24;
const TRADE_OFF_POINTS = 80;

/** A hundredth of the height of the picture: finer bounds cannot be seen, and take longer. */
const WIDTH = 0.01;

/** All workloads share one range of epsilon, so that their curves can be compared. */
export function curvesOf(workloads: readonly { name: string; specification: Specification }[]): PlottedCurves[] {
  const epsilonMax = Math.max(...workloads.map(({ specification }) => interestingEpsilon(specification)));
  return workloads.map(({ name, specification }) => ({
    name,
    profile: profileOf(specification, epsilonMax),
    tradeOff: tradeOffPoints(answered(specification, { tradeOff: { falsePositiveRates: ALARM_RATES } })),
  }));
}

/** A promise that becomes certain falls steeply before it does: there the points draw nearer to the end, tenfold each. */
function profileOf(specification: Specification, epsilonMax: number): PlottedPoint[] {
  const certainAt = epsilonAt(specification, 0);
  const end = certainAt === null ? epsilonMax : Math.min(certainAt, epsilonMax);
  const even = Array.from({ length: PROFILE_POINTS }, (_, index) => (end * index) / PROFILE_POINTS);
  const nearing = end === certainAt ? [2, 3, 4, 5, 6, 7, 8, 9].map(digits => end * (1 - 10 ** -digits)) : [];
  return [...even, ...nearing, end].map(epsilon =>
    profilePoint(epsilon, answered(specification, { deltaAt: { epsilon } })),
  );
}

/** Denser near the ends, where the curves of weak promises bend. */
const ALARM_RATES = Array.from(
  { length: TRADE_OFF_POINTS + 1 },
  (_, index) => (1 - Math.cos((Math.PI * index) / TRADE_OFF_POINTS)) / 2,
);

const answered = (specification: Specification, ask: Ask): Answer =>
  [account({ ...specification, width: WIDTH, ask })].flat()[0];

/** Where the profile reaches the floor; where it never does, some way beyond the last power of ten that it reaches. */
function interestingEpsilon(specification: Specification): number {
  for (const delta of [DELTA_FLOOR, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1]) {
    const upper = epsilonAt(specification, delta);
    if (upper !== null) return Math.max(0.1, upper * (delta === DELTA_FLOOR ? 1.05 : 1.25));
  }
  return 1;
}

function epsilonAt(specification: Specification, delta: number): number | null {
  const answer = answered(specification, { epsilonAt: { delta } });
  return 'epsilon' in answer ? answer.epsilon.upper : null;
}

const profilePoint = (epsilon: number, answer: Answer): PlottedPoint =>
  'delta' in answer
    ? { at: epsilon, lower: answer.delta.lower ?? 0, upper: answer.delta.upper ?? 1 }
    : { at: epsilon, lower: 0, upper: 1 };

const tradeOffPoints = (answer: Answer): PlottedPoint[] =>
  'tradeOff' in answer
    ? answer.tradeOff.map(({ falsePositiveRate, falseNegativeRate: { lower, upper } }) => ({
        at: falsePositiveRate,
        lower: lower ?? 0,
        upper: upper ?? 1,
      }))
    : [];
