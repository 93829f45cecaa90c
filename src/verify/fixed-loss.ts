/** Losses of privacy as the second implementation reads, adds and compares them: with none of the first one's arithmetic. */
import type { LossOf, PrivacyLoss } from '../vocabulary/index.ts';
import { type Fixed, fixed, shown } from './fixed-point.ts';

export type FixedLoss = LossOf<Fixed>;

/** As entries hold them. */
export type WrittenLoss = LossOf<string>;

/** All of them, or it does not compile. */
const EVERY = { epsilon: true, delta: true } satisfies Record<keyof PrivacyLoss, true>;
const COMPONENTS = Object.keys(EVERY) as (keyof PrivacyLoss)[];

export const noLoss: FixedLoss = { epsilon: 0n, delta: 0n };

export const readLoss = ({ epsilon, delta }: WrittenLoss): FixedLoss => ({
  epsilon: fixed(epsilon),
  delta: fixed(delta),
});

export const shownLoss = ({ epsilon, delta }: FixedLoss): PrivacyLoss => ({
  epsilon: shown(epsilon),
  delta: shown(delta),
});

export const sumOf = (a: FixedLoss, b: FixedLoss): FixedLoss => ({
  epsilon: a.epsilon + b.epsilon,
  delta: a.delta + b.delta,
});

export const isSame = (a: FixedLoss, b: FixedLoss): boolean =>
  COMPONENTS.every(component => a[component] === b[component]);

/** In any of its components. */
export const isAbove = (one: FixedLoss, other: FixedLoss): boolean =>
  COMPONENTS.some(component => one[component] > other[component]);
