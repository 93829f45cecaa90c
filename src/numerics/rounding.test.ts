import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Enclosure,
  expEnclosure,
  expm1Enclosure,
  log1pEnclosure,
  logEnclosure,
} from '../../test/support/enclosure.ts';
import { nextDown, nextUp } from './neighbours.ts';
import { add, compare, div, fromNumber, mul, type Rational, sub } from './rational.ts';
import { toNumber } from './rational-number.ts';
import { down, up } from './rounding.ts';

const edges = [
  0,
  1,
  2,
  3,
  0.1,
  1 / 3,
  1e16,
  2 ** 53 - 1,
  2 ** -53,
  1 + 2 ** -52,
  1 - 2 ** -53,
  5e-324,
  1e-323,
  2 ** -1022,
  2 ** -1022 - 2 ** -1074,
  2 ** -1021,
  1e-200,
  3e-162,
  2 ** -900,
  2 ** -540,
  2 ** 500,
  1e155,
  1e200,
  2 ** 900,
  2 ** 1023,
  Number.MAX_VALUE,
  nextDown(Number.MAX_VALUE),
];
const signed = edges.flatMap(x => [x, -x]);
const pairs: [number, number][] = signed.flatMap(a => signed.map((b): [number, number] => [a, b]));

const operations = { add, sub, mul, div } satisfies Record<string, (a: Rational, b: Rational) => Rational>;
type Operation = keyof typeof operations;

/** The tightest directed results: both neighbours of the truth, or the truth. */
function holdsExactly(name: Operation, a: number, b: number) {
  if (name === 'div' && b === 0) return;
  const truth = operations[name](fromNumber(a), fromNumber(b));
  const where = `${a} ${name} ${b}`;
  expect(up[name](a, b) + 0, where).toBe(toNumber(truth, 'up') + 0);
  expect(down[name](a, b) + 0, where).toBe(toNumber(truth, 'down') + 0);
}

const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
const tame = fc.double({ noNaN: true, min: -1e6, max: 1e6 });

describe.each(Object.keys(operations) as Operation[])('%s', name => {
  test('is the double on the right side of the truth, at the edges of the range', () => {
    for (const [a, b] of pairs) holdsExactly(name, a, b);
  });

  test('is so for doubles of every size', () =>
    fc.assert(
      fc.property(anyDouble, anyDouble, (a, b) => holdsExactly(name, a, b)),
      { seed: 1, numRuns: 2000 },
    ));

  test('is so for doubles of like size', () =>
    fc.assert(
      fc.property(tame, tame, (a, b) => holdsExactly(name, a, b)),
      { seed: 2, numRuns: 2000 },
    ));

  test('passes NaN on', () => {
    expect(up[name](Number.NaN, 1)).toBeNaN();
    expect(down[name](1, Number.NaN)).toBeNaN();
  });
});

test('infinite operands give the exact infinite result', () => {
  expect([up.add(Infinity, 1), down.add(Infinity, 1)]).toEqual([Infinity, Infinity]);
  expect([up.mul(Infinity, -2), down.mul(Infinity, 2)]).toEqual([-Infinity, Infinity]);
  expect([up.div(1, Infinity), down.div(1, Infinity)]).toEqual([0, 0]);
  expect([down.exp(Infinity), down.log(Infinity), down.log1p(Infinity)]).toEqual([Infinity, Infinity, Infinity]);
  expect(up.mul(0, Infinity)).toBeNaN();
});

test('finite operands that overflow round to the largest double on the near side', () => {
  expect([up.mul(1e200, 1e200), down.mul(1e200, 1e200)]).toEqual([Infinity, Number.MAX_VALUE]);
  expect([up.add(-1e308, -1e308), down.add(-1e308, -1e308)]).toEqual([-Number.MAX_VALUE, -Infinity]);
  expect([up.div(1e200, -1e-200), down.div(1e200, -1e-200)]).toEqual([-Number.MAX_VALUE, -Infinity]);
});

type Named = 'exp' | 'expm1' | 'log' | 'log1p';
const functions: Record<Named, { enclose: (x: Rational) => Enclosure; points: number[] }> = {
  exp: { enclose: expEnclosure, points: [...spread(-745, 709), ...aroundZero(), -745.2, 709.78, -708.5] },
  expm1: { enclose: expm1Enclosure, points: [...spread(-800, 709), ...aroundZero(), -36, -37, -38, -40, -1e-300] },
  log: { enclose: logEnclosure, points: [...sizes(), ...aroundZero().map(x => 1 + x), 5e-324, Number.MAX_VALUE] },
  log1p: { enclose: log1pEnclosure, points: [...sizes(), ...aroundZero(), ...spread(-1 + 2 ** -53, -0.5)] },
};

/** Some eight hundred points from one number to another, none of them round. */
function spread(from: number, to: number): number[] {
  return Array.from({ length: 800 }, (_, i) => from + (to - from) * ((i * 0.6180339887498949) % 1));
}
function sizes(): number[] {
  return spread(-320, 308)
    .map(exponent => 10 ** exponent)
    .filter(x => x > 0);
}
/** Both signs, from 2^-1074 to 1/2. */
function aroundZero(): number[] {
  const sizes = Array.from({ length: 300 }, (_, i) => 2 ** (-1 - i / 7) * (1 + ((i * 0.6180339887498949) % 1) / 2));
  return [...sizes, 5e-324, 1e-310, 1e-160].flatMap(x => [x, -x]);
}

describe.each(Object.keys(functions) as Named[])('%s', name => {
  const { enclose, points } = functions[name];
  // log 1 is exact and has no relative error to speak of
  const cases = points.filter(x => (name === 'log' ? x > 0 && x !== 1 : name === 'log1p' ? x > -1 : x < 709.7));

  test('the platform errs by less than one unit in the last place', () => {
    for (const x of cases) {
      const { lower, upper } = enclose(fromNumber(x));
      const value = Math[name](x);
      expect(compare(fromNumber(nextDown(value)), lower), `${name} ${x}`).toBe(-1);
      expect(compare(fromNumber(nextUp(value)), upper), `${name} ${x}`).toBe(1);
    }
  });

  test('up lies above the truth and down below, by less than three units', () => {
    for (const x of cases) {
      const { lower, upper } = enclose(fromNumber(x));
      expect(compare(fromNumber(up[name](x)), upper), `${name} ${x}`).not.toBe(-1);
      expect(compare(fromNumber(down[name](x)), lower), `${name} ${x}`).not.toBe(1);
      expect(compare(fromNumber(steps(nextDown, 3, up[name](x))), upper), `${name} ${x}`).toBe(-1);
      if (inside(name, down[name](x)))
        expect(compare(fromNumber(steps(nextUp, 3, down[name](x))), lower), `${name} ${x}`).toBe(1);
    }
  });

  test('passes NaN on', () => expect([up[name](Number.NaN), down[name](Number.NaN)]).toEqual([Number.NaN, Number.NaN]));
});

const steps = (next: (x: number) => number, count: number, x: number): number =>
  count === 0 ? x : steps(next, count - 1, next(x));

/** At the end of its range a function is held there instead. */
const inside = (name: Named, value: number): boolean => (name === 'expm1' ? value > -1 : value !== 0);

test('ranges are kept: exp not below 0, expm1 not below -1, and exact values stay', () => {
  for (const x of [-1e308, -800, -746, -745.2]) expect(down.exp(x)).toBe(0);
  for (const x of [-1e308, -800, -40, -38]) expect(down.expm1(x)).toBe(-1);
  expect([up.exp(0), down.exp(0), up.exp(-Infinity)]).toEqual([1, 1, 0]);
  expect([up.expm1(0), down.expm1(0), up.expm1(-Infinity)]).toEqual([0, 0, -1]);
  expect([up.log(1), down.log(1), up.log(0)]).toEqual([0, 0, -Infinity]);
  expect([up.log1p(0), down.log1p(0), up.log1p(-1)]).toEqual([0, 0, -Infinity]);
});
