/** Draws that may take the same entry again; their number is public. */
import { up } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { binomialLaw } from '../law.ts';
import { deltaOf, type Outcomes } from '../outcomes.ts';
import { checkSize, type PropertyQuery } from '../property-query.ts';
import { innerEpsilon, type Template } from './template.ts';

export interface SamplingWithReplacement {
  readonly kind: 'with-replacement';
  /** The number of draws. */
  readonly size: number;
}

/**
 * The count among draws with replacement.
 *   Says     when X ~ Bin(n−1, q) of the other entries have the property, m draws count Bin(m, (X+1)/n) if the critical
 *            entry has it and Bin(m, X/n) if not
 *   Assumes  every draw takes each of the n entries with the same chance, in secret
 *   Rounds   by the error that the table names
 *   Source   derived: given the data, draws are independent
 */
export function repeatedCount({ entries, probability }: PropertyQuery, draws: number): Outcomes {
  const others = binomialLaw(entries - 1, probability);
  const present = mixture(draws, others, having => (having + 1) / entries);
  const absent = mixture(draws, others, having => having / entries);
  return {
    present: present.chances,
    absent: absent.chances,
    error: Math.max(present.error, absent.error),
    outside: Math.max(present.outside, absent.outside),
  };
}

/** The law of a binomial count whose probability depends on how many of the others have the property. */
function mixture(draws: number, others: ReturnType<typeof binomialLaw>, probabilityOf: (having: number) => number) {
  const chances = new Float64Array(draws + 1);
  let [error, outside] = [0, others.outside];
  others.masses.forEach((weight, i) => {
    const counted = binomialLaw(draws, probabilityOf(others.first + i));
    for (let j = 0; j < counted.masses.length; j++) chances[counted.first + j] += weight * counted.masses[j];
    error = Math.max(error, counted.error);
    outside += weight * counted.outside;
  });
  return {
    chances,
    error: error + others.error + 2 ** -52 * (others.masses.length + 4),
    outside: outside * (1 + 2 ** -40),
  };
}

/**
 * Amplification by sampling with replacement.
 *   Says     δ(ε) = Σ over k >= 1 of C(m,k)(1/n)^k(1−1/n)^(m−k)·Δ_k(ln(1 + (e^ε−1)/λ)), λ = 1−(1−1/n)^m, Δ_k the
 *            divergence when the critical entry is drawn k times; the theorem and its proof print C(n,k), and a factor
 *            before the sum, for what the argument gives; and with the draws of the others averaged before comparing,
 *            which never gives more
 *   Assumes  the paper's condition on half-lines, which fails for repeated entries (1+X against 2X): this bound is held
 *            against enumeration here, and the exact value is the one to rely on
 *   Rounds   up
 *   Source   [BR25] Theorem 3, corrected
 */
export function repeatedBound(query: PropertyQuery, draws: number): (epsilon: number) => number {
  const { entries } = query;
  const times = binomialLaw(draws, 1 / entries);
  const drawn = Array.from(times.masses, (mass, i) => ({ mass, often: times.first + i }))
    .filter(({ often }) => often > 0)
    .map(({ mass, often }) => ({ mass, outcomes: drawnOften(query, draws, often) }));
  const rate = entries === 1 ? 1 : -Math.expm1(draws * Math.log1p(-1 / entries)) * (1 + 2 ** -48);
  return epsilon => {
    const inner = innerEpsilon(epsilon, Math.min(1, rate));
    const sum = drawn.reduce((total, { mass, outcomes }) => total + mass * deltaOf(outcomes, inner), times.outside);
    return Math.min(1, up.mul(sum, 1 + times.error + 2 ** -52 * (drawn.length + 4)));
  };
}

/** The count when the critical entry is drawn so often and the rest of the draws take the others. */
function drawnOften({ entries, probability }: PropertyQuery, draws: number, often: number): Outcomes {
  const others = binomialLaw(entries - 1, probability);
  const { chances, error, outside } = mixture(draws - often, others, having => having / (entries - 1));
  const [present, absent] = [new Float64Array(draws + 1), new Float64Array(draws + 1)];
  present.set(chances, often);
  absent.set(chances);
  return { present, absent, error, outside };
}

/** Tables of so many counts for so many others are made in about a second. */
const WORK_MAX = 4e8;

export const withReplacement: Template<SamplingWithReplacement> = {
  check({ size }, { entries, probability }) {
    checkSize('draws', size);
    const work = 600 * Math.sqrt(size * entries * probability * (1 - probability)) + size;
    if (!(work <= WORK_MAX))
      refuse(
        'value_out_of_range',
        'This many draws from this many entries would take too long. Use fewer draws, or sample without replacement.',
      );
  },
  exact({ size }, query) {
    const outcomes = repeatedCount(query, size);
    return epsilon => deltaOf(outcomes, epsilon);
  },
  bound: ({ size }, query) => repeatedBound(query, size),
  outcomes: ({ size }, query) => repeatedCount(query, size),
};
