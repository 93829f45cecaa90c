import { expect, test } from 'vitest';
import { asking, costing, loss, noSpending, policyOf } from '../../test/support/ledger-case.ts';
import { forEveryStore } from '../../test/support/ledger-stores.ts';
import { exact, written } from '../amounts/amount.ts';
import { rational } from '../numerics/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Decision } from './ledger.ts';

forEveryStore(({ withLedger }) => {
  test('spending is shown by analyst and by table, beside the limits', () => {
    const analysts = new Map([['zoe', { epsilon: written('0.5'), delta: null }]]);
    return withLedger(policyOf(loss(2, '1e-6'), { analysts }), async ledger => {
      await ledger.reserve(asking('count', { tables: ['visits', 'stays'] }), costing('0.3', '1e-7'));
      await ledger.reserve(asking('__proto__', { analyst: '__proto__', tables: ['__proto__'] }), costing('0.2'));
      const { head, ...rest } = await ledger.budget();
      expect(head).toMatch(/^[0-9a-f]{64}$/);
      const [unlimited, small] = [
        { epsilon: null, delta: null },
        { epsilon: 0.3, delta: 1e-7 },
      ];
      expect(rest).toEqual({
        budget: { epsilon: 2, delta: 1e-6 },
        spent: { epsilon: 0.5, delta: 1e-7 },
        remaining: { epsilon: 1.5, delta: 9e-7 },
        byAnalyst: [
          { analyst: '__proto__', spent: { epsilon: 0.2, delta: 0 }, limit: unlimited },
          { analyst: 'ada', spent: small, limit: unlimited },
          { analyst: 'zoe', spent: { epsilon: 0, delta: 0 }, limit: { epsilon: 0.5, delta: null } },
        ],
        byTable: [
          { table: '__proto__', spent: { epsilon: 0.2, delta: 0 }, limit: unlimited },
          { table: 'stays', spent: small, limit: unlimited },
          { table: 'visits', spent: small, limit: unlimited },
        ],
        samples: [],
        entries: 3,
      });
    });
  });

  test('delta has its own limit', () =>
    withLedger(policyOf(loss(2, '1e-6')), async ledger => {
      await ledger.reserve(asking('count'), costing('0.1', '6e-7'));
      await expect(ledger.reserve(asking('sum'), costing('0.1', '6e-7'))).rejects.toMatchObject({
        code: 'budget_exhausted',
        message: expect.stringContaining('costs delta 6e-7; 4e-7 is left of the budget'),
      });
      await ledger.reserve(asking('sum'), costing('0.1', '4e-7'));
    }));

  test('the price sees every node of the tree, inside the transaction', () =>
    withLedger(policyOf(), async ledger => {
      const spending = (epsilon: number) => ({
        ...loss(epsilon),
        replace: exact(epsilon / 2),
        replaceDelta: written(0),
      });
      const increments = new Map([['june', { spent: spending(4), passed: spending(0.25) }]]);
      for (const plan of ['count', 'sum'])
        await ledger.reserve(asking(plan), state => {
          expect(state.nodes.get('june') ?? 'nothing').toEqual(plan === 'count' ? 'nothing' : increments.get('june'));
          return { charge: loss('0.25'), nodes: increments, creates: [], detail: null };
        });
      const seen = ledger.reserve(asking('mean'), ({ nodes }) => {
        expect(nodes.get('june')).toEqual({ spent: spending(8), passed: spending(0.5) });
        expect(nodes.get('july')).toBeUndefined();
        return costing(0)();
      });
      expect(await seen).toMatchObject({ kind: 'hold', resumed: false });
    }));

  test('a price that is broken stops its question and leaves the ledger as it was', () =>
    withLedger(policyOf(), async ledger => {
      const before = await ledger.budget();
      const negative = { ...loss(0), epsilon: rational.ratio(-1n) };
      const broken: (Decision | (() => never))[] = [
        { ...costing('0.1')(), charge: negative },
        {
          ...costing('0.1')(),
          nodes: new Map([['june', { spent: noSpending, passed: { ...noSpending, replace: negative.epsilon } }]]),
        },
        { ...costing('0.1')(), detail: { scale: Number.NaN } },
        () => refuse('delta_needed', 'no'),
      ];
      for (const decision of broken) {
        const decide = typeof decision === 'function' ? decision : () => decision;
        await expect(ledger.reserve(asking('count'), decide)).rejects.toThrow();
        expect(await ledger.budget()).toEqual(before);
      }
      expect(await ledger.reserve(asking('count'), costing('0.1'))).toMatchObject({ kind: 'hold', resumed: false });
    }));
});
