/** The parts of a computed value are released with noise of their own, which nobody is charged for. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'parts-with-noise-anew',
  referee: 'truth',
  edits: [
    {
      file: 'src/answer/releaser.ts',
      find: 'const place = `${statistic} ${bin}`;',
      replace: 'const place = `${statistic} ${bin} ${statements}`;',
    },
  ],
};
