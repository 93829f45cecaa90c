/** Whole clusters (households, classes) are kept, each by one coin; what is protected is one member. */

import { up } from '../../numerics/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { amplify, tilt } from './amplification.ts';
import { checkCost, checkRate, checkSize } from './arguments.ts';
import { charge } from './charge.ts';
import type { SampleOperator } from './operator.ts';

export interface Cluster {
  readonly rate: number;
  /** The most units in one cluster. */
  readonly members: number;
  /** Whether the data are known to keep that limit, or larger clusters lose members to it. Default: promised. */
  readonly limit?: 'promised' | 'enforced' | undefined;
  /** Whether a replaced unit may turn up in another cluster. Default: it may. */
  readonly moves?: boolean | undefined;
}

export function cluster({ rate, members, limit = 'promised', moves = true }: Cluster, following: Cost): Cost {
  checkRate('sampling rate', rate);
  checkSize('number of members', members);
  const cost = checkCost(following);
  return limit === 'enforced' ? enforced(rate, members, cost) : promised(rate, members, moves, cost);
}

/**
 * No cluster has more than N members: seeing the others tells whether the cluster was drawn.
 *   Says     e ⇒ ln((1 − b + b·e^(Ne)) / (1 − b + b·e^((N−1)e))); r ⇒ in its cluster
 *            ln((1 − b + b·e^(Ne)) / (1 − b + b·e^(Ne−r))), else min(max(e, r), ln(... / (1 − b + b·e^((N−2)e))))
 *   Assumes  the limit holds in every possible data set; one fresh secret coin per cluster
 *   Rounds   up; all reached, but for a unit that moves with r < 2e: there a bound
 *   Source   derived; checked by linear program
 */
function promised(rate: number, members: number, moves: boolean, { epsilon, replace }: Cost): Cost {
  const others = (count: number): number => up.mul(count, epsilon);
  const single = amplify(tilt(rate, others(members - 1)), epsilon);
  // alone in its cluster, a unit that moves is simply replaced
  const replaced =
    moves && members > 1
      ? Math.min(Math.max(epsilon, replace), amplify(tilt(rate, others(members - 2)), 2 * epsilon))
      : amplify(tilt(rate, up.sub(others(members), replace)), replace);
  return charge(single, replaced);
}

/**
 * Clusters above N members lose some: a new member may push another one out.
 *   Says     (e, r) ⇒ (e', 2e'), e' = ln((1 − b + b·e^(Ne)) / (1 − b + b·e^(Ne−max(e,r))))
 *   Assumes  members are dropped by a total order that does not depend on the data; one fresh secret coin per cluster
 *   Rounds   up; e' reached, 2e' for r ≥ e
 *   Source   derived; checked by linear program
 */
function enforced(rate: number, members: number, { epsilon, replace }: Cost): Cost {
  const change = Math.max(epsilon, replace);
  const single = amplify(tilt(rate, up.sub(up.mul(members, epsilon), change)), change);
  return charge(single, 2 * single);
}

export const clusterOperator: SampleOperator<Cluster> = {
  about: 'Bernoulli sampling of whole clusters: households, wards or schools',
  takes: { rate: 'needed', members: 'needed', limit: 'optional', moves: 'optional' },
  random: true,
  price: cluster,
  theorem: () => 'promised',
};
