import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { policyJsonSchema } from './policy-schema.ts';

const page = JSON.parse(readFileSync('docs/reference/policy.schema.json', 'utf8'));

test('the published schema is that of the code: npm run docs writes it', () => {
  expect(page).toEqual(JSON.parse(JSON.stringify(policyJsonSchema())));
});

test('it says what editors need', () => {
  expect(page.required).toEqual(['source', 'tables', 'budget', 'ledger']);
  expect(page.additionalProperties).toBe(false);
  expect(page.properties.budget.properties.epsilon).toEqual({
    type: 'number',
    exclusiveMinimum: 0,
    description: 'a finite number above 0',
  });
  const types = page.properties.tables.additionalProperties.oneOf[1].properties.columns.additionalProperties.oneOf;
  expect(types.map((column: { properties: { type: { const: string } } }) => column.properties.type.const)).toEqual([
    'integer',
    'number',
    'category',
    'text',
    'boolean',
    'date',
    'timestamp',
  ]);
});
