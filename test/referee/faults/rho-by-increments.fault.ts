/** What a kept sample or part passes on is charged as if each increment of its price were a question of its own. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'rho-by-increments',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/decision.ts',
      find: 'rootRho(lineage, nodes, cost, rhoAlone(workload, inner))',
      replace: 'pureRho(chargeOf(spent, lineage).epsilon)',
    },
    {
      file: 'src/answer/decision.ts',
      find: '  rootRho,\n',
      replace: '',
    },
    {
      file: 'src/answer/decision.ts',
      find: "import { decidedByRho, rhoAlone, withParts } from './concentrated.ts';",
      replace:
        "import { pureRho } from '../accounting/concentrated/index.ts';\nimport { decidedByRho, withParts } from './concentrated.ts';",
    },
  ],
};
