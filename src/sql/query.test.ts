import { expect, test } from 'vitest';
import { dialects } from './dialects/dialects.ts';
import { join, parameter } from './fragment.ts';
import { render } from './query.ts';

const rendered = (...pieces: ReturnType<typeof parameter>[]) => render(join(pieces, ', '), dialects.duckdb.types);

test('equal values share a place', () => {
  const { text, parameters } = rendered(parameter('text', 'A'), parameter('text', 'B'), parameter('text', 'A'));
  expect(text).toBe('CAST($1 AS VARCHAR), CAST($2 AS VARCHAR), CAST($1 AS VARCHAR)');
  expect(parameters.map(({ value }) => value)).toEqual(['A', 'B']);
});

test('values that only look alike do not', () => {
  const alike = [
    parameter('text', '1'),
    parameter('integer', 1n),
    parameter('wide', 1n),
    parameter('number', 0),
    parameter('number', -0),
    parameter('text', 'null'),
    parameter('text', null),
  ];
  expect(rendered(...alike).parameters).toHaveLength(alike.length);
});
