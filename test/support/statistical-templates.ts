/** What a sampled count tells about one entry, by trying everything: every template, and every state of the other entries. */
import { type Rational, rational } from '../../src/numerics/index.ts';
import type { Sampling } from '../../src/statistical/index.ts';
import { power } from './rational-power.ts';

const { add, compare, fromNumber, mul, ratio, sub, zero } = rational;

/** How often each entry is drawn, the critical one first, and the chance of it. */
interface DrawnTemplate {
  readonly chance: Rational;
  readonly times: readonly number[];
}

function templatesOf(entries: number, sampling: Sampling): DrawnTemplate[] {
  if (sampling.kind === 'everything') return [{ chance: rational.one, times: new Array(entries).fill(1) }];
  if (sampling.kind === 'with-replacement') return grouped(sequences(entries, sampling.size), entries ** sampling.size);
  const subsets = lists(entries, [0, 1]);
  if (sampling.kind === 'without-replacement') {
    const fitting = subsets.filter(times => total(times) === sampling.size);
    return fitting.map(times => ({ chance: ratio(1n, BigInt(fitting.length)), times }));
  }
  const rate = fromNumber(sampling.rate);
  return subsets.map(times => ({
    chance: mul(power(rate, total(times)), power(sub(rational.one, rate), entries - total(times))),
    times,
  }));
}

/** Sequences of drawn entries, as how often each is drawn. */
const sequences = (entries: number, draws: number): number[][] =>
  lists(
    draws,
    Array.from({ length: entries }, (_, entry) => entry),
  ).map(drawn => Array.from({ length: entries }, (_, entry) => drawn.filter(other => other === entry).length));

/** Others are alike, so templates that draw them equally often are one. */
function grouped(all: readonly (readonly number[])[], ways: number): DrawnTemplate[] {
  const found = new Map<string, { times: number[]; count: number }>();
  for (const [critical, ...others] of all) {
    const times = [critical, ...others.sort((a, b) => a - b)];
    const known = found.get(times.join()) ?? { times, count: 0 };
    found.set(times.join(), { ...known, count: known.count + 1 });
  }
  return [...found.values()].map(({ times, count }) => ({ times, chance: ratio(BigInt(count), BigInt(ways)) }));
}

const lists = (length: number, items: readonly number[]): number[][] =>
  length === 0 ? [[]] : lists(length - 1, items).flatMap(list => items.map(item => [...list, item]));

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

type Law = Map<string, Rational>;

interface Asked {
  /** The probability of each other entry to have the property. */
  readonly others: readonly number[];
  readonly templates: readonly DrawnTemplate[];
  readonly sizePublic?: boolean;
}

/** The law of what is released when the critical entry counts `critical`. */
function releasedLaw({ others, templates, sizePublic = false }: Asked, critical: 0 | 1): Law {
  const law: Law = new Map();
  for (const having of lists(others.length, [0, 1])) {
    const weight = having
      .map((has, i) => (has === 1 ? fromNumber(others[i]) : sub(rational.one, fromNumber(others[i]))))
      .reduce(mul, rational.one);
    for (const { chance, times } of templates) {
      const count = times.reduce((sum, often, entry) => sum + often * (entry === 0 ? critical : having[entry - 1]), 0);
      const outcome = sizePublic ? `${total(times)}:${count}` : String(count);
      law.set(outcome, add(law.get(outcome) ?? zero, mul(weight, chance)));
    }
  }
  return law;
}

/** The larger hockey stick, at e^epsilon as the nearest double. Chances with few binary digits make it fast. */
export function trueDelta(asked: Asked): (epsilon: number) => number {
  const [present, absent] = [releasedLaw(asked, 1), releasedLaw(asked, 0)];
  const stick = (p: Law, q: Law, factor: Rational): number =>
    [...p]
      .map(([outcome, chance]) => sub(chance, mul(factor, q.get(outcome) ?? zero)))
      .filter(gain => compare(gain, zero) > 0)
      .reduce((sum, { numerator, denominator }) => sum + Number((numerator << 200n) / denominator) / 2 ** 200, 0);
  return epsilon => {
    const factor = fromNumber(Math.exp(epsilon));
    return Math.max(stick(present, absent, factor), stick(absent, present, factor));
  };
}

/** Every small query under a scheme, with the truth about it. */
export function* smallQueries(entries: number, sampling: Sampling) {
  const templates = templatesOf(entries, sampling);
  const sizePublic = sampling.kind === 'poisson' && sampling.sizePublic;
  for (const probability of [1 / 64, 5 / 16, 0.5, 7 / 8]) {
    const truth = trueDelta({ others: new Array(entries - 1).fill(probability), templates, sizePublic });
    for (const epsilon of [0, 0.05, 0.3, 1, 2.5])
      yield { query: { entries, probability }, templates, epsilon, truth: truth(epsilon) };
  }
}
