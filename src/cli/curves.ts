/** What a picture of a workload needs: its privacy profile over the interesting epsilons and its trade-off curve. */
import { type Answer, type Ask, account, type Specification } from '../accounting/index.ts';
import { type CurvePoint, type Curves, DELTA_FLOOR } from './plot.ts';

/** A smooth line through so many points looks like the curve. */
const PROFILE_POINTS = 24;
const TRADE_OFF_POINTS = 80;

/** A hundredth of the height of the picture: finer bounds cannot be seen, and take longer. */
const WIDTH = 0.01;

/** All workloads share one range of epsilon, so that their curves can be compared. */
export function curvesOf(workloads: readonly { name: string; specification: Specification }[]): Curves[] {
  const epsilonMax = Math.max(...workloads.map(({ specification }) => interestingEpsilon(specification)));
  const epsilons = Array.from({ length: PROFILE_POINTS + 1 }, (_, index) => (epsilonMax * index) / PROFILE_POINTS);
  return workloads.map(({ name, specification }) => ({
    name,
    profile: epsilons.map(epsilon => profilePoint(epsilon, answered(specification, { deltaAt: { epsilon } }))),
    tradeOff: tradeOffPoints(answered(specification, { tradeOff: { falsePositiveRates: ALARM_RATES } })),
  }));
}

/** Denser near the ends, where the curves of weak promises bend. */
const ALARM_RATES = Array.from(
  { length: TRADE_OFF_POINTS + 1 },
  (_, index) => (1 - Math.cos((Math.PI * index) / TRADE_OFF_POINTS)) / 2,
);

const answered = (specification: Specification, ask: Ask): Answer =>
  [account({ ...specification, width: WIDTH, ask })].flat()[0];

/** Where the profile reaches the floor; where it never does, as far down as it comes. */
function interestingEpsilon(specification: Specification): number {
  for (const delta of [DELTA_FLOOR, 1e-6, 1e-3, 0.1]) {
    const answer = answered(specification, { epsilonAt: { delta } });
    const upper = 'epsilon' in answer ? answer.epsilon.upper : null;
    if (upper !== null) return Math.max(0.1, upper * 1.05);
  }
  return 1;
}

const profilePoint = (epsilon: number, answer: Answer): CurvePoint =>
  'delta' in answer
    ? { at: epsilon, lower: answer.delta.lower ?? 0, upper: answer.delta.upper ?? 1 }
    : { at: epsilon, lower: 0, upper: 1 };

const tradeOffPoints = (answer: Answer): CurvePoint[] =>
  'tradeOff' in answer
    ? answer.tradeOff.map(({ falsePositiveRate, falseNegativeRate: { lower, upper } }) => ({
        at: falsePositiveRate,
        lower: lower ?? 0,
        upper: upper ?? 1,
      }))
    : [];
