/** Figure 1: the delta of an exact count, against how many entries are counted. */
import type { Line } from '../../figure/index.ts';
import { propertyDelta } from '../../statistical/index.ts';
import { said, wholeNumbers } from '../numbers.ts';
import type { Reproduction } from '../reproduction.ts';

const EPSILONS = [0.01, 0.03, 0.1, 0.3, 1];
const SIZES = wholeNumbers(2, 10_000, 60);

/** Smaller deltas would only stretch the picture. */
const FLOOR = 1e-8;

export const privacyBySize: Reproduction = {
  name: 'paper-2-figure-1',
  paper: 'BR25',
  title: 'Figure 1: delta of property queries',
  says: 'The delta of an exact count of a property of probability 1/2 falls as the data grow, and falls faster for larger epsilon.',
  make: () => {
    const delta = (entries: number, epsilon: number): number =>
      propertyDelta({ entries, probability: 0.5 }, { kind: 'everything' })(epsilon).delta.exact;
    const rows = EPSILONS.flatMap(epsilon =>
      SIZES.map(entries => ({ epsilon, entries, delta: delta(entries, epsilon) })),
    );
    const series = EPSILONS.map(
      (epsilon): Line => ({
        kind: 'line',
        name: `epsilon ${epsilon}`,
        points: rows
          .filter(row => row.epsilon === epsilon && row.delta >= FLOOR)
          .map(({ entries, delta }) => ({ x: entries, y: delta })),
      }),
    );
    return {
      gets: `With 1000 entries delta is ${said(delta(1000, 0.1), 4)} at epsilon 0.1 and ${said(delta(1000, 0.01), 4)} at 0.01.`,
      differs:
        'The axes are logarithmic, which separates the curves of large epsilon; the paper shifts them by 0.001 and 0.002 instead.',
      rows,
      figure: {
        panels: [
          {
            title: 'What an exact count reveals without noise',
            subtitle: 'each entry has the property with probability 1/2',
            x: { label: 'entries', scale: 'log' },
            y: { label: 'delta', scale: 'log', domain: [FLOOR, 1] },
            series,
          },
        ],
      },
    };
  },
};
