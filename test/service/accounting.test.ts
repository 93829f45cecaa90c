import { expect, test } from 'vitest';
import { accounted, priced } from '../../src/service/contract/accounting.ts';
import { served } from '../support/served.ts';

const cost = { epsilon: 1, replace: 2 };
const sampled = { operator: 'bernoulli', rate: 0.05 };

test.each([
  ['a cost that is none', { ...sampled, cost: null }],
  ['no cost', sampled],
  ['a cost of an inverse', { ...sampled, inverse: true, cost }],
  ['an inverse without a charge', { ...sampled, inverse: true, epsilon: null }],
  ['a text for a number', { ...sampled, rate: '0.05', cost }],
  ['a field that nobody knows', { ...sampled, cost, ratio: 2 }],
  ['no operator', { cost }],
  ['an operator that nobody knows', { operator: 'toString', cost }],
  ['one part of two', { operator: 'take-skip-split', size: 3, costs: [cost] }],
  ['parts that are none', { operator: 'split', parts: [null] }],
  ['more parts than are priced quickly', { operator: 'partition', costs: Array(1001).fill(cost) }],
  ['a list', [sampled]],
])('a price is refused for %s', (_, payload) =>
  served(async ({ call }) => {
    const { status, body } = await call('ada', 'POST', '/v1/price', { payload });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'body_invalid' });
  }),
);

test('every operator has its price, and every sample its inverse', () =>
  served(async ({ call }) => {
    const samples = [
      { operator: 'bernoulli', rate: 0.1 },
      { operator: 'fixed-size', size: 3, of: 30 },
      { operator: 'fraction', rate: 0.25 },
      { operator: 'with-replacement', size: 3 },
      { operator: 'take', size: 5 },
      { operator: 'skip', size: 5 },
      { operator: 'stratified', rates: [0.1, 0.5] },
      { operator: 'cluster', rate: 0.1, members: 5 },
      { operator: 'fixed-size-cluster', size: 3, of: 30, members: 5 },
    ];
    const splits = [
      { operator: 'split', parts: [{ rate: 0.5, cost }] },
      { operator: 'partition', costs: [cost, cost] },
      { operator: 'fixed-size-split', size: 3, costs: [cost, cost] },
      { operator: 'fraction-split', rate: 0.25, costs: [cost, cost] },
      { operator: 'take-skip-split', size: 3, costs: [cost, cost] },
    ];
    const orders = [
      ...samples.map(sample => ({ ...sample, cost })),
      ...samples.map(sample => ({ ...sample, inverse: true, epsilon: 1, replaceRatio: 1.5 })),
      ...splits,
    ];
    for (const payload of orders) {
      const { status, body } = await call('ada', 'POST', '/v1/price', { payload });
      expect({ payload, status }).toEqual({ payload, status: 200 });
      expect(priced.parse(body)).toEqual(body);
      expect(body.epsilon).toBeGreaterThan(0);
    }
  }));

const WORKLOAD = {
  relation: 'add-remove',
  steps: [{ mechanism: { kind: 'pure', epsilon: 0.1 }, count: 3 }],
  ask: { epsilonAt: { delta: 0 } },
};

test('workloads are answered as their description says, and refused with the codes of the command line', () =>
  served(async ({ call }) => {
    const sent = async (more: object) => call('ada', 'POST', '/v1/account', { payload: { ...WORKLOAD, ...more } });
    const asks = [{ deltaAt: { epsilon: 1 } }, { tradeOff: { falsePositiveRates: [0.1] } }, { renyi: { orders: [2] } }];
    const { status, body } = await sent({ ask: asks });
    expect(status).toBe(200);
    expect(accounted.parse(body)).toEqual(body);
    expect(await sent({ steps: [] })).toMatchObject({ status: 422, body: { code: 'value_out_of_range' } });
    expect(await sent({ steps: 'many' })).toMatchObject({ status: 422, body: { code: 'specification_invalid' } });
    expect(await sent({ width: null })).toMatchObject({ status: 422, body: { code: 'specification_invalid' } });
  }));

test('the description tells what a workload and an operator consist of', () =>
  served(async ({ call }) => {
    const { paths } = (await call('ada', 'GET', '/openapi.json')).body;
    const bodyOf = (path: string) => JSON.stringify(paths[path].post.requestBody.content['application/json'].schema);
    for (const word of ['noiseMultiplier', 'falsePositiveRates', 'with-replacement', 'a finite number above 0'])
      expect(bodyOf('/v1/account')).toContain(word);
    for (const word of ['take-skip-split', 'replaceRatio', 'members']) expect(bodyOf('/v1/price')).toContain(word);
    for (const path of ['/v1/account', '/v1/price']) {
      expect(bodyOf(path)).not.toContain('{}');
      expect(paths[path].post.responses['200'].content).toBeDefined();
    }
  }));

test('bodies that are nested without end are refused by every route', () =>
  served(async ({ call, log }) => {
    const { paths } = (await call('ada', 'GET', '/openapi.json')).body;
    const depth = 400_000;
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    const withBody = Object.entries(paths as Record<string, { post?: { requestBody?: object } }>).filter(
      ([, { post }]) => post?.requestBody,
    );
    const headers = { 'content-type': 'application/json' };
    for (const [url] of withBody)
      for (const payload of [nested, `{"steps":${nested},"plan":${nested},"epsilon":1}`])
        expect(await call('custodian', 'POST', url, { payload, headers })).toMatchObject({
          status: 413,
          body: { code: 'body_too_large' },
        });
    expect(log.filter(line => line.includes('"fault"'))).toEqual([]);
  }));

test('bodies of endless entries are refused by every route, and a thousand mistakes are not sent back', () =>
  served(async ({ call }) => {
    const { paths } = (await call('ada', 'GET', '/openapi.json')).body;
    const headers = { 'content-type': 'application/json' };
    const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"key${i}":1`).join()}}`;
    const withBody = Object.entries(paths as Record<string, { post?: { requestBody?: object } }>).filter(
      ([, { post }]) => post?.requestBody,
    );
    for (const [url] of withBody) {
      expect(await call('custodian', 'POST', url, { payload: keys(30_001), headers })).toMatchObject({
        status: 413,
        body: { code: 'body_too_large' },
      });
      const { status, body } = await call('custodian', 'POST', url, { payload: keys(1000), headers });
      expect([400, 422]).toContain(status);
      expect(body.detail.length).toBeLessThan(1200);
    }
  }));
