/** Random questions about a world: every operator, aggregate and kind of group. */
import { BESIDE, besideRule, mayStandBeside } from './beside.ts';
import { randomComputed } from './computing.ts';
import type { Dice } from './dice.ts';
import {
  anything,
  bounded,
  COMPARISONS,
  condition,
  type NamedNum,
  type Setting,
  type Shown,
  someNumber,
} from './expressions.ts';
import { keysOf } from './keys.ts';
import { perPerson, shownAfter } from './per-person.ts';
import { type Aggregate, isDraw, type Question, type Step } from './question.ts';
import * as words from './words.ts';
import { type TableName, WARD_COLUMNS, type World } from './world.ts';

const RATES = [0.2, 0.5, 0.75, 1] as const;

function draw({ dice, world }: Setting, name: string): Step {
  const people = new Set(world.rows.visits.map(({ patient }) => patient)).size;
  switch (dice.below(9)) {
    case 0:
    case 1:
    case 2:
      return { kind: 'bernoulli', rate: dice.pick(RATES), name };
    case 3:
      return { kind: 'fraction', rate: dice.pick(RATES), name };
    case 4:
      return { kind: 'fixed-size', size: Math.max(1, Math.round(people * dice.pick([0.3, 0.6, 2]))), name };
    case 5:
      return {
        kind: 'stratified',
        by: 'blood',
        rates: dice.pick([
          { A: 0.3, B: 0.9 },
          { '0': 0.6, A: 0.25, B: 1 },
          { '0': 0.5, A: 0.5 },
        ]),
        name,
      };
    case 6:
      return { kind: 'split', rates: { train: 0.7, test: 0.3 }, part: dice.pick(['train', 'test']), name };
    default:
      return {
        kind: dice.pick(['take', 'skip']),
        by: dice.pick(['age', 'blood']),
        descending: dice.chance(0.5),
        size: dice.pick([1, 3, 10, 40]),
      };
  }
}

/** `name` makes the names of samples differ from question to question. */
function stepsOf(
  setting: Setting,
  name: string,
  table: TableName,
): { readonly steps: readonly Step[]; readonly shown: Shown } {
  const { dice, world } = setting;
  const shown = new Map(Object.entries(world.columns));
  const steps: Step[] = [];
  const drawSometimes = (chance: number): void => {
    if (dice.chance(chance)) steps.push(draw(setting, `${name}-${steps.length}`));
  };
  drawSometimes(0.3);
  if (dice.chance(0.35)) {
    steps.push({ kind: 'join', keep: dice.pick(['matched', 'all']) });
    for (const [column, rule] of Object.entries(WARD_COLUMNS)) if (column !== 'ward') shown.set(column, rule);
  }
  if (dice.chance(0.45)) steps.push({ kind: 'where', condition: condition(setting, shown, 2) });
  if (dice.chance(0.1)) steps.push({ kind: 'part', by: 'ward', value: dice.pick(['A', 'B', 'D', null]) });
  drawSometimes(0.15);
  if (table !== 'people' && mayStandBeside(world) && dice.chance(0.2)) {
    const others = table === 'visits' ? 'cards' : 'visits';
    const filter = dice.chance(0.4) ? condition(setting, new Map(Object.entries(world.columns)), 1) : null;
    steps.push({ kind: 'beside', table: others, condition: filter });
    shown.set(BESIDE, besideRule(world, others));
    drawSometimes(0.1);
  }
  if (dice.chance(0.3)) {
    const of = bounded(setting, shown);
    steps.push({ kind: 'derive', name: 'x', of });
    drawSometimes(0.05);
  }
  if (table === 'people' || !dice.chance(0.2)) return { steps, shown };
  const people = perPerson(dice, world, { table, steps });
  steps.push(people);
  const ofPeople = shownAfter(people, shown);
  drawSometimes(0.1);
  if (dice.chance(0.2)) {
    const limit = words.literal(dice.pick([0, 3, 20, 45.5]));
    steps.push({
      kind: 'where',
      condition: words.compared(dice.pick(COMPARISONS), someNumber(setting, ofPeople), limit),
    });
  }
  return { steps, shown: ofPeople };
}

const KINDS: readonly Aggregate['kind'][] = [
  'count',
  'units',
  'countValues',
  'countValues',
  'countDistinct',
  'sum',
  'sum',
  'mean',
  'mean',
  'variance',
  'standardDeviation',
  'covariance',
  'histogram',
  'bounds',
  'quantile',
];

function aggregateOf(setting: Setting, shown: Shown, steps: readonly Step[], place: number): Aggregate {
  const { dice } = setting;
  const kind = dice.pick(KINDS);
  const name = `a${place}`;
  const people = steps.findLastIndex(({ kind }) => kind === 'perUnit');
  const derived = steps.slice(people + 1).find(step => step.kind === 'derive');
  const number = (): NamedNum => {
    if (derived !== undefined && dice.chance(0.6))
      return {
        ...words.column<never>('x', { type: 'text' }),
        name: 'x',
        ...(derived.of.range && { range: derived.of.range }),
      };
    return dice.chance(0.25) ? bounded(setting, shown) : someNumber(setting, shown);
  };
  switch (kind) {
    case 'count':
    case 'units':
      return { kind, name };
    case 'countDistinct':
      // a sample is refused
      if (steps.some(step => isDraw(step) || step.kind === 'part')) return { kind: 'count', name };
      return { kind, name, of: dice.chance(0.5) ? anything(setting, shown) : number() };
    case 'countValues':
      return { kind, name, of: dice.chance(0.3) ? anything(setting, shown) : number() };
    case 'covariance':
      return { kind, name, of: number(), with: number() };
    case 'histogram':
      return {
        kind,
        name,
        of: number(),
        edges: dice.pick([
          [0, 10, 20, 500],
          [-40, 0, 15],
          [-1e6, 1e6],
          [0, 0.25, 30],
        ]),
      };
    case 'bounds': {
      const of = someNumber(setting, shown);
      const column = shown.get(of.name!)!;
      return { kind, name, of, step: 'step' in column ? (column.step ?? 1) : 1 };
    }
    case 'quantile':
      return { kind, name, of: number(), rank: dice.pick([0, 0.1, 0.5, 0.5, 0.9, 1]) };
    default:
      return { kind, name, of: number() };
  }
}

export function randomQuestion(dice: Dice, world: World, name: string): Question {
  const setting = { dice, world };
  const table = dice.pick(['visits', 'visits', 'visits', 'visits', 'cards', 'people'] as const);
  const { steps, shown } = stepsOf(setting, name, table);
  const grouping = dice.pick(['none', 'public', 'public', 'public', 'private'] as const);
  const stratified = steps.some(({ kind }) => kind === 'stratified');
  const kind = stratified || (grouping === 'private' && !shown.has('town')) ? 'public' : grouping;
  const keys = keysOf(setting, shown, steps, kind);
  const drawn = Array.from({ length: dice.between(1, 3) }, (_, i) => aggregateOf(setting, shown, steps, i));
  // what follows from the same sums is asked beside them
  const averaged = drawn.find(({ kind }) => kind === 'mean' || kind === 'variance');
  const beside = dice.chance(0.3) && averaged?.of ? [{ kind: 'countValues', name: 'n', of: averaged.of } as const] : [];
  const aggregates: readonly Aggregate[] = [...drawn, ...beside];
  const withComputed = (all: readonly Aggregate[]) => {
    const computed = randomComputed(dice, all);
    return { aggregates: all, ...(computed.length > 0 && { computed }) };
  };
  const asked = { table, steps, grouping: kind, keys };
  if (kind !== 'public' || !dice.chance(0.25)) return { ...asked, ...withComputed(aggregates) };
  return {
    ...asked,
    ...withComputed([{ kind: 'count', name: 'a0' }, ...aggregates.slice(1)]),
    ...(dice.chance(0.5) && { having: dice.pick([0.5, 2.5, 10.5]) }),
    ...(dice.chance(0.6) && { descending: dice.chance(0.5) }),
    ...(dice.chance(0.4) && { limit: dice.between(1, 4) }),
  };
}
