import { describe, expect, test } from 'vitest';
import { greatestExcess, greatestFailure } from '../../../test/support/stability-failure.ts';
import * as draw from '../../../test/support/stability-lottery.ts';
import {
  added,
  caps,
  insertedAnywhere,
  movedAnywhere,
  replaced,
  upTo,
} from '../../../test/support/stability-neighbours.ts';
import { cappedBernoulli } from './bernoulli.ts';
import { cappedFixedSize } from './fixed-size.ts';
import { cappedFraction } from './fraction.ts';
import { cappedSkip } from './skip.ts';
import { cappedStratified } from './stratified.ts';
import { cappedTake } from './take.ts';

const tolerance = 1e-8;

describe.each(caps)('a cap %o', cap => {
  test('on a Bernoulli sample is amplified, and reached', () => {
    for (const rate of [0.1, 0.5]) {
      const charged = cappedBernoulli({ rate }, cap);
      expect(greatestExcess(draw.bernoulli(rate), [cap], charged, 4)).toBeLessThanOrEqual(tolerance);
      const failure = greatestFailure(draw.bernoulli(rate), added(0), [cap], charged.epsilon);
      expect(failure).toBeCloseTo(charged.delta, 7);
    }
  });

  test('on a stratified sample is that of the largest rate', () => {
    const charged = cappedStratified({ rates: [0.2, 0.6] }, cap);
    const scheme = draw.coins(unit => (unit === 'y' ? 0.2 : 0.6));
    expect(greatestExcess(scheme, [cap], charged, 3)).toBeLessThanOrEqual(tolerance);
    expect(greatestFailure(scheme, added(0), [cap], charged.epsilon)).toBeCloseTo(charged.delta, 7);
  });

  test.each([1, 2, 3])('on a fixed-size sample of %i units', size => {
    const scheme = draw.fixedSize(size);
    expect(greatestExcess(scheme, [cap], cappedFixedSize({ size }, cap), 4)).toBeLessThanOrEqual(tolerance);
    const known = cappedFixedSize({ size, of: 4 }, cap);
    expect(greatestFailure(scheme, replaced(4), [cap], known.replace)).toBeCloseTo(known.replaceDelta, 7);
    const signed = cappedFixedSize({ size, atLeast: 3 }, cap);
    for (const count of [3, 4]) {
      const adding = greatestFailure(scheme, added(count), [cap], signed.epsilon);
      expect(adding).toBeLessThanOrEqual(signed.delta + tolerance);
      const replacing = greatestFailure(scheme, replaced(count), [cap], signed.replace);
      expect(replacing).toBeLessThanOrEqual(signed.replaceDelta + tolerance);
    }
  });

  test.each([0.25, 0.5, 0.75])('on a fraction of %d', rate => {
    const scheme = draw.fraction(rate);
    expect(greatestExcess(scheme, [cap], cappedFraction({ rate }, cap), 5)).toBeLessThanOrEqual(tolerance);
    const known = cappedFraction({ rate, of: 4 }, cap);
    expect(greatestFailure(scheme, replaced(4), [cap], known.replace)).toBeCloseTo(known.replaceDelta, 7);
  });

  test.each([
    ['take', draw.take(2), cappedTake({ size: 2 }, cap)],
    ['skip', draw.skip(2), cappedSkip({ size: 2 }, cap)],
  ] as const)('on %s', (_, scheme, charged) => {
    for (const data of upTo(0, 3).flatMap(insertedAnywhere)) {
      const failure = greatestFailure(scheme, data, [cap], charged.epsilon);
      expect(failure).toBeLessThanOrEqual(charged.delta + tolerance);
    }
    for (const data of movedAnywhere(3)) {
      const failure = greatestFailure(scheme, data, [cap], charged.replace);
      expect(failure).toBeLessThanOrEqual(charged.replaceDelta + tolerance);
    }
  });
});
