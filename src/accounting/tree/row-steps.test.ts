import { expect, test } from 'vitest';
import { greatestFailure } from '../../../test/support/stability-failure.ts';
import { where } from '../../../test/support/stability-lottery.ts';
import { added, caps, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { numbersOf, spending } from '../../../test/support/tree-spending.ts';
import { throughWhere } from './row-steps.ts';

test.each(caps)('throughWhere is reached by a filter that drops one of two units: %o', cap => {
  const charged = numbersOf(throughWhere(spending(cap.epsilon, cap.replace, cap.delta, cap.replaceDelta)));
  const [kept, dropped] = [where(() => true), where(unit => unit !== 'y')];
  for (const scheme of [kept, dropped]) {
    for (const count of upTo(0, 2)) {
      const adding = greatestFailure(scheme, added(count), [cap], charged.epsilon);
      expect(adding).toBeCloseTo(charged.delta, 7);
      const replacing = greatestFailure(scheme, replaced(count + 1), [cap], charged.replace);
      expect(replacing).toBeLessThanOrEqual(charged.replaceDelta + 1e-8);
    }
  }
  const leaving = greatestFailure(dropped, replaced(1), [cap], cap.epsilon);
  expect(leaving).toBeCloseTo(cap.delta, 7);
});
