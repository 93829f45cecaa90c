/** Workloads for the accountant. */
import { account, parseSpecification } from '../../../src/accounting/index.ts';
import { randomWorkload } from '../../accounting/random-workload.ts';
import { refusalOf } from '../oracle.ts';
import { Finding, type Target } from '../target.ts';
import { varyJson } from '../vary-json.ts';

const ASKS = [{ deltaAt: { epsilon: 1 } }, { epsilonAt: { delta: 1e-5 } }, { renyi: { orders: [2] } }];

const SEEDS = Array.from({ length: 30 }, (_, number) =>
  JSON.stringify({ ...randomWorkload(number), ask: ASKS[number % ASKS.length] }),
);

export const specification: Target = {
  name: 'specification',
  async open() {
    return {
      seeds: SEEDS,
      vary: varyJson,
      async attempt(text) {
        try {
          const answers = account(parseSpecification(JSON.parse(text)));
          if (JSON.stringify(answers).includes('null')) checkNumbers(answers);
          return 'accounted';
        } catch (thrown) {
          if (thrown instanceof SyntaxError || thrown instanceof Finding) return rethrown(thrown);
          // lists that no memory holds are refused by whoever calls
          if (thrown instanceof RangeError) return 'too large';
          const { code, message } = refusalOf(thrown, { words: [] });
          return `${code} ${message.replace(/[\d.e+-]+/g, '0')}`.slice(0, 60);
        }
      },
      async close() {},
    };
  },
};

function rethrown(thrown: SyntaxError | Finding): string {
  if (thrown instanceof Finding) throw thrown;
  return 'no JSON';
}

/** What is told of privacy is a number. */
function checkNumbers(answers: unknown): void {
  if (typeof answers === 'number' && Number.isNaN(answers)) throw new Finding('number', 'NaN is told');
  if (typeof answers === 'object' && answers !== null) Object.values(answers).forEach(checkNumbers);
}
