import { describe, expect, test } from 'vitest';
import { clusters, bernoulli as coin, type Part, type Scheme } from '../../../test/support/stability-lottery.ts';
import { costs, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { bernoulli } from './bernoulli.ts';
import { cluster } from './cluster.ts';

/** The letter of a unit is its cluster: p1, p2, ... live together. */
const names = ['p', 'q', 's'];
const drawn = (rate: number): Scheme => clusters(coin(rate), names, unit => unit[0]);
const home = (cluster: string, count: number): Part => upTo(1, count).map(i => `${cluster}${i}`);

/** Data of up to three clusters in which one more member of p keeps the limit. */
const withRoom = (members: number): Part[] =>
  upTo(0, members - 1).flatMap(p => upTo(0, members).flatMap(q => [[...home('p', p), ...home('q', q)]]));

describe('cluster', () => {
  test.each([
    [0.25, 1],
    [0.25, 2],
    [0.6, 2],
    [0.4, 3],
  ])('with a promised limit is the linear program: rate %d, %i members', (rate, members) => {
    for (const cost of costs) {
      const price = cluster({ rate, members }, cost);
      const stays = cluster({ rate, members, moves: false }, cost);
      const adding = withRoom(members).map((data): [Part, Part] => [data, [...data, 'px']]);
      expect(worstPrice(drawn(rate), adding, [cost])).toBeCloseTo(price.epsilon, 7);
      const staying = withRoom(members).map((data): [Part, Part] => [
        [...data, 'px'],
        [...data, 'py'],
      ]);
      expect(worstPrice(drawn(rate), staying, [cost])).toBeCloseTo(stays.replace, 7);
      const moving = withRoom(members)
        .filter(data => data.filter(unit => unit[0] === 'q').length < members)
        .map((data): [Part, Part] => [
          [...data, 'px'],
          [...data, 'qy'],
        ]);
      const worst = worstPrice(drawn(rate), [...moving, ...staying], [cost]);
      expect(worst).toBeLessThanOrEqual(price.replace + 1e-8);
      if (members === 1 || cost.replace === 2 * cost.epsilon) expect(worst).toBeCloseTo(price.replace, 7);
    }
  });

  test('with an enforced limit covers members that push each other out', () => {
    const rate = 0.3;
    // members leave in alphabetical order, so each has a letter of its own: `pk`, `pl`, `pm`; newcomers come first
    const full = (name: string, count: number): Part => ['k', 'l', 'm'].slice(0, count).map(letter => name + letter);
    const data = upTo(0, 3).flatMap(p => upTo(0, 3).map(q => [...full('p', p), ...full('q', q)]));
    for (const members of [1, 2]) {
      const kept = (units: Part): Part =>
        names.flatMap(name =>
          units
            .filter(unit => unit[0] === name)
            .sort()
            .slice(0, members),
        );
      const limited: Scheme = units => drawn(rate)(kept(units));
      const adding = data.map((others): [Part, Part] => [others, [...others, 'pa']]);
      const moving = data.map((others): [Part, Part] => [
        [...others, 'pa'],
        [...others, 'qa'],
      ]);
      for (const cost of costs) {
        const price = cluster({ rate, members, limit: 'enforced' }, cost);
        expect(worstPrice(limited, adding, [cost])).toBeCloseTo(price.epsilon, 7);
        const worst = worstPrice(limited, moving, [cost]);
        expect(worst).toBeLessThanOrEqual(price.replace + 1e-8);
        if (cost.replace >= cost.epsilon) expect(worst).toBeCloseTo(price.replace, 7);
      }
    }
  });

  test('of single units is a Bernoulli sample', () => {
    const cost = { epsilon: 0.7, replace: 1.4 };
    expect(cluster({ rate: 0.2, members: 1 }, cost)).toEqual(bernoulli({ rate: 0.2 }, cost));
  });

  test('refuses rates and members out of range', () => {
    const cost = { epsilon: 1, replace: 2 };
    expect(() => cluster({ rate: -1, members: 2 }, cost)).toThrow(/from 0 to 1/);
    expect(() => cluster({ rate: 0.5, members: 0 }, cost)).toThrow(/whole number/);
  });
});
