/**
 * Draws are coins of their own: for every unit, under every key. Keys are fixed, so each test is a fixed computation; each
 * is also shown a draw that is not such a coin.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { check } from '../../src/plan/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { type Statement, unitsQuery } from '../../src/sql/index.ts';
import { misfit } from '../support/goodness-of-fit.ts';
import { rawQuery } from './raw-query.ts';

const UNITS = 4000;
const RATE = 0.1;
const KEYS = Array.from({ length: 60 }, (_, place) => createHash('sha256').update(`key ${place}`).digest('hex'));
const BLOCK = 50;

const folder = mkdtempSync(join(tmpdir(), 'sortition-chance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'people.parquet');
const instance = await DuckDBInstance.create(':memory:');
const writer = await instance.connect();
await writer.run(`COPY (SELECT range AS id, 1 AS age FROM range(${UNITS})) TO '${path}' (FORMAT parquet)`);
instance.closeSync();

const policy = await loadPolicy({
  source: { engine: 'duckdb', path },
  tables: { people: { unit: 'id', rowsPerUnit: 1, columns: { age: { type: 'integer' } } } },
  budget: { epsilon: 1 },
  ledger: 'sqlite:none',
});
const engine = await openEngine(policy);
afterAll(() => engine.close());

const sample = check(
  {
    version: 1,
    input: {
      kind: 'sample',
      input: { kind: 'scan', table: 'people' },
      scheme: { kind: 'bernoulli', rate: String(RATE) },
      name: null,
    },
    grouping: { kind: 'none' },
    aggregates: [{ kind: 'count', name: 'count' }],
    afterwards: {},
  },
  policy,
);

/** Whether each unit is in, for one key. */
type Draw = readonly boolean[];

async function drawOf({ text, parameters }: Pick<Statement, 'text' | 'parameters'>): Promise<Draw> {
  const drawn = Array.from({ length: UNITS }, () => false);
  for await (const { cells } of engine.run([{ ...rawQuery(text), parameters }])) drawn[Number(cells[0])] = true;
  return drawn;
}

const ours = await Promise.all(
  KEYS.map(key => {
    const { dialect, catalogue } = engine;
    return drawOf(unitsQuery(sample, { dialect, catalogue, key, drawKeys: [key] }, 0));
  }),
);

/** Draws by any other rule, for the same keys. */
const drawsWhere = (condition: (key: bigint) => string): Promise<readonly Draw[]> =>
  Promise.all(
    KEYS.map(key =>
      drawOf({
        text: `SELECT id FROM people WHERE ${condition(BigInt(`0x${key.slice(0, 15)}`))}`,
        parameters: [],
      }),
    ),
  );

const LARGEST = 2n ** 64n - 1n;

/** How many of every fifty neighbours are in. */
const blockSizes = (draws: readonly Draw[]): number[] =>
  draws.flatMap(draw =>
    Array.from(
      { length: UNITS / BLOCK },
      (_, block) => draw.slice(block * BLOCK, (block + 1) * BLOCK).filter(Boolean).length,
    ),
  );

function binomial(rate: number): (value: number) => number {
  const masses = [(1 - rate) ** BLOCK];
  for (let count = 1; count <= BLOCK; count++)
    masses.push((masses[count - 1] * (BLOCK - count + 1) * rate) / (count * (1 - rate)));
  return value => masses[value];
}

describe('the rate', () => {
  test('is the one that was asked for', () => expect(misfit(blockSizes(ours), binomial(RATE))).toBeLessThan(4));

  test.each([0.95, 1.05])('is not %d times that', factor =>
    expect(misfit(blockSizes(ours), binomial(factor * RATE))).toBeGreaterThan(4),
  );

  test('is not had by taking every tenth', async () =>
    expect(misfit(blockSizes(await drawsWhere(key => `(id + ${key % 10n}) % 10 = 0`)), binomial(RATE))).toBeGreaterThan(
      4,
    ));
});

/** Of two coins: neither, one, the other, both. */
const pairs = (ones: Draw, others: Draw): number[] => ones.map((one, place) => (one ? 2 : 0) + (others[place] ? 1 : 0));
const independent = (value: number): number =>
  [(1 - RATE) ** 2, RATE * (1 - RATE), RATE * (1 - RATE), RATE ** 2][value];

describe('two keys', () => {
  const together = (draws: readonly Draw[]): number[] =>
    draws.flatMap((draw, place) => (place % 2 === 0 ? pairs(draw, draws[place + 1]) : []));

  test('are independent', () => expect(misfit(together(ours), independent)).toBeLessThan(4));

  test('are not where the hash is only called keyed', async () => {
    const threshold = LARGEST / 10n;
    const unkeyed = await drawsWhere(key => `hash(id, ${key}::BIGINT) < ${threshold}`);
    expect(misfit(blockSizes(unkeyed), binomial(RATE))).toBeLessThan(4);
    expect(misfit(together(unkeyed), independent)).toBeGreaterThan(4);
  });
});

describe('two units', () => {
  const neighbours = (draws: readonly Draw[]): number[] =>
    draws.flatMap(draw =>
      pairs(
        draw.filter((_, unit) => unit % 2 === 0),
        draw.filter((_, unit) => unit % 2 === 1),
      ),
    );

  test('are independent', () => expect(misfit(neighbours(ours), independent)).toBeLessThan(4));

  test('are not where households are drawn', async () =>
    expect(
      misfit(
        neighbours(await drawsWhere(key => `hash(xor(hash(id // 2), ${key}::UBIGINT)) < ${LARGEST / 10n}`)),
        independent,
      ),
    ).toBeGreaterThan(4));
});
