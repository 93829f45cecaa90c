/** Programs of questions, drawn at random: tables of every operator, nested draws that are kept and come back, every aggregate. */
import { createHash } from 'node:crypto';
import type { AskOptions } from '../../src/answer/question.ts';
import type { Expression } from '../../src/plan/expressions/index.ts';
import type { Aggregate, Grouping, Plan, PlanTable, UnitAggregate } from '../../src/plan/index.ts';
import type { SampleScheme, SplitScheme } from '../../src/plan/operators/index.ts';
import { by, choice, column, compare, number, scan } from './plan-builders.ts';

export interface RandomQuestion {
  readonly plans: readonly Plan[];
  readonly options: AskOptions;
}

/** Numbers from 0 to below 1 that follow from a seed. */
export function seeded(seed: string): () => number {
  let turn = 0;
  return () => {
    turn += 1;
    return createHash('sha256').update(`${seed} ${turn}`).digest().readUInt32BE(0) / 2 ** 32;
  };
}

const SAMPLES: readonly SampleScheme[] = [
  { kind: 'bernoulli', rate: '0.5' },
  { kind: 'bernoulli', rate: '0.1' },
  { kind: 'fixed-size', size: 7 },
  { kind: 'fraction', rate: '0.3' },
  {
    kind: 'stratified',
    by: 'ward',
    rates: [
      { stratum: 'A', rate: '0.25' },
      { stratum: 'B', rate: '0.75' },
    ],
  },
  { kind: 'take', by: 'age', descending: false, size: 20 },
  { kind: 'skip', by: 'age', descending: true, size: 5 },
];

const SPLITS: readonly (readonly [SplitScheme, readonly (string | null)[]])[] = [
  [
    {
      kind: 'random',
      parts: [
        { name: 'a', rate: '0.6' },
        { name: 'b', rate: '0.3' },
      ],
    },
    ['a', 'b'],
  ],
  [{ kind: 'key', by: 'ward' }, ['A', 'B', null]],
  [{ kind: 'key', by: 'town' }, ['Ulm', 'Bonn']],
  [{ kind: 'fixed-size', size: 9 }, ['first', 'rest']],
  [{ kind: 'fraction', rate: '0.4' }, ['first', 'rest']],
  [{ kind: 'take-skip', by: 'age', descending: false, size: 12 }, ['first', 'rest']],
];

const NUMBERS: readonly Expression[] = [
  column('cost'),
  column('age'),
  { kind: 'negate', operand: column('cost') },
  { kind: 'arithmetic', operator: 'subtract', left: column('cost'), right: column('age') },
  { kind: 'arithmetic', operator: 'divide', left: column('age'), right: number('7') },
  { kind: 'arithmetic', operator: 'divide', left: column('age'), right: column('cost') },
  { kind: 'clamp', operand: column('cost'), low: '-3', high: '41.7' },
  { kind: 'absolute', operand: { kind: 'arithmetic', operator: 'subtract', left: column('age'), right: number('33') } },
  { kind: 'round', operand: column('cost'), step: '7' },
  { kind: 'length', operand: column('ward') },
  choice(compare(column('age'), 'less', number('18')), number('-0.5'), column('age')),
];

/** What a person has instead of the cost of a visit. */
const OF_PEOPLE: readonly UnitAggregate[] = [
  { kind: 'sum', name: 'cost', of: column('cost'), clamp: null },
  { kind: 'sum', name: 'cost', of: column('cost'), clamp: { low: '-7.5', high: '90.5' } },
  { kind: 'mean', name: 'cost', of: column('cost'), clamp: null },
  { kind: 'min', name: 'cost', of: column('cost'), clamp: { low: '1', high: '2000' } },
  { kind: 'max', name: 'cost', of: column('cost'), clamp: null },
  { kind: 'countValues', name: 'cost', of: column('cost'), clamp: { low: '0', high: '9' } },
];

const WITHOUT_OF: readonly Aggregate[] = [
  { kind: 'count', name: 'count' },
  { kind: 'units', name: 'units' },
];

export function randomQuestion(random: () => number): RandomQuestion {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)];
  const named = (draw: PlanTable): string | null =>
    random() < 0.7 ? `n${createHash('sha256').update(JSON.stringify(draw)).digest('hex').slice(0, 8)}` : null;
  const sampled = (input: PlanTable): PlanTable => {
    const scheme = one(SAMPLES);
    const draw: PlanTable = { kind: 'sample', input, scheme, name: null };
    return ['take', 'skip'].includes(scheme.kind) ? draw : { ...draw, name: named(draw) };
  };
  const split = (input: PlanTable): PlanTable => {
    const [scheme, parts] = one(SPLITS);
    const draw: PlanTable = { kind: 'part', input, split: scheme, part: parts[0], name: null };
    const name = ['key', 'take-skip'].includes(scheme.kind) ? null : named(draw);
    return { ...draw, part: one(parts), name };
  };
  const wraps: readonly ((input: PlanTable) => PlanTable)[] = [
    sampled,
    sampled,
    split,
    split,
    input => gathered(input),
    input => ({ kind: 'where', input, condition: compare(column('age'), 'atLeast', number('18')) }),
    input => ({ kind: 'join', input, table: 'wards', on: 'ward', keep: one(['matched', 'all'] as const) }),
  ];
  const gathered = (input: PlanTable): PlanTable => ({
    kind: 'perUnit',
    input,
    columns: ['age', 'ward'],
    aggregates: [
      { ...one(OF_PEOPLE), name: 'cost' },
      { kind: 'count', name: 'visits', clamp: null },
    ],
  });
  let input = scan('visits');
  for (let depth = Math.floor(random() * 4); depth > 0; depth--) {
    const wrapped = one(wraps)(input);
    if (wrapped.kind !== 'join' || !JSON.stringify(input).includes('"join"')) input = wrapped;
  }
  const aggregate = (place: number): Aggregate => {
    const [of, name] = [one(NUMBERS), `v${place}`];
    return one<Aggregate>([
      { ...one(WITHOUT_OF), name },
      { kind: one(['countValues', 'sum', 'mean', 'variance', 'standardDeviation'] as const), name, of },
      { kind: 'covariance', name, of, with: one(NUMBERS) },
      { kind: 'histogram', name, of, edges: ['0', '10', '50'] },
      { kind: 'bounds', name, of },
      { kind: 'quantile', name, of, rank: one(['0.5', '0.1', '0.875']) },
    ]);
  };
  const plan = (): Plan => ({
    version: 1,
    input,
    grouping: random() < 0.75 ? { kind: 'none' } : groupedBy(one),
    aggregates: Array.from({ length: 1 + Math.floor(random() * 3) }, (_, place) => aggregate(place)),
    afterwards: {},
    ...(random() < 0.1 && { interval: { share: '0.2' } }),
  });
  const epsilon = one(['0.1', '0.25', '1', '0.013']);
  const delta = random() < 0.2 ? { delta: '1e-6' } : {};
  const spend = random() < 0.5 ? { epsilon } : { inner: { epsilon } };
  return {
    plans: random() < 0.1 ? [plan(), plan()] : [plan()],
    options: { ...spend, ...delta, fresh: random() < 0.5 } as unknown as AskOptions,
  };
}

const groupedBy = (one: <T>(of: readonly T[]) => T): Grouping => one([by('ward'), by('town'), by('ward', 'town')]);
