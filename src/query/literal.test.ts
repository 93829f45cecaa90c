import { expect, test } from 'vitest';
import { exactText } from '../source/values/index.ts';
import { type LiteralInput, literalOf } from './literal.ts';

const value = (type: Parameters<typeof literalOf>[0], given: LiteralInput) => literalOf(type, given)?.expression;

test.each<[LiteralInput, string, string]>([
  [18, 'integer', '18'],
  [18n, 'integer', '18'],
  ['18.00', 'integer', '18'],
  ['1e3', 'integer', '1000'],
  [-0, 'integer', '0'],
  [0.1, 'number', '0.1'],
  ['.5', 'number', '0.5'],
  ['-.5', 'number', '-0.5'],
  ['5.', 'integer', '5'],
  [1e-7, 'number', '0.0000001'],
  [1e21, 'integer', '1000000000000000000000'],
  [9007199254740993n, 'integer', '9007199254740993'],
])('the number %s is the %s %s', (given, type, text) => {
  expect(value('number', given)).toEqual({ kind: 'literal', type, value: text });
  expect(value('integer', given)).toEqual({ kind: 'literal', type, value: text });
});

test.each<[Parameters<typeof literalOf>[0], LiteralInput]>([
  ['number', Number.NaN],
  ['number', Number.POSITIVE_INFINITY],
  ['number', '1e999'],
  ['number', '0x1F'],
  ['number', '1_000'],
  ['number', '1 OR 1=1'],
  ['number', ''],
  ['number', true],
  ['boolean', 'true'],
  ['boolean', 1],
  ['text', 5],
  ['text', 'a\0b'],
  ['text', '\udc00'],
  ['date', '2021-02-29'],
  ['date', '2021-02-28T00:00:00Z'],
  ['date', "2021-02-28' --"],
  ['timestamp', '2021-02-28'],
  ['timestamp', 'now'],
])('there is no %s %s', (type, given) => expect(value(type, given)).toBeUndefined());

test('dates and timestamps have one spelling', () => {
  expect(value('date', '2024-02-29')).toMatchObject({ value: '2024-02-29' });
  const noon = { value: '2024-02-29T12:00:00.000000Z' };
  expect(value('timestamp', '2024-02-29 12:00')).toMatchObject(noon);
  expect(value('timestamp', '2024-02-29T14:00:00+02:00')).toMatchObject(noon);
});

test('any text is a text, whatever it says', () => {
  for (const text of ['', "'; DROP TABLE visits; --", '=cmd', '\u202e', '🏥', '%_\\']) {
    expect(value('text', text)).toEqual({ kind: 'literal', type: 'text', value: text });
  }
});

test('parameters are exact', () => {
  expect([exactText(0.1), exactText(10n)]).toEqual(['0.1', '10']);
  expect(() => exactText(Number.NaN)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});
