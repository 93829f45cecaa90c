import { describe, expect, test } from 'vitest';
import { by, column, compare, count, number, plan, scan } from '../../../test/support/plan-builders.ts';
import { practice, sampled } from '../../../test/support/sampled-releaser.ts';
import { rational, toNumber } from '../../numerics/index.ts';
import { check } from '../check.ts';
import type { SampleScheme, SplitScheme } from '../operators/schemes/schemes.ts';
import type { Aggregate, PlanTable } from '../plan.ts';
import { chanceOf, isDrawn } from './chance.ts';
import { samplingOf } from './sampling.ts';

const policy = await practice(3);
const visits = scan('visits');
const mean: Aggregate = { kind: 'mean', name: 'mean', of: column('cost') };

const costly = (input: PlanTable): PlanTable => ({
  kind: 'where',
  input,
  condition: compare(column('cost'), 'greater', number('10')),
});
const coin = (rate: string): SampleScheme => ({ kind: 'bernoulli', rate });
const size = (units: number): SampleScheme => ({ kind: 'fixed-size', size: units });
const fraction = (rate: string): SampleScheme => ({ kind: 'fraction', rate });
const take: SampleScheme = { kind: 'take', by: 'ward', descending: false, size: 7 };
const part = (input: PlanTable, split: SplitScheme, name: string): PlanTable => ({
  kind: 'part',
  input,
  split,
  part: name,
  name: null,
});

const samplingOn = (input: PlanTable, base?: number, aggregates: readonly Aggregate[] = [mean]) =>
  samplingOf(check(plan(input, aggregates), policy), base);

/** Chance, what of the variance is left, and the numbers drawn and drawn from. */
function chanceOn(input: PlanTable, base?: number) {
  const chance = chanceOf(samplingOn(input, base), []);
  return chance && [chance.rate, Number(chance.left.toFixed(9)), ...Object.values(chance.exactly ?? {})];
}

describe('from draws to a chance', () => {
  test('nothing drawn, or nothing by chance', () => {
    expect(chanceOn(visits)).toBeUndefined();
    expect(chanceOn(costly(visits))).toBeUndefined();
    expect(chanceOn(sampled(take, visits), 100)).toBeUndefined();
    expect(chanceOn(part(visits, { kind: 'key', by: 'ward' }, 'A'))).toBeUndefined();
  });

  test('coins multiply, wherever conditions and keys stand between them', () => {
    const half = sampled(coin('0.5'), costly(sampled(coin('0.25'), visits)));
    expect(chanceOn(half)).toEqual([0.125, 0.875]);
    expect(chanceOn(part(half, { kind: 'key', by: 'ward' }, 'A'))).toEqual([0.125, 0.875]);
    const split: SplitScheme = {
      kind: 'random',
      parts: [
        { name: 'a', rate: '0.25' },
        { name: 'b', rate: '0.5' },
      ],
    };
    expect(chanceOn(part(half, split, 'b'))).toEqual([0.0625, 0.9375]);
  });

  test('the rate is the one that the threshold realises', () => {
    const { rate } = samplingOn(sampled(coin('0.1'), visits));
    expect(rate?.denominator === 2n ** 64n || (rate && 2n ** 64n % rate.denominator) === 0n).toBe(true);
    expect(rate && toNumber(rate, 'nearest')).toBeCloseTo(0.1, 15);
  });

  test('so many of publicly many, also in two steps; of secretly many there is none', () => {
    expect(chanceOn(sampled(size(25), visits), 101)).toEqual([25 / 101, 0.76, 25, 101]);
    expect(chanceOn(sampled(size(25), sampled(size(50), visits)), 101)).toEqual([25 / 101, 0.76, 25, 101]);
    expect(chanceOn(sampled(size(200), visits), 101)).toEqual([1, 0, 101, 101]);
    expect(chanceOn(sampled(size(25), visits))).toEqual([null, 1]);
    expect(chanceOn(sampled(size(25), costly(visits)), 101)).toEqual([null, 1]);
    expect(chanceOn(sampled(size(25), sampled(coin('0.5'), visits)), 101)).toEqual([null, 1]);
    expect(chanceOn(sampled(coin('0.5'), sampled(size(25), visits)), 100)).toEqual([0.125, 0.875]);
  });

  test('a part of all is a rate, and a public size makes it exact', () => {
    expect(chanceOn(sampled(fraction('0.25'), visits))).toEqual([0.25, 0.75]);
    expect(chanceOn(sampled(fraction('0.25'), visits), 101)).toEqual([25 / 101, 0.76, 25, 101]);
    const rest = part(visits, { kind: 'fraction', rate: '0.25' }, 'rest');
    expect(chanceOn(rest)).toEqual([0.75, 0.25]);
    expect(chanceOn(rest, 101)).toEqual([76 / 101, 0.25, 76, 101]);
  });

  test('only who counts everybody knows that a part has just so many', () => {
    const whole = samplingOn(sampled(fraction('0.25'), costly(visits)));
    expect(whole.share).toEqual({ rate: rational.ratio(1n, 4n), others: false });
    expect(samplingOn(costly(sampled(fraction('0.25'), visits))).share).toBeUndefined();
    expect(samplingOn(sampled(fraction('0.25'), sampled(coin('0.5'), visits))).share).toBeUndefined();
    const grouped = check(plan(sampled(fraction('0.25'), visits), [mean], by('ward')), policy);
    expect(samplingOf(grouped).share).toBeUndefined();
  });

  test('what take leaves is the population of what follows', () => {
    const taken = sampled(take, sampled(coin('0.5'), visits));
    expect(chanceOn(taken)).toBeUndefined();
    expect(chanceOn(sampled(coin('0.25'), taken))).toEqual([0.25, 0.75]);
    expect(samplingOn(sampled(coin('0.25'), taken)).unitsMost).toBe(1.75);
  });
});

describe('strata', () => {
  const strata = (...rates: readonly (readonly [string, string])[]): PlanTable =>
    sampled({ kind: 'stratified', by: 'ward', rates: rates.map(([stratum, rate]) => ({ stratum, rate })) }, visits);

  test('of one rate are coins', () => expect(chanceOn(strata(['A', '0.5'], ['B', '0.5']))).toEqual([0.5, 0.5]));

  test('of several rates are estimated by stratum, and nobody of the others is in the sample', () => {
    const table = sampled(coin('0.5'), strata(['A', '0.5'], ['B', '0.25']));
    const sampling = samplingOf(check(plan(table, [count], by('ward')), policy));
    const wards = ['A', 'B', 'C', null];
    expect(wards.map(ward => chanceOf(sampling, [ward])?.rate)).toEqual([0.25, 0.125, 0, 0]);
    expect(wards.map(ward => isDrawn(sampling, [ward]))).toEqual([true, true, false, false]);
  });

  test('of several rates together are refused', () =>
    expect(() => samplingOn(strata(['A', '0.5'], ['B', '0.25']))).toThrow(
      expect.objectContaining({ code: 'sampling_unsupported', message: expect.stringContaining('Group by ward') }),
    ));
});

describe('refused before anything is charged', () => {
  const sum: Aggregate = { kind: 'sum', name: 'sum', of: column('cost') };
  const signed: Aggregate = { kind: 'sum', name: 'signed', of: column('change') };
  const units: Aggregate = { kind: 'units', name: 'units' };

  test.each([count, units, sum])('$name of so many of secretly many', aggregate => {
    const table = sampled(size(25), visits);
    expect(() => samplingOn(table, undefined, [mean, aggregate])).toThrow(
      expect.objectContaining({ code: 'size_not_public', message: expect.stringContaining('"size": "public"') }),
    );
    expect(samplingOn(table, 100, [mean, aggregate]).drawn).toBe(true);
    expect(samplingOn(table, undefined, [mean]).drawn).toBe(true);
  });

  test('a sum of both signs without a number', () => {
    const table = sampled(coin('0.5'), visits);
    expect(() => samplingOn(table, undefined, [signed])).toThrow(
      expect.objectContaining({ code: 'sampling_unsupported', message: expect.stringContaining('count') }),
    );
    expect(samplingOn(table, undefined, [signed, units]).drawn).toBe(true);
    expect(samplingOn(table, 100, [signed]).unitsMost).toBe(50);
  });

  test('a sample that is empty for all to see', () =>
    expect(() => samplingOn(sampled(fraction('0.1'), visits), 5)).toThrow(
      expect.objectContaining({ code: 'value_out_of_range' }),
    ));
});

describe('intervals are sold', () => {
  const sum: Aggregate = { kind: 'sum', name: 'sum', of: column('cost') };

  const coin = (input?: PlanTable): PlanTable => sampled({ kind: 'bernoulli', rate: '0.5' }, input);
  const hundred = (input?: PlanTable): PlanTable => sampled({ kind: 'fixed-size', size: 100 }, input);
  const part = sampled({ kind: 'fraction', rate: '0.5' });
  const strata = (rate: string): PlanTable =>
    sampled({ kind: 'stratified', by: 'ward', rates: ['A', 'B'].map(stratum => ({ stratum, rate })) });

  /** Whether intervals are sold; `size` is the public number of units. */
  function isSold(input: PlanTable, aggregate: Aggregate, size?: number): boolean {
    const checked = check({ ...plan(input, [aggregate], by('ward')), interval: { share: '0.2' } }, policy);
    try {
      return samplingOf(checked, size).drawn;
    } catch (refusal) {
      expect(refusal).toMatchObject({ code: expect.stringMatching(/^(interval_unavailable|size_not_public)$/) });
      return false;
    }
  }

  test.each<[string, PlanTable, number | undefined, { readonly total: boolean; readonly ratio: boolean }]>([
    ['a coin', coin(), undefined, { total: true, ratio: true }],
    ['a coin of a coin', coin(coin()), undefined, { total: true, ratio: true }],
    ['coins by stratum', strata('0.5'), undefined, { total: true, ratio: true }],
    ['coins that leave nobody out', strata('1'), undefined, { total: false, ratio: false }],
    ['so many of publicly many', hundred(), 400, { total: true, ratio: true }],
    ['all of publicly many', hundred(), 100, { total: false, ratio: false }],
    ['so many of secretly many', hundred(), undefined, { total: false, ratio: false }],
    ['a part of secretly many', part, undefined, { total: false, ratio: true }],
    ['a coin of a part', coin(part), undefined, { total: false, ratio: true }],
    ['a coin of so many', coin(hundred()), 400, { total: false, ratio: true }],
  ])('%s', (_, input, size, sold) => {
    expect({ total: isSold(input, sum, size), ratio: isSold(input, mean, size) }).toEqual(sold);
  });
});
