/** What a picture of a workload needs: its privacy profile over the interesting epsilons and its trade-off curve. */
import { type Answer, type Ask, account, type Specification } from '../accounting/index.ts';
import { type CurvePoint, type Curves, DELTA_FLOOR } from './plot.ts';

const POINTS = 80;

/** All workloads share one range of epsilon, so that their curves can be compared. */
export function curvesOf(workloads: readonly { name: string; specification: Specification }[]): Curves[] {
  const epsilonMax = Math.max(...workloads.map(({ specification }) => interestingEpsilon(specification)));
  const epsilons = Array.from({ length: POINTS + 1 }, (_, index) => (epsilonMax * index) / POINTS);
  return workloads.map(({ name, specification }) => {
    const deltas = asked(
      specification,
      epsilons.map(epsilon => ({ deltaAt: { epsilon } })),
    );
    const [tradeOff] = asked(specification, [{ tradeOff: { falsePositiveRates: ALARM_RATES } }]);
    return {
      name,
      profile: deltas.map((answer, index) => profilePoint(epsilons[index], answer)),
      tradeOff: tradeOffPoints(tradeOff),
    };
  });
}

/** Denser near the ends, where the curves of strong promises bend. */
const ALARM_RATES = Array.from({ length: POINTS + 1 }, (_, index) => (1 - Math.cos((Math.PI * index) / POINTS)) / 2);

const asked = (specification: Specification, ask: readonly Ask[]): readonly Answer[] =>
  [account({ ...specification, ask })].flat();

/** Where the profile reaches the floor; for a promise that never does, where it has come as far as it will. */
function interestingEpsilon(specification: Specification): number {
  const answers = asked(
    specification,
    [DELTA_FLOOR, 1e-6, 1e-3, 0.1].map(delta => ({ epsilonAt: { delta } })),
  );
  const finite = answers.flatMap(answer =>
    'epsilon' in answer && answer.epsilon.upper !== null ? [answer.epsilon.upper] : [],
  );
  return Math.max(0.1, (finite[0] ?? 1) * 1.05);
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
