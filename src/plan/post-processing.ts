/** What is done to the answers once they are noisy: having, order, limit. Free of charge. */
import { refuse } from '../vocabulary/index.ts';
import { judge } from './having.ts';
import { checkHaving, type ReleasedType } from './having-type.ts';
import { columnsIn } from './mentioned.ts';
import type { PostProcessing } from './plan.ts';
import { compareReleased, type ReleasedScalar } from './released-scalar.ts';

/** Columns are those of the answer: keys and aggregates. */
export function checkPostProcessing(postProcessing: PostProcessing, columns: readonly Shown[]): PostProcessing {
  const { having, order = [], limit = 0 } = postProcessing;
  for (const name of [...(having === undefined ? [] : columnsIn(having)), ...order.map(by => by.name)]) {
    const column = columns.find(each => each.name === name);
    if (column === undefined)
      refuse(
        'unknown_column',
        `The answer has no column ${JSON.stringify(name)}; it has ${columns.map(each => each.name).join(', ')}.`,
      );
    else if (column.isOne === false)
      refuse('type_mismatch', `${name} is not a single number. HAVING and ORDER BY need one.`);
  }
  if (having !== undefined) checkHaving(having, name => columns.find(column => column.name === name)?.type ?? 'number');
  if (!(Number.isSafeInteger(limit) && limit >= 0))
    refuse('value_out_of_range', 'A limit must be a whole number, 0 or more.');
  return postProcessing;
}

interface Shown {
  readonly name: string;
  /** False where it is many numbers. */
  readonly isOne?: boolean;
  readonly type: ReleasedType;
}

/** `read` finds the estimate of an aggregate, or the value of a key, in a row of the answer. */
export function applyPostProcessing<Row>(
  rows: readonly Row[],
  { having, order = [], limit }: PostProcessing,
  read: (row: Row, name: string) => ReleasedScalar,
): Row[] {
  const kept = having === undefined ? [...rows] : rows.filter(row => judge(having, name => read(row, name)) === true);
  kept.sort((one, other) => {
    for (const { name, descending } of order) {
      const difference = nullsLast(read(one, name), read(other, name), descending);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return limit === undefined ? kept : kept.slice(0, limit);
}

function nullsLast(one: ReleasedScalar, other: ReleasedScalar, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return descending ? -compareReleased(one, other) : compareReleased(one, other);
}
