import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, canonicalJsonInTurns, type Json } from './canonical-json.ts';

/** The same data with the members of every object in the other order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

const json = fc.jsonValue() as fc.Arbitrary<Json>;

test('equal data has one text, whatever the order of its members', () =>
  fc.assert(
    fc.property(json, value => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
    }),
  ));

test('the text is JSON of the same data, on one line', () =>
  fc.assert(
    fc.property(json, value => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(value)).not.toContain('\n');
    }),
  ));

test('worded in turns it is the same text, with a turn for every entry of a level', async () => {
  await fc.assert(
    fc.asyncProperty(json, fc.nat(6), async (value, levels) => {
      expect(await canonicalJsonInTurns(value, levels, () => undefined)).toBe(canonicalJson(value));
    }),
  );
  let turns = 0;
  const data = { rows: [{ a: 1, b: [1, 2] }, { c: { d: 3n } }] };
  const text = await canonicalJsonInTurns(data, 3, async () => {
    turns += 1;
  });
  expect([text, turns]).toEqual(['{"rows":[{"a":1,"b":[1,2]},{"c":{"d":"3n"}}]}', 3]);
});

test('other data has another text', () => {
  const different: Json[] = [null, 0, '0', '', [], {}, [[]], { a: 1 }, { a: '1' }, { b: 1 }, [1, 2], [2, 1], ['1,2']];
  expect(new Set(different.map(canonicalJson)).size).toBe(different.length);
});

test('large integers and numbers do not meet', () =>
  expect(canonicalJson({ b: 1n, a: [1, '1'] })).toBe('{"a":[1,"1"],"b":"1n"}'));

test.each([Number.NaN, Infinity, undefined, { a: undefined }])('%s has no canonical text', bad =>
  expect(() => canonicalJson(bad)).toThrow('never happen'),
);
