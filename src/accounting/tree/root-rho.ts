/** What one more question adds to the concentrated sum of the base, wherever it is asked. */
import { type Amount, type Spending, spendings } from '../../amounts/index.ts';
import { rational, toNumber } from '../../numerics/index.ts';
import { invariant, type Relation, refuse } from '../../vocabulary/index.ts';
import { type KeptTable, keptRho } from '../concentrated/kept-draws.ts';
import { pureRho } from '../concentrated/pure-rho.ts';
import { increments } from './increments.ts';
import { type Derivation, type DrawNode, isKeyPart, type Lineage, partOf } from './lineage.ts';
import { asCost, spentOn, type TreeState } from './spending.ts';

/**
 * A question of a pure cost, or with a delta where nothing that is kept was drawn.
 *   Says     on the base and its filters, parts by a key among them: `alone`, what the question costs by itself, or where nothing is
 *            known but its cost `pureRho` of what the filters charge for it; on what was drawn for it alone: `pureRho` of the whole
 *            price; on kept unit coins and random parts: `keptRho`; under a cap nothing, the cap was
 *            charged like a question when it was made
 *   Assumes  a question with `alone` costs no more behind filters; as `fittingSide`, `keptRho`, and the prices of what is drawn for one question
 *   Rounds   up, to 18 decimals
 *   Source   derived; other kept draws, and all under replace-one, need a cap: sums of squared increments undercharge
 */
export function rootRho({ relation, steps }: Lineage, state: TreeState, cost: Spending, alone?: Amount): Amount {
  const draws = steps.filter((step): step is DrawNode => 'node' in step && !isKeyPart(step));
  if (steps.some(step => 'node' in step && step.cap !== undefined)) return rational.zero;
  if (draws.length === 0 && alone !== undefined) return alone;
  const kept = draws.filter(({ fresh }) => !fresh);
  const last = kept.at(-1);
  const drawnFor = steps.slice(last === undefined ? 0 : steps.indexOf(last) + 1).map(asFilter);
  const whole = increments({ relation, steps: drawnFor }, new Map(), cost).root;
  if (kept.length === 0) return pureRho(spendings.under(relation, whole).epsilon);
  checkCoins(relation, whole);
  return keptRho(
    kept.map(draw => keptDraw(draw, state)),
    toNumber(whole.epsilon, 'up'),
  );
}

/** Seen alone, a part by a key is one: what is told of other parts adds up with it. */
const asFilter = (step: Derivation): Derivation => (isKeyPart(step) ? { kind: 'where' } : step);

function checkCoins(relation: Relation, cost: Spending): void {
  if (relation !== 'add-remove')
    capNeeded('Under a concentrated budget, named samples of a replace-one table need a cap');
  if (!spendings.isPure(cost))
    capNeeded('Under a concentrated budget, a question with a delta on a named sample needs a cap');
}

function keptDraw(draw: DrawNode, state: TreeState): KeptTable {
  const spent = (table: string): number => asCost(spentOn(table, state)).epsilon;
  if (draw.kind === 'sample') {
    const { sample, node } = draw;
    if (sample.operator === 'bernoulli') return { rate: sample.rate, spent: spent(node) };
    if (sample.operator === 'stratified') return { rate: Math.max(...sample.rates), spent: spent(node) };
  } else if (draw.split.operator === 'split') {
    const { node, part, split } = draw;
    const parts = [...split.rates].map(([name, rate]) => ({ name, rate, spent: spent(partOf(node, name)) }));
    const own = parts.find(({ name }) => name === part);
    invariant(own !== undefined, 'a part is one of those that its split lists');
    return { ...own, beside: parts.filter(other => other !== own) };
  }
  return capNeeded('Under a concentrated budget, a named sample or split of this kind needs a cap');
}

const capNeeded = (why: string): never =>
  refuse(
    'cap_needed',
    `${why}. Declare one when you create it (cap: { epsilon }, or sortition sample create --cap-epsilon), or leave out the name: ` +
      'the sample is then drawn anew for each question.',
  );
