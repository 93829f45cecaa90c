/** What the paper leaves out: the same mechanism seen by whoever links the rounds, or reads exact counts. */
import { makeDie, makePopulation, viewsOf } from '../../collect/views/index.ts';
import type { Line } from '../../figure/index.ts';
import { said, wholeNumbers } from '../numbers.ts';
import type { Reproduction, ReproductionRow } from '../reproduction.ts';
import { SAMPLING } from './parameters.ts';

const NAMES = {
  linked: 'both answers of one person, linked',
  bothRounds: 'exact counts of both rounds',
  differences: 'exact differences only',
} as const;

const FLOOR = 1e-12;
const PEOPLE = wholeNumbers(1, 200, 24);
const DIE = makeDie({ values: 1, sampling: SAMPLING, baseline: [0.05] });

export const views: Reproduction = {
  name: 'paper-4-views',
  paper: 'JG17',
  title: 'The three views',
  says: 'The sampling mechanism is differentially private without any noise, with the epsilon of one answer of round two.',
  make: () => {
    const seen = (people: number) => viewsOf({ population: makePopulation([people], people), die: DIE, epsilon: 1 });
    const rows: ReproductionRow[] = PEOPLE.map(people => {
      const { linkedRounds, counts } = seen(people);
      return {
        people,
        [NAMES.linked]: linkedRounds.delta,
        [NAMES.bothRounds]: counts.withRoundOne,
        [NAMES.differences]: counts.delta,
      };
    });
    const fifty = seen(50);
    const series = Object.values(NAMES).map(
      (name): Line => ({
        kind: 'line',
        name,
        points: rows
          .filter(row => Number(row[name]) >= FLOOR)
          .map(row => ({ x: Number(row.people), y: Number(row[name]) })),
      }),
    );
    return {
      gets: `One answer alone costs epsilon ${said(fifty.roundTwoOnly.epsilon)}, but linked answers expose ${said(fifty.linkedRounds.delta)} of all people at every epsilon; exact counts of 50 people who all say yes fail with probability ${said(fifty.counts.withRoundOne, 2)}, differences alone with ${said(fifty.counts.delta, 2)}.`,
      differs:
        "The paper's epsilon holds for one view only. Exact counts are never purely private: a value that only one person has is revealed whenever that person is sampled, so we add noise by default.",
      rows,
      figure: {
        panels: [
          {
            title: 'Delta at epsilon 1',
            subtitle: 'people who all have the value; sampling 45 %, fixed answer 0 with 5 %',
            x: { label: 'people who have the value', scale: 'log' },
            y: { label: 'delta', scale: 'log', domain: [FLOOR, 1] },
            series,
          },
        ],
      },
    };
  },
};
