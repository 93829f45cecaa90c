/** The ledger counts rho by the epsilon of its entries, one by one, in place of what was charged for each. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'rho-entry-by-entry',
  referee: 'privacy',
  edits: [
    {
      file: 'src/ledger/posting.ts',
      find: '  book.spent = counts.plus(book.spent, charge);\n  book.analysts',
      replace:
        '  const rho = charge.rho && charge.epsilon && pureRho(charge.epsilon);\n  book.spent = counts.plus(book.spent, rho ? { ...charge, rho } : charge);\n  book.analysts',
    },
    {
      file: 'src/ledger/posting.ts',
      find: "import type { NodeState } from '../accounting/tree/index.ts';",
      replace:
        "import { pureRho } from '../accounting/concentrated/index.ts';\nimport type { NodeState } from '../accounting/tree/index.ts';",
    },
  ],
};
