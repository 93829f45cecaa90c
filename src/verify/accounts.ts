/**
 * The accountant's tree, kept anew: every draw that outlives its question is a node that holds all that was spent on its parts,
 * and passes on what its price of that exceeds what it passed before.
 *
 * For every transcript of an adaptive analyst the loss of the base is at most the sum of what its nodes passed on: given the
 * transcript its probability is a product over the tree of means of log-Lipschitz functions, and each mean is bounded by a price.
 */
import { alone, capPrice, deltaIncrement, type FailedThrough, FREE, type FullCost, isPure } from './failing-prices.ts';
import { type Fixed, greater } from './fixed-point.ts';
import { unknown, wrong } from './objection.ts';
import { behindFilter, type DrawOperator, type Pair, priceOf } from './prices.ts';

/** One step from a table to the next, from the base outwards. */
export type TablePathStep = { readonly kind: 'map' } | { readonly kind: 'filter' } | DrawStep;

export interface DrawStep {
  readonly kind: 'draw';
  readonly operator: DrawOperator;
  readonly node: string;
  readonly part: string;
  /** For one question alone: nothing else was or will be asked of it. */
  readonly fresh: boolean;
  /** Follows its units from state to state, where a unit may be in some states and not in others. */
  readonly follows: boolean;
}

export interface NodeAccount {
  readonly spent: Map<string, FullCost>;
  passed: Pair;
  /** Of parts by a key in concentrated privacy: what each holds, and what they passed on together. */
  readonly rhos: Map<string, Fixed>;
  passedRho: Fixed;
  /** Paid for when it was made, for a split on every part. */
  cap: FullCost | null;
}

/** What an entry adds to the base, and through which node it came, if any. */
export interface Charged {
  readonly base: FullCost;
  readonly branch: string | null;
  /** What it adds to each part of each node. */
  readonly added: readonly Spent[];
}

export interface Spent {
  readonly node: string;
  readonly part: string;
  readonly cost: FullCost;
}

const sum = (a: FullCost, b: FullCost): FullCost => ({
  epsilon: a.epsilon + b.epsilon,
  replace: a.replace + b.replace,
  delta: a.delta + b.delta,
  replaceDelta: a.replaceDelta + b.replaceDelta,
});

const isFree = (cost: FullCost): boolean => isPure(cost) && cost.epsilon === 0n && cost.replace === 0n;

const filtered = (cost: FullCost): FullCost =>
  behindFilter({ ...cost, replaceDelta: greater(cost.delta, cost.replaceDelta) });

const exceeds = (spent: FullCost, cap: FullCost): boolean =>
  spent.epsilon > cap.epsilon ||
  spent.replace > cap.replace ||
  spent.delta > cap.delta ||
  spent.replaceDelta > cap.replaceDelta;

export type NodeAccounts = Map<string, NodeAccount>;

export function accountOf(nodes: NodeAccounts, node: string): NodeAccount {
  const known = nodes.get(node);
  if (known !== undefined) return known;
  const begun: NodeAccount = {
    spent: new Map(),
    passed: { epsilon: 0n, replace: 0n },
    rhos: new Map(),
    passedRho: 0n,
    cap: null,
  };
  nodes.set(node, begun);
  return begun;
}

/** What reaches a table from outside. */
interface Reaching {
  readonly cost: FullCost;
  /** A node passed it on, of which filters below were counted in all that it holds. */
  readonly isHeld: boolean;
  /** A delta that passed tables without a cap: as it was asked, and these tables from here outwards. */
  readonly failing: { readonly question: FullCost; readonly through: readonly FailedThrough[] } | null;
}

/** A question, or whatever a capped draw costs the table below it: from the table that is asked to the base. */
export function charge(nodes: NodeAccounts, way: readonly TablePathStep[], cost: FullCost, relation: string): Charged {
  const added: Spent[] = [];
  let reaching: Reaching = { cost, isHeld: false, failing: null };
  for (const [place, step] of [...way.entries()].reverse()) {
    if (step.kind === 'map' || isFree(reaching.cost)) continue;
    // with a delta a part by a key is a filter of its parent: that is sound, and leaves no trace on the part
    const isFilter = step.kind === 'filter' || (step.operator.kind === 'key-split' && !isPure(reaching.cost));
    if (isFilter) reaching = reaching.isHeld ? reaching : { ...reaching, cost: filtered(reaching.cost) };
    else if (step.fresh) reaching = { ...reaching, cost: throughFresh(step, reaching.cost) };
    else {
      const arriving = step.follows ? filtered(reaching.cost) : reaching.cost;
      added.push({ node: step.node, part: step.part, cost: arriving });
      reaching = throughNode(nodes, step, { ...reaching, cost: arriving }, relation, isFilteredBelow(way, place));
    }
  }
  return { base: reaching.cost, branch: added.at(-1)?.node ?? null, added };
}

function throughFresh({ operator, part }: DrawStep, cost: FullCost): FullCost {
  const price = alone(operator, part, cost);
  return price === 'unpriced' ? wrong(`No rule prices a delta on a ${operator.kind}.`) : price;
}

function throughNode(
  nodes: NodeAccounts,
  { operator, node, part }: DrawStep,
  { cost, failing }: Reaching,
  relation: string,
  isFiltered: boolean,
): Reaching {
  const account = accountOf(nodes, node);
  const before = account.spent.get(part) ?? FREE;
  const after = sum(before, cost);
  account.spent.set(part, after);
  if (account.cap !== null) {
    if (failing !== null) wrong('A question with a delta used a table without a cap inside a capped one.');
    if (exceeds(after, account.cap)) wrong('More was spent inside a capped draw than its cap allows.');
    return { cost: FREE, isHeld: true, failing };
  }
  const passed = passOn(account, operator, isFiltered);
  if (isPure(cost)) return { cost: { ...FREE, ...passed }, isHeld: true, failing };
  const through = [{ operator, spent: before.epsilon }, ...(failing?.through ?? [])];
  const question = failing?.question ?? cost;
  const delta = deltaIncrement(through, question, relation);
  if (delta === 'unpriced') return wrong(`A delta on a ${operator.kind} without a cap has no price under ${relation}.`);
  return { cost: { ...FREE, ...passed, delta }, isHeld: true, failing: { question, through } };
}

/** What the price of all that a node holds exceeds what it passed on before. */
function passOn(account: NodeAccount, operator: DrawOperator, isFiltered: boolean): Pair {
  const price = priceOf(operator, account.spent);
  const held = isFiltered ? behindFilter(price) : price;
  const { passed } = account;
  account.passed = {
    epsilon: greater(held.epsilon, passed.epsilon),
    replace: greater(held.replace, passed.replace),
  };
  return {
    epsilon: account.passed.epsilon - passed.epsilon,
    replace: account.passed.replace - passed.replace,
  };
}

/** A draw that is made with a cap, which is charged at once: the last step of the way. */
export function reserve(nodes: NodeAccounts, way: readonly TablePathStep[], cap: FullCost, relation: string): Charged {
  const draw = way.at(-1);
  if (draw?.kind !== 'draw') return unknown('Only samples and splits can have a cap.');
  const price = priceOfCap(draw, cap);
  accountOf(nodes, draw.node).cap = cap;
  return charge(nodes, way.slice(0, -1), price, relation);
}

/** What a cap charges the table that the draw is made of. */
export function priceOfCap(draw: DrawStep, cap: FullCost): FullCost {
  const price = capPrice(draw.operator, new Map(partsOf(draw).map(part => [part, cap])));
  return price === 'unpriced' ? wrong(`No rule prices a cap with a delta on a ${draw.operator.kind}.`) : price;
}

/** Between a node and the next one, or the base: the filter holds for all that the node passes on together. */
function isFilteredBelow(way: readonly TablePathStep[], place: number): boolean {
  for (const { kind } of way.slice(0, place).reverse()) {
    if (kind === 'filter') return true;
    if (kind === 'draw') return false;
  }
  return false;
}

/** All parts of a split; a split by a key has no name, and so no cap. */
function partsOf({ operator, part }: DrawStep): readonly string[] {
  switch (operator.kind) {
    case 'random-split':
      return [...operator.rates.keys()].map(name => JSON.stringify(name));
    case 'fixed-size-split':
    case 'fraction-split':
    case 'take-skip-split':
      return ['"first"', '"rest"'];
    default:
      return [part];
  }
}
