/** Numbers below their lower bound stay there, on PostgreSQL alone. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'number-clamp-forgotten',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/scan.ts',
      find: `  if (rounds(min, low) && rounds(max, high)) return whole(stepsWithin(x, min, max, step), dialect);`,
      replace: `  if (rounds(min, low) && rounds(max, high))
    return whole(stepsWithin(x, dialect.types.wide === 'numeric' ? min - 1e6 : min, max, step), dialect);`,
    },
  ],
};
