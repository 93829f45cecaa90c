/** Values of columns as people name parts and strata: one name for each value, so that no part goes by two. */
import { rational } from '../../numerics/index.ts';
import { plainText } from '../../source/values/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { dayText, instantText } from './calendar.ts';
import { columnNamed, type Schema, type SchemaColumn } from './columns.ts';
import { type Domain, sizeOf, valuesOf } from './domain.ts';
import type { Value } from './value.ts';

/** More values than this are no list that anybody would name one by one. */
const VALUES_MAX = 10_000n;

/** A column by which whole units are told apart. */
export function constantColumn(schema: Schema, name: string, what: string): SchemaColumn {
  const column = columnNamed(schema, name);
  if (column.perUnit) return column;
  return refuse(
    'type_mismatch',
    `${what} needs a column that is constant within a unit. Mark ${name} as perUnit in the policy.`,
  );
}

/** A column whose values are publicly listed, so that its parts or strata are known without looking. */
export function keyColumn(schema: Schema, name: string): SchemaColumn {
  const column = columnNamed(schema, name);
  const size = sizeOf(column.domain);
  if (size !== undefined && size <= VALUES_MAX) return column;
  return refuse(
    'keys_not_public',
    `The values of ${name} are not listed in the policy, or there are more than ${VALUES_MAX}. Give the column values or bounds in the policy, or define a column with fewer values.`,
  );
}

/** Every listed value by its name; null has none. */
export const valueNames = ({ domain }: SchemaColumn): readonly string[] =>
  valuesOf(domain).map(value => nameOf(value, domain));

/** The value of a name: listed texts as they are, true and false, plain digits, ISO dates. */
export function valueNamed(column: SchemaColumn, name: string): Value {
  const { domain } = column;
  const found = valuesOf(domain).find(value => nameOf(value, domain) === name);
  if (found !== undefined) return found;
  return refuse('value_out_of_range', `${JSON.stringify(name)} is not a value of ${column.name}.`);
}

function nameOf(value: Value, domain: Domain): string {
  if (typeof value !== 'bigint' || !('step' in domain)) return String(value);
  if (domain.type === 'date') return dayText(value);
  if (domain.type === 'timestamp') return instantText(value);
  return plainText(rational.mul(rational.ratio(value), domain.step));
}
