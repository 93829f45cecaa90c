/** People who contradict themselves have their largest value. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'largest-not-smallest',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/units.ts',
      find: `    value: smallestOf(column, type),
  }));
  const contradicted`,
      replace: `    value: greatestOf(column, type),
  }));
  const contradicted`,
    },
  ],
};
