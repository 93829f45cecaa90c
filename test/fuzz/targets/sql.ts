/** Questions in SQL, asked of a clinic. */
import { askedOutcome } from '../asked.ts';
import { CELLS, checkChain, secretClinic } from '../secret-clinic.ts';
import type { Target } from '../target.ts';
import { varyText } from '../vary-text.ts';

export const STATEMENTS = [
  'SELECT count(*) FROM visits',
  'SELECT ward, count(*) AS n, sum(cost) FROM visits GROUP BY ward HAVING n > 5 ORDER BY n DESC LIMIT 2',
  "SELECT avg(cost), stddev(cost) FROM visits WHERE town = 'Ulm' AND NOT age BETWEEN 20 AND 30",
  "SELECT count(DISTINCT patient) FROM visits WHERE ward IN ('A', 'B') OR cost >= 2.5",
  "SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (50) REPEATABLE ('june')",
  'SELECT sum(age) FROM visits TABLESAMPLE BERNOULLI (10.5)',
  'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY cost) FROM visits',
  'SELECT floor, sum(cost) FROM visits JOIN wards ON visits.ward = wards.ward GROUP BY floor',
  "SELECT sum(CASE WHEN age < 30 THEN cost ELSE 0 END) FROM visits WHERE seen >= DATE '2024-03-01'",
  'SELECT extract(year FROM seen) AS y, count(*) FROM visits GROUP BY y',
  'SELECT town, count(*) FROM visits GROUP BY town',
  "SELECT lower(town), count(*) FROM visits WHERE town LIKE 'U%' GROUP BY lower(town)",
  'SELECT sum(least(greatest(cost * 2 - age / 3, 0), 50)), count(cost) FROM visits',
  'SELECT min(age), max(age), variance(cost), covar_samp(cost, age) FROM visits',
  'SELECT count(*) FROM (SELECT * FROM visits WHERE cost > 1) v WHERE age IS NOT NULL',
  'SELECT width_bucket(cost, 0, 100, 4), count(*) FROM visits GROUP BY 1',
  "SELECT coalesce(ward, 'A') AS w, count(*) FROM visits GROUP BY w",
  'SELECT round(cost), abs(age), count(*) FROM visits GROUP BY 1, 2',
];

export const sql: Target = {
  name: 'sql',
  async open() {
    const clinic = secretClinic();
    const data = await clinic.open();
    const secrets = { words: [...CELLS, clinic.folder] };
    return {
      seeds: STATEMENTS,
      vary: varyText,
      attempt: text => askedOutcome(data, () => data.sql(text), secrets),
      async close() {
        await checkChain(data);
        await data.close();
        clinic.end();
      },
    };
  },
};
