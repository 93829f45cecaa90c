/** The claim behind Figures 4 to 7: more people without the value do not add to the error of the sampling mechanism. */
import { makePopulation } from '../../collect/views/index.ts';
import type { Line } from '../../figure/index.ts';
import { said, wholeNumbers } from '../numbers.ts';
import type { Reproduction } from '../reproduction.ts';
import { LOWER_SAMPLING, responseErrors, SAMPLING, SERIES, samplingError } from './parameters.ts';

const COUNT = 25;
const POPULATIONS = wholeNumbers(286, 1_000_000, 30);

export const growth: Reproduction = {
  name: 'paper-4-growth',
  paper: 'JG17',
  title: 'Error against the population',
  says: 'The error of the sampling mechanism stays constant as people without the value are added; that of randomized response grows.',
  make: () => {
    const rows = POPULATIONS.map(people => ({
      people,
      [SERIES.sampling]: samplingError(COUNT, SAMPLING),
      [SERIES.lowerSampling]: samplingError(COUNT, LOWER_SAMPLING),
      [SERIES.response]: responseErrors(makePopulation([COUNT], people))[0],
    }));
    const last = rows[rows.length - 1];
    return {
      gets: `For ${COUNT} people with the value, the 95 % error of sampling at 45 % is ${said(last[SERIES.sampling])} in every population; that of randomized response is ${said(rows[0][SERIES.response])} among 286 people and ${said(last[SERIES.response])} among a million.`,
      differs: 'None.',
      rows,
      figure: {
        panels: [
          {
            title: '95 % error of the estimate',
            subtitle: `${COUNT} people have the value`,
            x: { label: 'people asked', scale: 'log' },
            y: { label: 'people', scale: 'log', domain: [5, 1000] },
            series: [SERIES.sampling, SERIES.lowerSampling, SERIES.response].map(
              (name): Line => ({ kind: 'line', name, points: rows.map(row => ({ x: row.people, y: row[name] })) }),
            ),
          },
        ],
      },
    };
  },
};
