import { expect, test } from 'vitest';
import { Fault, Refusal } from '../vocabulary/index.ts';
import { engineFailure, type Incident } from './failure.ts';

const reported = (thrown: unknown): { readonly shown: Error; readonly incidents: Incident[] } => {
  const incidents: Incident[] = [];
  return { shown: engineFailure(thrown, incident => incidents.push(incident)), incidents };
};

test.each([
  [new Error(`Conversion Error: Could not convert string 'Ann, HIV' to INT32`), 'Conversion Error'],
  [new Error('Out of Memory Error: failed to allocate data'), 'Out of Memory Error'],
  [Object.assign(new Error('duplicate key (name)=(Ann)'), { code: '23505' }), '23505'],
  [Object.assign(new Error('connect ECONNREFUSED 10.0.0.7'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [Object.assign(new Error('odd'), { code: 'Ann has HIV' }), 'Error'],
  [new Error('Ann has HIV Error: no'), 'Error'],
  [new TypeError('Ann'), 'TypeError'],
  ['Ann', 'unknown'],
])('a class of errors and nothing else: %s', (thrown, kind) => {
  const { shown, incidents } = reported(thrown);
  expect(incidents).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), kind }]);
  expect(shown).toMatchObject({ code: 'engine_failed', message: expect.stringContaining(incidents[0].id) });
  expect(JSON.stringify([incidents, shown.message])).not.toMatch(/Ann|10\.0/);
});

test('refusals and faults are ours, and stay what they are', () => {
  for (const ours of [new Refusal('source_mismatch', 'no'), new Fault('no')])
    expect(reported(ours)).toEqual({ shown: ours, incidents: [] });
});
