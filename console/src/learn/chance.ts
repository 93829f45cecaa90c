/** Random numbers for pictures, from the browser's own source. Nobody's privacy depends on them. */
export const RANGE = 2 ** 32;

/** Numbers below 2^32, all equally likely. */
export const randomWords = (count: number): Uint32Array => crypto.getRandomValues(new Uint32Array(count));

/** Whoever holds a number below the rate is drawn: a larger rate draws the same people, and more. */
export const isDrawn = (word: number, rate: number): boolean => word < rate * RANGE;

/** Noise in whole numbers, both ways, each step away from 0 less likely by a factor of e^epsilon. */
export function wholeNoise(epsilon: number, words: ArrayLike<number>): number {
  const [up, down] = Array.from(words, word => Math.floor(-Math.log((word + 0.5) / RANGE) / epsilon));
  return up - down;
}
