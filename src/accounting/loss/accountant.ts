/**
 * What a workload costs. Every question is put to each direction of change, and the answer is the worst of them,
 * known from both sides: read directly where that is possible, on lattices of growing fineness where it is not.
 */
import { type Bracket, type BracketStatus, invariant } from '../../vocabulary/index.ts';
import type { Specification, Step } from '../specification.ts';
import { convexMinimum } from './convex-minimum.ts';
import { composedAtoms, distanceOf, type Profiles, profilesOf } from './direct.ts';
import type { Sides } from './pair.ts';
import { deltaQuestion, epsilonQuestion, type LossQuery } from './question.ts';
import { compositions, refine } from './refine.ts';
import { renyiOfBound } from './renyi.ts';
import type { Focus } from './schemes/partition.ts';
import { highestOf, type NeighbourChange } from './schemes/scheme.ts';
import { simplified } from './simplify.ts';
import { curveOf, readCurve, tradeOffOf } from './trade-off.ts';
import { type Bounded, boundsOfWorkload, examplesOf, highestLoss, type Workload } from './workload.ts';

/** What is accounted: steps under a relation between data sets, to a width if one was asked for. */
export interface Account {
  readonly relation: Specification['relation'];
  readonly steps: readonly Step[];
  readonly width?: number | undefined;
  /** The search may stop as soon as the answer lies certainly on one side of this. */
  readonly decide?: number | undefined;
}

/** Directions of change that a relation allows. A replacement has two only where a given table may tell them apart. */
function waysOf(relation: Account['relation'], steps: readonly Step[]): readonly NeighbourChange[] {
  if (relation === 'add-remove') return ['remove', 'add'];
  if (relation !== 'replace-one') return [relation];
  return steps.some(({ mechanism }) => mechanism.kind === 'pair') ? ['replace', 'replace-back'] : ['replace'];
}

function workloadsOf({ relation, steps }: Account): Workload[] {
  const fewer = simplified(steps);
  return waysOf(relation, fewer).map(way => ({ steps: fewer, way }));
}

/** The least epsilon >= 0 for which the workload is (epsilon, delta)-differentially private. */
export const epsilonAt = (account: Account, delta: number): Bracket =>
  delta === 0 ? pureEpsilon(account) : worst(account, epsilonQuestion(delta, account.width));

/** The least delta for which the workload is (epsilon, delta)-differentially private. */
export const deltaAt = (account: Account, epsilon: number): Bracket =>
  worst(account, deltaQuestion(epsilon, account.width));

/** Pure differential privacy: no lattice can tell it, so the largest losses are carried beside the distributions. */
function pureEpsilon(account: Account): Bracket {
  const each = workloadsOf(account).map(workload => {
    const bounded = boundsOfWorkload(workload, FINE);
    return { upper: highestLoss(bounded), lower: reachedLoss(bounded), examples: examplesOf(bounded) };
  });
  const sides = {
    lower: Math.max(...each.map(({ lower }) => lower)),
    upper: Math.max(...each.map(({ upper }) => upper)),
  };
  const close =
    sides.upper === Infinity ? sides.lower === Infinity : sides.upper - sides.lower <= ROUNDING * sides.upper;
  return bracket(sides, close ? 'exact' : each.some(({ examples }) => examples === 0) ? 'upper-only' : 'bracket');
}

/** The largest loss that some data certainly reach. */
const reachedLoss = (bounded: readonly Bounded[]): number => {
  let most = 0;
  for (let example = 0; example < examplesOf(bounded); example++) {
    const loss = bounded.reduce(
      (sum, { bounds, count }) => sum + count * highestOf(bounds.lowers[Math.min(example, bounds.lowers.length - 1)]),
      0,
    );
    most = Math.max(most, loss * (1 - ROUNDING / 2));
  }
  return most;
};

/** For what does not depend on how closely is looked. */
const COARSE: Focus = { points: 2 ** 12, delta: 1e-6 };

/** Largest losses are read off the bounds themselves. */
const FINE: Focus = { points: 2 ** 17, delta: 1e-6 };

/** Answers whose sides differ by no more than this, relatively, differ by rounding. */
const ROUNDING = 1e-9;

interface Found {
  readonly sides: Sides;
  readonly status: BracketStatus;
}

/** The worst of all directions; one that is certainly not the worst is not looked at any closer. */
function worst(account: Account, question: LossQuery): Bracket {
  let worstSides: Sides = { lower: -Infinity, upper: -Infinity };
  let status: BracketStatus = 'exact';
  for (const workload of workloadsOf(account)) {
    const known = Math.max(worstSides.lower, account.decide ?? -Infinity);
    const undecided = (sides: Sides): boolean => sides.upper > known && !(sides.lower > (account.decide ?? Infinity));
    const found = look(workload, question, undecided);
    if (found.sides.upper > worstSides.lower) status = worseOf(status, found.status);
    worstSides = {
      lower: Math.max(worstSides.lower, found.sides.lower),
      upper: Math.max(worstSides.upper, found.sides.upper),
    };
  }
  return bracket(worstSides, status);
}

const RANKS: readonly BracketStatus[] = ['exact', 'tight', 'bracket', 'upper-only'];
const worseOf = (a: BracketStatus, b: BracketStatus): BracketStatus =>
  RANKS[Math.max(RANKS.indexOf(a), RANKS.indexOf(b))];

function look(workload: Workload, question: LossQuery, worthwhile: (sides: Sides) => boolean): Found {
  const bounded = boundsOfWorkload(workload, COARSE);
  const direct = directly(workload, bounded, question, worthwhile);
  if (direct !== undefined) return direct;
  const trivial = question.trivial(highestLoss(bounded), distanceOf(bounded));
  const sides = refine(workload, question, trivial, worthwhile);
  const tight = bounded.every(({ bounds }) => bounds.tight);
  const enough = sides.upper - sides.lower <= question.enough(sides);
  return { sides, status: examplesOf(bounded) === 0 ? 'upper-only' : tight && enough ? 'tight' : 'bracket' };
}

interface Known {
  readonly profiles: Profiles;
  readonly examples: number;
  readonly tight: boolean;
  /** Whether a finer look would bring the sides closer. */
  readonly refinable: boolean;
}

/** Directions whose profiles are known without a lattice: one step, or few outcomes altogether. */
function profilesOfWorkload(workload: Workload, coarse: readonly Bounded[], focus: Focus): Known | undefined {
  const single = workload.steps.length === 1 && workload.steps[0].count === 1;
  // bounds that depend on the focus are no tables of outcomes
  const bounded = single ? boundsOfWorkload(workload, focus) : coarse;
  const highest = highestLoss(bounded);
  const [{ bounds }] = bounded;
  if (single)
    return {
      profiles: profilesOf(bounds.upper, bounds.lowers, highest),
      examples: bounds.lowers.length,
      tight: bounds.tight,
      refinable: workload.steps[0].sampling.kind === 'partition' && bounds.tight,
    };
  const atoms = composedAtoms(bounded);
  return atoms && { profiles: profilesOf(atoms, [atoms], highest), examples: 1, tight: true, refinable: false };
}

/** Some single steps are themselves computed to a fineness: it grows until the sides are close enough. */
function directly(
  workload: Workload,
  coarse: readonly Bounded[],
  question: LossQuery,
  worthwhile: (sides: Sides) => boolean,
): Found | undefined {
  let sides = question.trivial(Infinity, 1);
  let before = Infinity;
  for (let points = 2 ** 14; ; ) {
    const known = profilesOfWorkload(workload, coarse, { points, delta: question.deltaNear(sides), alone: true });
    if (known === undefined) return undefined;
    const read = question.readDirectly(known.profiles);
    sides = { lower: Math.max(sides.lower, read.lower), upper: Math.min(sides.upper, read.upper) };
    const gap = sides.upper - sides.lower;
    const enough = question.enough(sides);
    if (sides.lower === sides.upper || gap <= ROUNDING * Math.min(Math.max(sides.upper, 1e-300), Number.MAX_VALUE))
      return { sides, status: 'exact' };
    if (known.examples === 0) return { sides, status: 'upper-only' };
    if (gap <= enough) return { sides, status: known.tight ? 'tight' : 'bracket' };
    const stuck = sides.lower > 0 && gap > STUCK * before;
    if (!known.refinable || points >= POINTS_MAX || stuck || !worthwhile(sides)) return { sides, status: 'bracket' };
    // the gap falls with the square of the fineness; whether it does is seen before most is spent
    const wanted = points * Math.sqrt(gap / (0.8 * enough));
    points = Math.min(POINTS_MAX, 4 * points, Math.max(2 * points, 2 ** Math.ceil(Math.log2(wanted))));
    before = gap;
  }
}

const POINTS_MAX = 2 ** 20;

/** Where so much of the gap is left, something else than fineness makes it. */
const STUCK = 0.9;

const finiteOrNull = (x: number): number | null => (Number.isFinite(x) ? x : null);

function bracket({ lower, upper }: Sides, status: BracketStatus): Bracket {
  invariant(!Number.isNaN(lower) && !Number.isNaN(upper), 'a bound is a number');
  return { lower: finiteOrNull(Math.min(lower, upper)), upper: finiteOrNull(upper), status };
}

/** The least false negative rate at each false positive rate, over all directions, as a convex function. */
export function tradeOffAt(account: Account, falsePositiveRates: readonly number[]): Sides[] {
  const workloads = workloadsOf(account);
  const known = workloads.flatMap(
    each => profilesOfWorkload(each, boundsOfWorkload(each, COARSE), FINE)?.profiles ?? [],
  );
  if (known.length === workloads.length) return falsePositiveRates.map(rate => tradeOffOf(known, rate));
  const width = account.width ?? 1e-4;
  let best: Sides[] = falsePositiveRates.map(rate => ({ lower: 0, upper: 1 - rate }));
  for (const { above, below } of compositions(workloads)) {
    const [low, high] = [convexMinimum(above.map(curveOf)), convexMinimum(below.map(curveOf))];
    const before = best;
    best = falsePositiveRates.map((rate, i) => ({
      lower: Math.max(best[i].lower, readCurve(low, rate) - low.error),
      upper: Math.min(best[i].upper, readCurve(high, rate) + high.error),
    }));
    const moved = Math.max(...best.map(({ lower, upper }, i) => before[i].upper - upper + (lower - before[i].lower)));
    const gap = Math.max(...best.map(({ lower, upper }) => upper - lower));
    // where theory leaves a gap, the sides stop moving before they meet
    if (gap <= width || moved <= width) break;
  }
  return best;
}

/** Renyi divergence at each order, from above: the worst direction's sum over the steps. */
export function renyiAt(account: Account, orders: readonly number[]): (number | null)[] {
  // what may fail outright has no finite divergence, whatever it is sampled by
  if (account.steps.some(({ mechanism }) => mechanism.kind === 'approx' && mechanism.delta > 0))
    return orders.map(() => null);
  const workloads = workloadsOf(account).map(workload =>
    boundsOfWorkload(workload, { points: 2 ** 17, delta: 1e-12, order: Math.max(...orders) }),
  );
  return orders.map(order =>
    finiteOrNull(
      Math.max(
        ...workloads.map(bounded =>
          bounded.reduce((sum, { bounds, count }) => sum + count * renyiOfBound(bounds.upper, order), 0),
        ),
      ),
    ),
  );
}
