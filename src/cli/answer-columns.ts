/** The columns of an answer in the order of the question: a recorded answer knows its values by name only. */

export interface AnswerColumns {
  readonly keys: readonly string[];
  readonly values: readonly ValueColumn[];
  /** Groups that are released may be left out by HAVING or LIMIT. */
  readonly filtered: boolean;
}

interface ValueColumn {
  readonly name: string;
  /** Its error is known in ranks and not in values. */
  readonly ranked: boolean;
}

/** What is read of a plan. */
interface Asked {
  readonly grouping:
    | { readonly kind: 'none' }
    | { readonly kind: 'public' | 'private'; readonly keys: readonly Named[] };
  readonly aggregates: readonly (Named & { readonly rank?: string })[];
  readonly afterwards: {
    readonly having?: unknown;
    readonly limit?: number;
    readonly computed?: readonly Named[];
    readonly show?: readonly string[];
  };
}

interface Named {
  readonly name: string;
}

export const columnsOf = ({ grouping, aggregates, afterwards: postProcessing }: Asked): AnswerColumns => ({
  keys: grouping.kind === 'none' ? [] : grouping.keys.map(({ name }) => name),
  values: valuesOf(aggregates, postProcessing),
  filtered: postProcessing.having !== undefined || postProcessing.limit !== undefined,
});

function valuesOf(
  aggregates: Asked['aggregates'],
  { computed = [], show }: Asked['afterwards'],
): AnswerColumns['values'] {
  const all = [...aggregates, ...computed].map(value => ({ name: value.name, ranked: 'rank' in value }));
  return show === undefined ? all : show.flatMap(name => all.filter(value => value.name === name));
}
