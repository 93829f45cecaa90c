import { expect, test } from 'vitest';
import { additions, discreteLaplaceSum, faults, onEveryPart, removals } from '../../../../test/support/loss-samples.ts';
import { randomSplit } from '../../../../test/support/stability-lottery.ts';
import { baseOf } from '../mechanism.ts';
import { shownBounds } from './shown-part.ts';

const pair = baseOf({ kind: 'discrete-laplace', parameter: 0.7, sensitivity: 1 }).added(1);
const answers = onEveryPart(discreteLaplaceSum(0.7, 2));

test.each([2, 3])(
  'shownBounds: on small data no less is revealed than its lower end, and no more than its upper: %i parts',
  parts => {
    const split = randomSplit(...Array<number>(parts).fill(1 / parts));
    const [removed, added] = [removals(split, answers, 4 - parts), additions(split, answers, 4 - parts)];
    const removal = shownBounds(pair, parts, 'remove');
    expect(faults(removal, removed)).toEqual([]);
    expect(faults(shownBounds(pair, parts, 'add'), added)).toEqual([]);
    // what parts show of large losses is less than what they show
    expect(faults({ ...removal, upper: removal.lowers[0] }, removed)).not.toEqual([]);
  },
);
