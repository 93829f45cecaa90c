/** Numbers are cut to their step instead of rounded. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'step-off-by-half',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/scan.ts',
      find: `return sql\`floor(\${within} / \${number(step)} + 0.5)\`;`,
      replace: `return sql\`floor(\${within} / \${number(step)})\`;`,
    },
  ],
};
