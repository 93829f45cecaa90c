/** Chances and prices as people say them. Limits are rounded up: what is said is never better than what holds. */

/** At most so much, in tenths of a percent. */
export const atMostPercent = (share: number): string =>
  (Math.ceil(share * 1000 - 1e-9) / 1000).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });

/** At least so much, in tenths of a percent. */
export const atLeastPercent = (share: number): string =>
  (Math.floor(share * 1000 + 1e-9) / 1000).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });

/** What somebody who would have bet even money may believe at most, after an answer of this price. */
export const beliefAfter = (epsilon: number): number => 1 / (1 + Math.exp(-epsilon));

/** At most so often. */
export function howOften(chance: number): string {
  if (chance < 1e-6) return 'fewer than 1 in a million draws';
  if (chance < 0.01) return `at most 1 in ${Math.floor(1 / chance).toLocaleString('en')} draws`;
  return `up to ${Math.ceil(chance * 100)} of 100 draws`;
}

/** One in so many, where that is a whole number; otherwise so many of a hundred. */
export function oneIn(rate: number): string {
  const many = 1 / rate;
  const share = rate.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });
  return many === 1 ? 'everyone' : Number.isInteger(many) ? `1 in ${many} (${share})` : share;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
