/** The table of which a sample would be published: people with five columns, some 43,000 combinations of them. */
import { parquet } from '../parquet.ts';

export const COLUMNS = ['sex', 'age', 'region', 'schooling', 'work'] as const;

/** The path of a table of so many people. */
export const people = (rows: number): Promise<string> => parquet(`people-${rows}`, rowsOf(rows));

const rowsOf = (rows: number): string => `
  SELECT
    CASE hash(range) % 2 WHEN 0 THEN 'f' ELSE 'm' END AS sex,
    CAST(hash(range + 1000000007) % 90 AS INTEGER) AS age,
    CAST(hash(range + 2000000011) % 16 AS INTEGER) AS region,
    CAST(hash(range + 3000000019) % 5 AS INTEGER) AS schooling,
    CASE hash(range + 4000000007) % 3 WHEN 0 THEN 'employed' WHEN 1 THEN 'none' ELSE 'own' END AS work
  FROM range(${rows})`;
