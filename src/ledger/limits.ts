/** The limits that a charge must keep: the budget, and within it those of the analyst and of each table. */
import {
  type FilterLimits,
  type FittingSum,
  filterLimits,
  fittingSide,
  type Sums,
} from '../accounting/concentrated/index.ts';
import {
  type Amount,
  amounts,
  type CountedLoss,
  counts,
  type ExactLoss,
  type LossLimit,
  losses,
} from '../amounts/index.ts';
import { rational } from '../numerics/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import { unspentUnder } from './book.ts';
import type { CreateRequest, State } from './ledger.ts';

interface Purse {
  readonly whose: string;
  /** How the limit is raised. */
  readonly wayOut: string;
  readonly spent: CountedLoss;
  readonly limit: LossLimit;
}

/** What limits are made of. */
type Limiting = Pick<State, 'policy' | 'budget'>;

export function checkLimits(state: State, request: CreateRequest, charge: CountedLoss): void {
  const isConcentrated = state.policy.failing !== undefined;
  invariant(
    counts.isNothing(charge) || (charge.rho !== undefined) === isConcentrated,
    'a charge has a rho where the budget counts it, and only there',
  );
  for (const purse of pursesOf(state, request)) {
    if (!isConcentrated) checkPurse(purse, counts.bounded(charge));
    else checkSums(purse, charge, sumsWithin(purse.limit, state));
  }
}

/** The most that such a request may be charged now. */
export function leftFor(state: State, request: CreateRequest): CountedLoss {
  const purses = pursesOf(state, request);
  if (state.policy.failing !== undefined)
    return purses.map(({ limit, spent }) => counts.left(sumsWithin(limit, state), spent)).reduce(counts.smaller);
  const left = losses.left(state.budget, counts.bounded(state.spent));
  return purses.reduce((least, { limit, spent }) => losses.leftWithin(least, limit, counts.bounded(spent)), left);
}

/** Which of the two sums such a charge would be within, under the budget itself; undefined where neither is. */
export const sideOf = (state: Limiting & Pick<State, 'spent'>, charge: CountedLoss): FittingSum | undefined =>
  fittingSide(sumsOf(counts.plus(state.spent, charge)), sumsWithin(state.budget, state));

/** That of the budget is the first, and limits every component. */
function pursesOf(state: State, { analyst, tables }: CreateRequest): readonly Purse[] {
  const { policy } = state;
  // whoever spent nothing, or made only what is free, counts rho as well where the budget does
  const spentBy = (spent: CountedLoss = losses.none): CountedLoss => counts.plus(unspentUnder(policy), spent);
  return [
    { whose: 'of the budget', wayOut: 'have the custodian grant more', spent: state.spent, limit: state.budget },
    ...purse(`to analyst ${analyst}`, spentBy(state.analysts.get(analyst)), policy.analysts.get(analyst)),
    ...tables.flatMap(table => purse(`to table ${table}`, spentBy(state.tables.get(table)), policy.tables.get(table))),
  ];
}

const purse = (whose: string, spent: CountedLoss, limit?: LossLimit): Purse[] =>
  limit === undefined ? [] : [{ whose, wayOut: 'have the custodian raise that limit in the policy', spent, limit }];

function checkPurse({ whose, wayOut, spent, limit }: Purse, charge: ExactLoss): void {
  const beyond = losses.exceeded(limit, counts.bounded(spent), charge);
  if (beyond === undefined) return;
  const { component, cost, left } = beyond;
  refuse(
    'budget_exhausted',
    `This costs ${component} ${amounts.number(cost, 'up')}; ${amounts.number(left, 'down')} is left ${whose}. ` +
      `Ask with a smaller ${component}, or ${wayOut}.`,
  );
}

function checkSums({ whose, wayOut, spent }: Purse, charge: CountedLoss, limits: FilterLimits): void {
  if (fittingSide(sumsOf(counts.plus(spent, charge)), limits) !== undefined) return;
  const left = counts.number(counts.left(limits, spent), 'down');
  const cost = counts.number(charge, 'up');
  if (!amounts.fits(amounts.plus(spent.delta, charge.delta), limits.delta))
    refuse(
      'budget_exhausted',
      `This costs delta ${cost.delta}; ${left.delta} is left ${whose} for what fails by itself. Ask with a smaller delta, or ${wayOut}.`,
    );
  refuse(
    'budget_exhausted',
    `This costs ${cost.epsilon === null ? '' : `epsilon ${cost.epsilon} and `}rho ${cost.rho}; epsilon ${left.epsilon} and rho ` +
      `${left.rho} are left ${whose}, and one of the two must suffice. Ask for less, or ${wayOut}.`,
  );
}

/** Every charge under a concentrated budget says its rho: one that does not is a fault, and never free. */
function sumsOf({ epsilon, delta, rho }: CountedLoss): Sums {
  invariant(rho !== undefined, 'a concentrated budget counts the rho of every charge');
  return { epsilon, delta, rho };
}

/**
 * What a limit leaves for the three sums. One that says nothing of delta has that of the budget; of one that does, the same part as
 * of the budget is for what fails by itself.
 */
function sumsWithin({ epsilon, delta }: LossLimit, { policy: { failing }, budget }: Limiting): FilterLimits {
  invariant(failing !== undefined && epsilon !== null, 'a limit of a concentrated budget says its epsilon');
  const whole = delta ?? budget.delta;
  return filterLimits(epsilon, whole, partOf(failing, whole, budget.delta));
}

const partOf = (failing: Amount, delta: Amount, whole: Amount): Amount =>
  amounts.fits(whole, delta) ? failing : rational.div(rational.mul(failing, delta), whole);

/** The budget, and where it is concentrated the most that rho may reach. */
export const wholeOf = (state: Limiting): CountedLoss =>
  state.policy.failing === undefined ? state.budget : { ...state.budget, rho: sumsWithin(state.budget, state).rho };

/** What the budget leaves. */
export const remaining = (state: Limiting & Pick<State, 'spent'>): CountedLoss =>
  state.policy.failing === undefined
    ? losses.left(state.budget, counts.bounded(state.spent))
    : counts.left(sumsWithin(state.budget, state), state.spent);
