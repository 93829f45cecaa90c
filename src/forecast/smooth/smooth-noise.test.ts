import { describe, expect, test } from 'vitest';
import { reproducibleEntropy, uniform } from '../../random/index.ts';
import { exactSmoothNoise, printedSmoothNoise, smoothDelta } from './smooth-noise.ts';

/** Chance of less than x under a Laplace law. */
const below = (x: number, centre: number, scale: number): number => {
  const distance = (x - centre) / scale;
  return distance < 0 ? Math.exp(distance) / 2 : 1 - Math.exp(-distance) / 2;
};

/** The hockey-stick divergence of two Laplace laws, over the stretches between the points where their ratio may cross e^eps. */
function divergence(one: [number, number], other: [number, number], epsilon: number): number {
  const density = (x: number, [centre, scale]: [number, number]) =>
    Math.exp(-Math.abs(x - centre) / scale) / (2 * scale);
  const edges = [-Infinity, ...crossings(one, other, epsilon), one[0], other[0], Infinity].sort((a, b) => a - b);
  let sum = 0;
  for (let place = 1; place < edges.length; place++) {
    const [from, to] = [edges[place - 1], edges[place]];
    if (!(to > from)) continue;
    const middle = from === -Infinity ? to - 1 : to === Infinity ? from + 1 : (from + to) / 2;
    if (density(middle, one) > Math.exp(epsilon) * density(middle, other))
      sum += mass(from, to, one) - Math.exp(epsilon) * mass(from, to, other);
  }
  return sum;
}

/** Both tails keep their digits. */
const mass = (from: number, to: number, [centre, scale]: [number, number]): number =>
  from >= centre
    ? below(2 * centre - from, centre, scale) - below(2 * centre - to, centre, scale)
    : below(to, centre, scale) - below(from, centre, scale);

/** Where log densities differ by epsilon: piecewise linear, one root at most for each pair of signs. */
function crossings([c1, s1]: [number, number], [c2, s2]: [number, number], epsilon: number): number[] {
  return [-1, 1].flatMap(side1 =>
    [-1, 1].flatMap(side2 => {
      const slope = -side1 / s1 + side2 / s2;
      const offset = (side1 * c1) / s1 - (side2 * c2) / s2 + Math.log(s2 / s1) - epsilon;
      const root = -offset / slope;
      return Number.isFinite(root) ? [root] : [];
    }),
  );
}

const NOISES = [
  { alpha: 0.5, beta: 0.05, epsilon: 1 },
  { alpha: 0.69, beta: 0.0345, epsilon: 1 },
  { alpha: 2, beta: 0.4, epsilon: 3 },
  { alpha: 0.05, beta: 0.01, epsilon: 0.1 },
  // so little noise that neighbours of equal sensitivity are the worst
  { alpha: 2.35, beta: 0.386, epsilon: 2 },
  { alpha: 2.9, beta: 0.8, epsilon: 2 },
  { alpha: 1.5, beta: 0.02, epsilon: 1 },
  // the narrower law's centre alone betrays too much
  { alpha: 3, beta: 0.1, epsilon: 1 },
  { alpha: 1.4, beta: 1, epsilon: 1.2 },
  { alpha: 0.5, beta: 2.4, epsilon: 2.5 },
];

/** The largest divergence over a grid of ratios and distances, the ends included. */
function worstOf({ alpha, beta, epsilon }: (typeof NOISES)[number]): number {
  let worst = 0;
  for (let ratio = -20; ratio <= 20; ratio++)
    for (let apart = 0; apart <= 10; apart++) {
      const scales = [1 / alpha, Math.exp((beta * ratio) / 20) / alpha];
      const distance = (Math.min(...scales) * alpha * apart) / 10;
      worst = Math.max(worst, divergence([0, scales[0]], [distance, scales[1]], epsilon));
    }
  return worst;
}

describe('smoothDelta is the worst over all neighbours', () => {
  test.each(NOISES)('%j', noise => {
    expect(worstOf(noise) / smoothDelta(noise, noise.epsilon)).toBeCloseTo(1, 6);
  });

  test('on 300 drawn noises', () => {
    const below = uniform(reproducibleEntropy(5));
    const between = (from: number, to: number) => from + ((to - from) * below(1001)) / 1000;
    for (let i = 0; i < 300; i++) {
      const epsilon = between(0.05, 6);
      const noise = { epsilon, alpha: between(0.1, 2.5) * epsilon, beta: between(0.01, 1) * epsilon };
      const claimed = smoothDelta(noise, epsilon);
      expect({ noise, ratio: worstOf(noise) / claimed }).toEqual({ noise, ratio: expect.closeTo(1, 6) });
    }
  });

  test('and gives up where sensitivities alone may differ by more than epsilon', () => {
    expect(smoothDelta({ alpha: 1, beta: 1.1 }, 1)).toBe(1);
    expect(divergence([0, 1], [0, Math.exp(1.1)], 1)).toBeGreaterThan(0);
  });
});

describe('constants', () => {
  test('exact ones add 28 % less noise at (1, 1e-6)', () => {
    const privacy = { epsilon: 1, delta: 1e-6 };
    expect(printedSmoothNoise(privacy).alpha).toBe(0.5);
    expect(0.5 / exactSmoothNoise(privacy).alpha).toBeCloseTo(0.721, 3);
    expect(exactSmoothNoise(privacy).beta).toBe(printedSmoothNoise(privacy).beta);
  });

  test.each([1e-6, 1e-4, 0.01, 0.1])('printedSmoothNoise keeps delta %d up to epsilon 10', delta => {
    for (const epsilon of [0.01, 0.1, 1, 3, 10]) {
      expect(smoothDelta(printedSmoothNoise({ epsilon, delta }), epsilon)).toBeLessThanOrEqual(delta);
      expect(exactSmoothNoise({ epsilon, delta }).alpha).toBeGreaterThanOrEqual(epsilon / 2);
    }
  });

  test.each([0.15, 0.3, 0.6, 0.9])(
    'exact ones keep delta %d, which they did not; the printed ones do or are refused',
    delta => {
      for (const epsilon of [0.1, 1, 2]) {
        const { alpha, beta } = exactSmoothNoise({ epsilon, delta });
        const worst = worstOf({ alpha, beta, epsilon });
        expect(worst).toBeLessThanOrEqual(delta * (1 + 1e-9));
        expect(worst).toBeGreaterThan(0.99 * delta);
      }
      expect(smoothDelta(printedSmoothNoise({ epsilon: 2, delta }), 2)).toBeLessThanOrEqual(delta);
      expect(() => printedSmoothNoise({ epsilon: 10, delta })).toThrow(/unsound/);
    },
  );

  test('above, the printed ones fail and are refused; exact ones are found', () => {
    const printed = (epsilon: number, delta: number) => ({
      alpha: epsilon / 2,
      beta: epsilon / (2 * Math.log(2 / delta)),
    });
    expect(smoothDelta(printed(10.4, 0.1), 10.4)).toBeGreaterThan(0.1);
    expect(smoothDelta(printed(13.8, 1e-6), 13.8)).toBeGreaterThan(1e-6);
    expect(() => printedSmoothNoise({ epsilon: 10.1, delta: 0.1 })).toThrow(/unsound/);
    for (const epsilon of [11, 14, 30]) {
      const noise = exactSmoothNoise({ epsilon, delta: 1e-6 });
      expect(smoothDelta(noise, epsilon)).toBeLessThanOrEqual(1e-6);
    }
  });

  test.each([
    [1, 0],
    [1, 1],
    [1, Number.NaN],
    [0, 0.1],
    [Number.NaN, 0.1],
  ])('epsilon %d with delta %d is refused', (epsilon, delta) => {
    expect(() => exactSmoothNoise({ epsilon, delta })).toThrow();
    expect(() => printedSmoothNoise({ epsilon, delta })).toThrow();
  });
});
