/** The accountant without data: prices that published formulas get wrong, and a workload bounded from both sides. */
import {
  account,
  type PriceRequest,
  parseSpecification,
  price,
  type SpecificationInput,
} from '../src/accounting/index.ts';
import { curvesOf } from '../src/cli/curves.ts';
import { atLeast, atMost } from '../src/cli/digits.ts';
import { drawCurves } from '../src/cli/plot.ts';
import type { Cost } from '../src/vocabulary/index.ts';

const { exp, log, max } = Math;
const cost = (epsilon: number): Cost => ({ epsilon, replace: 2 * epsilon });

interface Undercharged {
  readonly what: string;
  readonly published: number;
  readonly request: PriceRequest;
}

/** What the papers and the system they describe charge, beside a price that small cases reach. */
const undercharged: readonly Undercharged[] = [
  {
    what: 'the first 10 people of a list, epsilon 0.1 (PINQ)',
    published: 0.1,
    request: { operator: 'take', size: 10, cost: cost(0.1) },
  },
  {
    what: '1 person to part one, the rest to part two, 0.1 each',
    published: log((exp(0.3) + 1) / 2),
    request: { operator: 'fixed-size-split', size: 1, costs: [cost(0.1), cost(0.1)] },
  },
  {
    what: 'a quarter to part one, the rest to part two, 0.1 each',
    published: log(max(0.25 * exp(0.3) + 0.75 * exp(0.1), 0.25 * exp(0.5) + 0.75)),
    request: { operator: 'fraction-split', rate: 0.25, costs: [cost(0.1), cost(0.1)] },
  },
  {
    what: '3 draws with replacement, epsilon 0.5',
    published: 3 * log(1 + (exp(1) - 1) / 3),
    request: { operator: 'with-replacement', size: 3, cost: cost(0.5) },
  },
];

export const pricesTable = (): string[][] => [
  ['operator', 'published', 'needed'],
  ...undercharged.map(({ what, published, request }) => [what, atMost(published), atMost(price(request).epsilon)]),
];

const sums = (
  name: string,
  relation: SpecificationInput['relation'],
  sampling: SpecificationInput['steps'][0]['sampling'],
) => ({
  name,
  specification: parseSpecification({
    relation,
    steps: [{ mechanism: { kind: 'gaussian', noiseMultiplier: 4 }, sampling, count: 1000 }],
    ask: { epsilonAt: { delta: 1e-6 } },
  } satisfies SpecificationInput),
});

const hundredOf = { kind: 'fixed-size', size: 100, of: 10_000 } as const;
const coinFlips = sums('1,000 noisy sums, each over a 1 % coin-flip sample', 'add-remove', {
  kind: 'poisson',
  rate: 0.01,
});
const fixedSize = sums('each over 100 of 10,000 people, one person added or removed', 'add-remove', hundredOf);
const replaced = sums('each over 100 of 10,000 people, one person replaced', 'replace-one', hundredOf);

export const boundsTable = (): string[][] => [
  ['workload', 'at least', 'at most', ''],
  ...[coinFlips, fixedSize, replaced].map(({ name, specification }) => {
    const [answer] = [account(specification)].flat();
    return 'epsilon' in answer
      ? [name, atLeast(answer.epsilon.lower), atMost(answer.epsilon.upper), answer.epsilon.status]
      : [name, '', '', ''];
  }),
];

/** The first two workloads of the table. */
export const boundsPicture = (): string => drawCurves(curvesOf([coinFlips, fixedSize]));
