/**
 * Data of two states, and every way in which tables may be drawn from them: coins and random splits that follow their units from
 * the first state to the second, and draws of one state from any table there. Weights are whole numbers, as in `tree-worlds`.
 */
import type { Derivation, Lineage } from '../../src/accounting/tree/index.ts';
import type { Below } from '../../src/random/index.ts';
import type { Relation } from '../../src/vocabulary/index.ts';
import type { Game } from './tree-game.ts';
import * as draw from './tree-worlds.ts';

const STATES = [0, 1] as const;
const QUARTERS = 4;
const EVERYBODY = (1 << draw.UNIVERSE) - 1;
const units = Array.from({ length: draw.UNIVERSE }, (_, i) => 1 << i);

/** What the accountant is made to believe, in place of what is so: each must be found out. */
export type Fault =
  /** A node of one state is taken for the same in the other. */
  | 'outlives'
  /** What reaches a draw that follows its units is not lifted. */
  | 'unlifted'
  /** Coins below a part by a key are taken for following their units. */
  | 'below parts';

/** A table in one of the states. */
interface Place {
  readonly state: 0 | 1;
  readonly steps: readonly Derivation[];
  /** The place of the same table in the other state, where nothing on its way belongs to one. */
  readonly twin: number | undefined;
}

interface Drawn {
  readonly tables: readonly draw.Units[];
  readonly weight: number;
}

/** From all tables so far to those that a drawing adds. */
type Planted = (tables: readonly draw.Units[]) => readonly Drawn[];

export interface StateGame extends Game {
  readonly states: readonly (0 | 1)[];
}

/** So many drawings on data of up to four units in each of two states. */
export function randomStateGame(
  below: Below,
  { relation, sizesArePublic, fault }: { relation: Relation; sizesArePublic: boolean; fault?: Fault },
  drawings: number,
): StateGame {
  const choice: Derivation = { kind: sizesArePublic ? 'map' : 'where' };
  const places: Place[] = STATES.map(state => ({ state, steps: [choice], twin: 1 - state }));
  const forest: Planted[] = [];
  for (let i = 0; i < drawings; i++) {
    const from = below(places.length);
    const follows = places[from].twin !== undefined && below(2) === 0;
    const { planted, added } = follows
      ? followingDraw(below, `draw ${i}`, from, places, { sizesArePublic, fault })
      : drawOfOneState(below, `draw ${i}`, from, places, fault);
    forest.push(planted);
    places.push(...added);
  }
  const worlds = dataOf(below, relation, sizesArePublic).map(base =>
    forest.reduce<Drawn[]>(
      (all, planted) =>
        all.flatMap(({ tables, weight }) =>
          planted(tables).map(drawn => ({ tables: [...tables, ...drawn.tables], weight: weight * drawn.weight })),
        ),
      [{ tables: base, weight: 1 }],
    ),
  );
  return {
    relation,
    lineages: places.map(({ steps }): Lineage => ({ relation, steps })),
    worlds: [worlds[0], worlds[1]],
    states: places.map(({ state }) => state),
  };
}

/** Neighbours differ in one unit, with rows in any states; where sizes are public, both units in the same. */
function dataOf(below: Below, relation: Relation, sizesArePublic: boolean): readonly (readonly draw.Units[])[] {
  const [x, y] = [units[below(units.length)], units[below(units.length)]];
  const others = STATES.map(() => below(1 << draw.UNIVERSE) & ~x & ~y);
  const [mine, yours] = [1 + below(3), relation === 'add-remove' ? 0 : 1 + below(3)];
  const present = (unit: draw.Units, mask: number) => STATES.map(state => ((mask >> state) & 1 ? unit : 0));
  const [one, other] = [present(x, mine), present(y, sizesArePublic ? mine : yours)];
  return [one, other].map(unit => STATES.map(state => others[state] | unit[state]));
}

interface Followed {
  readonly sizesArePublic: boolean;
  readonly fault: Fault | undefined;
}

interface Added {
  readonly planted: Planted;
  readonly added: readonly Place[];
}

/** One number a unit, which decides in every state. */
function followingDraw(below: Below, node: string, from: number, places: readonly Place[], followed: Followed): Added {
  const [first, second] = [from, places[from].twin!].sort((a, b) => a - b);
  const kind = (['bernoulli', 'stratified', 'split'] as const)[below(3)];
  const strata = STATES.map(() => below(1 << draw.UNIVERSE));
  const [inside, outside] = [1 + below(3), kind === 'stratified' ? 1 + below(3) : 0];
  const rate = kind === 'stratified' ? inside : 1 + below(3);
  const perUnit = places[from].steps.every(step => step.kind === 'map' || ('node' in step && !step.acrossStates));
  // with public sizes, coins leave a replaced unit and its other in the same states; strata and filters do not
  const isLifted = !(followed.sizesArePublic && perUnit && kind !== 'stratified');
  const across = isLifted && followed.fault !== 'unlifted' ? { acrossStates: true as const } : {};
  const derivations: readonly Derivation[] =
    kind === 'split'
      ? ['a', 'b'].map(part => ({
          kind: 'part',
          node,
          part,
          split: {
            operator: 'split',
            rates: new Map([
              ['a', rate / QUARTERS],
              ['b', (QUARTERS - rate) / QUARTERS],
            ]),
          },
          ...across,
        }))
      : [
          {
            kind: 'sample',
            node,
            sample:
              kind === 'bernoulli'
                ? { operator: 'bernoulli', rate: rate / QUARTERS }
                : { operator: 'stratified', rates: [inside / QUARTERS, outside / QUARTERS] },
            ...across,
          },
        ];
  const isIn = (part: number, state: 0 | 1, unit: draw.Units, number: number): boolean => {
    if (kind === 'stratified') return number < ((strata[state] & unit) !== 0 ? inside : outside);
    return part === 0 ? number < rate : number >= rate;
  };
  const planted: Planted = tables => {
    const here = STATES.map(state => tables[state === 0 ? first : second]);
    const start: Drawn[] = [{ tables: derivations.flatMap(() => [0, 0]), weight: 1 }];
    return units.reduce((all, unit) => {
      const ways = waysOf(unit, here);
      return all.flatMap(({ tables, weight }) =>
        ways.map(way => ({ tables: tables.map((table, i) => table | way.tables[i]), weight: weight * way.weight })),
      );
    }, start);
  };
  /** Where the unit may be, and for how many of its four numbers. */
  const waysOf = (unit: draw.Units, here: readonly draw.Units[]): Drawn[] => {
    const ways = new Map<string, Drawn>();
    for (let number = 0; number < QUARTERS; number++) {
      const tables = derivations.flatMap((_, part) =>
        STATES.map(state => ((here[state] & unit) !== 0 && isIn(part, state, unit, number) ? unit : 0)),
      );
      const weight = (ways.get(tables.join())?.weight ?? 0) + 1;
      ways.set(tables.join(), { tables, weight });
    }
    return [...ways.values()];
  };
  const added = derivations.flatMap((derivation, part) =>
    STATES.map((state): Place => {
      const place = places.length + 2 * part + state;
      return { state, steps: [...places[from].steps, derivation], twin: state === 0 ? place + 1 : place - 1 };
    }),
  );
  return { planted, added };
}

const ofOneState: readonly ((node: string, below: Below) => draw.Drawing)[] = [
  (_, below) => draw.where(below(EVERYBODY + 1)),
  (node, below) => draw.bernoulli(node, 1 + below(3)),
  (node, below) => draw.fixedSize(node, 1 + below(2)),
  (node, below) => draw.fixedSizeSplit(node, 1 + below(2)),
  node => draw.fraction(node),
  node => draw.fractionSplit(node),
  (node, below) => draw.take(node, 1 + below(2)),
  (node, below) => draw.skip(node, 1 + below(2)),
  node => draw.takeSkipSplit(node, 1),
  (node, below) => draw.keySplit(node, 1 + below(EVERYBODY)),
];

/** A node of this state: the other one has another, however alike it is drawn. */
function drawOfOneState(
  below: Below,
  node: string,
  from: number,
  places: readonly Place[],
  fault: Fault | undefined,
): Added {
  const { state, steps } = places[from];
  const isBelowPart = steps.some(step => step.kind === 'part' && step.split.operator === 'partition');
  const kinds = fault === undefined ? ofOneState : [ofOneState[1], ofOneState[2], ofOneState[9], ofOneState[9]];
  const made = kinds[below(kinds.length)](node, below);
  const named = (derivation: Derivation): Derivation => {
    if (!('node' in derivation)) return derivation;
    if (fault === 'outlives') return { ...derivation, node: `one of ${derivation.kind} ${from % 2}` };
    return fault === 'below parts' && isBelowPart ? { ...derivation, node: 'below parts' } : derivation;
  };
  return {
    planted: tables => made.outcomes(tables[from]),
    added: made.derivations.map(derivation => ({ state, steps: [...steps, named(derivation)], twin: undefined })),
  };
}
