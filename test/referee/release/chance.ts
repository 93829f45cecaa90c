/** Numbers by chance that a seed repeats: of no use for privacy, and so only for choosing what is tried. */

export interface Chance {
  /** A whole number from 0 to below n. */
  below(n: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True once in so many times. */
  onceIn(times: number): boolean;
}

export function chanceOf(seed: number, number: number): Chance {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (n: number): number => word() % n;
  return { below, pick: items => items[below(items.length)], onceIn: times => below(times) === 0 };
}
