/** Of values that several people have one person is taken first, and then at most k values of a person: others decide what counts. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'distinctness-before-the-bound',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/distinct.ts',
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the product's own text
      find: "sql`SELECT DISTINCT ${join(parts, ', ')} FROM ${there}`",
      replace:
        "sql`SELECT min(${rows.unit}) AS ${rows.unit}, ${join(parts.slice(1), ', ')} FROM ${there} GROUP BY ${join(parts.slice(1), ', ')}`",
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the product's own text
    },
  ],
};
