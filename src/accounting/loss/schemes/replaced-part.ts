/** A replaced unit under a random partition: which epsilons are looked at, and the bounds that they make. */
import { deltaOf, LOSS_MAX, type LossPair, UNIT } from '../pair.ts';
import { type Atom, type AtomicPair, atomicPair } from '../pairs/atoms.ts';
import { addedUp, eachMultiset, multisets, OUTCOMES_MAX } from '../pairs/multisets.ts';
import type { Opposites } from '../pairs/opposites.ts';
import { oppositeParts } from './opposite-parts.ts';
import { type KnownDelta, pairAbove, pairBelow } from './opposite-profile.ts';

/** What is known of the mechanism, and where delta matters. */
export interface ReplacedPart {
  readonly laws: Opposites;
  readonly parts: number;
  /** The replaced unit whose part is shown: no worse than that. */
  readonly shown: LossPair;
  /** The largest loss. */
  readonly highest: number;
  readonly delta: number;
  /** Whether only epsilons at which about this delta is left matter. */
  readonly alone: boolean;
  /** How many lattice points there may be to a standard deviation. */
  readonly points: number;
  /** How many epsilons to look at, and how many lattice points all of them may take. */
  readonly epsilons: number;
  readonly work: number;
}

/** Both pairs of a replaced unit, by delta at ever more epsilons. */
export function replacedPart(step: ReplacedPart): { upper: LossPair; lower: LossPair } {
  const points = knownDeltas(step);
  return { upper: pairAbove(points), lower: pairBelow(points, step.laws.revealing * (1 - 8 * UNIT)) };
}

function knownDeltas(step: ReplacedPart): KnownDelta[] {
  const { highest, delta, laws } = step;
  const least = laws.revealing * (1 - 4 * UNIT);
  let [work, points] = [0, step.points];
  const look = (epsilon: number, near: number): KnownDelta => {
    if (epsilon >= highest) return { epsilon, lower: least, upper: laws.revealing };
    if (work > step.work) return { epsilon, lower: least, upper: deltaOf(step.shown, epsilon).upper };
    const found = deltaAt({ ...step, points }, epsilon, near);
    work += found.work;
    return { epsilon, lower: Math.max(least, found.lower), upper: found.upper };
  };
  const known = [look(0, 1)];
  // as fine as leaves enough for all epsilons
  points = Math.min(points, Math.max(LEAST, (points * step.work) / (step.epsilons * Math.max(1, work))));
  const end = delta * 1e-4 + laws.revealing;
  for (let epsilon = 2 * Math.max(known[0].upper, 1e-9); known[known.length - 1].upper > end; epsilon *= 1.5) {
    known.push(look(Math.min(epsilon, highest, LOSS_MAX), known[known.length - 1].upper));
    if (epsilon >= Math.min(highest, LOSS_MAX)) break;
  }
  while (known.length < step.epsilons && work < step.work) {
    const k = widest(known, step);
    if (k === undefined) break;
    known.splice(k + 1, 0, look((known[k].epsilon + known[k + 1].epsilon) / 2, known[k].upper));
  }
  return known;
}

/** Coarser lattices say too little. */
const LEAST = 12;

/** The interval between two epsilons that is most worth dividing. */
function widest(points: readonly KnownDelta[], { delta, alone }: ReplacedPart): number | undefined {
  let [best, most] = [undefined as number | undefined, 0];
  for (let k = 0; k + 1 < points.length; k++) {
    const [here, next] = [points[k], points[k + 1]];
    const width = next.epsilon - here.epsilon;
    if (!(width > 1e-9 * next.epsilon)) continue;
    const near = alone && here.upper >= delta && next.lower <= delta;
    const worth = near ? width * 1e30 : width * Math.sqrt(Math.max(0, here.upper - next.lower));
    if (worth > most) [best, most] = [k, worth];
  }
  return best;
}

/** delta at one epsilon; what may be charged is made small against what is found. */
function deltaAt({ laws, parts, shown, points }: ReplacedPart, epsilon: number, near: number) {
  const plain = deltaOf(shown, epsilon).upper;
  let guess = Math.min(near, plain);
  let found = { lower: 0, upper: plain, work: 0 };
  for (let tries = 0; tries < 4; tries++) {
    const next = oppositeParts(laws, parts, epsilon, { points, cut: CHARGED * guess });
    found = {
      lower: Math.max(found.lower, next.lower),
      upper: Math.min(found.upper, next.upper),
      work: found.work + next.work,
    };
    if (next.work === 0 || found.lower > 0.2 * guess) break;
    guess = Math.min(guess / 4, found.lower > 0 ? found.lower : found.upper / 4);
  }
  return found;
}

/** Part of delta that may be charged. */
const CHARGED = 1e-4;

/** Few outcomes in all parts together: their mean ratios one by one. */
export function oppositesInTable(laws: Opposites, parts: number): AtomicPair | undefined {
  const { none, up, down, ends, revealing, error } = laws;
  if (ends !== undefined || !(multisets(none.length, parts) <= OUTCOMES_MAX)) return undefined;
  const atoms: Atom[] = [
    { logP: Math.log(revealing), logQ: -Infinity },
    { logP: -Infinity, logQ: Math.log(revealing) },
  ];
  const logNone = none.map(Math.log);
  const [ups, downs] = [up.map((p, i) => p / none[i]), down.map((q, i) => q / none[i])];
  eachMultiset(none.length, parts, (chosen, logWays) => {
    const logMass = logWays + addedUp(chosen, logNone);
    const mean = (ratios: Float64Array): number => addedUp(chosen, ratios) / parts;
    atoms.push({ logP: logMass + Math.log(mean(ups)), logQ: logMass + Math.log(mean(downs)) });
  });
  return atomicPair(atoms, 2 * error * parts + parts * 8 * UNIT * (1 + Math.log(parts)));
}

/** The rarest cells merged with their neighbours until few enough remain to be listed: less is told then. */
export function withoutRare(laws: Opposites, parts: number): Opposites {
  if (laws.ends !== undefined) return laws;
  const byMass = laws.none.toSorted().toReversed();
  let kinds = byMass.length;
  while (kinds > 2 && !(multisets(kinds, parts) <= OUTCOMES_MAX / 4)) kinds -= 1;
  const kept = Array.from(laws.none.keys()).filter(i => laws.none[i] >= byMass[kinds - 1]);
  const gathered = (masses: Float64Array): Float64Array =>
    Float64Array.from(kept, (_, k) =>
      masses.subarray(k === 0 ? 0 : kept[k], kept[k + 1] ?? masses.length).reduce((sum, mass) => sum + mass, 0),
    );
  return { ...laws, none: gathered(laws.none), up: gathered(laws.up), down: gathered(laws.down) };
}
