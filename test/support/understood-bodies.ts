/** A body that each route of the service understands: what is worse is made from it. */
export const SQL = 'SELECT ward, count(*) FROM visits GROUP BY ward';
const RELEASE = { table: 'visits', columns: ['ward', 'age'], epsilon: '1', delta: 0.1, coarsen: 'age=range:10' };
const QUANTILE = { distribution: 'lognormal:5,0.5', min: 0, max: 2000, population: 500, runs: 60, mechanism: 'smooth' };
const DESIGN = { scheme: 'fixed-size', relation: 'replace-one', epsilon: 0.1, delta: 1e-4 };

export const BODIES: Readonly<Record<string, object>> = {
  '/v1/ask': { sql: SQL, epsilon: '0.001', delta: '0' },
  '/v1/bounds': { table: 'visits', column: 'cost', epsilon: '0.001', delta: '0' },
  '/v1/explain': { sql: SQL, epsilon: '0.5', delta: '0' },
  '/v1/account': {
    relation: 'add-remove',
    steps: [{ mechanism: { kind: 'pure', epsilon: 0.1 }, sampling: { kind: 'poisson', rate: 0.5 }, count: 3 }],
    ask: { epsilonAt: { delta: 0 } },
  },
  '/v1/price': { operator: 'bernoulli', rate: 0.1, cost: { epsilon: 1, replace: 2 }, relation: 'add-remove' },
  '/v1/price/rates': { operator: 'bernoulli', cost: { epsilon: 1, replace: 2 }, relation: 'add-remove', rates: [0.1] },
  '/v1/forecast': {
    statistic: { kind: 'count', share: 0.3 },
    population: 200,
    mechanism: 'discrete-laplace',
    ...{ scheme: 'bernoulli', relation: 'add-remove', epsilon: 1, delta: 0 },
  },
  '/v1/forecast/quantile': { ...QUANTILE, ...DESIGN },
  '/v1/release/audit': { ...RELEASE, unit: 'patient', rate: '0.05' },
  '/v1/release/audits': { ...RELEASE, unit: 'patient', rate: '0.05' },
  '/v1/release/draw': { ...RELEASE, unit: 'patient', rate: '0.05', reason: 'for once', format: 'csv', name: 'june' },
  '/v1/release/chance': { counts: [1, 40], epsilon: '1', delta: 0.1, rates: [0.1] },
  '/v1/statistical/property': {
    ...{ entries: 100, probability: 0.5, sampling: { kind: 'without-replacement', size: 10 } },
    ...{ epsilons: [0.1], falsePositiveRates: [0.05] },
  },
  '/v1/collect/plan': { count: 5, population: 100, epsilon: 1, rates: [0.5] },
  '/v1/collect/simulate': { counts: [1, 2], population: 100, sampling: 0.5, runs: 5, seed: 1 },
};
