/** Values computed from aggregates: as SQL, in the typed API, as plain data, and what they mean, computed here. */
import type { Dice } from './dice.ts';
import type { Aggregate, Computed } from './question.ts';

type Unnamed = Omit<Computed, 'name'>;

const part = (name: string): Unnamed => ({
  sql: sqlOf => sqlOf(name),
  json: { kind: 'column', name },
  term: answer => answer[name],
  value: read => read(name),
  parts: [name],
});

const OPERATORS = {
  add: { sign: '+', method: 'plus', of: (x: number, y: number) => x + y },
  subtract: { sign: '-', method: 'minus', of: (x: number, y: number) => x - y },
  multiply: { sign: '*', method: 'times', of: (x: number, y: number) => x * y },
  divide: { sign: '/', method: 'dividedBy', of: (x: number, y: number) => (y === 0 ? null : x / y) },
} as const;

type Operator = keyof typeof OPERATORS;

const combined = (operator: Operator, one: Unnamed, other: Unnamed): Unnamed => {
  const { sign, method, of } = OPERATORS[operator];
  return {
    sql: sqlOf => `(${one.sql(sqlOf)} ${sign} ${other.sql(sqlOf)})`,
    json: { kind: 'arithmetic', operator, left: one.json, right: other.json },
    term: answer => one.term(answer)[method](other.term(answer)),
    value: read => {
      const [x, y] = [one.value(read), other.value(read)];
      return x === null || y === null ? null : of(x, y);
    },
    parts: [...one.parts, ...other.parts],
  };
};

const constant = (value: number): Unnamed => ({
  sql: () => String(value),
  json: { kind: 'literal', type: Number.isInteger(value) ? 'integer' : 'number', value: String(value) },
  term: () => value,
  value: () => value,
  parts: [],
});

const applied = (
  of: Unnamed,
  sql: string,
  json: object,
  method: readonly [string, ...number[]],
  map: (x: number) => number,
): Unnamed => ({
  sql: sqlOf => sql.replace('?', of.sql(sqlOf)),
  json: { ...json, operand: of.json },
  term: answer => of.term(answer)[method[0]](...method.slice(1)),
  value: read => {
    const x = of.value(read);
    const mapped = x === null ? Number.NaN : map(x);
    return Number.isFinite(mapped) ? mapped : null;
  },
  parts: of.parts,
});

export const absolute = (of: Unnamed): Unnamed => applied(of, 'abs(?)', { kind: 'absolute' }, ['absolute'], Math.abs);
export const rounded = (of: Unnamed): Unnamed =>
  applied(of, 'round(?, 1)', { kind: 'round', step: '0.1' }, ['rounded', 0.1], x => Math.floor(x * 10 + 0.5) / 10);
export const squared = (of: Unnamed): Unnamed =>
  applied(of, 'power(?, 2)', { kind: 'power', exponent: '2' }, ['toPower', 2], x => x * x);
export const root = (of: Unnamed): Unnamed =>
  applied(of, 'sqrt(?)', { kind: 'power', exponent: '0.5' }, ['toPower', 0.5], Math.sqrt);
export const ratio = (one: Unnamed, other: Unnamed): Unnamed => combined('divide', one, other);
export const difference = (one: Unnamed, other: Unnamed): Unnamed => combined('subtract', one, other);
export const named = part;

/** What is one number and always released with its error. */
const MEASURED: readonly Aggregate['kind'][] = ['count', 'units', 'countValues', 'sum', 'mean', 'variance'];

function someValue(dice: Dice, names: readonly string[], depth: number): Unnamed {
  if (depth === 0) return part(dice.pick(names));
  const inner = (): Unnamed => someValue(dice, names, depth - 1);
  switch (dice.below(7)) {
    case 0:
      return ratio(inner(), inner());
    case 1:
      return combined(dice.pick(['add', 'subtract', 'multiply']), inner(), inner());
    case 2:
      return combined('add', combined('multiply', inner(), constant(dice.pick([2, -3, 0.5]))), constant(1));
    case 3:
      return absolute(inner());
    case 4:
      return rounded(inner());
    case 5:
      return squared(inner());
    default:
      return root(inner());
  }
}

/** Of the aggregates of a question, of equal ones the first; none where none can be computed with. */
export function randomComputed(dice: Dice, aggregates: readonly Aggregate[]): readonly Computed[] {
  const same = ({ kind, of, with: other, rank }: Aggregate): string =>
    JSON.stringify([kind, of?.json, other?.json, rank]);
  const distinct = aggregates.filter((one, i) => aggregates.findIndex(other => same(other) === same(one)) === i);
  const names = distinct.filter(({ kind }) => MEASURED.includes(kind)).map(({ name }) => name);
  if (names.length === 0 || !dice.chance(0.35)) return [];
  return Array.from({ length: dice.between(1, 2) }, (_, i) => ({
    name: `v${i}`,
    ...someValue(dice, names, dice.between(1, 2)),
  }));
}
