/**
 * The draws of checked plans as exact lotteries: every way in which hashes may fall, with its probability.
 * What happens to the units is what the plan's meaning says, so that claim and meaning are compared and not two formulas.
 */
import type { CheckedTable } from '../../src/plan/checked-plan.ts';
import { tablesOf } from '../../src/plan/lineage.ts';
import { rowsOf } from '../../src/plan/meaning.ts';
import type { RawData } from '../../src/plan/operators/operator.ts';
import type { Part, Scheme } from './stability-lottery.ts';

const HASHES = 2n ** 64n;

type Draw = Extract<CheckedTable, { readonly kind: 'sample' | 'part' }>;

interface Chance {
  /** Hash of each unit, by its place in the list of units. */
  readonly hashes: readonly bigint[];
  readonly probability: number;
}

/** Tables of one question tree as parts of one outcome; `dataOf` makes the rows of units. */
export function schemeOf(tables: readonly CheckedTable[], dataOf: (units: Part) => RawData): Scheme {
  return units => {
    const places = drawsOf(tables).map(draws => chancesOf(draws, units.length));
    const data = dataOf(units);
    return product(places).map(({ chances, probability }) => {
      const hashOf = (place: number, unit: string) => hexOf(chances[place].hashes[units.indexOf(unit)]);
      const outcome = tables.map(table => [...new Set(rowsOf(table, data, hashOf).map(({ unit }) => unit))].sort());
      return { outcome, probability };
    });
  };
}

/** All nodes of each place, for the parts of a split differ in what they keep. */
function drawsOf(tables: readonly CheckedTable[]): Draw[][] {
  const places: Draw[][] = [];
  for (const table of tables.flatMap(tablesOf))
    if (table.kind === 'sample' || table.kind === 'part') places[table.place] = [...(places[table.place] ?? []), table];
  return places;
}

/** Where only thresholds matter, the cells between them; where only the order matters, all orders. */
function chancesOf(draws: readonly Draw[], units: number): Chance[] {
  if (draws.some(({ membership }) => membership.kind === 'smallest')) {
    const orders = permutations(units);
    return orders.map(order => ({ hashes: order.map(BigInt), probability: 1 / orders.length }));
  }
  const cuts = draws.flatMap(({ membership }) => {
    if (membership.kind === 'interval') return [membership.from, membership.to];
    return membership.kind === 'strata' ? membership.thresholds.map(({ threshold }) => threshold) : [];
  });
  const edges = [...new Set([0n, ...cuts, HASHES])].sort((one, other) => (one < other ? -1 : 1));
  const cells = edges.slice(0, -1).map((from, i) => ({ from, probability: Number(edges[i + 1] - from) / 2 ** 64 }));
  let chances: Chance[] = [{ hashes: [], probability: 1 }];
  for (let unit = 0; unit < units; unit++)
    chances = chances.flatMap(({ hashes, probability }) =>
      cells.map(cell => ({ hashes: [...hashes, cell.from], probability: probability * cell.probability })),
    );
  return chances;
}

function permutations(length: number): number[][] {
  if (length === 0) return [[]];
  return permutations(length - 1).flatMap(order =>
    Array.from({ length }, (_, place) => [...order.slice(0, place), length - 1, ...order.slice(place)]),
  );
}

const product = (places: readonly (readonly Chance[])[]) =>
  places.reduce<{ readonly chances: readonly Chance[]; readonly probability: number }[]>(
    (all, next) =>
      all.flatMap(({ chances, probability }) =>
        next.map(chance => ({ chances: [...chances, chance], probability: probability * chance.probability })),
      ),
    [{ chances: [], probability: 1 }],
  );

const hexOf = (hash: bigint): string => hash.toString(16).padStart(16, '0');
