/** A policy as text, the way people write one: a column, and whatever else holds no objects, on one line. */
import { isDecimal } from './values/decimal.ts';

/** JSON and TypeScript differ in how a key is written, and in nothing else. */
export function policyText(value: unknown, keyText: (key: string) => string, indent = ''): string {
  if (isDecimal(value)) return value.text;
  if (Array.isArray(value)) return `[${value.map(item => policyText(item, keyText)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  const nested = entries.some(([, entry]) => isRecord(entry));
  const inner = nested ? `${indent}  ` : '';
  const lines = entries.map(([key, entry]) => `${inner}${keyText(key)}: ${policyText(entry, keyText, inner)}`);
  return nested ? `{\n${lines.join(',\n')}\n${indent}}` : `{ ${lines.join(', ')} }`;
}

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isDecimal(value);
