/**
 * Drawing again until a sample is good, or keeping a bad one back: both look careful, and both leak. Exact, by enumeration
 * of all samples of small tables at the largest rate that one honest draw may have.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { checkRelease, drawRelease, listDraws } from '../../src/release/index.ts';
import { countsOf, exactRate, guarantee, mostShown } from '../../src/release/rates/index.ts';
import { type Law, leak, sampled, shownIn } from '../support/release-leak.ts';
import { wardsIn } from '../support/release-table.ts';

const DELTA = 0.005;
const FACTOR = 2;
const promised = guarantee({ epsilon: FACTOR - 1, delta: DELTA });

const isGood = (counts: readonly number[], output: string): boolean =>
  shownIn(output).every((shown, value) => shown <= mostShown(counts[value], promised));

const rateOf = (counts: readonly number[]): number => exactRate(countsOf(counts), promised);

const honest = (rate: number) => (table: readonly number[]) => sampled(table, rate);

const redrawn =
  (rate: number) =>
  (table: readonly number[]): Law => {
    const good = [...sampled(table, rate)].filter(([output]) => isGood(table, output));
    const total = good.reduce((sum, [, probability]) => sum + probability, 0);
    return new Map(good.map(([output, probability]) => [output, probability / total]));
  };

const withheld =
  (rate: number) =>
  (table: readonly number[]): Law => {
    const law = new Map<string, number>();
    for (const [output, probability] of sampled(table, rate)) {
      const shown = isGood(table, output) ? output : 'nothing';
      law.set(shown, (law.get(shown) ?? 0) + probability);
    }
    return law;
  };

/** A value that two people have: whoever sees one of them knows that there is a second, or the draw would not be good. */
const TABLES: readonly (readonly [counts: number[], redrawing: number, withholding: number])[] = [
  [[2, 2], 0.1815, 0.1856],
  [[2, 30], 0.1321, 0.1364],
  [[4, 30], 0.0586, 0.0633],
];

describe.each(TABLES)('of %j', (counts, redrawing, withholding) => {
  const rate = rateOf(counts);

  test('one draw, published whatever it shows, fails no more often than is promised', () => {
    expect(leak(honest(rate), counts, FACTOR)).toBeCloseTo(DELTA, 12);
  });

  test('redrawing until the sample is good, or withholding a bad one, fails ten to thirty-six times as often', () => {
    expect(leak(redrawn(rate), counts, FACTOR)).toBeCloseTo(redrawing, 4);
    expect(leak(withheld(rate), counts, FACTOR)).toBeCloseTo(withholding, 4);
  });
});

test('a redrawn sample can prove a value, which the honest one it looks like never does', () => {
  const counts = [2, 30];
  const [rate, certain] = [rateOf(counts), 1e300];
  expect(leak(honest(rate), counts, certain)).toBeCloseTo(rate ** 2, 12);
  // one of the two is shown: had the other another value, no sample that shows it would have been good
  expect(leak(redrawn(rate), counts, certain)).toBeCloseTo((2 * rate * (1 - rate)) / (1 - rate ** 2), 4);
});

describe('the product', () => {
  test('draws once; another draw needs a reason, and whoever reads its certificate is told', async () => {
    const { folder, data } = await wardsIn({ A: 400, B: 300 });
    const order = { data, columns: ['ward'], epsilon: 1, delta: DELTA, rate: '0.1' };
    await drawRelease({ ...order, out: join(folder, 'first.csv') });
    const again = { ...order, out: join(folder, 'second.csv') };
    await expect(drawRelease(again)).rejects.toMatchObject({ code: 'release_repeated' });
    await expect(readFile(again.out)).rejects.toMatchObject({ code: 'ENOENT' });
    const { certificate } = await drawRelease({ ...again, reason: 'the first was lost' });
    const { earlier } = JSON.parse(await readFile(certificate, 'utf8'));
    expect(earlier).toHaveLength(1);
    expect((await listDraws({ data })).draws).toHaveLength(2);
  });

  test('publishes a bad sample like a good one: nothing it says tells which it was', async () => {
    const replies = new Set<string>();
    const verdicts = new Set<string>();
    for (let seed = 1; seed <= 8; seed++) {
      const { folder, data } = await wardsIn({ A: 40, B: 2 });
      const out = join(folder, 'sample.csv');
      const { verdict, rate, delta, certificate } = await drawRelease(
        { data, columns: ['ward'], epsilon: 1, delta: 0.9, rate: '0.5', out },
        { below: uniform(reproducibleEntropy(seed)) },
      );
      // what was drawn, when, and the chain that it is in differ from draw to draw; nothing else may
      const { at, output, ledger, ...certified } = JSON.parse(await readFile(certificate, 'utf8'));
      replies.add(JSON.stringify([verdict, rate, delta, certified, output.file, ledger.entry]));
      expect(Object.keys({ ...output, ...ledger }).sort()).toEqual(['entry', 'file', 'head', 'sha256']);
      expect(at).toMatch(/^\d{4}-/);
      verdicts.add((await checkRelease({ sample: out, data, epsilon: 1 })).verdict);
    }
    expect(verdicts).toEqual(new Set(['good', 'bad']));
    expect(replies.size).toBe(1);
  });
});
