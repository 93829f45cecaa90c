import { describe, expect, test } from 'vitest';
import { but, POLICY } from '../../test/support/policy-text.ts';
import { fingerprint } from './fingerprint.ts';
import { readJson } from './json-text.ts';
import { checkData } from './policy-check.ts';
import { resolvePolicy } from './resolution.ts';

const fingerprintOf = (text: string, folder = '/srv') =>
  fingerprint(
    resolvePolicy(
      checkData(readJson(text, 'policy.json').data, () => ''),
      folder,
    ),
  );

const usual = fingerprintOf(POLICY);

test('64 hex digits, the same for ever: ledgers hold it', () => {
  expect(usual).toBe('ea2dad28bd1f4669dacb42ef9806c1665234a1de824c625a29e42d601e1b41cc');
});

describe('what changes it', () => {
  test.each([
    ['the unit', '"patient_id"', '"household_id"'],
    ['rows of a unit', '"rowsPerUnit": 10', '"rowsPerUnit": 11'],
    ['neighbours', '"rowsPerUnit": 10', '"rowsPerUnit": 10, "neighbours": "replace-one"'],
    ['a limit of a table', '"rowsPerUnit": 10', '"rowsPerUnit": 10, "budget": { "epsilon": 1 }'],
    ['a bound', '"max": 120', '"max": 121'],
    ['a step', '"step": 0.01', '"step": 0.1'],
    ['a value', '"C"]', '"D"]'],
    ['one value more', '"C"]', '"C", "D"]'],
    ['a day', '"2020-01-01"', '"2020-01-02"'],
    ['a time', '"2020-01-01T00:00:00Z"', '"2020-01-01T00:00:00.000001Z"'],
    ['constancy', ', "perUnit": true', ''],
    ['a type', '"town": { "type": "text" }', '"town": { "type": "boolean" }'],
    ['a name', '"town"', '"city"'],
    ['a key', '"key": "ward"', '"key": "floor"'],
    ['the budget', '"epsilon": 2,', '"epsilon": 2.0000000000000000001,'],
    ['its delta', '1e-6', '1e-5'],
    ['its accounting', '1e-6', '1e-6, "accounting": "concentrated"'],
  ])('%s', (_, piece, other) => expect(fingerprintOf(but(piece, other))).not.toBe(usual));

  test('a public size', () => {
    const replacing = '"rowsPerUnit": 10, "neighbours": "replace-one"';
    const [secret, known] = ['', ', "size": "public"'].map(size =>
      fingerprintOf(but('"rowsPerUnit": 10', `${replacing}${size}`)),
    );
    expect(known).not.toBe(secret);
  });
});

describe('what does not', () => {
  test.each([
    ['how numbers are written', '"epsilon": 2, "delta": 1e-6', '"delta": 0.00000100, "epsilon": 20e-1'],
    ['defaults said aloud', '"rowsPerUnit": 10', '"rowsPerUnit": 10, "neighbours": "add-remove", "public": false'],
    ['the accounting that there always was', '1e-6', '1e-6, "accounting": "pure"'],
    ['the order of values', '["A", "B", "C"]', '["C", "A", "B"]'],
    ['a time in another zone', '"2020-01-01T00:00:00Z"', '"2020-01-01T01:00:00+01:00"'],
    ['the version of the data', '2026-11', '2026-12'],
    ['where the data lies', 'data/visits.parquet', 'elsewhere/visits.csv'],
    ['where the ledger lies', 'sqlite:visits.ledger', 'sqlite:other.ledger'],
    ['a guess for forecasts', '"rowsPerUnit": 10', '"rowsPerUnit": 10, "approximateUnits": 5'],
    ['shares of analysts', '"ada": { "epsilon": 0.5 }', '"bob": { "epsilon": 1 }'],
  ])('%s', (_, piece, other) => expect(fingerprintOf(but(piece, other))).toBe(usual));

  test('the folder', () => expect(fingerprintOf(POLICY, '/elsewhere')).toBe(usual));
});
