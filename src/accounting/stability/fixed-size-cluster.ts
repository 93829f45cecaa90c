/** k of K public clusters without replacement; what is protected is one member. */

import { up } from '../../numerics/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { amplify, tilt } from './amplification.ts';
import { checkCost, checkSize, checkSizeWithin } from './arguments.ts';
import { charge } from './charge.ts';
import type { SampleOperator } from './operator.ts';

export interface FixedSizeCluster {
  readonly size: number;
  readonly of: number;
  /** The most units in one cluster, promised. */
  readonly members: number;
}

/**
 * A cluster that is drawn keeps another one out, so what the others show counts for more than with coins.
 *   Says     (e, r) ⇒ (e', 2e'), e' = ln((1 − g + g·e^(NR)) / (1 − g + g·e^(NR−e))), g = k/K, R = max(e, r)
 *   Assumes  at most N units in each of K public clusters; k of them uniformly without replacement, secretly
 *   Rounds   up
 *   Source   derived; checked by linear program
 */
export function fixedSizeCluster({ size, of, members }: FixedSizeCluster, following: Cost): Cost {
  checkSizeWithin('number of clusters drawn', size, of, 'public number of clusters');
  checkSize('number of members', members);
  const { epsilon, replace } = checkCost(following);
  const shown = up.sub(up.mul(members, Math.max(epsilon, replace)), epsilon);
  const single = amplify(tilt(up.div(size, of), shown), epsilon);
  return charge(single, 2 * single);
}

export const fixedSizeClusterOperator: SampleOperator<FixedSizeCluster> = {
  about: 'a fixed number of whole clusters, of a public number',
  takes: { size: 'needed', of: 'needed', members: 'needed' },
  random: true,
  price: fixedSizeCluster,
  theorem: () => 'fixedSizeCluster',
};
