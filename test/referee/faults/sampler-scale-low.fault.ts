/** The sampler draws noise of a scale a tenth below the one that it is given. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'sampler-scale-low',
  referee: 'privacy',
  edits: [
    {
      file: 'src/noise/calibration.ts',
      find: "kind === 'discrete-laplace' ? discreteLaplace(below, scale)",
      replace:
        "kind === 'discrete-laplace' ? discreteLaplace(below, { numerator: scale.numerator * 9n, denominator: scale.denominator * 10n })",
    },
  ],
};
