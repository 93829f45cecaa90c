/** JSON like another: parts of it exchanged for odd ones, left out, doubled, or taken from elsewhere. */
import type { Below } from '../../src/random/index.ts';
import { oneOf, varyText } from './vary-text.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

const ODD: readonly unknown[] = [
  ...[0, -0, -1, 1, 2, 0.5, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 31, 1e21, 1e-9, 1e6, 1e5, 100, 0.1 + 0.2, 4096],
  ...['', 'x', 'x'.repeat(300), '0.1', '1e999', '1e-400', '-0', 'NaN', '\u0000', '\ud800', '💥', '__proto__', 'auto'],
  ...[null, true, false, [], {}, [[]], [null], { kind: 'none' }, nested(60), Array(300).fill(0.001)],
];

const KEYS = ['__proto__', 'constructor', 'toString', 'kind', 'length', 'extra', 'epsilon', ''];

/** A list of the places in data: each as the way to it. */
function* placesIn(data: unknown, way: readonly string[] = []): Generator<readonly string[]> {
  yield way;
  if (typeof data === 'object' && data !== null)
    for (const [key, part] of Object.entries(data)) yield* placesIn(part, [...way, key]);
}

const partAt = (data: unknown, way: readonly string[]): unknown =>
  way.reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>>)[key], data);

/** The data with another part in that place. */
function changedAt(data: unknown, [key, ...rest]: readonly string[], change: (part: unknown) => unknown): unknown {
  if (key === undefined) return change(data);
  const inside = data as Readonly<Record<string, unknown>>;
  const part = changedAt(inside[key], rest, change);
  if (Array.isArray(data)) return data.with(Number(key), part);
  // defined, not assigned: __proto__ is a key like others
  return Object.fromEntries(Object.entries(inside).map(([name, value]) => [name, name === key ? part : value]));
}

function changedPart(part: unknown, other: unknown, below: Below): unknown {
  const choice = below(8);
  if (choice === 0) return oneOf(below, ODD);
  if (choice === 1) return partAt(other, oneOf(below, [...placesIn(other)]));
  if (typeof part === 'number')
    return oneOf(below, [-part, part * 10, part / 10, part + 1, part * 1e6, part ** 2, String(part)]);
  if (typeof part === 'string') return varyText(part, typeof other === 'string' ? other : part, below);
  if (Array.isArray(part)) return changedList(part, below);
  if (typeof part === 'object' && part !== null) return changedObject(part, other, below);
  return oneOf(below, ODD);
}

function changedList(list: readonly unknown[], below: Below): unknown {
  const place = below(list.length + 1);
  switch (below(4)) {
    case 0:
      return list.toSpliced(place, 1);
    case 1:
      return list.toSpliced(place, 0, oneOf(below, ODD));
    case 2:
      return [...list, ...list];
    default:
      return Array(1 + below(40)).fill(list[place] ?? null);
  }
}

function changedObject(object: object, other: unknown, below: Below): unknown {
  const members = Object.entries(object);
  const place = below(members.length + 1);
  switch (below(4)) {
    case 0:
      return Object.fromEntries(members.toSpliced(place, 1));
    case 1:
      return Object.fromEntries([...members, [oneOf(below, KEYS), oneOf(below, ODD)]]);
    case 2:
      return Object.fromEntries(members.map(([key, value], i) => [i === place ? oneOf(below, KEYS) : key, value]));
    default:
      return typeof other === 'object' && other !== null ? { ...object, ...other } : { kind: object };
  }
}

function varyData(data: unknown, other: unknown, below: Below): unknown {
  let varied = data;
  for (let changes = 1 + below(3); changes > 0; changes -= 1) {
    const places = [...placesIn(varied)];
    varied = changedAt(varied, oneOf(below, places), part => changedPart(part, other, below));
  }
  return varied;
}

/** A text of JSON; one in twenty is changed as a text, and may be no JSON any more. */
export function varyJson(text: string, other: string, below: Below): string {
  if (below(20) === 0) return varyText(text, other, below);
  return JSON.stringify(varyData(read(text), read(other), below)) ?? 'null';
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
