/** Values that are computed from released ones: their parts, with intervals that hold together, and which noises these share. */
import { invariant } from '../../vocabulary/index.ts';
import type { CheckedAggregate, CheckedPlan } from '../checked-plan.ts';
import { columnsIn } from '../mentioned.ts';
import type { NamedExpression } from '../plan.ts';
import { type ReleasedScalar, shownIn } from '../post-processing.ts';
import { type ComputedEstimate, type ComputedPart, computedFrom } from './computed.ts';
import type { Withheld } from './noisy.ts';

/** An aggregate as one of so many parts, each of which may miss in so much fewer cases; as it is told where it is the only one. */
type PartOf = (aggregate: CheckedAggregate, parts: number) => object;

export function computedValues(
  { aggregates, postProcessing: { computed = [] } }: CheckedPlan,
  key: Readonly<Record<string, ReleasedScalar>>,
  partOf: PartOf,
  drawn: boolean,
): Readonly<Record<string, ComputedEstimate | Withheld>> {
  const values = computed.map(({ name, expression }) => {
    const inside = partsOf({ name, expression }, aggregates);
    const parts = new Map(inside.map(part => [part.name, computedPart(part, partOf, inside.length)]));
    return [
      name,
      computedFrom(
        expression,
        of => parts.get(of),
        of => key[of],
        drawn,
      ),
    ];
  });
  return Object.fromEntries(values);
}

/** The aggregates that a value is computed from, each once. */
function partsOf(
  { expression }: NamedExpression,
  aggregates: readonly CheckedAggregate[],
): readonly CheckedAggregate[] {
  const names = new Set(columnsIn(expression));
  return aggregates.filter(({ name }) => names.has(name));
}

function computedPart(part: CheckedAggregate, partOf: PartOf, parts: number): ComputedPart {
  const [released, wider] = [partOf(part, 1), partOf(part, parts)];
  invariant('estimate' in released && 'estimate' in wider, 'values are computed from single numbers');
  return {
    released: released as ComputedPart['released'],
    wider: wider as ComputedPart['released'],
    noises: [...part.uses, ...(part.moments ?? [])],
  };
}

/** Those of the shown values that these aggregates are, or that are computed from them. */
export function valuesFrom(checked: CheckedPlan, using: readonly CheckedAggregate[]): readonly string[] {
  const computed = (checked.postProcessing.computed ?? []).filter(one => partsOf(one, using).length > 0);
  const names = [...using, ...computed].map(({ name }) => name);
  return shownIn(checked).filter(name => names.includes(name));
}
