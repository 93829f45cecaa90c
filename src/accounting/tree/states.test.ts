/** Data that change: nodes of one state, draws that follow their units, and what both cost, on all sequences of two small states. */
import { describe, expect, test } from 'vitest';
import { type Fault, randomStateGame } from '../../../test/support/state-worlds.ts';
import { type Game, isWithin, type Transcript, transcriptsOf } from '../../../test/support/tree-game.ts';
import { hint, hints, sizeHint } from '../../../test/support/tree-questions.ts';
import { anyQuestions, seeded } from '../../../test/support/tree-strategies.ts';
import type { Derivation } from './lineage.ts';

const loss = ({ one, other }: Transcript): number => Math.abs(Math.log(one / other));

const settings = [
  { relation: 'add-remove', sizesArePublic: false },
  { relation: 'replace-one', sizesArePublic: false },
  { relation: 'replace-one', sizesArePublic: true },
] as const;

describe.each(settings)('$relation, public sizes: $sizesArePublic', setting => {
  test('no adaptive strategy over two states learns more than the root was charged', () => {
    const below = seeded(9);
    let reached = 0;
    for (let strategy = 0; strategy < 1200; strategy++) {
      const game = randomStateGame(below, setting, 2);
      for (const transcript of transcriptsOf(game, anyQuestions(below, game))) {
        const { charged, inFull } = transcript;
        if (!isWithin(transcript, charged)) expect(loss(transcript), `strategy ${strategy}`).toBeLessThan(charged);
        if (charged > 0 && charged < 0.9 * inFull) reached = Math.max(reached, loss(transcript) / charged);
      }
    }
    // amplified charges are reached too: the two states are not simply charged in full
    expect(reached).toBeGreaterThan(0.99);
  });
});

describe('planted faults are found', () => {
  test.each<[Fault, (typeof settings)[number]]>([
    ['outlives', settings[0]],
    ['outlives', settings[1]],
    ['below parts', settings[0]],
  ])('at random: %s, %o', (fault, setting) => {
    const below = seeded(10);
    let found = false;
    for (let strategy = 0; strategy < 2000 && !found; strategy++) {
      const game = randomStateGame(below, { ...setting, fault }, 3);
      found = transcriptsOf(game, anyQuestions(below, game)).some(isBroken);
    }
    expect(found).toBe(true);
  });

  const [x, y] = [1, 2];
  const coins = [0, x, y, x | y];
  /** Two states of a table, and those whose coin fell well, the same in both. */
  const half = (first: number, second: number) =>
    coins.map(drawn => ({ tables: [first, second, first & drawn, second & drawn], weight: 1 }));
  const coin = (acrossStates: boolean): Derivation => ({
    kind: 'sample',
    node: 'coin',
    sample: { operator: 'bernoulli', rate: 0.5 },
    ...(acrossStates && { acrossStates }),
  });

  test.each([true, false])('a coin, asked who is there first and how many later; lifted: %s', lifted => {
    const steps: readonly Derivation[] = [{ kind: 'map' }, coin(lifted)];
    const game: Game = {
      relation: 'replace-one',
      lineages: [[steps[0]], [steps[0]], steps, steps].map(list => ({ relation: 'replace-one', steps: list })),
      // x is in both states, y in the first alone
      worlds: [half(x, x), half(y, 0)],
    };
    const asked = [
      { place: 2, ...hints(3, x) },
      { place: 3, ...sizeHint(3, 1) },
    ];
    const played = transcriptsOf(game, ({ asked: before }) => asked[before.length]);
    expect(played.some(isBroken)).toBe(!lifted);
  });

  test.each([true, false])('who moves from part to part; a node for each state: %s', isOwn => {
    const part = (name: string, state: number): Derivation => ({
      kind: 'part',
      node: isOwn ? `key in ${state}` : 'key',
      split: { operator: 'partition', parts: ['this', 'that'] },
      part: name,
    });
    const lineages = [part('this', 0), part('that', 1)].map(step => [{ kind: 'where' } as const, step]);
    const game: Game = {
      relation: 'add-remove',
      lineages: lineages.map(steps => ({ relation: 'add-remove', steps })),
      worlds: [[{ tables: [x, x], weight: 1 }], [{ tables: [0, 0], weight: 1 }]],
    };
    const played = transcriptsOf(game, ({ asked }) =>
      asked.length < 2 ? { place: asked.length, ...hint(2, x) } : undefined,
    );
    expect(played.some(isBroken)).toBe(!isOwn);
  });
});

function isBroken(transcript: Transcript): boolean {
  return !isWithin(transcript, transcript.charged) && loss(transcript) > transcript.charged;
}
