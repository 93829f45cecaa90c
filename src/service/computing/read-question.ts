/** Questions as they are sent, read where nobody waits for it; how long they may be is for those who wait while one is answered. */
import { excessOf } from '../../json/index.ts';
import { type Plan, parsePlan } from '../../plan/index.ts';
import { fromSql } from '../../query/index.ts';
import type { Policy } from '../../source/index.ts';
import { refuse } from '../../vocabulary/index.ts';

/** A list of some two thousand values to choose from. */
const ENTRIES_MOST = 8000;

export const readPlan = (json: unknown): Plan => bounded(parsePlan(json));

export const readSql = async ({ text, policy }: { readonly text: string; readonly policy: Policy }): Promise<Plan> =>
  bounded(await fromSql(text, policy));

function bounded(plan: Plan): Plan {
  if (excessOf(plan, { depth: Infinity, entries: ENTRIES_MOST, characters: Infinity }) === undefined) return plan;
  return refuse(
    'plan_too_large',
    `Over HTTP a question may have at most ${ENTRIES_MOST} parts as a plan. Ask smaller questions, or use the command line, which has no such limit.`,
  );
}
