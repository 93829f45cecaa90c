/**
 * What a question may spend inside the table it asks, and what that charges the base: computed inside the reserving
 * transaction from the state of the tree, and beforehand as a forecast.
 */
import {
  allowance,
  type Increments,
  increments,
  type Lineage,
  rootRho,
  type TreeState,
  throughParts,
} from '../accounting/tree/index.ts';
import {
  type Amount,
  amounts,
  type CountedLoss,
  type ExactLoss,
  nothing,
  type Spending,
  spendings,
} from '../amounts/index.ts';
import type { Payment, State } from '../ledger/index.ts';
import { rational } from '../numerics/index.ts';
import { mayFail, questionCost } from '../plan/costs/index.ts';
import { type CheckedPlan, drawsOf, lineageOf } from '../plan/index.ts';
import type { States } from '../source/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import { decidedByRho, rhoAlone, withParts } from './concentrated.ts';
import type { PlacedDraw } from './draws.ts';
import { leastEpsilon, type Question } from './question.ts';
import { type CheckedWorkload, needsDelta } from './workload.ts';

export interface Decided {
  /** What the question may spend in the table that it asks. */
  readonly inner: CountedLoss;
  /** What the base is charged for it, and what is added to the nodes on the way. */
  readonly payment: Payment;
  readonly increments: Increments;
  readonly draws: readonly PlacedDraw[];
  /** The state of the protected table alone: public sizes are of one. */
  readonly base: string;
}

/** What is known of the data and of earlier spending. */
export type PricingState = Pick<State, 'nodes' | 'sizes'>;

export function decided(
  question: Question,
  workload: CheckedWorkload,
  draws: readonly PlacedDraw[],
  { nodes, sizes }: PricingState,
  states: States,
): Decided {
  const { plans, whole, concentrated } = workload;
  for (const { draw, cap } of draws) if (cap !== null) checkCovers(whole, draw.place);
  const lineage = lineageWith(whole, draws, { sizes }, states);
  const base = states.nameOf([whole.table]);
  if (question.rho !== null) return { ...decidedByRho(question.rho, workload, lineage, nodes), draws, base };
  const costOf = (inner: ExactLoss): Spending => {
    const cost = questionCost(whole, inner);
    return plans.length > 1 ? behindFilters(cost) : cost;
  };
  const inner = usefulInner(question, workload, asked => innerOf(asked, costOf, lineage, nodes));
  const cost = costOf(inner);
  const spent = increments(lineage, nodes, cost);
  checkWithin(question, chargeOf(spent, lineage));
  const rho = concentrated ? rootRho(lineage, nodes, cost, rhoAlone(workload, inner)) : undefined;
  const parts = rho && spendings.isPure(cost) ? throughParts(lineage, nodes, rho) : undefined;
  const payment = paymentOf(spent, lineage, parts?.root ?? rho);
  return { inner, payment: withParts(payment, parts), increments: spent, draws, base };
}

/** Delta is spent only where a mechanism makes something of it: without one the same question is a pure one. */
function usefulInner(
  question: Question,
  workload: CheckedWorkload,
  innerOf: (asked: Question) => ExactLoss,
): ExactLoss {
  const { limit } = question;
  const purely = (): ExactLoss => innerOf({ ...question, limit: { ...limit, delta: amounts.none } });
  if (limit.delta.numerator === 0n || !workload.whole.mechanisms.some(mayFail)) return purely();
  const inner = innerOf(question);
  return needsDelta(workload, inner) ? inner : purely();
}

/** Questions that are asked together may filter differently: a replaced unit may pass where the other one is dropped. */
const behindFilters = (cost: Spending): Spending =>
  rational.compare(cost.replace, cost.epsilon) < 0 ? { ...cost, replace: cost.epsilon } : cost;

/** What a cap reserved counted against the limits of its own tables, and nothing more is counted where it pays. */
export function checkCovers(checked: CheckedPlan, place: number): void {
  const { tables } = drawsOf(checked)[place];
  const uncounted = checked.tables.find(table => !tables.includes(table));
  if (uncounted === undefined) return;
  refuse(
    'join_unsupported',
    `What a capped sample reserved was counted for its own tables, so ${uncounted} cannot be joined to it. Join the tables first, ` +
      'and give the cap to a sample of the join.',
  );
}

/** The way from the base to the table that is asked, with the nodes and public sizes that the ledger knows. */
export const lineageWith = (
  checked: CheckedPlan,
  draws: readonly PlacedDraw[],
  known: Pick<State, 'sizes'>,
  states: States,
): Lineage => lineageOf(checked, ({ place }) => treeNode(draws[place]), recordedSize(checked, known, states));

/** The public number of units of the base in the state that it is in, where it was read. */
export const recordedSize = (
  { table }: Pick<CheckedPlan, 'table'>,
  { sizes }: Pick<State, 'sizes'>,
  states: States,
): number | undefined => sizes.get(table)?.get(states.nameOf([table]));

const treeNode = ({ node, fresh, cap }: PlacedDraw) => ({
  node,
  ...(fresh && { fresh }),
  ...(cap !== null && { cap }),
});

type CostOf = (inner: ExactLoss) => Spending;

/** Without a draw between them, the table asked and the base are charged alike. */
function innerOf({ inner, limit }: Question, costOf: CostOf, lineage: Lineage, nodes: TreeState): ExactLoss {
  const epsilon = inner ?? limit.epsilon;
  invariant(epsilon !== null, 'a question says what it may spend');
  const asked = { ...limit, epsilon };
  if (!lineage.steps.some(step => 'node' in step)) return asked;
  if (inner !== null) return { ...asked, delta: innerDelta(asked, costOf, lineage, nodes) };
  const allowed = allowance(lineage, nodes, costOf, asked);
  if (amounts.fits(leastEpsilon, allowed.epsilon)) return allowed;
  return refuse(
    'value_out_of_range',
    'Epsilon is too small: it allows less than 1e-18 inside this sample. Use a larger epsilon.',
  );
}

/** Where epsilon is fixed only delta is looked for: whatever epsilon charges is within the limit. */
function innerDelta(asked: ExactLoss, costOf: CostOf, lineage: Lineage, nodes: TreeState): Amount {
  if (asked.delta.numerator === 0n) return asked.delta;
  const fixed = (tried: ExactLoss): Spending => costOf({ ...tried, epsilon: asked.epsilon });
  const charged = chargeOf(increments(lineage, nodes, fixed(asked)), lineage).epsilon;
  return allowance(lineage, nodes, fixed, { ...asked, epsilon: rational.add(charged, rational.one) }).delta;
}

/** The charge under the kind of neighbours that the policy protects. */
const chargeOf = ({ root }: Increments, { relation }: Lineage): ExactLoss => spendings.under(relation, root);

/** What the ledger writes: the base is a node like all others, which passes nothing on. */
export const paymentOf = (increments: Increments, lineage: Lineage, rho?: Amount): Payment => ({
  charge: { ...chargeOf(increments, lineage), ...(rho !== undefined && { rho }) },
  nodes: new Map([['base', { spent: increments.root, passed: nothing }], ...increments.nodes]),
});

/** An allowance never charges more than its limit; one that was fixed may. */
function checkWithin({ inner, limit }: Question, charge: ExactLoss): void {
  if (inner === null || limit.epsilon === null || amounts.fits(charge.epsilon, limit.epsilon)) return;
  refuse(
    'charge_above_limit',
    `The epsilon fixed inside the sample would charge epsilon ${amounts.number(charge.epsilon, 'up')}, above the limit of ` +
      `${amounts.number(limit.epsilon, 'down')}. Reduce it, or raise epsilon.`,
  );
}
