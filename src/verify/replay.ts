/**
 * Replays a ledger from its first entry and recomputes every charge. What is compared is what protects people: a charge may be
 * above the recomputed one, by rounding or because a sharper rule is known here, and never below it.
 */
import type { ReadEntry } from '../ledger/reading/index.ts';
import { rational } from '../numerics/index.ts';
import { sha256 } from '../text/index.ts';
import type { PrintedLoss } from '../vocabulary/index.ts';
import { accounted } from './accounting-entries.ts';
import { keepsPromise } from './concentrated.ts';
import type { Finding, VerifiedLedger } from './findings.ts';
import {
  epsilonOf,
  type FixedLoss,
  isAbove,
  isSame,
  noLoss,
  readLoss,
  shownLoss,
  sumOf,
  type WrittenLoss,
} from './fixed-loss.ts';
import { type Fixed, ONE } from './fixed-point.ts';
import { Objection, wrong } from './objection.ts';
import type { Accounted } from './other-charges.ts';
import { follow, recordText } from './policies.ts';
import { recordSize } from './public-sizes.ts';
import { type ChargingBody, emptyWorld, type PolicyEntryBody, type ReplayState } from './world.ts';

/** Prices are computed in doubles and rounded up, charges have 18 decimals: more than this above is no rounding. */
const ROUNDING = { epsilon: ONE / 10n ** 12n, delta: ONE / 10n ** 30n, share: 10n ** 9n } as const;

const CHARGING = ['reserved', 'sample-created', 'release-drawn', 'recovered'];

interface Findings {
  readonly disagreements: Finding[];
  readonly remarks: Finding[];
  readonly notRecomputable: Finding[];
}

/**
 * `given`: the text of the policy at hand. The ledger must end with it, for whoever can write charges can write a policy that they
 * follow from; and ledgers of older versions hold no more than its fingerprint.
 */
export function replay(entries: Iterable<ReadEntry>, given: string, progress: (done: number) => void): VerifiedLedger {
  const world = emptyWorld(new Map([[sha256(given), given]]));
  const findings: Findings = { disagreements: [], remarks: [], notRecomputable: [] };
  let [number, head, recomputed] = [0, '', 0];
  for (const { sequence, kind, body: text, hash, answer } of entries) {
    [number, head] = [sequence, hash];
    if (sequence % 1000 === 0) progress(sequence);
    const objected = objectionTo(() => {
      const body = JSON.parse(text);
      if (CHARGING.includes(kind)) recomputed += judged(world, findings, { entry: sequence, kind, body }) ? 1 : 0;
      else noted(world, { entry: sequence, kind, body: body as never, answer });
    });
    if (objected !== undefined) findings.disagreements.push(withoutCharge(sequence, kind, objected));
  }
  const policies = world.policies.map(policy => ({ ...policy, given: policy.fingerprint === sha256(given) }));
  const newest = policies.at(-1);
  if (newest !== undefined && !newest.given && world.texts.has(newest.fingerprint))
    findings.disagreements.push(withoutCharge(newest.entry, 'policy', ANOTHER));
  return { entries: number, head, policies, recomputed, ...findings };
}

const ANOTHER = 'The charges follow from another policy than the given one.';

const withoutCharge = (entry: number, kind: string, reason: string): Finding => ({
  entry,
  kind,
  charged: shownLoss(noLoss),
  recomputed: null,
  reason,
});

function objectionTo(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (caught) {
    if (caught instanceof Objection) return caught.message;
    // whoever writes a ledger may leave out or bend any member: that is for the auditor to know, and no fault of the reader
    if (caught instanceof TypeError || caught instanceof SyntaxError) return UNREADABLE;
    throw caught;
  }
}

const UNREADABLE = 'The entry does not have the form of its kind and cannot be read.';

interface Charging {
  readonly entry: number;
  readonly kind: string;
  readonly body: ChargingBody;
}

/** Whether the charge could be recomputed. */
function judged(world: ReplayState, findings: Findings, { entry, kind, body }: Charging): boolean {
  const charged = readLoss(kind === 'recovered' ? body : body.charge);
  const finding = (reason: string, found: PrintedLoss | null = null): Finding => ({
    ...{ entry, kind, charged: shownLoss(charged), recomputed: found, reason },
  });
  const overspent = spend(world, charged);
  try {
    checkCounted(world, charged);
    const accountedFor = accounted(world, kind, body, entry);
    const { cost } = accountedFor;
    const verdict = compared(world, accountedFor, charged);
    if (verdict === 'below')
      findings.disagreements.push(finding('Charged less than the theorems require.', shownLoss(cost)));
    if (verdict === 'above') findings.remarks.push(finding('Charged more than necessary.', shownLoss(cost)));
    if (overspent)
      findings.disagreements.push(finding('Charged more than the budget and all grants.', shownLoss(cost)));
    return true;
  } catch (caught) {
    if (!(caught instanceof Objection)) throw caught;
    for (const { node } of body.nodes ?? []) world.tainted.add(ownerOf(node));
    (caught.verdict === 'wrong' ? findings.disagreements : findings.notRecomputable).push(finding(caught.message));
    return false;
  }
}

/** What a ledger counts is fixed: rho with everything under a concentrated budget, and nowhere else. */
function checkCounted({ failing }: ReplayState, charged: FixedLoss): void {
  const isFree = isSame(charged, noLoss);
  if (failing === null && (charged.rho !== undefined || charged.epsilon === null))
    wrong('A pure budget was charged without an epsilon, or with a rho.');
  if (failing !== null && charged.rho === undefined && !isFree)
    wrong('A concentrated budget was charged without a rho.');
}

/** A part of a split is named by the split and the part. */
const ownerOf = (node: string): string => (node.startsWith('[') ? (JSON.parse(node) as [string])[0] : node);

/**
 * A node passes on increments of one price, which is rounded up anew each time: what it was charged in all is compared with what it
 * costs in all. Everything else is compared entry by entry.
 */
function compared(
  world: ReplayState,
  { cost, branch, rhoBranch = null }: Accounted,
  charged: FixedLoss,
): 'below' | 'above' | 'equal' {
  const above = (is: Fixed, must: Fixed, rounding: Fixed): boolean => is - must > rounding + must / ROUNDING.share;
  const [rho, leastRho] = [charged.rho ?? 0n, cost.rho ?? 0n];
  if (charged.delta < cost.delta || surplusOf(world, rhoBranch && `rho ${rhoBranch}`, rho - leastRho) < 0n)
    return 'below';
  const isAbove = above(charged.delta, cost.delta, ROUNDING.delta) || above(rho, leastRho, ROUNDING.epsilon);
  // an epsilon that bounds nothing may stand for any, and none for it
  if (charged.epsilon === null) return isAbove ? 'above' : 'equal';
  if (cost.epsilon === null) return 'below';
  if (surplusOf(world, branch, charged.epsilon - cost.epsilon) < 0n) return 'below';
  return isAbove || above(charged.epsilon, cost.epsilon, ROUNDING.epsilon) ? 'above' : 'equal';
}

/** What was charged through a branch above what it cost, with this; nothing is carried over where there is none. */
function surplusOf({ surplus }: ReplayState, branch: string | null, more: Fixed): Fixed {
  const left = (branch === null ? 0n : (surplus.get(branch) ?? 0n)) + more;
  if (branch !== null) surplus.set(branch, left > 0n ? left : 0n);
  return left;
}

/** One of the two sums, and delta within what was reserved for it. */
function isWithinSums({ epsilon, delta, rho = 0n }: FixedLoss, limit: FixedLoss, failing: Fixed): boolean {
  const most = epsilonOf(limit);
  const kept = rational.ratio(limit.delta - failing, ONE - failing);
  return delta <= failing && ((epsilon !== null && epsilon <= most) || keepsPromise(rho, most, kept));
}

/** Whether the budget is exceeded by it; a ledger without a policy has none. */
function spend(world: ReplayState, charged: FixedLoss): boolean {
  world.spent = sumOf(world.spent, charged);
  if (world.fingerprint === 'no policy' || isSame(charged, noLoss)) return false;
  const limit = sumOf(world.budget, world.granted);
  if (world.failing === null) return isAbove(world.spent, limit);
  return !isWithinSums(world.spent, limit, world.failing);
}

interface Noted {
  readonly entry: number;
  readonly kind: string;
  readonly body: never;
  readonly answer: string | null;
}

/** What entries without a charge mean; objects where one of them would let somebody have something for nothing. */
function noted(world: ReplayState, { entry, kind, body, answer }: Noted): void {
  const meanings: Readonly<Record<string, (body: never) => void>> = {
    created: ({ policy }: { policy: PolicyEntryBody }) => follow(world, entry, policy),
    'policy-accepted': ({ policy }: { policy: PolicyEntryBody }) => follow(world, entry, policy),
    'policy-text-recorded': ({ text }: { text: string }) => recordText(world, text),
    granted: (more: WrittenLoss) => {
      world.granted = sumOf(world.granted, readLoss(more));
    },
    'sample-retired': ({ name }: { name: string }) => void world.draws.delete(name),
    'size-recorded': size => recordSize(world, size),
    resumed: given => resumed(world, given),
    failed: ({ reservation, lost }: { reservation: number; lost?: true }) => {
      if (lost && world.held.delete(reservation)) world.lost.add(reservation);
    },
    settled: ({ reservation }: { reservation: number }) => settled(world, reservation, answer),
  };
  meanings[kind]?.(body);
}

/**
 * In another state a charge holds where it would be the same there: without a public size in it, and for the only question of the
 * nodes that stay behind. At live data every look is such a state.
 */
function resumed(world: ReplayState, { reservation, state }: { reservation: number; state?: string | null }): void {
  if (world.lost.has(reservation))
    wrong(`The answer to entry ${reservation} was lost with its noise, so that new noise needs a new charge.`);
  const held = world.held.get(reservation);
  if (held === undefined) return;
  if (held.policy !== world.fingerprint)
    wrong(`Entry ${reservation} was charged under another policy, so its noise fits other bounds.`);
  if (state === undefined) return;
  if (held.isOfSize || held.ofOneState.some(node => (world.questions.get(node) ?? 0) > 1))
    wrong(`Entry ${reservation} was charged for one state of the data but resumed in another.`);
  for (const node of held.ofOneState) world.left.add(node);
}

/** One charge pays for one answer, made with what was charged for. */
function settled(world: ReplayState, reservation: number, answer: string | null): void {
  const held = world.held.get(reservation) ?? wrong(`Entry ${reservation} was answered twice, or was never charged.`);
  world.held.delete(reservation);
  const { inner } = (answer === null ? {} : JSON.parse(answer)) as { inner?: WrittenLoss };
  if (inner === undefined || held.inner === null) return;
  if (!isSame(readLoss(inner), held.inner))
    wrong(`The answer to entry ${reservation} used another epsilon than the one charged.`);
}
