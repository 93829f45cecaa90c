/**
 * What one more question costs every node between the table it asks and the base, and the base itself.
 * Work is done along the lineage alone, however many nodes the tree has.
 */
import { type Spending, spendings } from '../../amounts/index.ts';
import { rational, toNumber } from '../../numerics/index.ts';
import { type Relation, refuse } from '../../vocabulary/index.ts';
import { isRandom } from '../stability/price.ts';
import { asDecimal } from './exact-amounts.ts';
import { below, type FailurePath, increment } from './failure-path.ts';
import { type Derivation, type DrawNode, isKeyPart, type Lineage, partOf } from './lineage.ts';
import { freshPrice } from './node-cap.ts';
import { nodePrice } from './node-price.ts';
import { throughWhere } from './row-steps.ts';
import { type NodeState, passedBy, spentOn, type TreeState } from './spending.ts';

const { beyond, fits, isPure, mapped, nothing, plus } = spendings;

/** What one question adds to the base and to every table on its way. */
export interface Increments {
  /** What the base is charged. */
  readonly root: Spending;
  /** What is added to nodes; fresh ones are not among them. Of a split, parts hold what was spent and the split what it passed. */
  readonly nodes: ReadonlyMap<string, NodeState>;
  /** From the base outwards: what each step charges to its input. */
  readonly steps: readonly (Spending & { readonly derivation: Derivation })[];
}

/** What reaches a table from outside. */
interface Asked {
  readonly cost: Spending;
  /** Where a chance of failure has passed nodes without a cap. */
  readonly path: FailurePath | undefined;
}

interface Passed extends Asked {
  readonly nodes: readonly (readonly [node: string, change: NodeState])[];
}

/**
 * The charge for one question asked at any time, between any others.
 *   Says     every node holds (e, r) of all that was spent on it and passes on the increment of its price of that; for every
 *            transcript |ln Pr[t|D] − ln Pr[t|D']| is at most the sum of the root's increments, also for adaptive analysts
 *   Assumes  every draw is made with fresh secret randomness from its parent alone and is one node, of one state of the data
 *            unless it follows its units (`ofOneState`); with a delta, as `deltaIncrement` says
 *   Rounds   up, to 18 decimals
 *   Source   derived: given the transcript its probability is a product over the tree of means of log-Lipschitz functions
 */
export function increments(lineage: Lineage, state: TreeState, cost: Spending): Increments {
  const steps: Increments['steps'][number][] = [];
  const nodes = new Map<string, NodeState>();
  let asked: Asked = { cost: mapped(cost, asDecimal), path: undefined };
  for (const derivation of freshOutwards(lineage.steps).reverse()) {
    const passed = through(derivation, asked, state, lineage.relation);
    for (const [node, change] of passed.nodes) nodes.set(node, change);
    steps.unshift(Object.freeze({ ...passed.cost, derivation }));
    asked = passed;
  }
  return Object.freeze({ root: asked.cost, nodes, steps: Object.freeze(steps) });
}

/** What is derived from a table of one question's own is that question's own too, unless it was to be kept. */
function freshOutwards(steps: readonly Derivation[]): Derivation[] {
  const first = steps.findIndex(step => 'node' in step && step.fresh);
  return steps.map((step, i) => {
    if (!('node' in step) || first < 0 || i <= first || step.fresh) return step;
    if (isRandom(step.kind === 'sample' ? step.sample : step.split) || step.cap !== undefined) {
      return refuse(
        'sampling_unsound',
        'A named sample or split cannot be drawn from a sample without a name, which is new for every question. Name that sample too.',
      );
    }
    return { ...step, fresh: true };
  });
}

function through(step: Derivation, asked: Asked, state: TreeState, relation: Relation): Passed {
  if (step.kind === 'map' || fits(asked.cost, nothing)) return { ...asked, nodes: [] };
  if (step.kind === 'where') return { ...asked, cost: throughWhere(asked.cost), nodes: [] };
  if (step.cap !== undefined) return underCap(step, step.cap, asked, state);
  // With a delta, a part by a key is a filter of its parent. That is sound without a trace on the part: the rule of the split
  // holds for what was recorded there, and what the filter costs is added to it like any other question on the parent.
  if (isKeyPart(step) && !isPure(asked.cost)) return { ...asked, cost: throughWhere(asked.cost), nodes: [] };
  if (step.fresh) return { ...asked, cost: freshPrice(step, asked.cost, relation), nodes: [] };
  return throughNode(step, asked, state, relation);
}

/**
 * What a question costs a table that outlives the states of its data.
 *   Says     the pair of a draw by unit is the sum over states of (e, max(e, r)), the maximum before the sum
 *   Assumes  one key and one rate, and nothing between the draw and the base in which other units matter; neighbours have the
 *            same states and differ in one unit, with any rows or none in each of them
 *   Rounds   nothing; the maximum is taken question by question, which is never less than state by state
 *   Source   derived: choosing a state is a filter on the sequence of states; enumerated on sequences of two
 */
const ofOneState = (draw: DrawNode, cost: Spending): Spending => (draw.acrossStates ? throughWhere(cost) : cost);

/** Nothing goes further: the cap was paid for. */
function underCap(draw: DrawNode, cap: Spending, { cost: asked, path }: Asked, state: TreeState): Passed {
  const cost = ofOneState(draw, asked);
  if (path !== undefined) {
    return refuse(
      'cap_needed',
      'A question with a delta on a sample inside a capped one needs its own cap. Declare it when you create the inner sample, ' +
        'or ask with delta 0.',
    );
  }
  const table = tableOf(draw);
  const before = spentOn(table, state);
  if (fits(plus(before, cost), cap)) {
    return { cost: nothing, path, nodes: [[table, { spent: cost, passed: nothing }]] };
  }
  return refuse(
    'cap_exhausted',
    `This question costs ${inWords(cost, 'up')} inside a sample whose cap leaves ${inWords(beyond(cap, before), 'down')}. ` +
      'Ask with a smaller epsilon, or draw a new sample with its own cap.',
  );
}

/** What was passed before is taken from the state: a later version with a sharper price, or other rounding, never undercharges. */
function throughNode(draw: DrawNode, { cost: asked, path }: Asked, state: TreeState, relation: Relation): Passed {
  const cost = ofOneState(draw, asked);
  const table = tableOf(draw);
  const before = spentOn(table, state);
  const price = nodePrice(draw, plus(before, cost), part => spentOn(partOf(draw.node, part), state), relation);
  const pure = beyond(price, passedBy(draw.node, state));
  const failing = isPure(cost) ? undefined : below(path ?? { question: cost, tables: [] }, draw, before);
  // how a replaced unit fails is not followed: only caps ask for it, and they take no such path
  const passed = failing ? { ...pure, delta: increment(failing, relation), replaceDelta: rational.zero } : pure;
  const nodes: Passed['nodes'] =
    draw.kind === 'sample'
      ? [[table, { spent: cost, passed }]]
      : [
          [table, { spent: cost, passed: nothing }],
          [draw.node, { spent: nothing, passed }],
        ];
  return { cost: passed, path: failing, nodes };
}

const tableOf = (draw: DrawNode): string => (draw.kind === 'sample' ? draw.node : partOf(draw.node, draw.part));

const inWords = ({ epsilon, delta }: Spending, rounding: 'up' | 'down'): string =>
  `epsilon ${toNumber(epsilon, rounding)} and delta ${toNumber(delta, rounding)}`;
