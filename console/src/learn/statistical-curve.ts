/** What the service says of exact counts of small and large crowds. */
import type { CountPrivacy } from '../../../src/service/contract/statistical.ts';
import type { Api } from '../api.ts';

/** People about whom an attacker knows nothing but how common diabetes is. */
export const CROWDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/** False accusations that the attacker of the lesson accepts. */
const FALSE_ALARMS = 0.05;

export const countCurves = (api: Api): Promise<readonly CountPrivacy[]> =>
  Promise.all(
    CROWDS.map(entries =>
      api.countPrivacy({ entries, probability: 0.3, epsilons: [0], falsePositiveRates: [FALSE_ALARMS] }),
    ),
  );
