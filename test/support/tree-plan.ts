/**
 * A tree of derived tables with questions on several of them: as exact lotteries for the linear program, and as the
 * questions that an accountant meets. The claim and the truth come from one description.
 */

import { type Derivation, increments, type Lineage } from '../../src/accounting/tree/index.ts';
import type { TreeState } from '../../src/accounting/tree/spending.ts';
import type { Spending } from '../../src/amounts/index.ts';
import { nothing } from '../../src/amounts/index.ts';
import type { Cost, Relation } from '../../src/vocabulary/index.ts';
import { nest, type Scheme } from './stability-lottery.ts';
import { settled, spending, sumOf } from './tree-spending.ts';

/** A table, what is asked of it, and what is derived from it. */
export interface Table {
  readonly asked?: Cost;
  readonly derived?: readonly Derived[];
}

/** One scheme makes one table of a table, or several parts. */
export interface Derived {
  readonly scheme: Scheme;
  readonly tables: readonly { readonly derivation: Derivation; readonly table: Table }[];
}

/** One table of a table. */
export const derive = (scheme: Scheme, derivation: Derivation, table: Table): Derived => ({
  scheme,
  tables: [{ derivation, table }],
});

/** The tables that are asked, as the parts of one outcome, in the order of `questionsOf`. */
export function lotteryOf({ asked, derived = [] }: Table): Scheme {
  const inside = derived.map(({ scheme, tables }) => nest(scheme, ...tables.map(({ table }) => lotteryOf(table))));
  const itself: Scheme = units => [{ outcome: [units], probability: 1 }];
  const schemes = asked === undefined ? inside : [itself, ...inside];
  const copies: Scheme = units => [{ outcome: schemes.map(() => units), probability: 1 }];
  return nest(copies, ...schemes);
}

interface Asked {
  readonly steps: readonly Derivation[];
  readonly cost: Cost;
}

export const questionsOf = ({ asked, derived = [] }: Table, steps: readonly Derivation[] = []): Asked[] => [
  ...(asked === undefined ? [] : [{ steps, cost: asked }]),
  ...derived.flatMap(({ tables }) =>
    tables.flatMap(({ derivation, table }) => questionsOf(table, [...steps, derivation])),
  ),
];

/** All questions one after another, `rounds` times an equal share of each, so that they interleave. */
export function chargedFor(table: Table, relation: Relation, rounds: number): Spending {
  let [state, total]: [TreeState, Spending] = [new Map(), nothing];
  for (let round = 0; round < rounds; round++) {
    for (const { steps, cost } of questionsOf(table)) {
      const lineage: Lineage = { relation, steps };
      const { root, nodes } = increments(lineage, state, spending(cost.epsilon / rounds, cost.replace / rounds));
      [state, total] = [settled(state, nodes), sumOf(total, root)];
    }
  }
  return total;
}
