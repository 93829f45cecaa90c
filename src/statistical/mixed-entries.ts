/** Entries that differ in their probability of having the property: the count is Poisson-binomial. */
import { refuse } from '../vocabulary/index.ts';
import { binomialLaw, type CountMasses } from './law.ts';
import { deltaOf, type Outcomes } from './outcomes.ts';
import { checkEpsilon, checkQuery, type PropertyQuery } from './property-query.ts';

/** Multiplications of chances that take about a second. */
const WORK_MAX = 1e9;

/**
 * The delta of an exact count over entries with different probabilities, for the entry it reveals most about.
 *   Says     Φ(ε) = max over critical entries of the larger hockey stick of 1+S and S, S the count over all others
 *   Assumes  the adversary knows every probability and nothing else; entries are independent; one question is asked
 *   Rounds   up: all chances are positive, so convolving loses only units in the last place, which the table names
 *   Source   [BR25] Definition 5
 */
export function mixedDelta(groups: readonly PropertyQuery[]): (epsilon: number) => number {
  for (const group of groups) checkQuery(group);
  const spread = groups.reduce(
    (sum, { entries, probability: q }) => sum + 28 * Math.sqrt(entries * q * (1 - q)) + 2,
    0,
  );
  if (!(spread * spread * Math.log2(groups.length + 1) <= WORK_MAX))
    refuse(
      'value_out_of_range',
      'This many different entries would take too long. Group entries with similar probabilities.',
    );
  const worlds = othersOf(groups, certain).map(counted);
  return epsilon => {
    checkEpsilon(epsilon);
    return Math.max(...worlds.map(outcomes => deltaOf(outcomes, epsilon)));
  };
}

const certain: CountMasses = { first: 0, masses: Float64Array.of(1), error: 0, outside: 0 };

/** For each group, the count over everybody but one of its entries: halves are shared, so that little is done twice. */
function othersOf(groups: readonly PropertyQuery[], outside: CountMasses): CountMasses[] {
  if (groups.length === 1) {
    const [{ entries, probability }] = groups;
    return [convolved(outside, binomialLaw(entries - 1, probability))];
  }
  const half = groups.length >> 1;
  const [left, right] = [groups.slice(0, half), groups.slice(half)];
  return [...othersOf(left, joined(right, outside)), ...othersOf(right, joined(left, outside))];
}

const joined = (groups: readonly PropertyQuery[], start: CountMasses): CountMasses =>
  groups.reduce((law, { entries, probability }) => convolved(law, binomialLaw(entries, probability)), start);

/** The law of the sum of two independent counts. */
function convolved(a: CountMasses, b: CountMasses): CountMasses {
  const masses = new Float64Array(a.masses.length + b.masses.length - 1);
  for (let i = 0; i < a.masses.length; i++)
    for (let j = 0; j < b.masses.length; j++) masses[i + j] += a.masses[i] * b.masses[j];
  const terms = Math.min(a.masses.length, b.masses.length);
  return {
    first: a.first + b.first,
    masses,
    error: (a.error + b.error + 2 ** -52 * (terms + 2)) * (1 + 2 ** -20),
    // products that are too small for a number are lost
    outside: a.outside + b.outside + masses.length * terms * Number.MIN_VALUE,
  };
}

function counted({ masses, error, outside }: CountMasses): Outcomes {
  const [present, absent] = [new Float64Array(masses.length + 1), new Float64Array(masses.length + 1)];
  present.set(masses, 1);
  absent.set(masses);
  return { present, absent, error, outside };
}
