/** What rare values cost: the largest rate at which a sample may be published, against how many values are rare. */
import { countsOf, exactRate, guarantee, theoremRate } from '../../release/rates/index.ts';
import { said, wholeNumbers } from '../numbers.ts';
import type { Reproduction } from '../reproduction.ts';

const COMMON = Array<number>(20).fill(5000);
const RARE_ROWS = [1, 5, 20];
const RARE_VALUES = wholeNumbers(1, 1000, 25);

export const rareValues: Reproduction = {
  name: 'paper-3-rare-values',
  paper: 'CM06',
  title: 'Theorem 3: rates against rare values',
  says: 'With t rare values a sampling rate of about epsilon times delta over t keeps the guarantee, up to a logarithm.',
  make: () => {
    const promised = guarantee({ epsilon: 0.5, delta: 0.05 });
    const rows = RARE_ROWS.flatMap(rowsEach =>
      RARE_VALUES.map(rare => {
        const table = countsOf([...COMMON, ...Array<number>(rare).fill(rowsEach)]);
        return { rowsEach, rare, exact: exactRate(table, promised), theorem: theoremRate(table, promised) };
      }),
    );
    const curve = (rowsEach: number, value: 'exact' | 'theorem') =>
      rows.filter(row => row.rowsEach === rowsEach).map(row => ({ x: row.rare, y: row[value] }));
    const factors = rows.filter(row => row.rowsEach === 1).map(row => row.exact / row.theorem);
    return {
      gets: `Where rare values have one row, the rate may be ${said(Math.min(...factors), 2)} to ${said(Math.max(...factors), 2)} times that of the theorem; where they have more, it may be higher still.`,
      differs:
        'The slope is the same; the constants in the paper are loose, because it allows no row of a rare value, although some rows of a value with twenty rows may be shown.',
      rows,
      figure: {
        panels: [
          {
            title: 'The largest safe rate',
            subtitle: '20 values of 5000 rows each, and some rare ones; epsilon 0.5, delta 0.05',
            x: { label: 'rare values', scale: 'log' },
            y: { label: 'sampling rate', scale: 'log' },
            series: [
              ...RARE_ROWS.map(rowsEach => ({
                kind: 'line' as const,
                name: `exactly, rare values of ${rowsEach} ${rowsEach === 1 ? 'row' : 'rows'}`,
                points: curve(rowsEach, 'exact'),
              })),
              { kind: 'line', name: 'Theorem 3, whatever the rows', dashed: true, points: curve(1, 'theorem') },
            ],
          },
        ],
      },
    };
  },
};
