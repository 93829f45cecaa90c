/** Every way in which the secret key of a draw may decide, with its probability: cells between thresholds, and orders. */
import type { CheckedTable } from '../../../src/plan/checked-plan.ts';
import { tablesOf } from '../../../src/plan/lineage.ts';
import type { Membership } from '../../../src/plan/operators/schemes/scheme.ts';

const HASHES = 2n ** 64n;

/** What the questions that use a key compare its hashes with. */
export interface KeyUse {
  readonly cuts: ReadonlySet<bigint>;
  /** Also with each other. */
  readonly ordered: boolean;
}

/** One way: the hash of every unit, as hex digits. */
export interface Way {
  readonly hashes: ReadonlyMap<string, string>;
  readonly probability: number;
}

/** Whether a draw is by chance; all others are by an order or a key. */
export const isByChance = ({ kind }: Membership): boolean =>
  kind === 'interval' || kind === 'strata' || kind === 'smallest';

/** The draws of a table by their place. */
export function membershipsOf(table: CheckedTable): Membership[] {
  const found: Membership[] = [];
  for (const each of tablesOf(table))
    if (each.kind === 'sample' || each.kind === 'part') found[each.place] = each.membership;
  return found;
}

export function useOf(memberships: readonly Membership[]): KeyUse {
  const cuts = memberships.flatMap(membership => {
    if (membership.kind === 'interval') return [membership.from, membership.to];
    return membership.kind === 'strata' ? membership.thresholds.map(({ threshold }) => threshold) : [];
  });
  return {
    cuts: new Set(cuts.filter(cut => cut > 0n && cut < HASHES)),
    ordered: memberships.some(({ kind }) => kind === 'smallest'),
  };
}

/** How many ways there are, before they are listed. */
export const numberOfWays = ({ cuts, ordered }: KeyUse, units: number): number =>
  (cuts.size + 1) ** units * (ordered ? factorial(units) : 1);

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

export function waysOf({ cuts, ordered }: KeyUse, units: readonly string[]): Way[] {
  const edges = [0n, ...[...cuts].sort((one, other) => (one < other ? -1 : 1)), HASHES];
  const cells = edges.slice(0, -1).map((from, i) => ({ from, probability: Number(edges[i + 1] - from) / 2 ** 64 }));
  let chosen: { readonly places: readonly number[]; readonly probability: number }[] = [{ places: [], probability: 1 }];
  for (const _ of units)
    chosen = chosen.flatMap(({ places, probability }) =>
      cells.map((cell, i) => ({ places: [...places, i], probability: probability * cell.probability })),
    );
  return chosen.flatMap(({ places, probability }) => {
    const orders = ordered ? ordersWithin(places) : [units.map(() => 0)];
    return orders.map(order => ({
      hashes: new Map(units.map((unit, i) => [unit, hexOf(cells[places[i]].from + BigInt(order[i]))])),
      probability: probability / orders.length,
    }));
  });
}

/** Ranks of units, all orders among those of one cell; between cells the cells decide. */
function ordersWithin(cells: readonly number[]): number[][] {
  const all = permutations(cells.length);
  const seen = new Map<string, number[]>();
  for (const order of all) {
    const ranks = cells.map((cell, i) => cells.filter((other, j) => other === cell && order[j] < order[i]).length);
    seen.set(ranks.join(), ranks);
  }
  return [...seen.values()];
}

function permutations(length: number): number[][] {
  if (length === 0) return [[]];
  return permutations(length - 1).flatMap(order =>
    Array.from({ length }, (_, place) => [...order.slice(0, place), length - 1, ...order.slice(place)]),
  );
}

const hexOf = (hash: bigint): string => hash.toString(16).padStart(16, '0');
