/** Under a concentrated budget what a threshold may fail with is not charged, as if rho were all that it tells. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'failing-keys-free',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/decision.ts',
      find: '  const payment = paymentOf(spent, lineage, parts?.root ?? rho);',
      replace:
        '  const { charge, nodes: paid } = paymentOf(spent, lineage, parts?.root ?? rho);\n  const payment = { charge: rho ? { ...charge, delta: amounts.none } : charge, nodes: paid };',
    },
  ],
};
