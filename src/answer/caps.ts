/** Samples that reserve what will be spent on them: made, and paid for, before the first question is asked of them. */
import { capCharge, type Spending } from '../accounting/index.ts';
import { amounts, type Creation, type State } from '../ledger/index.ts';
import { rational, toNumber, up } from '../numerics/index.ts';
import { type CheckedPlan, drawsOf } from '../plan/index.ts';
import type { Cap } from '../query/index.ts';
import { type Relation, refuse } from '../vocabulary/index.ts';
import { chargeOf, lineageWith } from './decision.ts';
import type { Deployment } from './deployment.ts';
import { candidatesFor, placedDraws } from './draws.ts';
import type { Question } from './question.ts';

/** From the base outwards, for a sample inside a capped one is paid from that cap. */
export async function makeCapped(question: Question, checked: CheckedPlan, on: Deployment): Promise<void> {
  for (const [place, cap] of question.caps.entries())
    if (cap !== undefined) await makeOne(question, checked, place, cap, on);
}

async function makeOne(
  { analyst }: Question,
  checked: CheckedPlan,
  place: number,
  given: Cap,
  { policy, ledger }: Deployment,
): Promise<void> {
  const draws = drawsOf(checked).slice(0, place + 1);
  const version = policy.source.version ?? null;
  const candidates = candidatesFor(draws, ledger.state(), ledger.keys, version);
  const cap = capOf(given, checked.relation);
  const decide = (state: State): Creation => {
    const placed = placedDraws(draws, state, candidates, version);
    const made = placed[place];
    if (made.fresh || made.creates === null) return refuse('cap_needed', NO_NAME);
    const lineage = lineageWith(checked, placed, state, version);
    const upTo = lineage.steps.findIndex(step => 'node' in step && step.node === made.node) + 1;
    const increments = capCharge({ ...lineage, steps: lineage.steps.slice(0, upTo) }, state.nodes, cap);
    return { sample: { ...made.creates, cap }, charge: chargeOf(increments, lineage), nodes: increments.nodes };
  };
  await ledger.createSample({ analyst, tables: [checked.table] }, decide);
}

const NO_NAME = 'A cap belongs to a sample that is kept: give the sample a name.';

/** For both kinds of neighbour: a replaced unit is one removed and one added. */
function capOf(given: Cap, relation: Relation): Spending {
  const [epsilon, delta] = [amounts.written(given.epsilon), amounts.written(given.delta)];
  if (relation === 'replace-one') return { epsilon, replace: epsilon, delta, replaceDelta: delta };
  const twice = up.add(1, up.exp(toNumber(epsilon, 'up')));
  const replaceDelta = amounts.rounded(Math.min(1, up.mul(twice, toNumber(delta, 'up'))), 30, 'up');
  return { epsilon, replace: rational.add(epsilon, epsilon), delta, replaceDelta };
}
