/** Questions in an engine's words: text of ours, values beside it, and how to read what comes back. */
import type { DialectName } from './dialects/dialects.ts';
import type { Fragment, Parameter } from './fragment.ts';

/** Text of ours, and values beside it. */
export interface Statement {
  readonly dialect: DialectName;
  /** Holds `$1`, `$2`, ... where the parameters go. */
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

export interface SqlQuery extends Statement {
  /** How each column is read. */
  readonly columns: readonly OutputType[];
  /**
   * `totals`  a row for each group that has rows: its key, then one whole number a statistic
   * `values`  a row for each value in a group: the key, the value, how many rows have it
   * `distinct`  a row for each group that has values: its key, and how many different ones it has
   */
  readonly kind: 'totals' | 'values' | 'distinct';
  /** Places in the plan's statistics, in the order of the columns after the key. */
  readonly statistics: readonly number[];
  readonly keys: number;
}

export type OutputType = 'whole' | 'text' | 'boolean';

/** Equal values share a place, so that grouping by an expression is grouping by what was selected. */
export function render(
  fragment: Fragment,
  types: Readonly<Record<Parameter['type'], string>>,
): Pick<SqlQuery, 'text' | 'parameters'> {
  const parameters: Parameter[] = [];
  const places = new Map<string, number>();
  const placeOf = (wanted: Parameter): number => {
    const same = identityOf(wanted);
    const place = places.get(same) ?? parameters.push(wanted) - 1;
    places.set(same, place);
    return place;
  };
  const text = fragment.parts
    .map(part => (typeof part === 'string' ? part : `CAST($${placeOf(part) + 1} AS ${types[part.type]})`))
    .join('');
  return { text, parameters };
}

/** Zero has two signs, and text cannot tell them apart. */
const identityOf = ({ type, value }: Parameter): string =>
  `${type} ${typeof value} ${Object.is(value, -0) ? '-0' : String(value)}`;

/** For people to read: in lines, public values in place, the secret as `:key`. Never sent to an engine. */
export const shown = ({ text, parameters }: Statement): string =>
  text
    .replace(
      / (?=FROM \(|FROM "|WHERE |GROUP BY |ORDER BY "|HAVING |UNION ALL |LEFT JOIN |JOIN )|(?<=\),) (?=")/g,
      '\n',
    )
    .replace(/CAST\(\$(\d+) AS [\w ]+(?:\(\d+,\d+\))?\)/g, (_, place: string) =>
      shownValue(parameters[Number(place) - 1]),
    );

function shownValue({ value, secret }: Parameter): string {
  if (secret) return ':key';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();
}
