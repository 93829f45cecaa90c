import { describe, expect, test } from 'vitest';
import { keySplit as divided, type Part, type Scheme } from '../../../test/support/stability-lottery.ts';
import { costPairs } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { keySplit } from './key-split.ts';

const third = { epsilon: 0.6, replace: 0.9 };
const keys = ['a', 'b', 'c'];
const byLetter = divided(3, unit => keys.indexOf(unit[0]));
const others = ['a1', 'b1', 'b2'];

describe('split by a public key', () => {
  test('that is constant in a unit is the worst pair of parts', () => {
    for (const pair of costPairs) {
      const costs = [...pair, third];
      const price = keySplit({ costs });
      const adding = keys.map((key): [Part, Part] => [others, [...others, `${key}x`]]);
      expect(worstPrice(byLetter, adding, costs)).toBeCloseTo(price.epsilon, 7);
      const moving = keys.flatMap(from =>
        keys.map((to): [Part, Part] => [
          [...others, `${from}x`],
          [...others, `${to}y`],
        ]),
      );
      expect(worstPrice(byLetter, moving, costs)).toBeCloseTo(price.replace, 7);
    }
  });

  test('that varies in a unit adds up the dearest parts', () => {
    // a unit is written with the parts in which it has rows: `ac` has one in the first and one in the third
    const byRows: Scheme = units => [
      { outcome: keys.map(key => units.filter(unit => unit.includes(key))), probability: 1 },
    ];
    const everyone = ['a', 'b', 'c', 'ab', 'ac', 'bc', 'abc'];
    for (const pair of costPairs) {
      const costs = [...pair, third];
      for (const rowsPerUnit of [1, 2, 3, 4]) {
        const units = everyone.filter(unit => unit.length <= rowsPerUnit);
        const price = keySplit({ costs, rowsPerUnit });
        const adding = units.map((unit): [Part, Part] => [
          ['a1', 'b1'],
          ['a1', 'b1', unit],
        ]);
        expect(worstPrice(byRows, adding, costs)).toBeCloseTo(price.epsilon, 7);
        const moving = units.flatMap(from => units.map((to): [Part, Part] => [[`${from}x`], [`${to}y`]]));
        expect(worstPrice(byRows, moving, costs)).toBeCloseTo(price.replace, 7);
      }
    }
  });

  test('of one part changes nothing', () => {
    expect(keySplit({ costs: [third] })).toEqual(third);
  });

  test('refuses no parts and no rows', () => {
    expect(() => keySplit({ costs: [] })).toThrow(/At least one part/);
    expect(() => keySplit({ costs: [third], rowsPerUnit: 0 })).toThrow(/whole number/);
  });
});
