import { expect, test } from 'vitest';
import type { SampleRecord } from '../ledger/index.ts';
import type { SampleEntry } from '../ledger/sample-record.ts';
import { type CheckedPlan, drawsOf, type PlanTable } from '../plan/index.ts';
import { type Present, resolvedDraws } from './draws.ts';

const present: Present = { states: { nameOf: () => 'now', live: false, announced: null }, version: null };
const scheme = { kind: 'bernoulli', rate: '0.5' } as const;
const scan: PlanTable = { kind: 'scan', table: 'visits' };
const inner: PlanTable = { kind: 'sample', input: scan, scheme, name: 'inner' };
const outer: PlanTable = { kind: 'sample', input: inner, scheme, name: 'outer' };
const draws = drawsOf({ plan: { input: outer } } as CheckedPlan);

/** Names as a ledger knows them, and how often somebody looked. */
class Names extends Map<string, SampleRecord> {
  looks = 0;

  override get(name: string): SampleRecord | undefined {
    this.looks += 1;
    return super.get(name);
  }
}

const stateWith = (head: string, ...samples: readonly (SampleEntry | null)[]) => ({
  head,
  samples: new Names(
    samples.flatMap(sample => (sample === null ? [] : [[sample.name, { ...sample, entry: 1, retired: null }]])),
  ),
});

const commitmentAt = (place: number): string => `${place}`.repeat(64);

test('in one state of the ledger every draw is looked up once, whoever wants to know', () => {
  const resolved = resolvedDraws(draws, present);
  const state = stateWith('a');
  expect(resolved.known(state)).toBeUndefined();
  resolved.prepare(state, commitmentAt);
  const placed = resolved.placed(state);
  expect(placed.map(({ commitment }) => commitment)).toEqual([commitmentAt(0), commitmentAt(1)]);
  expect(resolved.placed({ ...state })).toBe(placed);
  expect(state.samples.looks).toBe(2);
  // names that are only about to be drawn were never asked
  expect(resolved.known(state)).toBeUndefined();
});

test('where the ledger moved on, draws are what it knows by then', () => {
  const resolved = resolvedDraws(draws, present);
  const before = stateWith('a');
  resolved.prepare(before, commitmentAt);
  const faster = resolvedDraws(draws, present);
  faster.prepare(before, place => `f${place}`.repeat(32));
  const [made] = faster.placed(before);
  const [first, second] = resolved.placed(stateWith('b', made.creates));
  expect([first.node, first.creates]).toEqual([made.node, null]);
  expect(second.commitment).toBe(commitmentAt(1));
  expect(second.creates?.definition).not.toBe(resolved.placed(before)[1].creates?.definition);
});

test('a name that was known and is free again is drawn by the next question, not by this one', () => {
  const resolved = resolvedDraws(draws, present);
  const maker = resolvedDraws(draws, present);
  maker.prepare(stateWith('a'), commitmentAt);
  const both = stateWith('b', ...maker.placed(stateWith('a')).map(({ creates }) => creates));
  expect(resolved.known(both)).toHaveLength(2);
  resolved.prepare(both, commitmentAt);
  expect(() => resolved.placed(stateWith('c'))).toThrow(expect.objectContaining({ code: 'sample_retired' }));
});

test('what is refused is refused again', () => {
  const twice = drawsOf({ plan: { input: { ...outer, name: 'inner' } } } as CheckedPlan);
  const resolved = resolvedDraws(twice, present);
  const state = stateWith('a');
  const differs = expect.objectContaining({ code: 'sample_differs' });
  for (const _ of [1, 2]) expect(() => resolved.prepare(state, commitmentAt)).toThrow(differs);
  for (const _ of [1, 2]) expect(() => resolved.placed(state)).toThrow(differs);
});
