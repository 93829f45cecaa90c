/** Algorithm 3: PINQ's `Take`, charged like a filter, tells for certain whether one person is in the data. */
import { price } from '../../accounting/index.ts';
import { discreteLaplace, reproducibleEntropy, uniform } from '../../random/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { said } from '../numbers.ts';
import type { Reproduction } from '../reproduction.ts';

const EPSILON = 0.01;
const ROUNDS = 1000;
const RUNS = 60;
const TARGET = 7;
const OTHERS = [1, 2, 3, 4, 5, 6, 8, 9, 10];
const CHARGED_ROUNDS = 12;

/** In every round the target stays alone in its part, or makes room for a stranger. */
function afterRounds(people: readonly number[]): number {
  let data = [...people];
  for (let round = 0; round < ROUNDS; round++) {
    const stranger = 999 + round / 10_000;
    const [first] = [...data.filter(person => person === TARGET), stranger];
    data = [first, ...data.filter(person => person !== TARGET)];
  }
  return data.length;
}

/** What a question after each number of rounds truly costs at least, and what we charge for it. */
function charges(): { readonly rounds: number; readonly truth: number; readonly ours: number }[] {
  let cost: Cost = { epsilon: EPSILON, replace: 2 * EPSILON };
  return Array.from({ length: CHARGED_ROUNDS }, (_, round) => {
    cost = price({ operator: 'partition', costs: [price({ operator: 'take', size: 1, cost }), cost] });
    return { rounds: round + 1, truth: 2 * EPSILON + round * EPSILON, ours: cost.epsilon };
  });
}

const NAMES = { without: 'data without the person', within: 'data with the person' } as const;
const CHARGES = { pinq: "PINQ's charge", truth: 'true loss', ours: 'our charge' } as const;

export const takeAttack: Reproduction = {
  name: 'paper-1-take-attack',
  paper: 'EAS16',
  title: 'Algorithm 3: the take attack',
  says: 'A program that PINQ charges 0.01 reveals whether one person is in the data.',
  make: ({ seed }) => {
    const noise = discreteLaplace(uniform(reproducibleEntropy(seed)), { numerator: 100n, denominator: 1n });
    const [without, within] = [OTHERS, [...OTHERS, TARGET]].map(afterRounds);
    const rows = Array.from({ length: RUNS }, (_, run) => ({
      run: run + 1,
      [NAMES.without]: without + Number(noise()),
      [NAMES.within]: within + Number(noise()),
    }));
    const costs = charges();
    const parted = rows.filter(row => row[NAMES.without] > 500 && row[NAMES.within] < 500).length;
    const line = (name: string, value: (charge: (typeof costs)[number]) => number) => ({
      kind: 'line' as const,
      name,
      points: costs.map(charge => ({ x: charge.rounds, y: value(charge) })),
    });
    return {
      gets: `${parted} of ${RUNS} pairs of noisy counts lie on different sides of 500 at a charge of 0.01; charged correctly, ${CHARGED_ROUNDS} rounds cost ${said(costs[CHARGED_ROUNDS - 1].ours)}.`,
      differs: 'None: the attack works as published, and our prices refuse it after a few rounds.',
      rows,
      figure: {
        panels: [
          {
            title: 'Noisy counts after 1000 rounds',
            subtitle: 'noise of scale 100: PINQ charges 0.01 for each',
            x: { label: 'run', domain: [0, RUNS + 1] },
            y: { label: 'noisy count', domain: [-500, 1800] },
            series: [NAMES.without, NAMES.within].map(name => ({
              kind: 'dots' as const,
              name,
              points: rows.map(row => ({ x: row.run, y: row[name] })),
            })),
          },
          {
            title: 'The cost of a question after some rounds',
            subtitle: 'a count with epsilon 0.01',
            x: { label: 'rounds' },
            y: { label: 'epsilon', scale: 'log', domain: [0.005, 10] },
            series: [
              line(CHARGES.pinq, () => EPSILON),
              line(CHARGES.truth, ({ truth }) => truth),
              line(CHARGES.ours, ({ ours }) => ours),
            ],
          },
        ],
      },
    };
  },
};
