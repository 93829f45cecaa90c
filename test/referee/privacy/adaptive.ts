/** The adversary who reads the first answers, and only then decides which of two questions is the last. */

import type { Kernel } from './kernels.ts';
import { type Asked, type Component, jointOf, type Release } from './law.ts';
import { sum, times } from './loss.ts';
import { cellsOf } from './verdict.ts';

/**
 * The last question of another walk of the same program, as one more question of this one: what both walks drew before is one
 * draw, whatever its key, and what only the other one drew is nobody else's.
 */
export function instead(walked: readonly Asked[], otherwise: readonly Asked[]): Asked {
  const names = new Map<string, string>();
  for (const [i, { keys }] of walked.slice(0, -1).entries())
    for (const [place, key] of keys.entries()) {
      const there = otherwise[i].keys[place];
      if (key !== null && there !== null) names.set(there, key);
    }
  const last = otherwise.at(-1)!;
  return { ...last, keys: last.keys.map(key => (key === null ? null : (names.get(key) ?? `otherwise ${key}`))) };
}

/** More outputs of the first answers, or of a last one, are left out of what the adversary sees: never above the truth. */
const OUTPUTS_MOST = 150;

/** How often more than epsilon is told to whoever chooses; the last two releases are the questions to choose from. */
export function adaptiveFailure(releases: readonly Release[], epsilon: number): number | undefined {
  const component = jointOf(releases);
  return component && failureByChoice(component, releases.length - 2, epsilon);
}

/** `choice` is the first of the two last releases. */
export function failureByChoice(component: Component, choice: number, epsilon: number): number {
  const [before, ...ways] = [
    seen(component, release => release < choice),
    seen(component, release => release === choice),
    seen(component, release => release === choice + 1),
  ];
  const factor = Math.exp(epsilon);
  let [forth, back] = [0, 0];
  const { one, other } = component;
  visit(component, before, [Float64Array.from(one.weights), Float64Array.from(other.weights)], (left, right) => {
    const released = ways.map(way => {
      let [most, least] = [0, 0];
      visit(component, way, [left, right], (p, q) => {
        const [chance, elsewhere] = [sum(p), sum(q)];
        most += Math.max(0, chance - factor * elsewhere);
        least += Math.max(0, elsewhere - factor * chance);
      });
      return { most, least };
    });
    forth += Math.max(...released.map(({ most }) => most));
    back += Math.max(...released.map(({ least }) => least));
  });
  return Math.max(forth, back);
}

interface Seen {
  readonly place: number;
  readonly cells: Kernel;
}

function seen({ coordinates }: Component, isOf: (release: number) => boolean): Seen[] {
  const kept: Seen[] = [];
  let outputs = 1;
  for (const [place, { name, law, values }] of coordinates.entries()) {
    const cells = isOf(Number.parseInt(name, 10)) ? cellsOf(law, values) : undefined;
    if (cells === undefined || outputs * cells.length > OUTPUTS_MOST) continue;
    outputs *= cells.length;
    kept.push({ place, cells });
  }
  return kept;
}

type Weights = readonly [one: Float64Array, other: Float64Array];

function visit(
  worlds: Pick<Component, 'one' | 'other'>,
  [first, ...rest]: readonly Seen[],
  [left, right]: Weights,
  end: (left: Float64Array, right: Float64Array) => void,
): void {
  if (first === undefined) {
    end(left, right);
    return;
  }
  for (const row of first.cells)
    visit(worlds, rest, [times(left, worlds.one, first.place, row), times(right, worlds.other, first.place, row)], end);
}
