/**
 * Questions that are asked together and charged once. One question is the usual case; several that are declared up front are
 * composed by their privacy losses, which allows each of them more than an equal share.
 */
import { account } from '../accounting/index.ts';
import { type Amount, amounts, type CountedLoss, type ExactLoss, type MechanismShare } from '../amounts/index.ts';
import { canonicalJson } from '../json/index.ts';
import { noiseFor } from '../noise/index.ts';
import { rational } from '../numerics/index.ts';
import { mayFail, type PricedMechanism, rhoSharesOf, sharesOf } from '../plan/costs/index.ts';
import { type CheckedPlan, check, drawsOf, type Plan, type PlanDraw } from '../plan/index.ts';
import type { SharingRules } from '../plan/operators/index.ts';
import type { Policy } from '../source/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import type { Question } from './question.ts';
import { checkSecretsHidden } from './visible-secrets.ts';

export interface CheckedWorkload {
  readonly plans: readonly CheckedPlan[];
  /** The plan as the accountant sees it: of the table that all ask, with the mechanisms of all. */
  readonly whole: CheckedPlan;
  /** Of the table that all ask, from the base outwards. */
  readonly draws: readonly PlanDraw[];
  /** Whether the budget counts rho too. */
  readonly concentrated: boolean;
  /** How means are made and quantiles drawn: recorded with the charge, which rests on it. */
  readonly rules: SharingRules;
}

const PLANS_MAX = 1000;

/** By rho no way to make means is better than another. */
export const checkQuestion = ({ plans, rho }: Question, policy: Policy): CheckedWorkload =>
  checkTogether(plans, policy, { means: rho === null ? 'joint' : 'shared', quantiles: 'joint' });

export function checkTogether(
  plans: readonly Plan[],
  policy: Policy,
  rules: SharingRules = { means: 'joint', quantiles: 'joint' },
): CheckedWorkload {
  if (!(plans.length >= 1 && plans.length <= PLANS_MAX))
    return refuse('workload_mixed', `Ask between 1 and ${PLANS_MAX} questions together.`);
  const checked = plans.map(plan => check(plan, policy, rules.means, rules.quantiles));
  const [first, ...others] = checked;
  if (others.some(other => tableOf(other) !== tableOf(first)))
    return refuse(
      'workload_mixed',
      'Questions asked together must be about the same table, or the same sample of it. Ask those of each table on their own.',
    );
  const draws = drawsOf(first);
  checkSecretsHidden(draws, policy);
  checkLimitsSeen(first, policy);
  const concentrated = policy.concentrated !== undefined;
  if (others.length === 0) return { plans: checked, whole: first, draws, concentrated, rules };
  if (plans.some(({ interval }) => interval !== undefined))
    return refuse(
      'interval_unavailable',
      'Questions asked together share epsilon equally and cannot buy an interval. Buy it with a single question.',
    );
  const whole = { ...first, mechanisms: checked.flatMap(({ mechanisms }) => mechanisms) };
  return { plans: checked, whole, draws, concentrated, rules };
}

/** Of two parts the cheaper one may be free: the limit of a table that is joined to one alone would not see what its people pay. */
function checkLimitsSeen(checked: CheckedPlan, { tables: known }: Policy): void {
  const isLimited = (name: string): boolean => {
    const table = known[name];
    return !table.public && table.budget !== undefined;
  };
  for (const { kind, tables } of drawsOf(checked)) {
    const unseen = kind === 'split' && checked.tables.find(table => !tables.includes(table) && isLimited(table));
    if (unseen)
      refuse(
        'join_unsupported',
        `The parts of a split share what they cost, which the budget of ${unseen} would not count, so it cannot be joined to one of them. ` +
          'Join the tables first, and ask a part of the join.',
      );
  }
}

/** What follows the last draw may differ: filters are priced for all. */
const tableOf = (checked: CheckedPlan): string => canonicalJson([checked.tables, drawsOf(checked)]);

/** What each mechanism of each question may spend, so that all together spend no more than was allowed. */
export function sharesTogether(workload: CheckedWorkload, inner: CountedLoss): readonly (readonly PricedMechanism[])[] {
  const { epsilon, delta, rho } = inner;
  if (epsilon !== null) return epsilonShares(workload, { epsilon, delta });
  invariant(rho !== undefined, 'what has no epsilon has a rho');
  const { plans, whole } = workload;
  const priced = rhoSharesOf(whole, rho);
  return plans.map(({ mechanisms }, i) => {
    const before = plans.slice(0, i).reduce((sum, plan) => sum + plan.mechanisms.length, 0);
    return priced.slice(before, before + mechanisms.length);
  });
}

function epsilonShares({ plans }: CheckedWorkload, inner: ExactLoss): readonly (readonly PricedMechanism[])[] {
  const [only, ...others] = plans;
  const delta = amounts.number(inner.delta, 'down');
  if (others.length === 0) return [usefulShares(only, { epsilon: inner.epsilon, delta })];
  const failing = plans.filter(isFailing).length;
  // half of delta is for what fails on its own, the other half for the composition
  const each = failing === 0 ? 0 : delta / (2 * failing);
  const numbers = plans.map(({ mechanisms }) => BigInt(mechanisms.length));
  const share = largestShare(plans, inner, each);
  return plans.map((plan, i) =>
    usefulShares(plan, {
      epsilon: rational.mul(share, rational.ratio(numbers[i])),
      delta: isFailing(plan) ? each : 0,
    }),
  );
}

const isFailing = ({ mechanisms }: CheckedPlan): boolean => mechanisms.some(({ kind }) => kind === 'selection');

/**
 * Delta for those who make something of it: thresholds, and noise that is smaller with it. Noise that is no smaller gives its
 * part to the others, until nobody gives any more.
 */
function usefulShares(plan: CheckedPlan, spend: MechanismShare): readonly PricedMechanism[] {
  let using = new Set(plan.mechanisms.filter(mayFail));
  for (;;) {
    const shares = sharesOf(plan, spend, mechanism => using.has(mechanism));
    const left = new Set(shares.filter(usesDelta).map(({ mechanism }) => mechanism));
    if (left.size === using.size) return shares;
    using = left;
  }
}

const usesDelta = (priced: PricedMechanism): boolean =>
  priced.share.delta > 0 && (priced.mechanism.kind === 'selection' || noiseFor(priced).theorem === 'gaussianNoise');

/** Whether a question makes anything of a delta: where it does not, none is charged. */
export function needsDelta(workload: CheckedWorkload, loss: ExactLoss): boolean {
  if (workload.plans.length === 1) return sharesTogether(workload, loss).flat().some(usesDelta);
  // several questions compose to more than equal parts, or some of them fail by themselves
  const pure = { ...loss, delta: amounts.none };
  return (
    workload.plans.some(isFailing) ||
    rational.compare(largestShare(workload.plans, loss, 0), largestShare(workload.plans, pure, 0)) > 0
  );
}

/**
 * The largest epsilon that every mechanism may have.
 *   Says     n mechanisms of epsilon e each, of which m may fail with probability d, keep (ε, δ) together if the loss
 *            distribution of n randomized responses of e, m of them failing, does; e = ε/n always keeps (ε, 0)
 *   Assumes  the number of mechanisms and their parameters are fixed in advance; what they ask may depend on earlier answers
 *   Rounds   down, to 12 decimals
 *   Source   [KOV15] Theorem 3.3 for pure mechanisms; composed by certified loss distributions
 */
export function largestShare(plans: readonly CheckedPlan[], { epsilon, delta }: ExactLoss, fails: number): Amount {
  const number = plans.reduce((sum, { mechanisms }) => sum + mechanisms.length, 0);
  const failing = plans.filter(isFailing).reduce((sum, { mechanisms }) => sum + mechanisms.length, 0);
  const equal = rational.div(epsilon, rational.ratio(BigInt(number)));
  if (delta.numerator === 0n) return equal;
  const [most, limit] = [amounts.number(epsilon, 'down'), amounts.number(delta, 'down')];
  const keeps = (share: number): boolean => {
    const steps = [
      ...(number > failing ? [{ mechanism: { kind: 'pure' as const, epsilon: share }, count: number - failing }] : []),
      ...(failing > 0
        ? [{ mechanism: { kind: 'approx' as const, epsilon: share, delta: fails }, count: failing }]
        : []),
    ];
    const answer = account({ relation: 'add-remove', steps, ask: { deltaAt: { epsilon: most } } });
    invariant(!Array.isArray(answer) && 'delta' in answer, 'one delta was asked for');
    const { upper } = answer.delta;
    return upper !== null && upper <= limit;
  };
  let [within, above] = [0, most];
  for (let trial = 0; trial < TRIALS; trial++) {
    const middle = (within + above) / 2;
    if (keeps(middle)) within = middle;
    else above = middle;
  }
  const found = amounts.rounded(within, 12, 'down');
  // failing mechanisms leave nothing for free: then only what was tried counts
  return failing === 0 && !amounts.fits(equal, found) ? equal : found;
}

const TRIALS = 24;

/**
 * How many numbers an answer tells is known before any row is read: whoever answers many people bounds what each may have made.
 * Refuses before anything is charged. Private keys are found in the data: how many are shown nobody knows beforehand.
 */
export function checkExtent(
  { plans }: CheckedWorkload,
  { valuesMost = Infinity }: { readonly valuesMost?: number | undefined },
): void {
  const values = plans.reduce((sum, plan) => sum + valuesOf(plan), 0n);
  if (!(Number(values) <= valuesMost))
    refuse(
      'too_many_groups',
      `The answer would have ${values} numbers; at most ${valuesMost} are allowed here. Group by fewer or coarser keys, or use sortition ask, which has no such limit.`,
    );
}

function valuesOf({ plan: { aggregates, afterwards }, grouping: { groups = 1n } }: CheckedPlan): bigint {
  const each = aggregates.map(one => (one.kind === 'histogram' ? one.edges.length - 1 : 1));
  return groups * BigInt(each.reduce((sum, values) => sum + values, afterwards.computed?.length ?? 0));
}
