/**
 * Losses of privacy in exact amounts: all that is done with the components of a loss alike is done here, so that whoever only
 * carries one never takes it apart.
 */
import type { LossOf, PrivacyLoss } from '../vocabulary/index.ts';
import * as amount from './amount.ts';

/** What is charged, spent, left or allowed, exactly. */
export type ExactLoss = LossOf<amount.Amount>;

/** `null`: this component has no limit of its own. */
export type LossLimit = LossOf<amount.Amount | null>;

/**
 * What one mechanism may spend: its noise is calibrated in doubles, and only epsilon and rho are divided exactly. Gaussian noise by
 * rho has no epsilon: it is 0, which no other noise is made for.
 */
export interface MechanismShare {
  readonly epsilon: amount.Amount;
  readonly delta: number;
  readonly rho?: amount.Amount;
}

export type Component = keyof PrivacyLoss;

/** All of them, or it does not compile; in the order in which they are written and checked. */
export const components = Object.keys({ epsilon: true, delta: true } satisfies Record<Component, true>) as Component[];

/** Every component by itself. */
export const mapped = <From, To>({ epsilon, delta }: LossOf<From>, change: (value: From) => To): LossOf<To> =>
  Object.freeze({ epsilon: change(epsilon), delta: change(delta) });

/** Every component with its counterpart. */
const matched = <A, B, To>(a: LossOf<A>, b: LossOf<B>, join: (a: A, b: B) => To): LossOf<To> =>
  Object.freeze({ epsilon: join(a.epsilon, b.epsilon), delta: join(a.delta, b.delta) });

export const none: ExactLoss = Object.freeze({ epsilon: amount.none, delta: amount.none });

export const unlimited: LossLimit = mapped(none, () => null);

export const plus = (a: ExactLoss, b: ExactLoss): ExactLoss => matched(a, b, amount.plus);

/** What a limit leaves; nothing where more was spent than it allows. */
export const left = (limit: ExactLoss, spent: ExactLoss): ExactLoss => matched(limit, spent, amount.left);

export const larger = (a: ExactLoss, b: ExactLoss): ExactLoss => matched(a, b, amount.larger);

/** What is left where a second limit counts as well. */
export const leftWithin = (left: ExactLoss, limit: LossLimit, spent: ExactLoss): ExactLoss =>
  matched(
    left,
    matched(limit, spent, (most, already) => most && amount.left(most, already)),
    (first, second) => (second === null ? first : amount.smaller(first, second)),
  );

/** Whether nothing is spent beyond the limit. */
export const fits = (spent: ExactLoss, limit: LossLimit): boolean => exceeded(limit, none, spent) === undefined;

/** The first component that would go beyond the limit: what it costs, and what is left for it. */
export function exceeded(limit: LossLimit, spent: ExactLoss, charge: ExactLoss): Exceeded | undefined {
  const total = plus(spent, charge);
  for (const component of components) {
    const most = limit[component];
    if (most === null || amount.fits(total[component], most)) continue;
    return { component, cost: charge[component], left: amount.left(most, spent[component]) };
  }
  return undefined;
}

export interface Exceeded {
  readonly component: Component;
  readonly cost: amount.Amount;
  readonly left: amount.Amount;
}

/** The decimals that people wrote. */
export const written = (decimals: LossOf<string | number>): ExactLoss => mapped(decimals, amount.written);

/** Plain digits, as they are stored; read back by `written` it is the same loss. */
export const text = (loss: ExactLoss): LossOf<string> => mapped(loss, amount.text);

/** The numbers to print. */
export const number = (loss: ExactLoss, rounding: amount.AmountRounding): PrivacyLoss =>
  mapped(loss, each => amount.number(each, rounding));

/** What a limit says of the components that it limits. */
export const ofLimit = <To>(limit: LossLimit, change: (most: amount.Amount) => To): LossOf<To | null> =>
  mapped(limit, most => (most === null ? null : change(most)));
