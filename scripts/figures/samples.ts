/** What a sample costs: the charge by sampling rate, and the charge of many questions to one sample. */
import { price } from '../../src/accounting/index.ts';
import type { Figure, Line, Panel } from '../../src/figure/index.ts';

const RATE = 0.1;
const EACH = 0.5;
const QUESTIONS = 12;

export const samplesFigure = (): Figure => ({ panels: [chargeByRate(), chargeByQuestions()] });

const charged = (rate: number, epsilon: number): number =>
  price({ operator: 'bernoulli', rate, cost: { epsilon, replace: 2 * epsilon } }).epsilon;

function chargeByRate(): Panel {
  const rates = Array.from({ length: 41 }, (_, place) => Math.max(place / 40, 0.001));
  const line = (epsilon: number): Line => ({
    kind: 'line',
    name: `questions worth epsilon ${epsilon} inside the sample`,
    points: rates.map(x => ({ x, y: charged(x, epsilon) })),
  });
  return {
    title: 'A smaller sample costs less',
    subtitle: 'The effect is largest for small epsilon: nearly rate times epsilon.',
    x: { label: 'sampling rate', percent: true },
    y: { label: 'epsilon charged to the table' },
    series: [0.5, 1, 2].map(line),
  };
}

function chargeByQuestions(): Panel {
  const counts = Array.from({ length: QUESTIONS + 1 }, (_, place) => place);
  return {
    title: 'Questions on one sample add up inside it',
    subtitle: `A sample of ${100 * RATE} %, each question worth epsilon ${EACH} inside.`,
    x: { label: 'questions asked', domain: [0, QUESTIONS] },
    y: { label: 'epsilon charged to the table' },
    series: [
      {
        kind: 'line',
        name: 'charged: the price of their sum',
        points: counts.map(x => ({ x, y: charged(RATE, x * EACH) })),
      },
      {
        kind: 'line',
        name: 'wrong: the sum of their prices',
        dashed: true,
        points: counts.map(x => ({ x, y: x * charged(RATE, EACH) })),
      },
    ],
  };
}
