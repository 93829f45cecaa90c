/** The policies that a ledger followed one after the other, and the states of the data that they shape. */

import { sha256 } from '../text/index.ts';
import { isAbove, isSame, readLoss } from './fixed-loss.ts';
import { fixed } from './fixed-point.ts';
import { unknown, wrong } from './objection.ts';
import { policyOf, type RecordedPolicy } from './recorded.ts';
import type { PolicyEntryBody, ReplayState } from './world.ts';

/** Grants stay when the policy changes. A text whose hash is not the fingerprint is no text of it. */
export function follow(
  world: ReplayState,
  entry: number,
  { fingerprint, budget, failing, text }: PolicyEntryBody,
): void {
  const before = {
    policy: policyIn(world),
    budget: world.policies.length === 0 ? null : world.budget,
    failing: world.failing,
  };
  const isForged = text !== undefined && sha256(text) !== fingerprint;
  if (text !== undefined && !isForged) world.texts.set(fingerprint, text);
  world.fingerprint = fingerprint;
  world.policy = null;
  world.policies.push({ entry, fingerprint });
  world.budget = readLoss(budget);
  world.failing = failing === undefined ? null : fixed(failing);
  if (isForged) wrong('The text of the policy does not match its fingerprint.');
  const policy = policyIn(world);
  if (policy !== null) checkBudget(world, policy);
  if (before.budget !== null && before.failing !== world.failing)
    wrong('A policy was accepted that adds up losses in another way than the ledger was made with.');
  if (before.budget !== null && isAbove(world.budget, before.budget))
    wrong('An accepted policy raised the budget; only a grant may do that.');
  if (policy !== null && before.policy !== null) checkUnitsKept(world, before.policy, policy);
}

/** The text of a policy that older entries know by its fingerprint alone. */
export function recordText(world: ReplayState, text: string): void {
  world.texts.set(sha256(text), text);
  if (sha256(text) !== world.fingerprint) wrong('The text of the policy does not match its fingerprint.');
  const policy = policyIn(world);
  if (policy !== null) checkBudget(world, policy);
}

/** What limits the charges stands beside the text of the policy, and must be what that says. */
function checkBudget({ budget, failing }: ReplayState, { budget: promised }: RecordedPolicy): void {
  const { accounting, thresholdDelta, ...loss } = promised;
  if (!isSame(readLoss(loss), budget)) wrong('The budget of the entry differs from the budget of its policy.');
  const promisedFailing = accounting === undefined ? null : fixed(thresholdDelta ?? '');
  if (promisedFailing !== failing) wrong('The accounting of the entry differs from the accounting of its policy.');
}

/** What was spent on a table was promised to its units as they were. */
function checkUnitsKept({ asked }: ReplayState, before: RecordedPolicy, after: RecordedPolicy): void {
  const unitOf = (policy: RecordedPolicy, name: string): string => {
    const { unit = null, key = null, neighbours = null } = policy.tables.get(name) ?? {};
    return JSON.stringify(unit === null ? { key, neighbours } : { unit, neighbours });
  };
  for (const table of asked)
    if (unitOf(before, table) !== unitOf(after, table))
      wrong(`After questions about ${table}, a policy was accepted that changes its unit, key or neighbours.`);
}

/** Parsed once for each policy; null where nobody knows its text. */
function policyIn(world: ReplayState): RecordedPolicy | null {
  const text = world.texts.get(world.fingerprint);
  if (world.policy === null && text !== undefined) world.policy = policyOf(text);
  return world.policy;
}

export function policyKnown(world: ReplayState): RecordedPolicy {
  return policyIn(world) ?? unknown('Only the fingerprint of the policy of this entry is known. Give that policy.');
}

/** A state is named by its version, its tables and what the policy makes of them: one name never stands for two. */
export function checkState(
  world: ReplayState,
  state: string | null,
  version: unknown,
  tables: readonly string[],
): void {
  const policy = policyIn(world);
  if (state === null || policy === null) return;
  const shapes = [...new Set(tables)].sort().map(name => [name, policy.tables.get(name)?.shape ?? null]);
  const meaning = sha256(JSON.stringify([version ?? null, shapes]));
  if ((world.states.get(state) ?? meaning) !== meaning)
    wrong('One state name is used for two states of the data, with different versions, tables or policies.');
  world.states.set(state, meaning);
}
