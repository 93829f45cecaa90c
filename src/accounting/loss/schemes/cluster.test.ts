import { describe, expect, test } from 'vitest';
import { greatestDelta } from '../../../../test/support/loss-guarantee.ts';
import {
  crowds,
  discreteLaplaceSum,
  faults,
  gaussianSum,
  laplaceSum,
  reach,
  tableOf,
} from '../../../../test/support/loss-samples.ts';
import { hockeyStick, type Table, turned } from '../../../../test/support/loss-tables.ts';
import { bernoulli, clusters, type Part } from '../../../../test/support/stability-lottery.ts';
import { upTo } from '../../../../test/support/stability-neighbours.ts';
import type { SpecifiedMechanism } from '../../specification.ts';
import { cluster as clusterPrice } from '../../stability/cluster.ts';
import { baseOf } from '../mechanism.ts';
import { deltaOf } from '../pair.ts';
import { upperDelta } from '../profile.ts';
import { clusterBounds } from './cluster.ts';
import type { StepBounds } from './scheme.ts';

const drawn = (rate: number) => clusters(bernoulli(rate), ['p', 'q'], unit => unit[0]);
const [RATE, MEMBERS] = [0.4, 2];

/** Every cluster of at most so many units that contribute -1, 0 or 1. */
const homes = (name: string, most: number): Part[] =>
  upTo(0, most).flatMap(count => crowds(count).map(units => units.map(unit => name + unit)));

const COARSE = { reached: 4e-5, below: 4e-5 };
const mechanisms = [
  {
    mechanism: { kind: 'discrete-laplace', parameter: 0.7, sensitivity: 1 },
    answers: discreteLaplaceSum(0.7, 5),
    room: {},
  },
  { mechanism: { kind: 'laplace', scale: 1.5, sensitivity: 1 }, answers: laplaceSum(1.5), room: COARSE },
  { mechanism: { kind: 'gaussian', noiseMultiplier: 1.2, sensitivity: 1 }, answers: gaussianSum(1.2), room: COARSE },
] as const satisfies { mechanism: SpecifiedMechanism; answers: unknown; room: object }[];

describe('clusterBounds', () => {
  test.each(mechanisms)('$mechanism.kind: a unit leaves or enters its cluster', ({ mechanism, answers, room }) => {
    const tables: Table[] = homes('p', MEMBERS - 1).flatMap(home =>
      [-1, 0, 1].map(value => tableOf(drawn(RATE), answers, [...home, `px:${value}`], home)),
    );
    const base = baseOf(mechanism);
    const removal = clusterBounds(base, { rate: RATE, members: MEMBERS }, 'remove');
    const addition = clusterBounds(base, { rate: RATE, members: MEMBERS }, 'add');
    expect(faults(removal, tables, room)).toEqual([]);
    expect(faults(addition, tables.map(turned), room)).toEqual([]);
    expect(faults(removal, tables.map(turned), room).length + faults(addition, tables, room).length).toBeGreaterThan(0);
    // one step is reached at every epsilon, though not by one cluster
    for (const epsilon of [-0.4, -0.1, 0, 0.1, 0.25]) {
      for (const [bounds, data] of [
        [removal, tables],
        [addition, tables.map(turned)],
      ] as const) {
        const worst = Math.max(...data.map(table => hockeyStick(table, epsilon)));
        expect(Math.abs(upperDelta(bounds.upper, epsilon) - worst)).toBeLessThan('reached' in room ? 4e-5 : 1e-12);
        expect(reach(bounds, data, epsilon)).toBeGreaterThan(0.999);
      }
    }
  });

  test.each(mechanisms)(
    '$mechanism.kind: a replaced unit, in its cluster or elsewhere',
    ({ mechanism, answers, room }) => {
      const bounds = clusterBounds(baseOf(mechanism), { rate: RATE, members: MEMBERS }, 'replace');
      const tables: Table[] = homes('p', MEMBERS - 1).flatMap(home =>
        homes('q', mechanism.kind === 'discrete-laplace' ? MEMBERS - 1 : 0).flatMap(away =>
          [-1, 1].flatMap(value =>
            ['py:-1', 'py:0', 'py:1', 'qy:-1', 'qy:0', 'qy:1'].map(other =>
              tableOf(drawn(RATE), answers, [...home, ...away, `px:${value}`], [...home, ...away, other]),
            ),
          ),
        ),
      );
      expect(faults(bounds, tables, room)).toEqual([]);
      expect(reach(bounds, tables, 0.1)).toBeGreaterThan(0.2);
    },
  );

  test('nothing is told where no cluster is drawn', () => {
    expect(clusterBounds(baseOf(mechanisms[0].mechanism), { rate: 0, members: 3 }, 'remove').highest).toBe(0);
  });
});

describe('a guarantee alone, under clusters', () => {
  const costs = [
    { epsilon: 0.6, replace: 1.2 },
    { epsilon: 0.6, replace: 0.7 },
    { epsilon: 0.6, replace: 0.2 },
  ];

  const between = ({ upper, lowers }: StepBounds, truth: number, epsilon: number): boolean =>
    truth <= upperDelta(upper, epsilon) + 1e-9 && lowers.every(lower => deltaOf(lower, epsilon).lower <= truth + 1e-9);

  test.each(costs)('epsilon $epsilon, replace $replace', cost => {
    const base = baseOf({ kind: 'pure', ...cost });
    const [rate, members] = [0.4, 2];
    const price = clusterPrice({ rate, members }, cost);
    const removal = clusterBounds(base, { rate, members }, 'remove');
    const addition = clusterBounds(base, { rate, members }, 'add');
    for (const { highest } of [removal, addition]) expect(highest).toBeCloseTo(price.epsilon, 12);
    const replaced = clusterBounds(base, { rate, members }, 'replace');
    expect(replaced.highest).toBeGreaterThan(price.replace - 1e-12);
    for (const epsilon of [-0.1, 0, 0.2]) {
      const leaving = [[], ['p1']].map(home => greatestDelta(drawn(rate), [[...home, 'px'], home], cost, epsilon));
      for (const [bounds, truth] of [
        [removal, Math.max(...leaving.map(({ forward }) => forward))],
        [addition, Math.max(...leaving.map(({ backward }) => backward))],
      ] as const) {
        expect(between(bounds, truth, epsilon)).toBe(true);
        if (cost.replace === 2 * cost.epsilon) expect(upperDelta(bounds.upper, epsilon)).toBeCloseTo(truth, 8);
      }
      const moving = ['py', 'qy'].flatMap(other =>
        [[], ['p1'], ['q1'], ['p1', 'q1']].map(home => {
          const data: [string[], string[]] = [
            [...home, 'px'],
            [...home, other],
          ];
          return greatestDelta(drawn(rate), data, cost, epsilon, drawn(rate)(home)).forward;
        }),
      );
      expect(between(replaced, Math.max(...moving), epsilon)).toBe(true);
    }
  });
});
