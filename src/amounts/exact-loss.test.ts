import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rational } from '../numerics/index.ts';
import type { Amount } from './amount.ts';
import * as losses from './exact-loss.ts';
import * as spendings from './spending.ts';

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat(30))
  .map(([whole, places]): Amount => rational.ratio(whole, 10n ** BigInt(places)));
const loss = fc.record(losses.mapped(losses.none, () => amount));

const law = <T>(values: fc.Arbitrary<T>, holds: (value: T) => void): void =>
  fc.assert(fc.property(values, value => holds(value)));

test('every component is printed, stored and read back', () =>
  law(loss, each => {
    expect(losses.written(losses.text(each))).toEqual(each);
    expect(Object.keys(losses.number(each, 'up'))).toEqual([...losses.components]);
  }));

test('what was added is left when the rest is taken away, and nothing is left of less', () =>
  law(fc.tuple(loss, loss), ([a, b]) => {
    expect(losses.left(losses.plus(a, b), b)).toEqual(a);
    expect(losses.left(a, losses.plus(a, b))).toEqual(losses.none);
  }));

test('a loss fits the larger of two, and no limit at all', () =>
  law(fc.tuple(loss, loss), ([a, b]) => {
    expect(losses.fits(a, losses.larger(a, b)) && losses.fits(b, losses.larger(a, b))).toBe(true);
    expect(losses.fits(a, losses.unlimited)).toBe(true);
  }));

test.each(losses.components)('%s alone may be too much', component => {
  const [limit, spent] = [rational.one, rational.ratio(2n, 5n)].map(each => losses.mapped(losses.none, () => each));
  const charge = { ...losses.none, [component]: rational.ratio(7n, 10n) };
  expect(losses.exceeded(limit, spent, charge)).toEqual({
    component,
    cost: charge[component],
    left: rational.ratio(3n, 5n),
  });
  expect(losses.exceeded({ ...limit, [component]: null }, spent, charge)).toBeUndefined();
  expect(losses.fits(losses.plus(spent, charge), limit)).toBe(false);
  expect(losses.leftWithin(limit, { ...losses.unlimited, [component]: limit[component] }, spent)).toEqual({
    ...limit,
    [component]: rational.ratio(3n, 5n),
  });
});

test('spending holds the loss of either kind of neighbour', () => {
  const [epsilon, replace, delta, replaceDelta] = [1n, 2n, 3n, 4n].map(each => rational.ratio(each));
  const spent = { epsilon, replace, delta, replaceDelta };
  expect(spendings.under('add-remove', spent)).toEqual({ epsilon, delta });
  expect(spendings.under('replace-one', spent)).toEqual({ epsilon: replace, delta: replaceDelta });
});
