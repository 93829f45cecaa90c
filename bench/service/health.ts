/** How long somebody waits who only asks whether the service lives, while two analysts send the dearest that it accepts. */
import { loadavg } from 'node:os';
import { setTimeout as later } from 'node:timers/promises';
import type { Desk } from './desk.ts';

const PAUSE_MILLISECONDS = 10;

export async function healthUnderLoad({ address, analysts }: Desk, seconds: number): Promise<string> {
  const loadBefore = loadavg()[0];
  const end = performance.now() + 1000 * seconds;
  const replies = new Map<string, number>();
  const send = async (token: string, path: string): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(dearest[path]);
    while (performance.now() < end) {
      const reply = await fetch(`${address}${path}`, { method: 'POST', headers, body });
      await reply.text();
      const kind = `${path} ${reply.status}`;
      replies.set(kind, (replies.get(kind) ?? 0) + 1);
      // whoever has enough jobs, or orders that wait, waits too
      if (reply.status === 202 || reply.status === 429) await later(500);
    }
  };
  const load = analysts.flatMap(token => Object.keys(dearest).map(path => send(token, path)));
  const waited: number[] = [];
  while (performance.now() < end) {
    const start = performance.now();
    await (await fetch(`${address}/health`)).text();
    waited.push(performance.now() - start);
    await later(PAUSE_MILLISECONDS);
  }
  await Promise.all(load);
  return `${told(waited)}; load average ${loadBefore} before, ${loadavg()[0]} after; ${JSON.stringify(Object.fromEntries(replies))}`;
}

function told(waited: number[]): string {
  const sorted = waited.sort((a, b) => a - b);
  const at = (share: number): string => `${sorted[Math.floor(share * (sorted.length - 1))].toFixed(1)} ms`;
  const late = sorted.filter(each => each > 50).length;
  return `of ${sorted.length} half in ${at(0.5)}, 99 of 100 in ${at(0.99)}, the last in ${at(1)}, ${late} after more than 50 ms`;
}

/** For each route that computes for analysts, the dearest body that it accepts. */
const rates = (number: number): number[] => Array.from({ length: number }, (_, place) => (place + 1) / (number + 1));
const times = <One>(number: number, one: (place: number) => One): One[] =>
  Array.from({ length: number }, (_, i) => one(i));

const SOME = times(1900, place => `'${place}'`).join();
const STEP = { mechanism: { kind: 'gaussian', noiseMultiplier: 1.3 }, sampling: { kind: 'poisson', rate: 0.01 } };

const stayAnd = (days: number): object => ({
  kind: 'arithmetic',
  operator: 'add',
  left: { kind: 'column', name: 'stay' },
  right: { kind: 'literal', type: 'integer', value: `${days}` },
});

/** As many as may be asked at once, all of them different: of each of six wards, and of those in none. */
const NUMBERS = {
  version: 1,
  input: { kind: 'scan', table: 'visits' },
  grouping: { kind: 'public', keys: [{ name: 'ward', expression: { kind: 'column', name: 'ward' } }] },
  aggregates: times(200, place => ({ kind: 'standardDeviation', name: `n${place}`, of: stayAnd(place) })),
  afterwards: {},
};

const dearest: Readonly<Record<string, object>> = {
  '/v1/forecast': {
    statistic: { kind: 'histogram', shares: times(10_000, () => 1e-4) },
    population: 1e9,
    mechanism: 'gaussian',
    ...{ scheme: 'fixed-size', relation: 'replace-one', epsilon: 1, delta: 1e-6 },
    rates: rates(1000),
  },
  '/v1/account': {
    relation: 'add-remove',
    steps: times(2000, place => ({ ...STEP, count: place + 1 })),
    ask: { epsilonAt: { delta: 1e-6 } },
  },
  '/v1/explain': { sql: `SELECT count(*) FROM visits WHERE ward IN (${SOME})`, epsilon: 1, rates: rates(60) },
  '/v1/ask': { plan: NUMBERS, epsilon: 0.001, fresh: true },
  '/v1/collect/plan': {
    ...{ values: 10_000, count: 50_000, population: 1e9, epsilon: 1, aggregators: 16 },
    rates: rates(60),
  },
  '/v1/collect/simulate': {
    ...{ counts: times(100, () => 1000), population: 100_000, sampling: 0.45, aggregators: 10, noiseEpsilon: 0.1 },
    runs: 9000,
  },
  '/v1/price': {
    operator: 'split',
    parts: times(1000, place => ({ rate: 0.0009, cost: { epsilon: 1 + place / 997, replace: 2 + place / 991 } })),
  },
  '/v1/statistical/property': {
    ...{ entries: 100_000, probability: 0.5, sampling: { kind: 'without-replacement', size: 50_000 } },
    ...{ epsilons: rates(100), falsePositiveRates: rates(100) },
  },
};
