import { expect, test } from 'vitest';
import { rational } from '../../../src/numerics/index.ts';
import { type AskStep, type Case, isPossible } from '../generate/case.ts';
import { diceOf } from '../generate/dice.ts';
import { otherPeople } from '../generate/people.ts';
import { PAIRS, wayOf } from './coverage.ts';
import { openGround } from './ground.ts';
import { ALONE, judge } from './judge.ts';
import { componentsOf, type Release, releasesOn } from './law.ts';
import { programOf, replay } from './program.ts';
import { caseOf, run } from './referee.ts';
import { walk } from './road.ts';
import { shrunk } from './shrink.ts';
import { pureLoss } from './verdict.ts';

/** A count in a Bernoulli sample of one person more or less, asked twice of one sample. */
const counted: Case = {
  engine: 'memory',
  source: 'duckdb',
  policies: [
    {
      visits: {
        unit: 'person',
        rowsPerUnit: 1,
        columns: { cost: { type: 'integer', min: 0, max: 1 }, age: { type: 'integer', min: 0, max: 1, perUnit: true } },
      },
    },
  ],
  steps: [
    {
      kind: 'state',
      others: { visits: [{ person: 'b', cost: 1, age: 0 }] },
      one: { visits: [{ person: 'a', cost: 1, age: 1 }] },
      other: { visits: [] },
      written: ['visits'],
      version: null,
    },
    asked('1'),
    asked('0.5'),
  ],
  marks: [],
};

function asked(epsilon: string): AskStep {
  return {
    kind: 'ask',
    plans: [
      {
        version: 1,
        input: {
          kind: 'sample',
          input: { kind: 'scan', table: 'visits' },
          scheme: { kind: 'bernoulli', rate: '0.5' },
          name: 'june',
        },
        grouping: { kind: 'none' },
        aggregates: [{ kind: 'count', name: 'count' }],
        afterwards: {},
      },
    ],
    options: { inner: { epsilon } },
  };
}

test('what two questions to one sample tell is what is charged, to the last digit', async () => {
  const ground = await openGround();
  try {
    const { releases, spent, said } = await walk(counted, 'one', ground);
    expect(said.slice(1).every(each => each.startsWith('answered'))).toBe(true);
    const loss = pureLoss(componentsOf(releasesOn(releases, counted))!);
    expect(loss).toBeCloseTo(Math.log(1 + 0.5 * Math.expm1(1.5)), 9);
    expect(spent.epsilon).toBeCloseTo(loss, 9);
    expect(spent.epsilon).toBeGreaterThanOrEqual(loss - 1e-12);
    expect((await judge(counted, ground, ALONE)).findings).toEqual([]);
    expect((await replay(counted)).findings).toEqual([]);
  } finally {
    await ground.close();
  }
});

test('no person changes in a table that is not written anew', async () => {
  const dice = diceOf(1, 0);
  let [found, apart] = [0, 0];
  for (let number = 0; number < 300; number++) {
    const that = await caseOf(1, number);
    const people = otherPeople(dice, that);
    expect([number, isPossible(that), isPossible(people)]).toEqual([number, true, true]);
    const step = that.steps.findLast(step => step.kind === 'state')!;
    if (step.written.includes('visits')) continue;
    found += 1;
    const changed = { ...step, one: { ...step.one, visits: [...(step.one.visits ?? []), { person: 'z' }] } };
    apart += isPossible({ steps: that.steps.map(each => (each === step ? changed : each)) }) ? 0 : 1;
  }
  expect(found).toBeGreaterThan(3);
  expect(apart).toBe(found);
});

test('a failing case shrinks to what is needed, and its program says which', async () => {
  // as if sensitivities were half of what they are: the referee must find it and keep little else
  const halved = (release: Release): Release => ({
    ...release,
    mechanisms: release.mechanisms.map(list =>
      list.map(each => ({
        ...each,
        share: { ...each.share, epsilon: rational.add(each.share.epsilon, each.share.epsilon) },
      })),
    ),
  });
  const ground = await openGround();
  const fails = async (that: Case): Promise<boolean> => {
    const { releases, spent } = await walk(that, 'one', ground);
    const components = componentsOf(releasesOn(releases, that).map(halved));
    return components !== undefined && pureLoss(components) > spent.epsilon! + 1e-9;
  };
  try {
    expect(await fails(counted)).toBe(true);
    const smallest = await shrunk(counted, fails);
    expect(smallest.steps).toHaveLength(2);
    expect(smallest.steps[0]).toMatchObject({ others: { visits: [] } });
    expect((smallest.steps[1] as AskStep).plans[0].input.kind).toBe('scan');
    expect(programOf(smallest)).toContain('await replay({');
  } finally {
    await ground.close();
  }
});

test('a fixed seed finds nothing, and a case is the same case every time', async () => {
  const said: string[] = [];
  const { runs, failures, coverage } = await run({ seconds: 4, seed: 11, say: line => said.push(line) });
  expect(failures).toEqual([]);
  expect(runs).toBeGreaterThan(0);
  expect(coverage['neighbours compared']).toBeGreaterThan(0);
  const alone = await run({ seconds: 60, seed: 11, number: 2, say: () => {} });
  expect(alone.runs).toBe(1);
  expect(await caseOf(11, 2)).toEqual(await caseOf(11, 2));
}, 120_000);

test('every operator is asked upon every other, within a few rounds of cases', async () => {
  const isAsked = ({ steps }: Case, pair: readonly string[]): boolean =>
    steps.some(
      step => step.kind === 'ask' && step.plans.some(({ input }) => `${wayOf(input)},`.includes(`${pair.join()},`)),
    );
  const missing = new Set(PAIRS.keys());
  for (let round = 0; round < 4; round++)
    for (const place of missing)
      if (isAsked(await caseOf(11, 4 * (place + round * PAIRS.length) + 1), PAIRS[place])) missing.delete(place);
  expect([...missing].map(place => PAIRS[place])).toEqual([]);
}, 60_000);
