import { expect, test } from 'vitest';
import { rational } from '../numerics/index.ts';
import type { DrawStep, NodeAccounts, TablePathStep } from './accounts.ts';
import { insideRho, responseRho } from './concentrated.ts';
import { FREE } from './failing-prices.ts';
import { fixed, ONE } from './fixed-point.ts';
import { WHOLE } from './prices.ts';
import { questionRho } from './question-cost.ts';
import type { RecordedAggregate, RecordedPlan } from './recorded.ts';
import { addedRho, lossByRho, rhoOfParts } from './sum-of-rho.ts';

const half = rational.ratio(1n, 2n);
const cost = { ...FREE, epsilon: fixed('1'), replace: fixed('2') };
const draw = (operator: DrawStep['operator'], more: Partial<DrawStep> = {}): DrawStep => ({
  ...{ kind: 'draw', operator, node: operator.kind, part: WHOLE, fresh: false, follows: false },
  ...more,
});
const coins = draw({ kind: 'bernoulli', rate: half });
const keys = draw({ kind: 'key-split', isConstant: true }, { part: '"A"' });
const ten = draw({ kind: 'fixed-size', size: 10n, of: null });
const rhoOf = (way: readonly TablePathStep[], nodes: NodeAccounts = new Map(), relation = 'add-remove'): bigint =>
  addedRho(nodes, way, cost, relation, 7n);

test('addedRho of people themselves and of parts by a key is that of the question', () => {
  expect(rhoOf([{ kind: 'filter' }, keys])).toBe(7n);
});

test('addedRho of what has only a cost is that of the cost behind the filters', () => {
  const cap = { ...FREE, epsilon: fixed('0.5'), replace: fixed('0.2') };
  const rho = (way: readonly TablePathStep[]): bigint => addedRho(new Map(), way, cap, 'replace-one');
  expect(rho([{ kind: 'map' }])).toBe(responseRho(fixed('0.2')));
  expect(rho([{ kind: 'filter' }])).toBe(responseRho(fixed('0.5')));
});

test('addedRho of what is drawn for one question is that of the whole price', () => {
  const amplified = Math.log1p(0.5 * Math.expm1(1));
  const rho = rhoOf([keys, { ...coins, fresh: true }]);
  expect(Number(rho) / Number(ONE)).toBeCloseTo(amplified * Math.tanh(amplified / 2), 14);
  expect(rhoOf([{ ...ten, fresh: true }], new Map(), 'replace-one')).toBe(responseRho(fixed('2')));
});

const empty = { passed: { epsilon: 0n, replace: 0n }, rhos: new Map(), passedRho: 0n, cap: null };

test('addedRho of coins and random parts that are kept is by the chance to be inside', () => {
  const spent = new Map([[WHOLE, { ...FREE, epsilon: fixed('0.5'), replace: 0n }]]);
  const nodes: NodeAccounts = new Map([['bernoulli', { ...empty, spent }]]);
  const place = { rate: half, spent: fixed('0.5'), beside: [], rest: half };
  expect(rhoOf([coins], nodes)).toBe(insideRho([place], fixed('1')));
  const split = draw(
    {
      kind: 'random-split',
      rates: new Map([
        ['a', half],
        ['b', half],
      ]),
    },
    { part: '"a"' },
  );
  const beside = [{ rate: half, spent: 0n }];
  expect(rhoOf([split])).toBe(insideRho([{ rate: half, spent: 0n, beside, rest: rational.zero }], fixed('1')));
});

test('addedRho of other kept draws is wrong without a cap, and nothing with one', () => {
  expect(() => rhoOf([ten])).toThrow(/without a cap/);
  expect(() => rhoOf([coins], new Map(), 'replace-one')).toThrow(/only a cap allows/);
  const capped: NodeAccounts = new Map([['fixed-size', { ...empty, spent: new Map(), cap: cost }]]);
  expect(rhoOf([ten], capped)).toBe(0n);
});

test('rhoOfParts is by how much the greatest part grew, where the entry records what parts hold', () => {
  const way = (part: string, isConstant = true) => [draw({ kind: 'key-split', isConstant }, { part })];
  const { node } = way('"a"')[0];
  const charged = (relation: string, recorded: readonly string[], isConstant = true) => {
    const nodes: NodeAccounts = new Map();
    const names = new Set(recorded.map(part => `[${JSON.stringify(node)},${part}]`));
    return ['"a"', '"b"', '"a"'].map(part =>
      Number((rhoOfParts(nodes, way(part, isConstant), relation, fixed('0.1'), names).rho * 10n) / ONE),
    );
  };
  expect(charged('add-remove', ['"a"', '"b"'])).toEqual([1, 0, 1]);
  // what was charged in full is no part's
  expect(charged('add-remove', ['"a"'])).toEqual([1, 1, 1]);
  expect(charged('replace-one', ['"a"', '"b"'])).toEqual([1, 1, 1]);
  expect(charged('add-remove', ['"a"', '"b"'], false)).toEqual([1, 1, 1]);
});

const asked = (aggregates: readonly RecordedAggregate[], kind: 'none' | 'private' = 'none') => {
  const plan: RecordedPlan = { version: 1, input: { kind: 'scan', table: 't' }, grouping: { kind }, aggregates };
  return { plan, columns: new Map(), rowsPerUnit: 1, isPlain: false, isDrawn: false };
};
const questions = {
  relation: 'add-remove',
  means: 'centred',
  quantiles: 'apart',
} as const;
const inner = { epsilon: fixed('1'), delta: 0n };

test('questionRho adds up mechanisms at their shares', () => {
  const lambda = responseRho(fixed('0.5'));
  expect(questionRho([asked([{ kind: 'count' }])], questions, inner)).toBe(responseRho(fixed('1')));
  const both = questionRho([asked([{ kind: 'count' }]), asked([{ kind: 'units' }])], questions, inner);
  expect(both).toBe(2n * lambda);
  const failing = { ...inner, delta: fixed('0.01') };
  const keyed = [asked([{ kind: 'count' }], 'private')];
  expect(questionRho(keyed, { ...questions, means: 'best' }, failing)).toBe(responseRho(fixed('1')));
  // before a count could find keys
  expect(questionRho(keyed, questions, failing)).toBe(2n * lambda);
  const bins = { kind: 'histogram', of: { kind: 'column', name: 'x' }, edges: ['0', '1'] };
  expect(questionRho([asked([bins], 'private')], questions, failing)).toBe(2n * lambda);
  const median = { kind: 'quantile', rank: '0.5' };
  expect(questionRho([asked([median])], questions, inner)).toBe(ONE / 8n);
});

test('lossByRho objects to what has no price by rho', () => {
  const byRho = { epsilon: null, delta: 0n, rho: fixed('0.1') };
  const { plan } = asked([{ kind: 'count' }]);
  expect(lossByRho('0.1', byRho, [plan], [keys])).toEqual(byRho);
  expect(() => lossByRho('0.1', byRho, [plan], [coins])).toThrow(/no price by rho/);
  expect(() => lossByRho('0.2', byRho, [plan], [])).toThrow(/another rho/);
  expect(() => lossByRho('0.1', byRho, [asked([], 'private').plan], [])).toThrow(/by rho alone/);
});
