/** What parts by a key charge to the concentrated sum of the base: of all parts of a split the one that costs most. */
import { type Amount, amounts } from '../../amounts/index.ts';
import { type Derivation, isKeyPart, type Lineage, type PartDraw, partOf } from './lineage.ts';
import type { NodeRho, TreeState } from './spending.ts';

/** What the base is charged, and what is added to the parts and splits on the way; nothing where there are none. */
interface PartsRho {
  readonly root: Amount;
  readonly nodes: ReadonlyMap<string, NodeRho>;
}

/**
 * A question of rho, asked of a part or of anything that was derived from it.
 *   Says     every part holds the sum of the rho of all that was asked there, as if it were a base, and its split passes on by how much the greatest
 *            of these sums exceeds what it passed before: a unit lies in one part, so that of all sums only one concerns it
 *   Assumes  add-remove; parts by keys that no unit has two of, split off the base or off each other with nothing but maps and filters
 *            between; a split is a node of one state of the data; no delta, which costs the base as on a filter
 *   Rounds   nothing: sums and differences are exact
 *   Source   derived, from [FZ21] for each pair of neighbours; enumerated on adaptive trees
 */
export function throughParts({ relation, steps }: Lineage, state: TreeState, rho: Amount): PartsRho {
  const nodes = new Map<string, NodeRho>();
  let root = rho;
  for (const { node, part } of relation === 'add-remove' ? ownParts(steps).reverse() : []) {
    const own = partOf(node, part);
    const held = amounts.plus(state.get(own)?.rho?.spent ?? amounts.none, root);
    nodes.set(own, { spent: root, passed: amounts.none });
    root = amounts.left(held, state.get(node)?.rho?.passed ?? amounts.none);
    nodes.set(node, { spent: amounts.none, passed: root });
  }
  return { root, nodes };
}

/** From the base outwards, up to the first step that is anything else. */
function ownParts(steps: readonly Derivation[]): PartDraw[] {
  const other = steps.findIndex(step => 'node' in step && !isOwnPart(step));
  return steps.slice(0, other < 0 ? steps.length : other).filter(isOwnPart);
}

const isOwnPart = (step: Derivation): step is PartDraw =>
  isKeyPart(step) &&
  step.kind === 'part' &&
  step.split.operator === 'partition' &&
  step.split.rowsPerUnit === undefined &&
  step.fresh !== true &&
  step.acrossStates !== true;
