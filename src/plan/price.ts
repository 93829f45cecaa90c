/**
 * What a checked plan without draws costs: the question's own cost, which no other operator raises above the pair that it
 * gives, and what each step charges to its input.
 */
import { where } from '../accounting/index.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { type Cost, invariant } from '../vocabulary/index.ts';
import type { CheckedPlan } from './checked-plan.ts';
import { drawsOf } from './draws.ts';
import { tablesOf } from './lineage.ts';
import { questionCost } from './question-cost.ts';
import { type PricedMechanism, type Share, sharesOf } from './shares.ts';

export interface Price {
  /** What the base is charged, for both kinds of neighbour; the exact amount is the epsilon that was given. */
  readonly cost: Cost;
  readonly mechanisms: readonly PricedMechanism[];
  /** From the base outwards: what each step charges to its input. */
  readonly steps: readonly PriceStep[];
}

export interface PriceStep extends Cost {
  readonly operator: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

export function priceOf(checked: CheckedPlan, spending: Share): Price {
  invariant(drawsOf(checked).length === 0, 'draws are priced by the tree');
  const mechanisms = sharesOf(checked, spending);
  const pure = (of: CheckedPlan, epsilon = spending.epsilon): Cost => costOf(of, epsilon);
  const asked = pure(checked);
  const steps: PriceStep[] = [
    ...tablesOf(checked.input).map(table => ({
      operator: table.kind,
      parameters: 'table' in table ? { table: table.table } : {},
      ...where(asked),
    })),
    ...(checked.unit === undefined
      ? []
      : [{ operator: 'bound', parameters: { rowsPerUnit: Number(checked.rowsPerUnit) }, ...asked }]),
    ...mechanisms.map(({ mechanism, share }) => ({
      operator: mechanism.kind,
      parameters: { statistic: checked.statistics[mechanism.statistic].kind },
      ...pure({ ...checked, mechanisms: [mechanism] }, share.epsilon),
    })),
  ];
  return Object.freeze({ cost: Object.freeze(where(asked)), mechanisms, steps: Object.freeze(steps) });
}

function costOf(checked: CheckedPlan, epsilon: Share['epsilon']): Cost {
  const spent = questionCost(checked, { epsilon, delta: rational.zero });
  return { epsilon: toNumber(spent.epsilon, 'nearest'), replace: toNumber(spent.replace, 'nearest') };
}
