/** Noise is drawn in doubles, from a generator that anybody can foresee. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'floating-point-noise',
  referee: 'privacy',
  edits: [
    {
      file: 'src/noise/calibration.ts',
      find: "kind === 'discrete-laplace' ? discreteLaplace(below, scale)",
      replace:
        "kind === 'discrete-laplace' ? () => BigInt(Math.round((Number(scale.numerator) / Number(scale.denominator)) * (Math.log(1 - Math.random()) - Math.log(1 - Math.random()))))",
    },
  ],
};
