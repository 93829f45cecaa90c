/** Figure 2: check-ins at four places among a million. The paper's data are not at hand; a synthetic city stands in. */

import { PUBLISHED_COINS, simulate } from '../../collect/index.ts';
import { makeDie, makePopulation } from '../../collect/views/index.ts';
import type { Bars } from '../../figure/index.ts';
import { said } from '../numbers.ts';
import type { Reproduction, ReproductionRow } from '../reproduction.ts';
import { HALF_WIDTH, LOWER_SAMPLING, responseErrors, SAMPLING, SERIES, samplingError } from './parameters.ts';

const CHECK_INS = 1_000_000;
const PLACES = 3000;
/** Places by their rank, from the most visited one on. */
const SHOWN = [1, 5, 15, 30];
const RUNS = 1000;

/** Visits fall with the rank as 1/(rank + 10): the head is flatter than a power law's, as in a city. */
const weight = (rank: number): number => 1 / (rank + 10);
const TOTAL = Array.from({ length: PLACES }, (_, i) => weight(i + 1)).reduce((sum, each) => sum + each, 0);
const checkIns = (rank: number): number => Math.round((CHECK_INS * weight(rank)) / TOTAL);

export const checkInErrors: Reproduction = {
  name: 'paper-4-figure-2',
  paper: 'JG17',
  title: 'Figure 2: error at four places',
  says: 'Among over a million check-ins randomized response has 1.6 to 3.5 times the error of the sampling mechanism.',
  make: ({ seed }) => {
    const counts = SHOWN.map(checkIns);
    const population = makePopulation(counts, CHECK_INS);
    const response = responseErrors(population);
    const played = [SAMPLING, LOWER_SAMPLING].map(sampling => {
      const die = makeDie({ values: counts.length, sampling });
      return simulate({ population, die, aggregators: 1, coins: PUBLISHED_COINS, runs: RUNS, seed });
    });
    const rows: ReproductionRow[] = counts.map((count, place) => ({
      place: `place ${SHOWN[place]}`,
      checkIns: count,
      [SERIES.sampling]: samplingError(count, SAMPLING),
      [SERIES.lowerSampling]: samplingError(count, LOWER_SAMPLING),
      [SERIES.response]: response[place],
      'sampling 45 %, simulated': HALF_WIDTH * played[0].estimates.standardDeviation[place],
      'sampling 25 %, simulated': HALF_WIDTH * played[1].estimates.standardDeviation[place],
      'randomized response, simulated': HALF_WIDTH * played[0].randomizedResponse.estimates.standardDeviation[place],
    }));
    const ratios = counts.map((count, place) => response[place] / samplingError(count, SAMPLING));
    const bars = (name: string): Bars => ({
      kind: 'bars',
      name,
      points: rows.map(row => ({ x: row.checkIns.toLocaleString('en'), y: Number(row[name]) })),
    });
    return {
      gets: `Randomized response has ${said(Math.min(...ratios), 2)} to ${said(Math.max(...ratios), 2)} times the error of sampling at 45 %; ${RUNS} simulated collections agree with the formulas.`,
      differs:
        'The check-ins are synthetic, so the places are not those of the paper; the ratio depends only on their counts.',
      rows,
      figure: {
        panels: [
          {
            title: '95 % error of the estimate',
            subtitle: `among ${CHECK_INS.toLocaleString('en')} synthetic check-ins`,
            x: { label: 'check-ins at the place' },
            y: { label: 'check-ins' },
            series: [bars(SERIES.sampling), bars(SERIES.lowerSampling), bars(SERIES.response)],
          },
        ],
      },
    };
  },
};
