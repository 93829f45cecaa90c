/** Every number of the errata page on statistical privacy, computed. */
import { describe, expect, test } from 'vitest';
import { smallQueries, trueDelta } from '../../test/support/statistical-templates.ts';
import { toNumber } from '../numerics/index.ts';
import { samplability } from './index.ts';
import { eventDeltas } from './samplability.ts';
import { repeatedBound } from './templates/with-replacement.ts';

const choose = (n: number, k: number): number => (k > n ? 0 : k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);

/** Theorem 3 for a fair property at epsilon 0.05: as printed, corrected to C(m, k), and the truth. */
function drawsWithReplacement(entries: number, draws: number) {
  const rate = 1 - (1 - 1 / entries) ** draws;
  const cases = [...smallQueries(entries, { kind: 'with-replacement', size: draws })];
  const [found] = cases.filter(({ query, epsilon }) => query.probability === 0.5 && epsilon === 0.05);
  const inner = Math.log1p(Math.expm1(0.05) / rate);
  const others = new Array(entries - 1).fill(0.5);
  const alone = (template: (typeof found.templates)[number]) =>
    trueDelta({ others, templates: [{ ...template, chance: { numerator: 1n, denominator: 1n } }] })(inner);
  let [printed, corrected] = [0, 0];
  for (let k = 1; k <= draws; k++) {
    const often = found.templates.filter(({ times: [critical] }) => critical === k);
    const chance = often.reduce((sum, template) => sum + toNumber(template.chance, 'nearest'), 0);
    if (chance === 0) continue;
    const curve =
      often.reduce((sum, template) => sum + toNumber(template.chance, 'nearest') * alone(template), 0) / chance;
    const weight = (1 / entries) ** k * (1 - 1 / entries) ** (draws - k);
    printed += (entries / draws) * choose(entries, k) * weight * curve;
    corrected += choose(draws, k) * weight * curve;
  }
  return { printed, corrected, truth: found.truth, ours: repeatedBound(found.query, draws)(0.05) };
}

describe('Theorem 3: draws with replacement', () => {
  test.each([
    [1, 3, 0, 1, 1],
    [2, 4, 0.078, 0.498, 0.75],
    [3, 4, 0.185, 0.36, 0.469],
    [8, 2, 3.5, 0.114, 0.125],
  ])('%i entries, %i draws: printed %d, truth %d, corrected %d', (entries, draws, printed, truth, corrected) => {
    const found = drawsWithReplacement(entries, draws);
    expect(found.printed).toBeCloseTo(printed, 3);
    expect(found.truth).toBeCloseTo(truth, 3);
    expect(found.corrected).toBeCloseTo(corrected, 3);
    expect(found.ours).toBeGreaterThanOrEqual(found.truth);
    expect(found.ours).toBeLessThanOrEqual(found.corrected + 1e-9);
  });
});

/** The law of a sum in which independent entries of probability q count so often, and something is added. */
function repeated(times: readonly number[], probability: number, added: number): Float64Array {
  const law = new Float64Array(16);
  law[added] = 1;
  for (const often of times)
    for (let count = law.length - 1; count >= 0; count--)
      law[count] = (1 - probability) * law[count] + (count >= often ? probability * law[count - often] : 0);
  return law;
}

test('Lemma 5: entries drawn twice make the left side 0.99 and the right side 0.01', () => {
  const drawn = repeated([2, 2], 0.1, 2);
  expect(eventDeltas(drawn, repeated([3, 3], 0.1, 0), 3).all).toBeCloseTo(0.99, 6);
  expect(eventDeltas(drawn, repeated([2, 2], 0.1, 0), 3).all).toBeCloseTo(0.01, 6);
  expect(eventDeltas(drawn, drawn, 3).all).toBe(0);
});

test('half-lines do not suffice when one entry may be drawn twice: 1+X against 2X', () => {
  const [once, twice] = [repeated([1], 0.5, 1), repeated([2], 0.5, 0)];
  const { all, halfLine } = eventDeltas(once, twice, 0.3);
  expect(all).toBeCloseTo(0.5, 6);
  expect(halfLine).toBeCloseTo(0.325, 3);
});

describe('Theorems 6 and 7: half-lines', () => {
  test.each([
    ['binomial', true],
    ['poisson', true],
    ['normal', true],
    ['cauchy', false],
  ] as const)('%s entries drawn once: %s', (family, holds) => {
    expect(samplability(family, { repeats: false }).holds).toBe(holds);
  });

  test.each(['binomial', 'poisson', 'normal', 'cauchy'] as const)('%s entries drawn twice: never', family => {
    expect(samplability(family, { repeats: true }).holds).toBe(false);
  });

  test('Cauchy entries: the best event is an interval, and half-lines see 0.093 of its 0.119', () => {
    const { epsilon, all, halfLine } = samplability('cauchy', { repeats: false }).worst;
    expect([epsilon, all, halfLine]).toEqual([0.5, expect.closeTo(0.119, 3), expect.closeTo(0.093, 3)]);
    // x² + 1 > e^ε·((x−1)² + 1) between the roots of a parabola
    const factor = Math.exp(epsilon);
    const root = Math.sqrt(factor ** 2 - (factor - 1) * (2 * factor - 1));
    const [from, to] = [(factor - root) / (factor - 1), (factor + root) / (factor - 1)];
    const between = (shift: number) => (Math.atan(to - shift) - Math.atan(from - shift)) / Math.PI;
    expect(all).toBeCloseTo(between(1) - factor * between(0), 4);
  });

  test('normal entries drawn twice: half-lines see 0.032 of 0.142', () => {
    const { epsilon, all, halfLine } = samplability('normal', { repeats: true }).worst;
    expect([epsilon, all, halfLine]).toEqual([0.5, expect.closeTo(0.142, 3), expect.closeTo(0.032, 3)]);
  });
});
