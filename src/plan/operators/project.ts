/** Leaves the named columns. Rows and units stay as they are. */
import { columnNamed } from '../expressions/columns.ts';
import type { Operator } from './operator.ts';

export const project: Operator<'project'> = {
  check: (node, { check }) => {
    const input = check(node.input);
    const columns = [...new Set(node.columns)];
    const schema = Object.freeze(columns.map(name => columnNamed(input.schema, name)));
    return Object.freeze({ kind: 'project', input, columns: Object.freeze(columns), schema });
  },
  derivation: () => ({ kind: 'map' }),
  size: (_node, units) => units,
  meaning: ({ input, columns }, { rowsOf }) =>
    rowsOf(input).map(({ unit, values }) => ({
      unit,
      values: Object.fromEntries(columns.filter(name => name in values).map(name => [name, values[name]])),
    })),
};
