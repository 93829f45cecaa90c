/** What one story cannot show: whether dice and noise have the law that is promised, over all stories together. */
import type { Measured } from './fitting.ts';
import { SAMPLING } from './program.ts';

/** So many standard deviations happen by chance once in half a billion. */
const ALARM = 6;

/** Sentences on what is wrong, none if all is well. */
export function judgeLaws(all: readonly Measured[]): string[] {
  const noise = all.flatMap(each => each.noise);
  return [...new Set(noise.map(({ epsilon }) => epsilon))]
    .flatMap(epsilon =>
      judgeNoise(
        epsilon,
        noise.filter(each => each.epsilon === epsilon).map(({ values }) => values),
      ),
    )
    .concat(judgeDie(all));
}

/** Discrete Laplace, drawn anew for each value: how often it is 0, how large it is, and that values go their own ways. */
function judgeNoise(epsilon: number, vectors: readonly (readonly number[])[]): string[] {
  const p = Math.exp(-epsilon);
  const flat = vectors.flat();
  const size = (2 * p) / (1 - p * p);
  const square = (2 * p) / (1 - p) ** 2;
  const none = (1 - p) / (1 + p);
  const products = vectors.map(([first, second]) => first * second);
  return [
    ...far(
      `noise of epsilon ${epsilon} is 0 too often or too seldom`,
      flat.map(each => (each === 0 ? 1 : 0)),
      none,
      none * (1 - none),
    ),
    ...far(`noise of epsilon ${epsilon} is too small or too large`, flat.map(Math.abs), size, square - size * size),
    ...far(`noise of epsilon ${epsilon} is not around 0`, flat, 0, square),
    ...far(`noise of epsilon ${epsilon} is alike for two values`, products, 0, square * square),
  ];
}

function judgeDie(all: readonly Measured[]): string[] {
  const [yes, of] = all.reduce(([sum, count], { sampled }) => [sum + sampled.yes, count + sampled.of], [0, 0]);
  const falls = Array.from({ length: of }, (_, place) => (place < yes ? 1 : 0));
  return far('people are sampled too often or too seldom', falls, SAMPLING, SAMPLING * (1 - SAMPLING));
}

function far(name: string, found: readonly number[], mean: number, variance: number): string[] {
  if (found.length === 0) return [];
  const average = found.reduce((sum, each) => sum + each, 0) / found.length;
  const deviations = (average - mean) / Math.sqrt(variance / found.length);
  return Math.abs(deviations) <= ALARM ? [] : [`${name}: ${average} instead of ${mean}, of ${found.length}`];
}
