import { describe, expect, test } from 'vitest';
import { clusters, fixedSize, type Part, type Scheme } from '../../../test/support/stability-lottery.ts';
import { costs, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { fixedSizeCluster } from './fixed-size-cluster.ts';

const names = ['p', 'q', 's', 't'];
const home = (cluster: string, count: number): Part => upTo(1, count).map(i => `${cluster}${i}`);
const drawn = (size: number, of: number): Scheme => clusters(fixedSize(size), names.slice(0, of), unit => unit[0]);

/** Every filling of the clusters in which p has room for one more. */
function fillings(of: number, members: number): Part[] {
  return names.slice(1, of).reduce<Part[]>(
    (all, name) => all.flatMap(data => upTo(0, members).map(count => [...data, ...home(name, count)])),
    upTo(0, members - 1).map(count => home('p', count)),
  );
}

describe('k of K clusters', () => {
  test.each([
    [1, 2, 2],
    [1, 3, 2],
    [2, 3, 2],
    [1, 4, 1],
    [1, 2, 3],
  ])('is the worst filling: %i of %i clusters of at most %i members', (size, of, members) => {
    for (const cost of costs) {
      const price = fixedSizeCluster({ size, of, members }, cost);
      const adding = fillings(of, members).map((data): [Part, Part] => [data, [...data, 'px']]);
      expect(worstPrice(drawn(size, of), adding, [cost])).toBeCloseTo(price.epsilon, 7);
      const moving = fillings(of, members)
        .filter(data => data.filter(unit => unit[0] === 'q').length < members)
        .map((data): [Part, Part] => [
          [...data, 'px'],
          [...data, 'qy'],
        ]);
      expect(worstPrice(drawn(size, of), moving, [cost])).toBeLessThanOrEqual(price.replace + 1e-8);
    }
  });

  test('refuses more clusters than there are', () => {
    expect(() => fixedSizeCluster({ size: 3, of: 2, members: 1 }, { epsilon: 1, replace: 2 })).toThrow(
      /may not exceed/,
    );
  });
});
