/** The scan drops who contradicts himself in a column that the question mentions, as if it were a map. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'hidden-filter',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/scan.ts',
      find: '  return rows.map(({ unit, values }) => ({ unit, values: { ...values, ...smallest.get(unit) } }));',
      replace:
        '  const dropped = new Set(rows.filter(({ unit, values }) => columns.some(({ name }) => values[name] !== smallest.get(unit)?.[name])).map(({ unit }) => unit));\n  return rows.filter(({ unit }) => !dropped.has(unit));',
    },
  ],
};
