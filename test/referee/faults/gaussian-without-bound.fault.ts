/** A Gaussian answer adds nothing to the sum of epsilon, as if that still bounded the loss. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'gaussian-without-bound',
  referee: 'privacy',
  edits: [
    {
      file: 'src/amounts/counted-loss.ts',
      find: 'epsilon: a.epsilon === null || b.epsilon === null ? null : amount.plus(a.epsilon, b.epsilon),',
      replace: 'epsilon: amount.plus(a.epsilon ?? amount.none, b.epsilon ?? amount.none),',
    },
  ],
};
