/** Losses of privacy as the second implementation reads, adds and compares them: with none of the first one's arithmetic. */
import type { CountedOf, PrintedLoss } from '../vocabulary/index.ts';
import { type Fixed, fixed, shown } from './fixed-point.ts';
import { wrong } from './objection.ts';

/** Epsilon is null where none bounds the loss; rho is there under a concentrated budget. */
export type FixedLoss = CountedOf<Fixed>;

/** As entries hold them. */
export type WrittenLoss = CountedOf<string>;

export const noLoss: FixedLoss = { epsilon: 0n, delta: 0n };

const mapped = <From, To>({ epsilon, delta, rho }: CountedOf<From>, change: (value: From) => To): CountedOf<To> => ({
  epsilon: epsilon === null ? null : change(epsilon),
  delta: change(delta),
  ...(rho !== undefined && { rho: change(rho) }),
});

export const readLoss = (written: WrittenLoss): FixedLoss => mapped(written, fixed);

export const shownLoss = (loss: FixedLoss): PrintedLoss => mapped(loss, shown);

export const sumOf = (a: FixedLoss, b: FixedLoss): FixedLoss => ({
  epsilon: a.epsilon === null || b.epsilon === null ? null : a.epsilon + b.epsilon,
  delta: a.delta + b.delta,
  ...((a.rho !== undefined || b.rho !== undefined) && { rho: (a.rho ?? 0n) + (b.rho ?? 0n) }),
});

export const isSame = (a: FixedLoss, b: FixedLoss): boolean =>
  a.epsilon === b.epsilon && a.delta === b.delta && (a.rho ?? 0n) === (b.rho ?? 0n);

/** In epsilon or in delta. */
export const isAbove = (one: FixedLoss, other: FixedLoss): boolean =>
  other.epsilon !== null && (one.epsilon === null || one.epsilon > other.epsilon || one.delta > other.delta);

/** Of what must have one. */
export const epsilonOf = ({ epsilon }: FixedLoss): Fixed => epsilon ?? wrong('No epsilon bounds what the entry says.');
