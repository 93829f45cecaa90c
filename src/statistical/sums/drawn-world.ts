/** Draws with replacement: the critical entry may count several times, and so may every other. */
import { latticeSum } from '../../accounting/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { binomialLaw } from '../law.ts';
import type { CountedLaw } from './counted-entries.ts';
import type { MixtureComponent, Moving, SumWorld } from './world.ts';

interface Drawing {
  readonly entries: number;
  readonly draws: number;
  /** The lowest value of the critical entry, and how much higher the highest is. */
  readonly lowest: number;
  readonly reach: number;
}

/** Chances below this are left out. */
const NEGLIGIBLE = 1e-20;

/**
 * The sum over draws with replacement.
 *   Says     with chance C(m,k)(1/n)^k(1−1/n)^(m−k) the critical entry is drawn k times, and the other draws are spread over
 *            the other entries like independent Poisson counts that happen to sum to m−k
 *   Assumes  every draw takes each of the n entries with the same chance, in secret
 *   Rounds   by the noise that the tables name: it grows by how unlikely that sum is
 *   Source   derived: Poisson counts given their sum are multinomial, whatever their mean
 */
export function drawnWorld(law: CountedLaw, { entries, draws, lowest, reach }: Drawing): SumWorld {
  const others = spreadDraws(law, entries - 1, draws);
  const { first, masses, error } = binomialLaw(draws, 1 / entries);
  const parts = Array.from(masses, (chance, i) => ({ chance, times: first + i }))
    .filter(({ chance }) => chance > NEGLIGIBLE)
    .map(({ chance, times }): Moving => {
      const { first: start, noise, ...table } = others(draws - times);
      return { chance, times, table: { ...table, first: start + times * lowest, noise: noise + 2 * error } };
    });
  const still: MixtureComponent | undefined = parts.find(({ times }) => times === 0);
  return { weight: 1, moving: parts.filter(({ times }) => times > 0), still, reach };
}

/**
 * Laws of the sum of some draws from the other entries. Count and sum travel as one number, count·stride + sum, whose
 * stride no sum of so many draws exceeds; so one convolution tells the law of the sum for every count.
 */
function spreadDraws(law: CountedLaw, others: number, draws: number) {
  const width = law.masses.length - 1;
  const most = Math.ceil(draws + 12 * Math.sqrt(draws) + 24);
  const stride = most * width + 1;
  const often = poissonMasses(draws / Math.max(1, others));
  const entry = new Float64Array((often.length - 1) * (stride + width) + 1);
  often.forEach((chance, count) => {
    law.masses.forEach((mass, value) => {
      entry[count * (stride + value)] += chance * mass;
    });
  });
  const sum = entry.length <= LENGTH_MAX ? latticeSum({ first: 0, masses: entry }, others) : undefined;
  if (sum === undefined)
    return refuse(
      'value_out_of_range',
      'Sums of this many draws take too many values. Use fewer draws, or sample without replacement.',
    );
  return (count: number) => {
    const start = count * stride - sum.first;
    const masses = Float64Array.from({ length: count * width + 1 }, (_, value) => sum.masses[start + value] ?? 0);
    const chance = masses.reduce((total, mass) => total + mass, 0);
    // what is beyond the longest entry of the table, and beyond `most`, is far below its noise
    const noise = (2 * (sum.error + others * (law.error + 1e-18))) / chance;
    const given = { first: count * law.first, slopes: undefined, bend: 0 };
    // a count that is too unlikely leaves a law that is not known at all
    if (!(noise < 2)) return { ...given, masses: new Float64Array(1), noise: 2 };
    return { ...given, masses: masses.map(mass => mass / chance), noise };
  };
}

/** The longest table of one entry that a transform takes. */
const LENGTH_MAX = 2 ** 21;

function poissonMasses(mean: number): Float64Array {
  const masses = [Math.exp(-mean)];
  for (let count = 1; masses[count - 1] > NEGLIGIBLE || count < mean; count++)
    masses.push((masses[count - 1] * mean) / count);
  return Float64Array.from(masses);
}
