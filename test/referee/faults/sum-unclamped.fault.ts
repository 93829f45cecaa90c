/** A sum keeps all rows of crowded people, whatever they add. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'sum-unclamped',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/measure.ts',
      find: `  return sql\`CASE WHEN \${sum} < \${least} THEN \${least} WHEN \${sum} > \${most} THEN \${most} ELSE \${sum} END\`;`,
      replace: `  return sql\`CASE WHEN \${sum} < \${least} THEN \${sum} WHEN \${sum} > \${most} THEN \${sum} ELSE \${sum} END\`;`,
    },
  ],
};
