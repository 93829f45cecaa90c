/**
 * What was spent, in exact amounts and for both kinds of neighbour at once: charges are rounded up when they are made, and never
 * again.
 */
import { rational } from '../numerics/index.ts';
import type { Relation } from '../vocabulary/index.ts';
import * as amount from './amount.ts';
import { type ExactLoss, mapped as mappedLoss } from './exact-loss.ts';

/** The loss for added or removed units, and the same components for replaced ones. */
export interface Spending extends ExactLoss {
  readonly replace: amount.Amount;
  readonly replaceDelta: amount.Amount;
}

/** The same members, each held in another way. */
type SpendingOf<Value> = { readonly [Name in keyof Spending]: Value };

/** All of them, or it does not compile. */
const EVERY = { epsilon: true, replace: true, delta: true, replaceDelta: true } satisfies Record<keyof Spending, true>;
const names = Object.keys(EVERY) as (keyof Spending)[];

/** Every amount by itself. */
export const mapped = <From, To>(spending: SpendingOf<From>, change: (value: From) => To): SpendingOf<To> =>
  Object.freeze({
    epsilon: change(spending.epsilon),
    replace: change(spending.replace),
    delta: change(spending.delta),
    replaceDelta: change(spending.replaceDelta),
  });

/** Every amount with its counterpart. */
const matched = (a: Spending, b: Spending, join: (a: amount.Amount, b: amount.Amount) => amount.Amount): Spending =>
  Object.freeze({
    epsilon: join(a.epsilon, b.epsilon),
    replace: join(a.replace, b.replace),
    delta: join(a.delta, b.delta),
    replaceDelta: join(a.replaceDelta, b.replaceDelta),
  });

/** What was spent on a table before the first question. */
export const nothing: Spending = Object.freeze({
  epsilon: amount.none,
  replace: amount.none,
  delta: amount.none,
  replaceDelta: amount.none,
});

export const plus = (a: Spending, b: Spending): Spending => matched(a, b, amount.plus);

/** What must still be passed on. Never negative: a sharper price does not pay back. */
export const beyond = (after: Spending, before: Spending): Spending => matched(after, before, amount.left);

export const fits = (spent: Spending, cap: Spending): boolean =>
  names.every(name => amount.fits(spent[name], cap[name]));

export const equals = (a: Spending, b: Spending): boolean => names.every(name => rational.equals(a[name], b[name]));

/** Without a chance of failure, for either kind of neighbour. */
export const isPure = ({ delta, replaceDelta }: Spending): boolean =>
  amount.fits(delta, amount.none) && amount.fits(replaceDelta, amount.none);

/** The loss under the neighbours that are protected. */
export const under = (relation: Relation, spending: Spending): ExactLoss =>
  mappedLoss(relation === 'add-remove' ? spending : replacing(spending), each => each);

const replacing = ({ replace, replaceDelta }: Spending): ExactLoss => ({ epsilon: replace, delta: replaceDelta });

/** As it is stored: plain digits. */
export const text = (spending: Spending): SpendingOf<string> => mapped(spending, amount.text);
