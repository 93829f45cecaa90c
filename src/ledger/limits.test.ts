import { describe, expect, test } from 'vitest';
import { type CountedLoss, counts, losses } from '../amounts/index.ts';
import { rational } from '../numerics/index.ts';
import { Refusal } from '../vocabulary/index.ts';
import type { State } from './ledger.ts';
import { checkLimits, leftFor } from './limits.ts';

const exact = rational.fromDecimal;
const loss = (epsilon: string, delta = '0') => ({ epsilon: exact(epsilon), delta: exact(delta) });
const counted = (epsilon: string | null, delta: string, rho: string): CountedLoss => ({
  epsilon: epsilon === null ? null : exact(epsilon),
  delta: exact(delta),
  rho: exact(rho),
});

const pure = {
  policy: { analysts: new Map([['eve', loss('0.2')]]), tables: new Map([['visits', loss('0.5')]]) },
  budget: loss('1', '1e-6'),
  spent: loss('0.25'),
  analysts: new Map([['eve', loss('0.1')]]),
  tables: new Map([['visits', loss('0.25')]]),
} as unknown as State;

const concentrated = {
  ...pure,
  policy: { ...pure.policy, failing: exact('1e-8') },
  spent: counted('0.25', '0', '0.001'),
  analysts: new Map([['eve', counted('0.1', '0', '0.0001')]]),
  tables: new Map([['visits', counted('0.25', '0', '0.001')]]),
} as unknown as State;

const asking = (analyst: string, ...tables: string[]) => ({ analyst, tables }) as Parameters<typeof checkLimits>[1];

/** The words of the refusal, or nothing. */
function wordsOf(state: State, charge: CountedLoss, analyst = 'ada', ...tables: string[]): string {
  try {
    checkLimits(state, asking(analyst, ...tables), charge);
    return '';
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    expect(thrown.code).toBe('budget_exhausted');
    return thrown.message;
  }
}

describe('a pure budget', () => {
  test.each([
    ['what is left to the last digit', '0.75', 'ada', [], ''],
    ['more than is left', '0.7500001', 'ada', [], 'of the budget'],
    ['more than is left to an analyst', '0.11', 'eve', [], 'to analyst eve'],
    ['what is left to a table', '0.25', 'ada', ['visits'], ''],
    ['more than is left to a table', '0.26', 'ada', ['visits'], 'to table visits'],
  ] as const)('%s', (_, epsilon, analyst, tables, words) => {
    const said = wordsOf(pure, loss(epsilon), analyst, ...tables);
    if (words === '') expect(said).toBe('');
    else expect(said).toContain(words);
  });

  test('what is left is the least of all limits', () => {
    expect(counts.number(leftFor(pure, asking('ada')), 'down')).toEqual({ epsilon: 0.75, delta: 1e-6 });
    expect(counts.number(leftFor(pure, asking('eve', 'visits')), 'down').epsilon).toBe(0.1);
    expect(counts.number(leftFor(pure, asking('ada', 'visits')), 'down').epsilon).toBe(0.25);
  });

  test('a charge that says a rho is a fault', () => {
    expect(() => checkLimits(pure, asking('ada'), counted('0.1', '0', '0.01'))).toThrow('a charge has a rho');
  });
});

describe('a concentrated budget', () => {
  test.each([
    ['either sum suffices: rho', counted(null, '0', '0.02'), ''],
    ['either sum suffices: epsilon', counted('0.75', '0', '0.5'), ''],
    ['neither suffices', counted('0.76', '0', '0.5'), 'one of the two must suffice'],
    ['Gaussian noise has rho alone', counted(null, '0', '0.5'), 'one of the two must suffice'],
    ['what fails by itself has a sum of its own', counted('0.1', '2e-8', '0.001'), 'delta 2e-8'],
    ['and keeps it to the last digit', counted('0.1', '1e-8', '0.001'), ''],
  ] as const)('%s', (_, charge, words) => {
    const said = wordsOf(concentrated, charge);
    if (words === '') expect(said).toBe('');
    else expect(said).toContain(words);
    // delta is named only where it is delta that is missing
    expect(said.includes('for what fails by itself')).toBe(words.startsWith('delta'));
  });

  test('limits of an analyst are of both sums', () => {
    expect(wordsOf(concentrated, counted('0.05', '0', '0.001'), 'eve')).toBe('');
    expect(wordsOf(concentrated, counted('0.11', '0', '0.02'), 'eve')).toContain('to analyst eve');
  });

  test('what is left is the least of all limits, in both sums', () => {
    const { epsilon, rho } = counts.number(leftFor(concentrated, asking('ada')), 'down');
    expect(epsilon).toBe(0.75);
    // rho at (1, 1e-6) is 0.024, of which a thousandth is spent
    expect(rho).toBeGreaterThan(0.023);
    expect(rho).toBeLessThan(0.0234);
    expect(counts.number(leftFor(concentrated, asking('eve')), 'down').epsilon).toBe(0.1);
  });

  test('a charge without a rho is a fault, and never free; nothing is nothing', () => {
    expect(() => checkLimits(concentrated, asking('ada'), loss('0.1'))).toThrow('a charge has a rho');
    expect(wordsOf(concentrated, losses.none)).toBe('');
  });
});
