/** Totals of samples are a twentieth too large. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'estimate-biased',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/estimates/sampled-total.ts',
      find: `    estimate: (drawn / rate) * step,`,
      replace: `    estimate: ((1.05 * drawn) / rate) * step,`,
    },
  ],
};
