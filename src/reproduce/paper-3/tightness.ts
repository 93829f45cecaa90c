/** Observation 6: a table on which no rate far above the theorem's keeps the promise. */
import { countsOf, exactRate, guarantee, theoremRate } from '../../release/rates/index.ts';
import { said, wholeNumbers } from '../numbers.ts';
import type { Reproduction } from '../reproduction.ts';

const EPSILON = 0.2;
const ALPHA = 0.05;
const RARE_VALUES = wholeNumbers(1, 1000, 25);

export const tightness: Reproduction = {
  name: 'paper-3-observation-6',
  paper: 'CM06',
  title: 'Observation 6: the bound is tight up to a logarithm',
  says: 'With t values of 1/epsilon rows each and one row alone, a rate above epsilon·ln(1/(1-alpha))/t breaks the guarantee of epsilon/2 and alpha.',
  make: () => {
    const promised = guarantee({ epsilon: EPSILON / 2, delta: ALPHA });
    const rows = RARE_VALUES.map(rare => {
      const table = countsOf([...Array<number>(rare).fill(1 / EPSILON), 100_000, 1]);
      return {
        rare,
        observation: (EPSILON * -Math.log1p(-ALPHA)) / rare,
        exact: exactRate(table, promised),
        theorem: theoremRate(table, promised),
      };
    });
    const points = (value: 'observation' | 'exact' | 'theorem') => rows.map(row => ({ x: row.rare, y: row[value] }));
    const last = rows[rows.length - 1];
    return {
      gets: `At ${last.rare} rare values the largest rate is ${said(last.exact / last.observation, 4)} times the limit of the observation, and ${said(last.exact / last.theorem, 2)} times that of Theorem 3.`,
      differs:
        'The limit is tight for many rare values; for few, the single row, which the observation does not count, lowers the rate further.',
      rows,
      figure: {
        panels: [
          {
            title: 'A table that shows the limit',
            subtitle: `values of ${1 / EPSILON} rows, one of 100,000, one of a single row; epsilon ${EPSILON / 2}, delta ${ALPHA}`,
            x: { label: 'rare values', scale: 'log' },
            y: { label: 'sampling rate', scale: 'log' },
            series: [
              { kind: 'line', name: 'limit of Observation 6', dashed: true, points: points('observation') },
              { kind: 'line', name: 'largest safe rate, exactly', points: points('exact') },
              { kind: 'line', name: 'rate of Theorem 3', points: points('theorem') },
            ],
          },
        ],
      },
    };
  },
};
