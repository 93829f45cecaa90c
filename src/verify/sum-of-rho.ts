/** What an entry adds to the concentrated sum of the base, by where it was asked. */
import { rational } from '../numerics/index.ts';
import { accountOf, charge, type DrawStep, type NodeAccounts, priceOfCap, type TablePathStep } from './accounts.ts';
import { type ChancePlace, insideRho, responseRho } from './concentrated.ts';
import { type FullCost, isPure } from './failing-prices.ts';
import type { FixedLoss } from './fixed-loss.ts';
import { type Fixed, fixed } from './fixed-point.ts';
import { unknown, wrong } from './objection.ts';
import { WHOLE } from './prices.ts';
import type { RecordedPlan } from './recorded.ts';

const { one, sub } = rational;

/**
 * A question, or what a cap costs, before it is added to the nodes on its way.
 *   Says     on the base table and parts by a key: `alone`, or without it λ of the price behind all filters; on draws for it alone: λ of the price of all of them; on kept unit
 *            coins and random parts: by the chance to be inside; under a cap nothing
 *   Assumes  nodes hold what was spent before
 *   Rounds   down, by less than 10^-33
 *   Source   derived: see the theorems of the first implementation
 */
export function addedRho(
  nodes: NodeAccounts,
  way: readonly TablePathStep[],
  cost: FullCost,
  relation: string,
  alone?: Fixed,
): Fixed {
  const draws = way.filter((step): step is DrawStep => step.kind === 'draw' && step.operator.kind !== 'key-split');
  if (draws.some(({ node, fresh }) => !fresh && (nodes.get(node)?.cap ?? null) !== null)) return 0n;
  if (draws.length === 0 && alone !== undefined) return alone;
  const kept = draws.filter(({ fresh }) => !fresh);
  const outer = kept.length === 0 ? way : way.slice(way.indexOf(kept[kept.length - 1]) + 1);
  const filters = outer.map(
    (step): TablePathStep => (step.kind === 'draw' && step.operator.kind === 'key-split' ? { kind: 'filter' } : step),
  );
  const { base } = charge(new Map(), filters, cost, relation);
  if (kept.length === 0) return responseRho(relation === 'add-remove' ? base.epsilon : base.replace);
  if (relation !== 'add-remove' || !isPure(base))
    return wrong('A kept sample was asked under a concentrated budget in a way that only a cap allows.');
  return insideRho(
    kept.map(draw => placeOf(draw, nodes)),
    base.epsilon,
  );
}

/** What parts by a key leave of a rho, and the split next to the base that passed it on, if any. */
export interface RhoOfParts {
  readonly rho: Fixed;
  readonly branch: string | null;
  readonly parts: readonly DrawStep[];
}

/**
 * A rho that was asked of a part by a key, or of a table derived from one.
 *   Says     nobody lies in two parts: of the sums of all parts of a split the greatest counts, and what it grew by is charged
 *   Assumes  one person added or removed; keys of people, next to the base; the entry records what the parts hold, for else it was charged as on
 *            a filter
 *   Rounds   nothing
 *   Source   derived: see the theorems of the first implementation
 */
export function rhoOfParts(
  nodes: NodeAccounts,
  way: readonly TablePathStep[],
  relation: string,
  asked: Fixed,
  recorded: ReadonlySet<string>,
): RhoOfParts {
  const parts: DrawStep[] = [];
  for (const step of way) {
    if (step.kind !== 'draw') continue;
    const { operator, fresh, follows } = step;
    if (operator.kind !== 'key-split' || !operator.isConstant || fresh || follows) break;
    parts.push(step);
  }
  const isHeld = relation === 'add-remove' && parts.length > 0;
  if (!(isHeld && parts.every(({ node, part }) => recorded.has(`[${JSON.stringify(node)},${part}]`))))
    return { rho: asked, branch: null, parts: [] };
  let rho = asked;
  for (const { node, part } of parts.toReversed()) {
    const account = accountOf(nodes, node);
    const held = (account.rhos.get(part) ?? 0n) + rho;
    account.rhos.set(part, held);
    rho = held > account.passedRho ? held - account.passedRho : 0n;
    account.passedRho += rho;
  }
  return { rho, branch: parts[0].node, parts };
}

function placeOf({ operator, node, part }: DrawStep, nodes: NodeAccounts): ChancePlace {
  const spentOn = (name: string): Fixed => nodes.get(node)?.spent.get(name)?.epsilon ?? 0n;
  switch (operator.kind) {
    case 'bernoulli':
      return { rate: operator.rate, spent: spentOn(WHOLE), beside: [], rest: sub(one, operator.rate) };
    case 'stratified':
      return { rate: operator.most, spent: spentOn(WHOLE), beside: [], rest: sub(one, operator.most) };
    case 'random-split': {
      const parts = [...operator.rates].map(([name, rate]) => ({ name: JSON.stringify(name), rate }));
      const own =
        parts.find(({ name }) => name === part) ?? wrong('A random split was asked for a part that it has not.');
      const beside = parts.filter(other => other !== own).map(({ name, rate }) => ({ rate, spent: spentOn(name) }));
      const rest = parts.reduce((left, { rate }) => sub(left, rate), one);
      return { rate: own.rate, spent: spentOn(part), beside, rest };
    }
    default:
      return wrong(`A kept ${operator.kind} was asked under a concentrated budget without a cap.`);
  }
}

/** A cap is charged like one question that spends all of it. */
export function rhoOfCap(
  accounts: NodeAccounts,
  steps: readonly TablePathStep[],
  cap: FullCost,
  relation: string,
): Fixed {
  const draw = steps[steps.length - 1];
  if (draw.kind !== 'draw') return unknown('What is made with a cap is a sample or a split.');
  return addedRho(accounts, steps.slice(0, -1), priceOfCap(draw, cap), relation);
}

/** Gaussian noise for all of rho, on the base table or on parts by a key: nothing is held by any node. */
export function lossByRho(
  rho: string,
  inner: FixedLoss,
  plans: readonly RecordedPlan[],
  way: readonly TablePathStep[],
): FixedLoss {
  const isDrawn = way.some(step => step.kind === 'draw' && step.operator.kind !== 'key-split');
  if (isDrawn) return wrong('What was drawn has no price by rho.');
  if (plans.some(({ grouping }) => grouping.kind === 'private'))
    return wrong('Groups that are not listed in advance were found by rho alone.');
  if (inner.epsilon !== null || inner.rho !== fixed(rho))
    return wrong('The mechanisms were given another rho than was asked for.');
  return { epsilon: null, delta: 0n, rho: inner.rho };
}
