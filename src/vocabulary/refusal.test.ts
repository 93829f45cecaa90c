import { expect, test } from 'vitest';
import { Fault, Refusal, refuse } from './refusal.ts';

test('a refusal has a code and says its rule', () => {
  expect(() => refuse('value_out_of_range', 'The rate is at most 1.')).toThrow(Refusal);
  expect(() => refuse('value_out_of_range', '')).toThrow(Fault);
});
