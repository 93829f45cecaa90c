import { expect, test } from 'vitest';
import { where as filter, type Part } from '../../../test/support/stability-lottery.ts';
import { costs } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { where } from './where.ts';

const others = ['a1', 'b1', 'b2'];
const onlyB = filter(unit => unit[0] === 'b');
const letters = ['a', 'b'];

test('where is the worst unit, kept or dropped', () => {
  const adding = letters.map((letter): [Part, Part] => [others, [...others, `${letter}x`]]);
  const replacing = letters.flatMap(from =>
    letters.map((to): [Part, Part] => [
      [...others, `${from}x`],
      [...others, `${to}y`],
    ]),
  );
  for (const cost of costs) {
    const price = where(cost);
    expect(worstPrice(onlyB, adding, [cost])).toBeCloseTo(price.epsilon, 7);
    expect(worstPrice(onlyB, replacing, [cost])).toBeCloseTo(price.replace, 7);
  }
});
