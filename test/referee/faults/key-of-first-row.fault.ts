/** Texts that differ in their capitals are one group, spelled as its first row spells it. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'key-of-first-row',
  referee: 'truth',
  edits: [
    {
      file: 'src/answer/groups.ts',
      find: `  JSON.stringify(key.map(value => (typeof value === 'bigint' ? { whole: \`\${value}\` } : value)));`,
      replace: `  JSON.stringify(key.map(value => (typeof value === 'bigint' ? { whole: \`\${value}\` } : value))).toLowerCase();`,
    },
  ],
};
