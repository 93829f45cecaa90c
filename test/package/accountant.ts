/** The accountant in a page: the same numbers by whichever name it is imported. */
import { account, price, type SpecificationInput } from '../../src/accounting/index.ts';
import type { Page } from './browser.ts';

const ORDER = { operator: 'bernoulli', rate: 0.1, cost: { epsilon: 1, replace: 2 } } as const;

const WORKLOAD: SpecificationInput = {
  relation: 'add-remove',
  steps: [{ mechanism: { kind: 'gaussian', noiseMultiplier: 1 } }],
  ask: { epsilonAt: { delta: 1e-5 } },
};

export const accountantPage = (imports: string): Page => ({
  imports,
  code: `
import { account, price } from '${imports}';
globalThis.told = [price(${JSON.stringify(ORDER)}), account(${JSON.stringify(WORKLOAD)})];
`,
  told: [price(ORDER), account(WORKLOAD)],
});
