/** Patients by age, and three ways to recode ages: what would be published is one of them. */
import type { ReleaseChances } from '../../../src/service/contract/curves.ts';
import type { Api } from '../api.ts';

export const YOUNGEST = 80;
/** How many patients have each age from 80 on. */
export const PEOPLE_BY_AGE = [30, 29, 27, 26, 24, 22, 21, 19, 17, 15, 14, 12, 11, 9, 8, 7, 6, 5, 4, 3, 2, 2, 1, 1];

export interface AgeRecoding {
  readonly name: string;
  /** The last age of each value that is published. */
  readonly lasts: readonly number[];
}

const OLDEST = YOUNGEST + PEOPLE_BY_AGE.length - 1;

export const RECODINGS: readonly AgeRecoding[] = [
  { name: 'each year', lasts: PEOPLE_BY_AGE.map((_, place) => YOUNGEST + place) },
  { name: 'five years', lasts: [84, 89, 94, 99, OLDEST] },
  { name: 'under 90, and 90 or more', lasts: [89, OLDEST] },
];

export const RATES = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5];

/** A value that is published: its ages, its people, and its name. */
export interface CoarsenedValue {
  readonly from: number;
  readonly to: number;
  readonly people: number;
  readonly name: string;
}

export const coarsenedBy = ({ lasts }: AgeRecoding): CoarsenedValue[] =>
  lasts.map((to, place) => {
    const from = place === 0 ? YOUNGEST : lasts[place - 1] + 1;
    const people = PEOPLE_BY_AGE.slice(from - YOUNGEST, to - YOUNGEST + 1).reduce((sum, count) => sum + count, 0);
    return { from, to, people, name: from === to ? `${from}` : `${from}–${to}` };
  });

/** What is promised: no age becomes more than twice as likely as another; broken by at most one draw in a thousand. */
export const releaseCurves = (api: Api): Promise<readonly ReleaseChances[]> =>
  Promise.all(
    RECODINGS.map(recoding =>
      api.releaseChances({
        counts: coarsenedBy(recoding).map(({ people }) => people),
        epsilon: 1,
        delta: 0.001,
        rates: RATES,
      }),
    ),
  );
