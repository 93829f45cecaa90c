/** Figure 3: what one answer tells, against the chance of the coin; with both ratios of randomized response. */

import { PUBLISHED_COINS, responseEpsilon } from '../../collect/index.ts';
import { makeDie, roundTwoEpsilon } from '../../collect/views/index.ts';
import type { Line } from '../../figure/index.ts';
import { evenly, said } from '../numbers.ts';
import type { Reproduction, ReproductionRow } from '../reproduction.ts';
import { SAMPLING } from './parameters.ts';

const NAMES = {
  sampling: 'sampling 45 %: one answer of round two, one value',
  published: 'randomized response, as printed: a yes only',
  full: 'randomized response, a yes or a no',
} as const;

const COINS = evenly(0.02, 0.98, 49);

/** One value: answer 0 has the chance that the other one leaves. */
const samplingEpsilon = (chance: number): number =>
  chance < 1 - SAMPLING
    ? roundTwoEpsilon(makeDie({ values: 1, sampling: SAMPLING, baseline: [1 - SAMPLING - chance] }))
    : Infinity;

const printedEpsilon = (yes: number): number => {
  const falsely = (1 - PUBLISHED_COINS.truth) * yes;
  return Math.log((PUBLISHED_COINS.truth + falsely) / falsely);
};

export const leakage: Reproduction = {
  name: 'paper-4-figure-3',
  paper: 'JG17',
  title: 'Figure 3: epsilon of one answer',
  says: 'One answer of the sampling mechanism leaks as little as a quarter of what randomized response leaks.',
  make: () => {
    const rows: ReproductionRow[] = COINS.map(coin => ({
      coin,
      [NAMES.sampling]: samplingEpsilon(coin),
      [NAMES.published]: printedEpsilon(coin),
      [NAMES.full]: responseEpsilon({ ...PUBLISHED_COINS, yes: coin }, 1),
    }));
    const least = Math.min(...rows.map(row => Number(row[NAMES.sampling])));
    const series = Object.values(NAMES).map(
      (name): Line => ({
        kind: 'line',
        name,
        dashed: name === NAMES.published,
        points: rows
          .filter(row => Number(row[name]) < Infinity)
          .map(row => ({ x: Number(row.coin), y: Number(row[name]) })),
      }),
    );
    return {
      gets: `One answer of round two costs at least epsilon ${said(least)} at 45 %; the coins 0.8 and 0.2 cost ${said(printedEpsilon(0.2))}.`,
      differs:
        'The printed epsilon of randomized response ignores the no, which reveals more than the yes above 1/2; and one answer is the smallest view of the sampling mechanism (see its views).',
      rows: rows.map(row => ({
        ...row,
        [NAMES.sampling]: row[NAMES.sampling] === Infinity ? '' : row[NAMES.sampling],
      })),
      figure: {
        panels: [
          {
            title: 'Epsilon of one answer',
            subtitle: 'randomized response is truthful with probability 0.8',
            x: { label: 'probability of a random yes', domain: [0, 1] },
            y: { label: 'epsilon', domain: [0, 6] },
            series,
          },
        ],
      },
    };
  },
};
