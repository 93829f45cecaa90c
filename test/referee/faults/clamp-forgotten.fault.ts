/** Dates beyond their upper bound stay there, on PostgreSQL alone. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'clamp-forgotten',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/scan.ts',
      find: `    return date && clampedMoment(date, dialect.daysOf(date), { low, high }, days => sql\`CAST(\${isoDay(days)} AS date)\`);`,
      replace: `    const last = dialect.name === 'postgres' ? 40_000n : high;
    return date && clampedMoment(date, dialect.daysOf(date), { low, high: last }, days => sql\`CAST(\${isoDay(days)} AS date)\`);`,
    },
  ],
};
