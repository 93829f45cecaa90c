/** Ordinary statements as analysts write them, by feature: those that are answered, and those that are refused with a way out. Long because it is a list. */

/** Answered, and equal to plain SQL where there is next to no noise. Keys stand first in every select list. */
export const ANSWERED: Readonly<Record<string, readonly string[]>> = {
  'counts and sums': [
    'SELECT count(*) FROM visits',
    'SELECT count(1) AS n FROM visits',
    'SELECT count(cost) FROM visits',
    'SELECT count(town) AS known FROM visits',
    'SELECT count(DISTINCT patient) FROM visits',
    'SELECT sum(cost) FROM visits',
    'SELECT avg(cost) FROM visits',
    'SELECT sum(cost) AS total, count(*) AS n, avg(cost) AS mean FROM visits',
    'SELECT sum(cost) / count(*) AS per_visit FROM visits',
    'SELECT round(avg(cost), 1) AS mean FROM visits',
    'SELECT sum(cost) - 2 * sum(age) AS difference FROM visits',
    'SELECT count(*) - count(town) AS missing FROM visits',
    'SELECT 100.0 * count(town) / count(*) AS percent FROM visits',
    'SELECT avg(CASE WHEN urgent THEN 1 ELSE 0 END) AS share FROM visits',
    'SELECT sum(CASE WHEN urgent THEN 1 ELSE 0 END) AS urgent FROM visits',
    'SELECT sum(urgent::int) AS urgent FROM visits',
    'SELECT count(*) FILTER (WHERE urgent) AS urgent FROM visits',
    "SELECT count(*) FILTER (WHERE ward = 'A') AS a, count(*) FILTER (WHERE ward = 'B') AS b FROM visits",
    'SELECT sum(cost) FILTER (WHERE age >= 40) AS older FROM visits',
    'SELECT v.ward, count(*) FROM visits AS v GROUP BY v.ward',
    'SELECT sum(amount) FROM events',
    'SELECT count(DISTINCT person) FROM events',
  ],
  'different values': [
    'SELECT count(DISTINCT ward) FROM visits',
    'SELECT count(DISTINCT town) FROM visits',
    'SELECT count(DISTINCT seen) FROM visits',
    'SELECT ward, count(DISTINCT town) AS towns FROM visits GROUP BY ward',
    'SELECT kind, count(DISTINCT device) AS devices FROM events GROUP BY kind',
    "SELECT count(DISTINCT date_trunc('month', seen)) AS months FROM visits",
    'SELECT count(DISTINCT lower(town)) AS towns FROM visits WHERE age > 30',
  ],
  groups: [
    'SELECT ward, count(*) FROM visits GROUP BY ward',
    'SELECT ward, count(*) AS n FROM visits GROUP BY 1 ORDER BY 1',
    'SELECT ward, sum(cost) AS total FROM visits GROUP BY ward ORDER BY total DESC',
    'SELECT ward, avg(cost) AS mean FROM visits GROUP BY ward HAVING count(*) > 3',
    'SELECT ward, urgent, count(*) FROM visits GROUP BY ward, urgent',
    'SELECT urgent, avg(age) FROM visits GROUP BY urgent',
    'SELECT ward, count(*) AS n FROM visits GROUP BY ward ORDER BY n DESC NULLS LAST',
    'SELECT kind, count(*), sum(amount) FROM events GROUP BY kind',
    "SELECT CASE WHEN age < 30 THEN 'young' WHEN age < 60 THEN 'middle' ELSE 'old' END AS band, count(*) FROM visits GROUP BY band",
    "SELECT CASE ward WHEN 'A' THEN 'first' ELSE 'other' END AS side, sum(cost) FROM visits GROUP BY 1",
    'SELECT age / 10 AS tenths, count(*) FROM visits GROUP BY age / 10',
    'SELECT floor(age / 10) * 10 AS decade, count(*) FROM visits GROUP BY 1',
    'SELECT age % 2 AS parity, count(*) FROM visits GROUP BY 1',
    'SELECT mod(age, 5) AS rest, count(*) FROM visits GROUP BY rest',
    "SELECT ward || '-' || upper(kind_of) AS both, count(*) FROM (SELECT ward, CASE WHEN urgent THEN 'u' ELSE 'n' END AS kind_of FROM visits) x GROUP BY 1",
    'SELECT upper(ward) AS ward, count(*) FROM visits GROUP BY 1',
    'SELECT left(kind, 1) AS initial, count(*) FROM events GROUP BY 1',
    'SELECT cost > 100 AS expensive, count(*) FROM visits GROUP BY 1',
    "SELECT coalesce(ward, '?') AS ward, count(*) FROM visits GROUP BY 1",
    'SELECT ward, round(avg(cost), 2) AS mean, count(*) AS n FROM visits GROUP BY ward HAVING avg(cost) > 10 ORDER BY mean DESC',
  ],
  dates: [
    "SELECT date_trunc('week', seen) AS week, count(*) FROM visits GROUP BY 1 ORDER BY 1",
    "SELECT date_trunc('month', seen) AS month, sum(cost) FROM visits GROUP BY 1 ORDER BY 1",
    "SELECT date_trunc('quarter', seen) AS quarter, avg(cost) FROM visits GROUP BY quarter",
    "SELECT date_trunc('year', seen) AS year, count(*) FROM visits GROUP BY 1",
    "SELECT date_trunc('day', happened)::date AS day, count(*) FROM events GROUP BY 1",
    'SELECT happened::date AS day, count(*) FROM events GROUP BY 1 ORDER BY 1',
    'SELECT CAST(happened AS date) AS day, sum(amount) FROM events GROUP BY 1',
    'SELECT seen, count(*) FROM visits GROUP BY seen',
    'SELECT EXTRACT(month FROM seen) AS month, count(*) FROM visits GROUP BY 1',
    'SELECT EXTRACT(dow FROM seen) AS weekday, count(*) FROM visits GROUP BY 1 ORDER BY 1',
    'SELECT EXTRACT(isodow FROM seen) AS weekday, count(*) FROM visits GROUP BY 1',
    'SELECT EXTRACT(hour FROM happened) AS hour, count(*) FROM events GROUP BY 1 ORDER BY 1',
    "SELECT date_part('week', seen) AS week, count(*) FROM visits GROUP BY 1",
    'SELECT EXTRACT(quarter FROM seen) AS quarter, count(*) FROM visits GROUP BY 1',
    'SELECT EXTRACT(doy FROM seen) AS day, count(*) FROM visits GROUP BY 1',
    'SELECT year(seen) AS year, month(seen) AS month, count(*) FROM visits GROUP BY 1, 2',
    "SELECT count(*) FROM visits WHERE seen >= '2024-03-01'",
    "SELECT count(*) FROM visits WHERE seen >= DATE '2024-03-01' AND seen < DATE '2024-04-01'",
    "SELECT count(*) FROM visits WHERE seen BETWEEN '2024-02-01' AND '2024-03-31'",
    "SELECT count(*) FROM events WHERE happened >= '2024-03-01'",
    "SELECT count(*) FROM events WHERE happened >= DATE '2024-03-01'",
    "SELECT count(*) FROM events WHERE happened < TIMESTAMP '2024-03-01 12:00:00'",
    "SELECT count(*) FROM visits WHERE seen + INTERVAL '7 days' > DATE '2024-03-01'",
    "SELECT count(*) FROM visits WHERE seen > DATE '2024-06-01' - INTERVAL '3 months'",
    "SELECT count(*) FROM events WHERE happened + INTERVAL '2 hours' >= '2024-03-01 00:00:00'",
    'SELECT count(*) FROM visits WHERE EXTRACT(month FROM seen) = 3',
    'SELECT count(*) FROM visits WHERE EXTRACT(dow FROM seen) IN (0, 6)',
    "SELECT avg(seen - DATE '2024-01-01') AS days FROM visits",
    "SELECT sum(date_diff('day', DATE '2024-01-01', seen)) AS days FROM visits",
    "SELECT date_trunc('month', happened) AS month, kind, count(*) FROM events GROUP BY 1, 2",
    "SELECT count(*) FROM visits WHERE date_trunc('month', seen) = DATE '2024-02-01'",
    "SELECT count(*) FROM visits WHERE seen + 30 < DATE '2024-04-01'",
  ],
  numbers: [
    'SELECT sum(floor(cost)) AS floored FROM visits',
    'SELECT sum(ceil(cost)) AS raised FROM visits',
    'SELECT sum(abs(cost - 50)) AS distance FROM visits',
    'SELECT sum(power(age, 2)) AS squares FROM visits',
    'SELECT avg(sqrt(cost)) AS root FROM visits',
    'SELECT sum(round(cost)) AS rounded FROM visits',
    'SELECT sum(round(cost, 1)) AS tenths FROM visits',
    'SELECT sum(trunc(cost)) AS cut FROM visits',
    'SELECT sum(sign(cost - 50)) AS signs FROM visits',
    'SELECT sum(greatest(cost, 20)) AS at_least FROM visits',
    'SELECT sum(least(cost, 100)) AS at_most FROM visits',
    'SELECT avg(LEAST(GREATEST(cost, 10), 100)) AS clamped FROM visits WHERE cost IS NOT NULL',
    'SELECT sum(cost * 1.19) AS gross FROM visits',
    'SELECT sum(cost / 2) AS half FROM visits',
    'SELECT sum(coalesce(cost, 0)) AS total FROM visits',
    'SELECT avg(cost::numeric) AS mean FROM visits',
    'SELECT sum(cost) / NULLIF(count(*), 0) AS mean FROM visits',
    'SELECT floor(avg(age)) AS age FROM visits',
    'SELECT greatest(count(*), 10) AS n FROM visits',
    'SELECT sqrt(avg(power(age, 2))) AS rms FROM visits',
  ],
  conditions: [
    "SELECT count(*) FROM visits WHERE ward = 'A'",
    "SELECT count(*) FROM visits WHERE ward IN ('A', 'B')",
    "SELECT count(*) FROM visits WHERE ward NOT IN ('A')",
    "SELECT count(*) FROM visits WHERE ward <> 'A' OR urgent",
    'SELECT count(*) FROM visits WHERE NOT urgent',
    'SELECT count(*) FROM visits WHERE urgent IS TRUE',
    'SELECT count(*) FROM visits WHERE urgent IS NOT TRUE',
    'SELECT count(*) FROM visits WHERE urgent = true AND age BETWEEN 20 AND 50',
    'SELECT count(*) FROM visits WHERE town IS NULL',
    'SELECT count(*) FROM visits WHERE cost IS NOT NULL AND cost > 50',
    "SELECT count(*) FROM visits WHERE town IS DISTINCT FROM 'Ulm'",
    "SELECT count(*) FROM visits WHERE town LIKE 'U%'",
    "SELECT count(*) FROM visits WHERE town LIKE '%n'",
    "SELECT count(*) FROM visits WHERE town LIKE '%o%'",
    "SELECT count(*) FROM visits WHERE town LIKE 'B%n'",
    "SELECT count(*) FROM visits WHERE town NOT LIKE 'U%'",
    "SELECT count(*) FROM visits WHERE town ILIKE 'u%'",
    "SELECT count(*) FROM visits WHERE lower(town) = 'ulm'",
    "SELECT count(*) FROM visits WHERE upper(town) = 'BONN'",
    "SELECT count(*) FROM visits WHERE left(town, 1) = 'B'",
    "SELECT count(*) FROM visits WHERE right(town, 2) = 'nn'",
    "SELECT count(*) FROM visits WHERE substring(town, 2, 2) = 'on'",
    "SELECT count(*) FROM visits WHERE substring(town FROM 1 FOR 2) = 'Ul'",
    'SELECT count(*) FROM visits WHERE length(town) > 3',
    "SELECT count(*) FROM visits WHERE town || ward = 'UlmA'",
    "SELECT count(*) FROM visits WHERE concat(town, ward) = 'A'",
    "SELECT count(*) FROM visits WHERE ward = ANY (ARRAY['A', 'C'])",
  ],
  'subqueries and WITH': [
    'SELECT count(*) FROM (SELECT * FROM visits WHERE urgent) x',
    'SELECT ward, count(*) FROM (SELECT ward, cost FROM visits WHERE cost > 20) x GROUP BY ward',
    'WITH urgent AS (SELECT * FROM visits WHERE urgent) SELECT count(*) FROM urgent',
    'WITH a AS (SELECT ward, cost * 2 AS twice FROM visits), b AS (SELECT * FROM a WHERE twice > 50) SELECT ward, sum(twice) FROM b GROUP BY ward',
    "WITH m AS (SELECT date_trunc('month', seen) AS month, cost FROM visits) SELECT month, avg(cost) FROM m GROUP BY month",
    'SELECT count(*) FROM (WITH x AS (SELECT age FROM visits) SELECT age FROM x WHERE age > 40) y',
  ],
  'joins with public tables': [
    'SELECT floor, count(*) FROM visits JOIN wards ON visits.ward = wards.ward GROUP BY floor',
    'SELECT w.floor, avg(v.cost) FROM visits v JOIN wards w ON v.ward = w.ward GROUP BY w.floor',
    'SELECT floor, sum(cost) FROM visits JOIN wards USING (ward) GROUP BY floor',
    'SELECT floor, count(*) FROM visits LEFT JOIN wards USING (ward) GROUP BY floor',
  ],
  'joins of protected tables': [
    'SELECT count(*) FROM visits v JOIN referrals r ON v.patient = r.patient',
    'SELECT r.reason, count(*) FROM visits v JOIN referrals r USING (patient) GROUP BY r.reason',
    'SELECT sex, count(*) AS n, avg(cost) AS mean FROM visits v JOIN register g ON v.patient = g.id GROUP BY sex',
    'SELECT g.sex, sum(v.cost) AS total FROM register g INNER JOIN visits v ON g.id = v.patient WHERE v.urgent GROUP BY g.sex',
    'SELECT count(DISTINCT v.patient) FROM visits v JOIN referrals r ON r.patient = v.patient',
    "SELECT count(DISTINCT patient) FROM visits JOIN referrals USING (patient) WHERE reason = 'heart' AND ward = 'A'",
    'SELECT floor, sex, count(*) FROM visits JOIN register ON patient = id JOIN wards USING (ward) GROUP BY floor, sex',
    'SELECT sex, reason, sum(cost) FROM visits v JOIN register g ON v.patient = g.id JOIN referrals r ON r.patient = v.patient GROUP BY sex, reason',
    "SELECT avg(total) FROM (SELECT patient, sum(cost) AS total FROM visits GROUP BY patient) v JOIN register g ON v.patient = g.id WHERE g.sex = 'f'",
    'SELECT count(*) FROM visits v JOIN (SELECT DISTINCT patient FROM referrals WHERE distance > 30) r ON v.patient = r.patient',
    'WITH far AS (SELECT patient, max(distance) AS far FROM referrals GROUP BY patient) SELECT far > 50 AS is_far, avg(cost) FROM visits JOIN far USING (patient) GROUP BY 1',
    'WITH x AS (SELECT v.patient, v.cost, g.sex FROM visits v JOIN register g ON v.patient = g.id) SELECT sex, sum(cost) FROM x GROUP BY sex',
    'SELECT count(DISTINCT id) FROM (SELECT g.id, v.cost FROM visits v JOIN register g ON v.patient = g.id) x WHERE cost > 50',
    "SELECT date_trunc('month', seen) AS month, avg(2024 - born) AS age FROM visits JOIN register ON visits.patient = register.id GROUP BY 1 ORDER BY 1",
    'SELECT avg(n) FROM (SELECT v.patient, count(*) AS n FROM visits v JOIN referrals r ON v.patient = r.patient GROUP BY v.patient) x',
  ],
  'one row per person': [
    'SELECT count(*) FROM (SELECT patient, count(*) AS n FROM visits GROUP BY patient) x',
    'SELECT avg(total) FROM (SELECT patient, sum(cost) AS total FROM visits GROUP BY patient) x',
    'SELECT avg(n) AS visits_per_patient FROM (SELECT patient, count(*) AS n FROM visits GROUP BY patient) x',
    'SELECT n, count(*) FROM (SELECT patient, count(*) AS n FROM visits GROUP BY patient) x GROUP BY n',
    'SELECT count(*) FROM (SELECT patient FROM visits GROUP BY patient HAVING count(*) >= 2) x',
    'SELECT count(*) FROM (SELECT DISTINCT patient FROM visits WHERE urgent) x',
    'WITH p AS (SELECT patient, max(cost) AS most FROM visits GROUP BY patient) SELECT avg(most) FROM p WHERE most > 50',
    "SELECT sum(spent) FROM (SELECT person, sum(amount) AS spent FROM events WHERE kind = 'buy' GROUP BY person) x",
  ],
};

/** Answered, with a meaning of their own: values by rank, groups that are found, samples. */
export const ANSWERED_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'values by rank': [
    'SELECT median(cost) FROM visits',
    'SELECT min(cost), max(cost) FROM visits',
    'SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY cost) FROM visits',
    'SELECT ward, median(age) FROM visits GROUP BY ward',
  ],
  numbers: [
    'SELECT stddev(cost), variance(cost) FROM visits',
    'SELECT var_pop(cost) FROM visits',
    'SELECT covar_samp(cost, age) FROM visits',
  ],
  groups: [
    'SELECT width_bucket(age, 0, 100, 10) AS bucket, count(*) FROM visits GROUP BY 1',
    'SELECT town, count(*) FROM visits GROUP BY town',
    'SELECT DISTINCT town FROM visits',
    'SELECT device, count(*) AS n FROM events GROUP BY device ORDER BY n DESC LIMIT 3',
    'SELECT ward, count(*) AS n FROM visits GROUP BY ward ORDER BY n DESC LIMIT 2',
  ],
  samples: ['SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (50)'],
  'counts and sums': ['SELECT 1 AS one, count(*) FROM visits'],
};

/** Refused: its code, what its refusal advises, and a statement by that advice, which is answered. */
export interface RefusedStatement {
  readonly sql: string;
  readonly code: string;
  readonly advice: string;
  readonly instead: string;
}

const refused = (sql: string, advice: string, instead: string, code = 'sql_unsupported'): RefusedStatement => ({
  sql,
  code,
  advice,
  instead,
});

const BY_WARD = 'SELECT ward, count(*) FROM visits GROUP BY ward';

/** By feature: the same names as above, where some of a feature is answered. */
export const REFUSED: Readonly<Record<string, readonly RefusedStatement[]>> = {
  'counts and sums': [
    refused(
      'SELECT bool_or(urgent) FROM visits',
      'count(*) FILTER (WHERE c)',
      'SELECT count(*) FILTER (WHERE urgent) FROM visits',
    ),
    refused('SELECT sum(DISTINCT cost) FROM visits', 'sum(x)', 'SELECT sum(cost) FROM visits'),
  ],
  groups: [
    refused('SELECT ward FROM visits GROUP BY ward', 'add count(*)', BY_WARD),
    refused('SELECT count(*) FROM visits GROUP BY ROLLUP (ward)', 'one list of keys', BY_WARD),
    refused('SELECT DISTINCT ward, count(*) FROM visits GROUP BY ward', 'leave it out', BY_WARD),
  ],
  dates: [
    refused(
      'SELECT count(*) FROM visits WHERE seen > current_date',
      "DATE '2026-01-31'",
      "SELECT count(*) FROM visits WHERE seen > DATE '2024-01-31'",
    ),
    refused(
      'SELECT count(*) FROM events WHERE happened > now()',
      "DATE '2026-01-31'",
      "SELECT count(*) FROM events WHERE happened > DATE '2024-01-31'",
    ),
    refused(
      "SELECT to_char(seen, 'YYYY-MM') AS m, count(*) FROM visits GROUP BY 1",
      "date_trunc('month', d)",
      "SELECT date_trunc('month', seen) AS m, count(*) FROM visits GROUP BY 1",
    ),
    refused(
      "SELECT count(*) FROM visits WHERE seen + INTERVAL '1 month' > '2024-03-01'",
      "INTERVAL '30 days'",
      "SELECT count(*) FROM visits WHERE seen + INTERVAL '30 days' > '2024-03-01'",
    ),
  ],
  numbers: [
    refused('SELECT sum(ln(cost)) FROM visits', 'sqrt(x)', 'SELECT sum(sqrt(cost)) FROM visits'),
    refused('SELECT avg(exp(age)) FROM visits', 'sqrt(x)', 'SELECT avg(sqrt(age)) FROM visits'),
    refused('SELECT corr(cost, age) FROM visits', 'covar_samp(x, y)', 'SELECT covar_samp(cost, age) FROM visits'),
    refused('SELECT mode() WITHIN GROUP (ORDER BY ward) FROM visits', 'group by the column and count', BY_WARD),
  ],
  conditions: [
    refused(
      'SELECT count(*) FROM visits WHERE cost = NULL',
      'IS NULL',
      'SELECT count(*) FROM visits WHERE cost IS NULL',
    ),
    refused(
      "SELECT count(*) FROM visits WHERE town LIKE 'U_m'",
      "'a%b'",
      "SELECT count(*) FROM visits WHERE town LIKE 'U%m'",
    ),
    refused(
      "SELECT count(*) FROM visits WHERE town ~ '^U'",
      "LIKE 'a%'",
      "SELECT count(*) FROM visits WHERE town LIKE 'U%'",
    ),
    refused(
      "SELECT count(*) FROM visits WHERE trim(town) = 'Ulm'",
      "contains(t, 'a')",
      "SELECT count(*) FROM visits WHERE contains(town, 'Ulm')",
    ),
  ],
  'subqueries and WITH': [
    refused(
      'SELECT count(*) FROM visits WHERE cost > (SELECT avg(cost) FROM visits)',
      'a question of its own first',
      'SELECT avg(cost) FROM visits',
    ),
    refused(
      'SELECT count(*) FROM visits WHERE ward IN (SELECT ward FROM wards)',
      "ward IN ('A', 'B')",
      "SELECT count(*) FROM visits WHERE ward IN ('A', 'B')",
    ),
    refused(
      'SELECT count(*) FROM visits WHERE patient IN (SELECT patient FROM referrals)',
      'JOIN (SELECT DISTINCT id FROM u WHERE ...) x USING (id)',
      'SELECT count(*) FROM visits JOIN (SELECT DISTINCT patient FROM referrals) x USING (patient)',
    ),
    refused(
      'SELECT count(*) FROM visits v WHERE EXISTS (SELECT 1 FROM referrals r WHERE r.patient = v.patient)',
      'JOIN (SELECT DISTINCT id FROM u WHERE ...) x USING (id)',
      'SELECT count(*) FROM visits JOIN (SELECT DISTINCT patient FROM referrals) x USING (patient)',
    ),
    refused(
      'WITH RECURSIVE x AS (SELECT age FROM visits) SELECT count(*) FROM x',
      'WITH x AS (SELECT',
      'WITH x AS (SELECT age FROM visits) SELECT count(*) FROM x',
    ),
  ],
  'joins of protected tables': [
    refused(
      'SELECT count(*) FROM visits v, referrals r WHERE v.patient = r.patient',
      'write JOIN with its condition',
      'SELECT count(*) FROM visits v JOIN referrals r ON v.patient = r.patient',
    ),
    refused(
      'SELECT count(*) FROM visits v LEFT JOIN referrals r ON v.patient = r.patient',
      'write FROM a JOIN b ON a.id = b.id',
      'SELECT count(*) FROM visits v JOIN referrals r ON v.patient = r.patient',
    ),
    refused(
      'SELECT count(*) FROM visits v JOIN referrals r ON v.age = r.distance',
      'ON a.id = b.id, where id is the unit of both',
      'SELECT count(*) FROM visits v JOIN referrals r ON v.patient = r.patient',
      'join_unsupported',
    ),
    refused(
      'SELECT count(*) FROM visits a JOIN visits b ON a.patient = b.patient',
      'one row per unit: (SELECT id, sum(x) AS x FROM visits GROUP BY id)',
      'SELECT count(*) FROM (SELECT patient, sum(cost) AS total FROM visits GROUP BY patient) x',
      'join_unsupported',
    ),
  ],
  'joins with public tables': [
    refused(
      'SELECT count(*) FROM visits, wards',
      'write JOIN with its condition',
      'SELECT count(*) FROM visits JOIN wards USING (ward)',
    ),
    refused(
      'SELECT count(*) FROM visits CROSS JOIN wards',
      'write FROM people JOIN public_table',
      'SELECT count(*) FROM visits JOIN wards ON visits.ward = wards.ward',
      'join_unsupported',
    ),
  ],
  'different values': [
    refused(
      'SELECT count(DISTINCT town) FROM visits TABLESAMPLE BERNOULLI (50)',
      'Ask it of the whole table',
      'SELECT count(DISTINCT town) FROM visits',
      'not_yet_supported',
    ),
  ],
  samples: [
    refused(
      'SELECT count(*) FROM visits WHERE random() < 0.1',
      'TABLESAMPLE BERNOULLI (5)',
      'SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (5)',
    ),
  ],
  'rows, texts and windows': [
    refused('SELECT * FROM visits', 'count(*)', 'SELECT count(*) FROM visits'),
    refused('SELECT ward, cost FROM visits', 'group by it', BY_WARD),
    refused('SELECT ward, rank() OVER (ORDER BY cost) FROM visits', 'GROUP BY ward', BY_WARD),
    refused(
      'SELECT sum(cost) OVER (PARTITION BY ward) FROM visits',
      'sum(x)',
      'SELECT ward, sum(cost) FROM visits GROUP BY ward',
    ),
    refused("SELECT town, string_agg(ward, ',') FROM visits GROUP BY town", 'count(*)', BY_WARD),
  ],
  'names and statements': [
    refused(
      'SELECT count(*) FROM patients',
      'visits, events, referrals',
      'SELECT count(*) FROM visits',
      'unknown_table',
    ),
    refused(
      'SELECT count(*) FROM visits WHERE wrd = 1',
      'ward',
      "SELECT count(*) FROM visits WHERE ward = 'A'",
      'unknown_column',
    ),
    refused(
      'SELECT count(*) FROM visits UNION ALL SELECT count(*) FROM events',
      'a separate question',
      'SELECT count(*) FROM events',
    ),
    refused('DELETE FROM visits', 'one SELECT', 'SELECT count(*) FROM visits'),
  ],
};

/** How many statements of each feature are answered, and how many are refused with a way out, as a table. */
export function corpusTable(): string {
  const number = (statements: readonly unknown[] | undefined): number => statements?.length ?? 0;
  const features = new Set([ANSWERED, ANSWERED_OTHERWISE, REFUSED].flatMap(each => Object.keys(each)));
  const rows = [...features].map((feature): [string, number, number] => [
    feature,
    number(ANSWERED[feature]) + number(ANSWERED_OTHERWISE[feature]),
    number(REFUSED[feature]),
  ]);
  const sum = (place: 1 | 2): number => rows.reduce((all, row) => all + row[place], 0);
  return [
    '| feature | answered | refused, with a way out |',
    '|---|---|---|',
    ...[...rows, ['all', sum(1), sum(2)]].map(row => `| ${row.join(' | ')} |`),
  ].join('\n');
}
