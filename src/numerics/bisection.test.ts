import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MonotonePredicate, turnNear, turnWithin } from './bisection.ts';
import { nextUp } from './neighbours.ts';

/** No up to `no`, yes from `yes` on, unknown between. */
const turning =
  (no: number, yes = nextUp(no)): MonotonePredicate =>
  x =>
    x >= yes ? 'yes' : x <= no ? 'no' : 'unknown';

function recorded(question: MonotonePredicate): { ask: MonotonePredicate; asked: number[] } {
  const asked: number[] = [];
  const ask: MonotonePredicate = x => {
    asked.push(x);
    return question(x);
  };
  return { ask, asked };
}

describe('turnWithin', () => {
  test('finds the neighbouring doubles of a sharp turn, anywhere, in few questions', () =>
    fc.assert(
      fc.property(fc.double({ min: -1e300, max: 1e300, noNaN: true }), at => {
        const { ask, asked } = recorded(turning(at));
        const turn = turnWithin(ask, { from: -Number.MAX_VALUE, to: Number.MAX_VALUE });
        expect(turn.no + 0).toBe(at + 0);
        expect(turn.yes + 0).toBe(nextUp(at) + 0);
        expect(asked.length).toBeLessThan(70);
      }),
      { seed: 7, numRuns: 300 },
    ));

  test('keeps what is unknown between the two', () => {
    expect(turnWithin(turning(2, 3), { from: 0, to: 10 })).toEqual({ no: 2, yes: 3 });
    expect(turnWithin(turning(-1e-300, 1e-300), { from: -1, to: 1 })).toEqual({ no: -1e-300, yes: 1e-300 });
  });

  test('stops within the tolerance, on the safe sides', () => {
    const { ask, asked } = recorded(turning(Math.PI));
    const { no, yes } = turnWithin(ask, { from: 1, to: 100 }, 1e-3);
    expect(no <= Math.PI && Math.PI < yes && yes - no <= 1e-3 * yes).toBe(true);
    expect(asked.length).toBeLessThan(20);
  });

  test('says when an end is not known', () => {
    expect(turnWithin(() => 'yes', { from: 1, to: 2 })).toEqual({ no: -Infinity, yes: 1 });
    expect(turnWithin(() => 'no', { from: 1, to: 2 })).toEqual({ no: 2, yes: Infinity });
    expect(turnWithin(() => 'unknown', { from: 1, to: 2 })).toEqual({ no: -Infinity, yes: Infinity });
    expect(turnWithin(turning(1.5), { from: 1, to: 1 })).toEqual({ no: 1, yes: Infinity });
  });

  test.each([
    { from: Number.NaN, to: 1 },
    { from: 0, to: Number.NaN },
    { from: 2, to: 1 },
  ])('refuses %j', interval =>
    expect(() => turnWithin(() => 'yes', interval)).toThrow(expect.objectContaining({ code: 'value_out_of_range' })),
  );

  test('refuses a tolerance that is not a number', () =>
    expect(() => turnWithin(() => 'yes', { from: 0, to: 1 }, Number.NaN)).toThrow('tolerance'));
});

describe('turnNear', () => {
  test('widens to a turn on either side of the start', () => {
    for (const at of [1e-12, 0.3, 1, 7, 1e9])
      expect(turnNear(turning(at), 1, { from: 1e-15, to: 1e15 })).toEqual({ no: at, yes: nextUp(at) });
  });

  test('asks little when the start is near, and nothing twice', () => {
    const { ask, asked } = recorded(turning(1.1));
    turnNear(ask, 1, { from: 1e-6, to: 1e6 }, 0.01);
    expect(asked.length).toBeLessThan(12);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('ends at its limits', () => {
    expect(turnNear(() => 'no', 1, { from: 0.5, to: 8 })).toEqual({ no: 8, yes: Infinity });
    expect(turnNear(() => 'yes', 1, { from: 0.5, to: 8 })).toEqual({ no: -Infinity, yes: 0.5 });
  });

  test('refuses a start outside its limits, or none', () => {
    for (const start of [0.1, 9, Number.NaN])
      expect(() => turnNear(() => 'no', start, { from: 0.5, to: 8 })).toThrow('limits');
  });
});
