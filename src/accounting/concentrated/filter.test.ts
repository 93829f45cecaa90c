import { describe, expect, test } from 'vitest';
import { type Amount, amounts } from '../../amounts/index.ts';
import { rational, toNumber, upperTail } from '../../numerics/index.ts';
import { type FilterLimits, filterLimits, fittingSide, type Sums } from './filter.ts';
import { gaussianRho } from './gaussian-rho.ts';
import { choiceRho, pureRho } from './pure-rho.ts';

/** Losses are whole numbers of this: randomized responses of a few of them, and discrete Gaussians of variance 1/(2·step). */
const STEP = 1 / 16;

interface Mechanism {
  readonly epsilon: Amount | null;
  readonly rho: Amount;
  readonly delta?: Amount;
  /** Chance of each loss, in steps, on the data that the adversary hopes for. */
  readonly losses: readonly (readonly [loss: number, chance: number])[];
}

function response(steps: number): Mechanism {
  const epsilon = rational.fromNumber(steps * STEP);
  const yes = 1 / (1 + Math.exp(-steps * STEP));
  return {
    epsilon,
    rho: pureRho(epsilon),
    losses: [
      [steps, yes],
      [-steps, 1 - yes],
    ],
  };
}

/** Of scale s and a shift of 1: the loss at x is (2x - 1)/(2s²), here in steps of 1/16 for s² = 8. */
function gaussian(): Mechanism {
  const points = Array.from({ length: 61 }, (_, i) => i - 30);
  const weights = points.map(x => Math.exp(-(x ** 2) / 16));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    epsilon: null,
    // s² = 8: the rho of scale 1 over 8
    rho: rational.div(gaussianRho(1n, rational.one), rational.ratio(8n)),
    losses: points.map((x, i) => [2 * x + 1, weights[i] / whole] as const),
  };
}

/** Discrete Laplace noise on a number that one unit changes by 2: what lies between tells nothing. */
function laplace(steps: number): Mechanism {
  const epsilon = rational.fromNumber(2 * steps * STEP);
  const q = Math.exp(-steps * STEP);
  return {
    epsilon,
    rho: pureRho(epsilon),
    losses: [
      [2 * steps, 1 / (1 + q)],
      [0, (q * (1 - q)) / (1 + q)],
      [-2 * steps, q ** 2 / (1 + q)],
    ],
  };
}

/** A choice whose two losses are so far apart, the one so far up: the worst that a draw of a quantile may do. */
function choice(steps: number, up: number): Mechanism {
  const epsilon = rational.fromNumber(steps * STEP);
  const [high, low] = [Math.exp(-up * STEP), Math.exp((steps - up) * STEP)];
  const chance = (low - 1) / (low - high);
  return {
    epsilon,
    rho: choiceRho(epsilon),
    losses: [
      [up, chance],
      [up - steps, 1 - chance],
    ],
  };
}

/** Tells everything with a small chance, and is another mechanism otherwise. */
const failing = (oneIn: number, { losses, ...mechanism }: Mechanism): Mechanism => ({
  ...mechanism,
  delta: rational.ratio(1n, BigInt(oneIn)),
  losses: [[Infinity, 1 / oneIn], ...losses.map(([loss, chance]) => [loss, chance * (1 - 1 / oneIn)] as const)],
});

const none: Sums = { epsilon: amounts.none, rho: amounts.none, delta: amounts.none };
const withAnswer = (sums: Sums, { epsilon, rho, delta = amounts.none }: Mechanism): Sums => ({
  delta: amounts.plus(sums.delta, delta),
  epsilon: sums.epsilon === null || epsilon === null ? null : amounts.plus(sums.epsilon, epsilon),
  rho: amounts.plus(sums.rho, rho),
});

/** The most that an adversary gains who chooses the next mechanism by all losses so far: exact, by dynamic programming. */
function bestDelta(mechanisms: readonly Mechanism[], promised: number, may: (sums: Sums) => boolean): number {
  const memory = new Map<string, number>();
  const gain = (counts: readonly number[], sums: Sums, loss: number): number => {
    if (loss === Infinity) return 1;
    const key = `${counts.join()}:${loss}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    let best = Math.max(0, -Math.expm1(promised - loss * STEP));
    mechanisms.forEach((mechanism, i) => {
      const next = withAnswer(sums, mechanism);
      if (!may(next)) return;
      const asked = counts.map((count, j) => (j === i ? count + 1 : count));
      best = Math.max(
        best,
        mechanism.losses.reduce((sum, [more, chance]) => sum + chance * gain(asked, next, loss + more), 0),
      );
    });
    memory.set(key, best);
    return best;
  };
  return gain(
    mechanisms.map(() => 0),
    none,
    0,
  );
}

const limitsOf = (epsilon: number, delta: number): FilterLimits =>
  filterLimits(amounts.written(epsilon), amounts.written(delta), amounts.none);

describe('fittingSide', () => {
  test.each([
    [0.5, 0.05],
    [0.75, 0.02],
    [1, 0.01],
    [1.25, 0.03],
  ])('keeps (%d, %d) against the best adaptive adversary over two responses', (epsilon, delta) => {
    const limits = limitsOf(epsilon, delta);
    const best = bestDelta([response(1), response(4)], epsilon, sums => fittingSide(sums, limits) !== undefined);
    expect(best).toBeLessThanOrEqual(delta);
    expect(best).toBeGreaterThan(0);
  });

  test('keeps the promise with Gaussian answers among them', () => {
    const limits = limitsOf(1.5, 0.05);
    const best = bestDelta([response(2), gaussian()], 1.5, sums => fittingSide(sums, limits) !== undefined);
    expect(best).toBeLessThanOrEqual(0.05);
    expect(best).toBeGreaterThan(0.001);
  });

  const half = choice(8, 4);
  test.each<[string, readonly Mechanism[]]>([
    ['noise of two steps', [laplace(2), response(3)]],
    ['choices of both kinds', [choice(8, 6), choice(8, 2), response(2)]],
    ['choices beside Gaussian answers', [half, choice(6, 5), gaussian()]],
  ])('keeps the promise with %s', (_, mechanisms) => {
    const limits = limitsOf(1.5, 0.05);
    const best = bestDelta(mechanisms, 1.5, sums => fittingSide(sums, limits) !== undefined);
    expect(best).toBeLessThanOrEqual(0.05);
    expect(best).toBeGreaterThan(0.0005);
  });

  test.each<[string, readonly Mechanism[]]>([
    ['responses', [failing(200, response(2)), response(4)]],
    ['noise and choices', [failing(100, laplace(1)), half]],
    ['keys beside Gaussian answers', [failing(200, response(3)), gaussian()]],
  ])('keeps what is promised of %s that may fail: no more than the reserve and what rho leaves', (_, mechanisms) => {
    const limits = filterLimits(amounts.written(1.5), amounts.written('0.05'), amounts.written('0.02'));
    const best = bestDelta(mechanisms, 1.5, sums => fittingSide(sums, limits) !== undefined);
    expect(best).toBeLessThanOrEqual(0.05);
    // all of the reserve can be used up
    expect(best).toBeGreaterThan(0.0198);
  });

  test('breaks it where what may fail is reserved by neither sum', () => {
    const limits = limitsOf(1.5, 0.05);
    const forgetful = (sums: Sums): boolean => fittingSide({ ...sums, delta: amounts.none }, limits) !== undefined;
    expect(bestDelta([failing(50, response(4))], 1.5, forgetful)).toBeGreaterThan(0.05);
  });

  test('breaks it where a Gaussian answer adds nothing to the sum of epsilon', () => {
    const limits = limitsOf(2, 0.05);
    const forgetful = (sums: Sums): boolean =>
      fittingSide({ ...sums, epsilon: sums.epsilon ?? amounts.none }, limits) !== undefined;
    const few = (sums: Sums): boolean => forgetful(sums) && amounts.fits(sums.rho, amounts.written(1));
    expect(bestDelta([gaussian()], 2, few)).toBeGreaterThan(0.05);
    // 1,000 Gaussian answers of rho 0.0243 under (1, 1e-6)
    const shift = Math.sqrt(2 * 1000 * 0.0243);
    const delta = upperTail(1 / shift - shift / 2) - Math.E * upperTail(1 / shift + shift / 2);
    expect(delta).toBeGreaterThan(0.999);
  });

  test('asks for one of the two sums, and for delta in any case', () => {
    const limits = filterLimits(amounts.written(1), amounts.written('1e-6'), amounts.written('1e-8'));
    const sums = (epsilon: string | null, rho: string, delta: string): Sums => ({
      epsilon: epsilon === null ? null : amounts.written(epsilon),
      rho: amounts.written(rho),
      delta: amounts.written(delta),
    });
    expect(fittingSide(sums('1', '9', '0'), limits)).toBe('epsilon');
    expect(fittingSide(sums('5', '0.02', '0'), limits)).toBe('rho');
    expect(fittingSide(sums(null, '0.02', '1e-8'), limits)).toBe('rho');
    expect(fittingSide(sums(null, '0.025', '0'), limits)).toBeUndefined();
    expect(fittingSide(sums('0.1', '0.01', '1.1e-8'), limits)).toBeUndefined();
  });
});

describe('filterLimits', () => {
  test('reserves what may fail by itself', () => {
    const whole = toNumber(limitsOf(1, 1e-6).rho, 'down');
    expect(whole).toBeCloseTo(0.024356, 6);
    const less = filterLimits(amounts.written(1), amounts.written('1e-6'), amounts.written('5e-7'));
    expect(toNumber(less.rho, 'down')).toBeLessThan(whole);
    expect(toNumber(limitsOf(1, 0).rho, 'down')).toBe(0);
  });
});
