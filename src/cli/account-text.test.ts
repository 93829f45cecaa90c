import { expect, test } from 'vitest';
import { parseSpecification } from '../accounting/specification.ts';
import { describeAnswers, describeWorkload } from './account-text.ts';

const specified = (mechanism: object, ask: object) =>
  parseSpecification({
    relation: 'add-remove',
    steps: [{ mechanism, sampling: { kind: 'poisson', rate: 0.01 }, count: 5 }],
    ask,
  });
const gaussian = { kind: 'gaussian', noiseMultiplier: 1 };
const target = { epsilon: 1, delta: 1e-6 };

test('a workload is described by what was given', () => {
  const pair = { kind: 'pair', upper: [0.5, 0.5], lower: [0.4, 0.6] };
  expect(describeWorkload('june', specified(pair, { epsilonAt: { delta: 0 } }))).toBe(
    'june: one person added or removed\n  5 x pair (upper of 2, lower of 2) on poisson (rate 0.01)',
  );
});

test('bounds are rounded to the side on which they stay true', () => {
  const bracket = { lower: 6.18771119, upper: 6.18771231, status: 'tight' } as const;
  expect(describeAnswers(specified(gaussian, { epsilonAt: { delta: 1e-5 } }), [{ epsilon: bracket }])).toBe(
    [
      'question                  at least  at most  status',
      'epsilon at delta 0.00001   6.18771  6.18772   tight',
      '',
      "Except with probability 0.00001, all answers together move anyone's odds about one person by at most a factor of e^epsilon = 486.732.",
    ].join('\n'),
  );
});

test('what has no bound is said, not shown as a number', () => {
  const none = { lower: 3, upper: null, status: 'upper-only' } as const;
  const text = describeAnswers(specified(gaussian, { epsilonAt: { delta: 0 } }), [{ epsilon: none }]);
  expect(text).toContain('no bound');
  expect(text).toContain('No epsilon can be guaranteed at delta 0.');
});

test('each question has its row, and each kind of question one sentence', () => {
  const asks = [
    { deltaAt: { epsilon: 1 } },
    { tradeOff: { falsePositiveRates: [0.01, 0.05] } },
    { renyi: { orders: [2] } },
  ];
  const text = describeAnswers(specified(gaussian, asks), [
    { delta: { lower: 0, upper: 1e-7, status: 'tight' } },
    {
      tradeOff: [
        { falsePositiveRate: 0.01, falseNegativeRate: { lower: 0.9, upper: 0.91 } },
        { falsePositiveRate: 0.05, falseNegativeRate: { lower: 0.8, upper: 0.81 } },
      ],
    },
    { renyi: [{ order: 2, upper: 0.5 }] },
  ]);
  expect(text.split('\n')).toHaveLength(1 + 4 + 1 + 3);
});

test('a calibrated number is told with the side on which it keeps the promise', () => {
  const found = { lower: 1.0000001, upper: 1.0000002 };
  const described = (mechanism: object, ask: object, answer: 'noise' | 'rate') =>
    describeAnswers(specified(mechanism, ask), [answer === 'noise' ? { noise: found } : { rate: found }]);
  expect(described(gaussian, { noiseFor: target }, 'noise')).toContain(
    'Noise of 1.00001 is enough; less than 1 is not.',
  );
  expect(described(gaussian, { rateFor: target }, 'rate')).toContain(
    'A sampling rate of 1 is enough; more than 1.00001',
  );
  const discrete = { kind: 'discrete-laplace', parameter: 1 };
  expect(described(discrete, { noiseFor: target }, 'noise')).toContain('A parameter of 1 is enough; more than 1.00001');
});
