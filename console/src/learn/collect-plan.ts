/** What the service says of a survey at several rates, and one such survey, held in the browser. */
import type { CollectionPlanJson } from '../../../src/service/contract/collecting.ts';
import type { Api } from '../api.ts';
import { isDrawn, RANGE, randomWords, wholeNoise } from './chance.ts';

/** Whoever reads this page is one of them. */
export const PEOPLE = 500;
/** How many of the others would say yes. */
export const OTHERS_YES = 140;
export const RATES = [0.1, 0.2, 0.25, 0.5, 0.75, 0.9];
/** The most that the published number may tell. */
export const EPSILON = 1;

export const collectPlan = (api: Api): Promise<CollectionPlanJson> =>
  api.planCollection({ count: OTHERS_YES, population: PEOPLE, epsilon: EPSILON, rates: RATES });

/** All that chance decides in a survey. */
export const newRolls = () => ({ dice: randomWords(PEOPLE), shares: randomWords(PEOPLE), noise: randomWords(4) });

export interface Survey {
  /** Whether the reader was drawn. */
  readonly isDrawn: boolean;
  /** What each server receives of each person; the reader first. */
  readonly received: readonly (readonly [number, number])[];
  /** What each server tells: its total, with noise. */
  readonly totals: readonly [number, number];
  readonly count: number;
}

interface Setting {
  readonly answer: boolean;
  readonly rate: number;
  readonly noiseEpsilon: number;
}

export function hold(rolls: ReturnType<typeof newRolls>, { answer, rate, noiseEpsilon }: Setting): Survey {
  const received = Array.from(rolls.dice, (die, person): [number, number] => {
    const says = person === 0 ? answer : person <= OTHERS_YES;
    const sent = says && isDrawn(die, rate) ? 1 : 0;
    return [rolls.shares[person], around(sent - rolls.shares[person])];
  });
  const total = (server: 0 | 1): number =>
    around(
      received.reduce((sum, shares) => sum + shares[server], 0) +
        wholeNoise(noiseEpsilon, rolls.noise.subarray(2 * server, 2 * server + 2)),
    );
  const totals = [total(0), total(1)] as const;
  const sum = around(totals[0] + totals[1]);
  return {
    isDrawn: isDrawn(rolls.dice[0], rate),
    received,
    totals,
    // noise may bring it below zero, which is just short of the end of the dial
    count: sum < RANGE / 2 ? sum : sum - RANGE,
  };
}

/** On a dial of 2^32 numbers: after the last comes 0. */
const around = (value: number): number => ((value % RANGE) + RANGE) % RANGE;
