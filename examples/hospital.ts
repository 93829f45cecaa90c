/** The demo hospital: a million visits of 200,000 simulated patients, the same ones every time, written as Parquet. */
import { DuckDBInstance } from '@duckdb/node-api';

export const WARDS = ['Cardiology', 'Emergency', 'Maternity', 'Oncology', 'Orthopaedics', 'Paediatrics'] as const;

const PATIENTS = 200_000;
const VISITS = 1_000_000;

/** Chance by arithmetic: `draw` of a number and a purpose is a fixed number between 0 and 1. */
const VISITS_SQL = `
  WITH
    patients AS (
      SELECT range AS patient_id, draw(range, 'age') AS age_draw, draw(range, 'town') AS town_draw
      FROM range(${PATIENTS})
    ),
    visits AS (
      SELECT cast(floor(draw(range, 'patient') * ${PATIENTS}) AS BIGINT) AS patient_id,
        cast(floor(6 * draw(range, 'ward') ** 1.6) AS INTEGER) AS ward, draw(range, 'cost') AS cost_draw
      FROM range(${VISITS})
    )
  SELECT patient_id,
    cast(floor(100 * age_draw ** 0.8) AS INTEGER) AS age,
    (${sqlList(WARDS)})[ward + 1] AS ward,
    round(least(200 * (1 + ward) * -ln(1 - cost_draw), 20000), 2) AS cost,
    'Town ' || lpad(cast(cast(floor(60 * town_draw ** 1.8) AS INTEGER) AS VARCHAR), 2, '0')
      || CASE WHEN patient_id % 4000 = 0 THEN ', farm ' || patient_id ELSE '' END AS town
  FROM visits JOIN patients USING (patient_id)`;

function sqlList(texts: readonly string[]): string {
  return `[${texts.map(text => `'${text}'`).join(', ')}]`;
}

/** What only the maker of the data may know: the truth, to hold the answers against. */
export interface Truth {
  readonly visitsByWard: ReadonlyMap<string, number>;
  readonly meanCostByWard: ReadonlyMap<string, number>;
  readonly medianAge: number;
  readonly towns: number;
  readonly patients: number;
}

export async function makeHospital(file: string): Promise<Truth> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS();
  await connection.run(
    `CREATE MACRO draw(number, purpose) AS (md5_number_lower(number || ':' || purpose) >> 11) / 9007199254740992.0`,
  );
  await connection.run(`CREATE TABLE visits AS ${VISITS_SQL}`);
  await connection.run(`COPY visits TO '${file.replaceAll("'", "''")}' (FORMAT parquet)`);
  const wards = await rows('SELECT ward, count(*), avg(cost) FROM visits GROUP BY ward');
  const [[medianAge, towns, patients]] = await rows(
    'SELECT median(age), count(DISTINCT town), count(DISTINCT patient_id) FROM visits',
  );
  connection.closeSync();
  instance.closeSync();
  return {
    visitsByWard: new Map(wards.map(([ward, visits]) => [String(ward), Number(visits)])),
    meanCostByWard: new Map(wards.map(([ward, , mean]) => [String(ward), Number(mean)])),
    medianAge: Number(medianAge),
    towns: Number(towns),
    patients: Number(patients),
  };
}
