/** What releases of samples and campaigns must cost: they are no questions, and no node holds any of it. */
import { rational } from '../numerics/index.ts';
import { responseRho } from './concentrated.ts';
import { type FixedLoss, noLoss } from './fixed-loss.ts';
import { type Fixed, minusLog, ONE } from './fixed-point.ts';
import { unknown, wrong } from './objection.ts';
import { policyKnown } from './policies.ts';
import { priceOf, WHOLE } from './prices.ts';
import { thresholdDelta } from './threshold.ts';
import type { ChargingBody, ReplayState } from './world.ts';

/** What the base must be charged under the neighbours that the policy protects, and through which node. */
export interface Accounted {
  readonly cost: FixedLoss;
  readonly branch: string | null;
  /** The same of rho. */
  readonly rhoBranch?: string | null;
}

export const FREE_OF_CHARGE: Accounted = { cost: noLoss, branch: null };

export interface ReleaseBody extends ChargingBody {
  readonly order: {
    readonly rate: string;
    readonly promise: { readonly kind: string; readonly epsilon: number; readonly threshold: number };
  };
}

/** A sample of the table itself: a promise for one table is no differential privacy, and costs none of its budget. */
export function released(world: ReplayState, { order, tables = [], nodes = [] }: ReleaseBody): Accounted {
  if (order.promise.kind === 'table' || tables.length === 0) return FREE_OF_CHARGE;
  const base = policyKnown(world).tables.get(tables[0]) ?? wrong(`The policy protects no table ${tables[0]}.`);
  const rate = rational.fromDecimal(order.rate);
  const epsilon = decimalOf(order.promise.epsilon);
  const delta = thresholdDelta(rate, epsilon, order.promise.threshold);
  if (nodes.length === 0) wrong('A draw with a threshold was not charged to the base.');
  const asCharged = (loss: Fixed): Accounted => ({
    cost: { epsilon: loss, delta, ...(world.failing !== null && { rho: responseRho(loss) }) },
    branch: null,
  });
  if (base.neighbours === 'add-remove') return asCharged(epsilon);
  // replaced: (ε − ln(1−b), δ)
  const kept = rational.sub(rational.one, rate);
  return asCharged(epsilon + minusLog(kept));
}

export function collected({ detail, tables = [] }: ChargingBody): Accounted {
  const stated = detail as { values: number; sampling: number; noise: number | null } | null;
  if (stated === null || tables.length > 0)
    return unknown('An older entry does not record the settings of the campaign.');
  const rate = rational.fromDecimal(String(stated.sampling));
  // without noise whoever is sampled is revealed: (0, π)
  if (stated.noise === null)
    return { cost: { epsilon: 0n, delta: (rate.numerator * ONE) / rate.denominator }, branch: null };
  const epsilon = decimalOf(stated.noise);
  const replace = stated.values === 1 ? epsilon : 2n * epsilon;
  const price = priceOf({ kind: 'bernoulli', rate }, new Map([[WHOLE, { epsilon, replace }]]));
  return { cost: { epsilon: price.replace, delta: 0n }, branch: null };
}

/** A number of JSON is the decimal that it is written as. */
function decimalOf(number: number): Fixed {
  const { numerator, denominator } = rational.fromDecimal(String(number));
  return (numerator * ONE) / denominator;
}
