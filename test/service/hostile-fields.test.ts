import { expect, test } from 'vitest';
import { HOSTILE_WORDS } from '../support/hostile-words.ts';
import { type Served, served } from '../support/served.ts';

const SQL = 'SELECT ward, count(*) FROM visits GROUP BY ward';
const RELEASE = { table: 'visits', columns: ['ward', 'age'], epsilon: '1', delta: 0.1, coarsen: 'age=range:10' };
const QUANTILE = { distribution: 'lognormal:5,0.5', min: 0, max: 2000, population: 500, runs: 60, mechanism: 'smooth' };
const DESIGN = { scheme: 'fixed-size', relation: 'replace-one', epsilon: 0.1, delta: 1e-4 };

/** A body that each route understands: every word in it is then exchanged for worse ones. */
const BODIES: Readonly<Record<string, object>> = {
  '/v1/ask': { sql: SQL, epsilon: '0.001', delta: '0' },
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
  '/v1/release/draw': { ...RELEASE, unit: 'patient', rate: '0.05', reason: 'for once', format: 'csv', name: 'june' },
  '/v1/release/chance': { counts: [1, 40], epsilon: '1', delta: 0.1, rates: [0.1] },
  '/v1/statistical/property': {
    ...{ entries: 100, probability: 0.5, sampling: { kind: 'without-replacement', size: 10 } },
    ...{ epsilons: [0.1], falsePositiveRates: [0.05] },
  },
  '/v1/collect/plan': { count: 5, population: 100, epsilon: 1, rates: [0.5] },
  '/v1/collect/simulate': { counts: [1, 2], population: 100, sampling: 0.5, runs: 5, seed: 1 },
};

type Operation = { readonly requestBody?: object };
type Paths = Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;

const pathsOf = async ({ call }: Served): Promise<Paths> => (await call('ada', 'GET', '/openapi.json')).body.paths;

/** The body with each of its words exchanged in turn. */
function* exchanged(body: unknown, word: string): Generator<unknown> {
  if (typeof body === 'string') yield word;
  else if (typeof body === 'object' && body !== null)
    for (const [name, part] of Object.entries(body))
      for (const other of exchanged(part, word))
        yield Array.isArray(body) ? body.with(Number(name), other) : { ...body, [name]: other };
}

test('every route with a body is tried', () =>
  served(async service => {
    const withBody = Object.entries(await pathsOf(service)).flatMap(([path, { post }]) =>
      post?.requestBody ? [path] : [],
    );
    expect(withBody.sort()).toEqual(Object.keys(BODIES).sort());
  }));

test.each(Object.keys(BODIES))('no word of a body of %s is more than a word', url =>
  served(async ({ call, data, log }) => {
    expect((await call('custodian', 'POST', url, { payload: BODIES[url] })).status).toBeLessThan(300);
    for (const word of HOSTILE_WORDS)
      for (const payload of exchanged(BODIES[url], word)) {
        const { status } = await call('custodian', 'POST', url, { payload: payload as object });
        expect({ payload, is: status < 300 || (status >= 400 && status < 500) }).toEqual({ payload, is: true });
      }
    expect((await call('ada', 'POST', '/v1/explain', { payload: { sql: SQL, epsilon: 0.1 } })).status).toBe(200);
    expect((await data.deployment.ledger.verify()).verified).toBe(true);
    expect(log.filter(line => line.includes('"fault"'))).toEqual([]);
  }),
);

test('no word in an address is more than a word', () =>
  served(async service => {
    const places = Object.entries(await pathsOf(service)).filter(([path]) => path.includes('{'));
    expect(places.length).toBeGreaterThan(5);
    for (const [path, { get }] of places)
      for (const word of HOSTILE_WORDS) {
        const url = path.replace(/\{\w+\}/g, encodeURIComponent(word));
        const { status, body } = await service.call('custodian', get === undefined ? 'POST' : 'GET', url);
        expect({ url, is: status >= 400 && status < 500 }).toEqual({ url, is: true });
        expect(JSON.stringify(body)).not.toContain('root:');
      }
  }));
