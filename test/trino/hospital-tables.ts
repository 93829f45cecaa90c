/** The hospital that is made to be misread, in Trino's words. It has no infinite dates: far ones stand for them. */
import type { RawData, RawRow, RawValue } from '../../src/plan/operators/operator.ts';
import { DECLARATIONS, INFINITE } from '../engines/hospital.ts';

const TYPES: Readonly<Record<string, string>> = {
  TEXT: 'varchar',
  'DOUBLE PRECISION': 'double',
  TIMESTAMP: 'timestamp(6)',
  TIMESTAMPTZ: 'timestamp(6) with time zone',
};

const typed = (type: string): string =>
  TYPES[type] ?? type.toLowerCase().replace('numeric', 'decimal').replace(',', ', ');

/** Statements that make these tables anew, each named by its path. */
export const tableStatements = (data: RawData, path: (table: string) => string): readonly string[] =>
  Object.entries(data).flatMap(([table, rows]) => {
    const columns = columnsOf(table);
    const list = columns.map(([name, type]) => `"${name}" ${type}`).join(', ');
    return [
      `DROP TABLE IF EXISTS ${path(table)}`,
      `CREATE TABLE ${path(table)} (${list})`,
      ...(rows.length === 0
        ? []
        : [`INSERT INTO ${path(table)} VALUES ${rows.map(row => tuple(row, columns)).join(', ')}`]),
    ];
  });

/** A type may hold a comma of its own. */
const columnsOf = (table: string): readonly (readonly [name: string, type: string])[] =>
  DECLARATIONS[table].split(/, (?=\w+ [A-Z])/).map(declaration => {
    const [name, ...type] = declaration.split(' ');
    return [name, typed(type.join(' '))];
  });

const tuple = (row: RawRow, columns: readonly (readonly [string, string])[]): string =>
  `(${columns.map(([name, type]) => `CAST(${literal(row[name] ?? null, type)} AS ${type})`).join(', ')})`;

function literal(value: RawValue, type: string): string {
  if (value === null) return 'NULL';
  if (type === 'date' && typeof value === 'bigint')
    return `date_add('day', ${value === INFINITE ? '' : '-'}1000000000, DATE '1970-01-01')`;
  if (typeof value === 'number') return `'${Object.is(value, -0) ? '-0.0' : value}'`;
  const text = `'${String(value).replaceAll("'", "''")}'`;
  return type.endsWith('time zone') ? text.replace(/Z'$/, " UTC'") : text;
}
