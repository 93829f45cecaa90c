/** One row a unit in SQL: what its rows add up to, in wide whole numbers that no rows overflow, then clamped. */
import type { CheckedTable } from '../plan/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { clamped, floorRemainder, whole } from './arithmetic.ts';
import type { Dialect } from './dialects/dialect.ts';
import { type Fragment, join, parameter, sql } from './fragment.ts';
import { computed, derived, type Lowering, type Named, type SqlRelation, selectList } from './relation.ts';
import { smallestOf } from './units.ts';

type UnitTable = Extract<CheckedTable, { readonly kind: 'perUnit' }>;
type UnitNumber = UnitTable['aggregates'][number];

export function unitRows({ columns, aggregates }: UnitTable, below: SqlRelation, lowering: Lowering): SqlRelation {
  const { fresh, dialect } = lowering;
  const expressions = aggregates.flatMap(aggregate => ('of' in aggregate ? [aggregate.of] : []));
  const { relation, values } = computed(below, expressions, lowering);
  const { unit } = relation;
  invariant(unit !== undefined, 'a checked plan gathers rows by their unit');
  const kept = columns.map(({ name, domain }): Named => {
    const column = relation.columns.get(name);
    invariant(column !== undefined, 'a checked plan keeps columns that it has');
    return { name: fresh('kept'), value: smallestOf(column, domain.type) };
  });
  const of = values.values();
  const made = aggregates.map(aggregate =>
    gathered(aggregate, 'of' in aggregate ? of.next().value! : sql`*`, lowering),
  );
  const gathers = [...kept, ...made.flatMap(({ pieces }) => pieces)];
  const gathering = join([unit, ...(gathers.length > 0 ? [selectList(gathers)] : [])], ', ');
  const each = derived(sql`SELECT ${gathering} FROM ${relation.from} GROUP BY ${unit}`, lowering);
  const means = made.flatMap(({ mean }) => mean ?? []);
  const rows = means.length === 0 ? each : derived(sql`SELECT *, ${selectList(means)} FROM ${each}`, lowering);
  const numbers = aggregates.map(({ domain: { low, high } }, place): Named => {
    const { mean, pieces } = made[place];
    return { name: fresh('number'), value: whole(clamped((mean ?? pieces[0]).name, low, high, 'wide'), dialect) };
  });
  const shown = [unit, ...kept.map(({ name }) => name), ...(numbers.length > 0 ? [selectList(numbers)] : [])];
  const named = [...columns, ...aggregates].map(({ name }) => name);
  const aliases = [...kept, ...numbers].map(({ name }) => name);
  return {
    unit,
    from: derived(sql`SELECT ${join(shown, ', ')} FROM ${rows}`, lowering),
    columns: new Map(named.map((name, place) => [name, aliases[place]])),
  };
}

/** What is asked of the rows of a unit, and what is computed of it before it is clamped. */
interface Gathered {
  readonly pieces: readonly Named[];
  readonly mean?: Named;
}

function gathered(aggregate: UnitNumber, of: Fragment, { fresh, dialect }: Lowering): Gathered {
  const piece = (value: Fragment): Named => ({ name: fresh('gathered'), value });
  switch (aggregate.kind) {
    case 'count':
    case 'countValues':
      return { pieces: [piece(sql`count(${of})`)] };
    case 'sum':
      return { pieces: [piece(dialect.sum(of))] };
    case 'min':
      return { pieces: [piece(sql`min(${of})`)] };
    case 'max':
      return { pieces: [piece(sql`max(${of})`)] };
    case 'mean': {
      const [sum, number] = [piece(dialect.sum(of)), piece(sql`count(${of})`)];
      return { pieces: [sum, number], mean: { name: fresh('mean'), value: meanOf(sum, number, aggregate, dialect) } };
    }
  }
}

/** floor(parts·sum/number + 1/2) = floor((2·parts·sum + number)/(2·number)), in wide numbers; null where there is no value. */
function meanOf(sum: Named, number: Named, { parts }: { readonly parts: bigint }, { quotient }: Dialect): Fragment {
  const dividend = sql`(${parameter('wide', 2n * parts)} * ${sum.name} + ${number.name})`;
  const divisor = sql`NULLIF(2 * ${number.name}, 0)`;
  return quotient(sql`(${dividend} - ${floorRemainder(dividend, divisor)})`, divisor);
}
