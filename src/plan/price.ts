/**
 * What a checked plan costs, before any row is read: epsilon divided among its mechanisms, and the pair (e, r) charged by
 * every operator to its input, down to the base.
 */
import { sequence } from '../accounting/index.ts';
import { down, type Rational, rational, toNumber } from '../numerics/index.ts';
import { type Cost, type Relation, refuse } from '../vocabulary/index.ts';
import type { CheckedPlan, CheckedTable, Mechanism } from './checked-plan.ts';
import { boundPrice } from './operators/bound.ts';
import type { Operator } from './operators/operator.ts';
import { operators } from './operators/operators.ts';

/** The most that a question may spend. Exact, so that 0.1 three times is 0.3. */
export interface Spending {
  readonly epsilon: Rational;
  readonly delta: number;
}

export interface Price {
  /** What the base is charged, for both kinds of neighbour; the exact amount is the epsilon that was given. */
  readonly cost: Cost;
  readonly mechanisms: readonly PricedMechanism[];
  /** From the base outwards: what each step charges to its input. */
  readonly steps: readonly PriceStep[];
}

export interface PricedMechanism {
  readonly mechanism: Mechanism;
  /** Its share of epsilon and delta. */
  readonly share: Spending;
  /** The most that one unit changes its statistic under the table's relation: noise for this and the share is right. */
  readonly sensitivity: bigint;
}

export interface PriceStep extends Cost {
  readonly operator: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

export function priceOf(checked: CheckedPlan, spending: Spending): Price {
  const mechanisms = divide(checked, spending);
  const costs = mechanisms.map(priced => costOf(priced, checked.relation));
  const asked = sequence(costs);
  const steps: PriceStep[] = mechanisms.map(({ mechanism }, i) => ({
    operator: mechanism.kind,
    parameters: { statistic: checked.statistics[mechanism.statistic].kind },
    ...costs[i],
  }));
  const bounded = boundPrice(asked);
  if (checked.unit !== undefined)
    steps.unshift({ operator: 'bound', parameters: { rowsPerUnit: Number(checked.rowsPerUnit) }, ...bounded });
  const cost = throughTables(checked.input, bounded, steps);
  const exact = exactly(spending.epsilon, checked.relation);
  return Object.freeze({
    cost: Object.freeze(exact(cost)),
    mechanisms: Object.freeze(mechanisms),
    steps: Object.freeze(steps.map(step => Object.freeze({ ...step, ...exact(step) }))),
  });
}

/**
 * Shares add up to epsilon exactly and no operator here charges more than the whole of it, so that what rounding added
 * on the way is no cost: epsilon stands as it was given.
 */
function exactly(epsilon: Rational, relation: Relation): (cost: Cost) => Cost {
  const most = toNumber(epsilon, 'nearest');
  const mostReplaced = relation === 'add-remove' ? 2 * most : most;
  return cost => ({ epsilon: Math.min(cost.epsilon, most), replace: Math.min(cost.replace, mostReplaced) });
}

/** Equal shares. Quantiles are pure and take no delta. */
function divide(checked: CheckedPlan, { epsilon, delta }: Spending): PricedMechanism[] {
  if (!(epsilon.numerator > 0n)) refuse('value_out_of_range', 'Epsilon must be above 0.');
  if (!(delta >= 0 && delta < 1))
    refuse('value_out_of_range', `Delta must be a number from 0 to below 1; it is ${delta}.`);
  const { mechanisms, relation } = checked;
  if (mechanisms.some(({ kind }) => kind === 'selection') && !(delta > 0))
    refuse(
      'delta_needed',
      'Private keys are found by noise and threshold, which needs delta above 0. Give one, such as 1e-6.',
    );
  const failing = mechanisms.filter(({ kind }) => kind !== 'quantile').length;
  const each = rational.div(epsilon, rational.ratio(BigInt(mechanisms.length)));
  return mechanisms.map(mechanism =>
    Object.freeze({
      mechanism,
      share: { epsilon: each, delta: mechanism.kind === 'quantile' ? 0 : down.div(delta, failing) },
      sensitivity: relation === 'add-remove' ? mechanism.sensitivity.addRemove : mechanism.sensitivity.replaceOne,
    }),
  );
}

/** The share is the cost under the table's relation; under the other one it is as much more or less as the sensitivity. */
function costOf({ mechanism, share }: PricedMechanism, relation: Relation): Cost {
  const { addRemove, replaceOne } = mechanism.sensitivity;
  const times = (numerator: bigint, denominator: bigint): number =>
    toNumber(rational.mul(share.epsilon, rational.ratio(numerator, denominator)), 'up');
  return relation === 'add-remove'
    ? { epsilon: times(1n, 1n), replace: times(replaceOne, addRemove) }
    : { epsilon: times(addRemove, replaceOne), replace: times(1n, 1n) };
}

function throughTables(table: CheckedTable, following: Cost, steps: PriceStep[]): Cost {
  const charged = (operators[table.kind] as Operator<CheckedTable['kind']>).price(table, following);
  steps.unshift({ operator: table.kind, parameters: 'table' in table ? { table: table.table } : {}, ...charged });
  return table.kind === 'scan' ? charged : throughTables(table.input, charged, steps);
}
