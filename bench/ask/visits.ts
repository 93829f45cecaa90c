/** The table that is asked: visits of patients, ten each on average. */
import { folder, parquet } from '../parquet.ts';

export { folder };

export const WARDS = ['A', 'B', 'C'] as const;

/** The path of a table with so many rows, and a tenth as many patients. */
export const visits = (rows: number): Promise<string> => parquet(`visits-${rows}`, rowsOf(rows));

/** Patients as if drawn for each visit: two in five have more than ten visits, one in six hundred more than twenty. */
const rowsOf = (rows: number): string => `
  SELECT
    CAST(hash(range) % ${rows / 10} AS BIGINT) AS patient,
    CAST(hash(range) % ${rows / 10} % 5 AS INTEGER) AS region,
    '${WARDS.join('')}'[CAST(1 + hash(range + 1000000007) % ${WARDS.length} AS BIGINT)] AS ward,
    CAST(hash(range + 3000000019) % 120000 AS DOUBLE) / 100 - 50 AS cost
  FROM range(${rows})`;
