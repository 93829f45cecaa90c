/** What people who write JavaScript give where the compiler would have warned: refusals, never errors of ours. */
import { expect, test } from 'vitest';
import { when } from '../../src/index.ts';
import { withData } from '../support/clinic.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the compiler would not let through
type Anything = any;

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

test.each<[string, (row: Anything) => unknown]>([
  ['a Date within a day', ({ seen }) => seen.atLeast(new Date(1))],
  ['a Date that is none, in a list', ({ seen }) => seen.isOneOf([new Date('31 Brumaire')])],
  ['a Date as a text', ({ town }) => town.is(new Date(0))],
  ['nothing to compare with', ({ age }) => age.is(null)],
  ['an object', ({ town }) => town.is({ name: 'Ulm' })],
  ['no condition', () => undefined],
  ['a plain truth', () => true],
  ['a plain truth beside a condition', ({ age }) => age.is(3).and(true)],
  [
    'a choice of Dates',
    ({ age, seen }) =>
      when(age.is(3), new Date(1) as Anything)
        .otherwise(seen)
        .is(seen),
  ],
  [
    'a choice by nothing',
    ({ age }) =>
      when(null as Anything, 1)
        .otherwise(2)
        .is(age),
  ],
])('where: %s is refused', (_, condition) =>
  withData(async data => {
    expect(() => data.table('visits').where(condition as Anything)).toThrow(refused('type_mismatch'));
  }),
);

test('a Date is the day that begins with it in UTC; within a day it is told how dates are written', () =>
  withData(async data => {
    const since = (given: Date | string) => data.table('visits').where((row: Anything) => row.seen.atLeast(given));
    expect(since(new Date('2024-05-01')).count().plan).toEqual(since('2024-05-01').count().plan);
    expect(() => since(new Date('2024-05-01T01:00:00Z'))).toThrow('in ISO format, such as 2026-01-31');
  }));

test('a question without options is asked how much it may cost', () =>
  withData(async data => {
    const question: Anything = data.table('visits').count();
    await expect(question.ask()).rejects.toEqual(refused('value_out_of_range'));
    expect(() => question.explain()).toThrow(refused('value_out_of_range'));
  }));
