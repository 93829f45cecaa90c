/** Data that a JSON schema describes: of a route that nobody wrote an example for. */
import type { Below } from '../../src/random/index.ts';
import { oneOf } from './vary-text.ts';

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

export function sampleOf(schema: Schema, below: Below): unknown {
  const { const: fixed, enum: values, anyOf, oneOf: either, properties = {}, required = [], minimum, maximum } = schema;
  if (fixed !== undefined) return fixed;
  if (values !== undefined) return oneOf(below, values);
  const branches = anyOf ?? either;
  if (branches !== undefined) return sampleOf(oneOf(below, branches), below);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => required.includes(name) || below(2) === 0)
          .map(([name, part]) => [name, sampleOf(part, below)]),
      );
    case 'array':
      return Array.from({ length: 1 + below(2) }, () => sampleOf(schema.items ?? {}, below));
    case 'integer':
      return oneOf(below, [Math.max(1, minimum ?? 1), 3, Math.min(20, maximum ?? 20)]);
    case 'number':
      return oneOf(below, [0.1, 0.5, 1]);
    case 'boolean':
      return below(2) === 0;
    default:
      return oneOf(below, ['visits', 'ward', 'A', '0.1', '']);
  }
}
