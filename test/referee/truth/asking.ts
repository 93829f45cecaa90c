/** Random questions about a world: every operator, aggregate and kind of group. */
import type { Dice } from './dice.ts';
import type { Aggregate, Key, Question, Step } from './question.ts';
import { exact, type Value } from './reading.ts';
import * as words from './words.ts';
import { type ColumnRule, WARD_COLUMNS, type World } from './world.ts';

type Shown = ReadonlyMap<string, ColumnRule>;

interface Setting {
  readonly dice: Dice;
  readonly world: World;
}

type NamedNum = words.Num & { readonly name?: string };

const columnOf = (name: string, rule: ColumnRule): NamedNum => ({ ...words.column<never>(name, rule), name });

const NUMBERS = ['cost', 'change', 'age'] as const;
const COMPARISONS: readonly words.Comparison[] = ['equal', 'notEqual', 'less', 'atMost', 'greater', 'atLeast'];

function someNumber({ dice }: Setting, shown: Shown): NamedNum {
  const names = [...NUMBERS, ...(shown.has('floor') ? ['floor'] : [])];
  const name = dice.pick(names);
  return columnOf(name, shown.get(name)!);
}

/** Something to add up, with public bounds. */
function bounded(setting: Setting, shown: Shown): words.Num {
  const { dice } = setting;
  const plain = someNumber(setting, shown);
  const whole = (n: number) => words.literal(n);
  const [low, high] = [-1, 7].map(end => end * 35);
  switch (dice.below(8)) {
    case 0:
      return words.arithmetic('add', plain, someNumber(setting, shown));
    case 1:
      return words.arithmetic('subtract', plain, whole(dice.between(1, 40)));
    case 2:
      return words.arithmetic('multiply', plain, words.literal(dice.pick([2, -3, 0.5])));
    case 3:
      return words.arithmetic('multiply', plain, someNumber(setting, shown));
    case 4:
      return words.clamped(plain, low, high, dice.chance(0.5));
    case 5:
      return words.coalesced(plain, whole(dice.between(0, 9)));
    case 6:
      return words.chosen(condition(setting, shown, 1), plain, someNumber(setting, shown));
    default:
      return plain;
  }
}

/** Whose bounds are nobody's business. */
function unbounded(setting: Setting, shown: Shown): words.Num {
  const { dice } = setting;
  const plain = someNumber(setting, shown);
  switch (dice.below(5)) {
    case 0:
      return words.divided(plain, words.literal(dice.pick([2, 4, -5])), true);
    case 1:
      return words.divided(plain, someNumber(setting, shown), false);
    case 2:
      return words.absolute(plain);
    case 3:
      return words.roundedTo(plain, dice.pick([0, 1]));
    default:
      return words.datePart(dice.pick(['year', 'month', 'day', 'dayOfWeek']), words.column('seen', shown.get('seen')!));
  }
}

function condition(setting: Setting, shown: Shown, depth: number): words.Truth {
  const { dice } = setting;
  const column = <Kind extends Value>(name: string) => words.column<Kind>(name, shown.get(name)!);
  const operator = dice.pick(COMPARISONS);
  if (depth > 0 && dice.chance(0.4))
    return words.both(
      dice.pick(['and', 'or']),
      condition(setting, shown, depth - 1),
      condition(setting, shown, depth - 1),
    );
  switch (dice.below(9)) {
    case 0:
      return words.compared(operator, someNumber(setting, shown), words.literal(dice.pick([0, 3, 15, 30, 12.5, -20])));
    case 1:
      return words.compared(operator, unbounded(setting, shown), words.literal(dice.pick([1, 2, 4.5, 12])));
    case 2:
      return words.compared(operator, someNumber(setting, shown), someNumber(setting, shown));
    case 3:
      return words.oneOf(column('ward'), dice.pick([['A', 'B'], ['C'], ['Z', 'D']]));
    case 4:
      return words.compared(
        operator === 'notEqual' ? operator : 'equal',
        column('town'),
        words.said('text', dice.pick(['Ulm', "L'Aquila"])),
      );
    case 5:
      return words.missing(column(dice.pick(['cost', 'ward', 'age'])));
    case 6:
      return column<boolean | null>('urgent');
    case 7:
      return words.not(condition(setting, shown, 0));
    default:
      return words.compared(operator, column('seen'), words.said('date', dice.pick(['2024-01-20', '2024-02-29'])));
  }
}

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
function stepsOf(setting: Setting, name: string): { readonly steps: readonly Step[]; readonly shown: Shown } {
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
  if (dice.chance(0.3)) {
    const of = bounded(setting, shown);
    steps.push({ kind: 'derive', name: 'x', of });
    drawSometimes(0.05);
  }
  return { steps, shown };
}

const BOOLEANS = [true, false];

function keysOf({ dice, world }: Setting, shown: Shown, steps: readonly Step[], grouping: Question['grouping']): Key[] {
  if (grouping === 'none') return [];
  const plain = (name: string, values?: readonly Value[]): Key => ({
    name,
    of: words.column(name, shown.get(name)!, values),
    plain: true,
  });
  if (grouping === 'private') return [plain('town')];
  const wards = world.columns.ward as { readonly values: readonly string[] };
  const bloods = world.columns.blood as { readonly values: readonly string[] };
  const choices: Key[] = [
    plain('ward', wards.values),
    plain('blood', bloods.values),
    plain('urgent', BOOLEANS),
    ...(shown.has('quiet') ? [plain('quiet', BOOLEANS), plain('floor', [0, 1, 2, 3, 4, 5].map(exact))] : []),
    ...(['month', 'day'] as const).map(part => ({
      name: 'k',
      of: words.datePart(part, words.column('seen', shown.get('seen')!)),
      plain: false,
    })),
    {
      name: 'k',
      of: words.chosen(condition({ dice, world }, shown, 0), words.literal(1), words.literal(2)),
      plain: false,
    },
  ];
  const [one, other] = [dice.pick(choices), dice.pick(choices)];
  const keys = dice.chance(0.3) && one.name !== other.name ? [one, other] : [one];
  // strata of different rates are only told apart
  const apart = steps.some(({ kind }) => kind === 'stratified') && !keys.some(({ name }) => name === 'blood');
  return apart ? [plain('blood', bloods.values), ...keys.slice(0, 1)] : keys;
}

const KINDS: readonly Aggregate['kind'][] = [
  'count',
  'units',
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
  const derived = steps.find(step => step.kind === 'derive');
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
  const { steps, shown } = stepsOf(setting, name);
  const grouping = dice.pick(['none', 'public', 'public', 'public', 'private'] as const);
  const stratified = steps.some(({ kind }) => kind === 'stratified');
  const kind = stratified ? 'public' : grouping;
  const keys = keysOf(setting, shown, steps, kind);
  const aggregates = Array.from({ length: dice.between(1, 3) }, (_, i) => aggregateOf(setting, shown, steps, i));
  const asked = { table, steps, grouping: kind, keys, aggregates };
  if (kind !== 'public' || !dice.chance(0.25)) return asked;
  return {
    ...asked,
    aggregates: [{ kind: 'count', name: 'a0' }, ...aggregates.slice(1)],
    ...(dice.chance(0.5) && { having: dice.pick([0.5, 2.5, 10.5]) }),
    ...(dice.chance(0.6) && { descending: dice.chance(0.5) }),
    ...(dice.chance(0.4) && { limit: dice.between(1, 4) }),
  };
}
