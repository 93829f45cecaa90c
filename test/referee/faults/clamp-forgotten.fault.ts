/** Dates beyond their upper bound stay there, on PostgreSQL alone. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'clamp-forgotten',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/scan.ts',
      find: `    return date && clampedMoment(date, dialect.daysOf(date), { low, high }, day);`,
      replace: `    const last = dialect.types.wide === 'numeric' ? 40_000n : high;
    return date && clampedMoment(date, dialect.daysOf(date), { low, high: last }, day);`,
    },
  ],
};
