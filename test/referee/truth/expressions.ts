/** Random expressions over the columns that a question sees. */
import type { Dice } from './dice.ts';
import type { Value } from './reading.ts';
import * as words from './words.ts';
import type { ColumnRule, World } from './world.ts';

export type Shown = ReadonlyMap<string, ColumnRule>;

export interface Setting {
  readonly dice: Dice;
  readonly world: World;
}

export type NamedNum = words.Num & { readonly name?: string };

const columnOf = (name: string, rule: ColumnRule): NamedNum => ({ ...words.column<never>(name, rule), name });

const NUMBERS = ['cost', 'change', 'age'] as const;
export const COMPARISONS: readonly words.Comparison[] = ['equal', 'notEqual', 'less', 'atMost', 'greater', 'atLeast'];

export function someNumber({ dice }: Setting, shown: Shown): NamedNum {
  const names = [...NUMBERS, ...(shown.has('floor') ? ['floor'] : [])];
  const name = dice.pick(names);
  return columnOf(name, shown.get(name)!);
}

/** Something to add up, with public bounds. */
export function bounded(setting: Setting, shown: Shown): words.Num {
  const { dice } = setting;
  const plain = someNumber(setting, shown);
  const whole = (n: number) => words.literal(n);
  const [low, high] = [-1, 7].map(end => end * 35);
  switch (dice.below(10)) {
    case 8:
      return words.extreme(dice.pick(['greatest', 'least']), plain, dice.pick([0, 12, -20]));
    case 9:
      return words.floored(plain);
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
      return shown.has('ward') ? words.chosen(condition(setting, shown, 1), plain, someNumber(setting, shown)) : plain;
    default:
      return plain;
  }
}

/** What is counted where it is there: of any type. */
export function anything({ dice }: Setting, shown: Shown): NamedNum {
  const name = dice.pick(['ward', 'town', 'seen', 'urgent', 'blood'].filter(known => shown.has(known)));
  return columnOf(name, shown.get(name)!);
}

/** Whose bounds are nobody's business. */
function unbounded(setting: Setting, shown: Shown): words.Num {
  const { dice } = setting;
  const plain = someNumber(setting, shown);
  const seen = words.column<string | null>('seen', shown.get('seen')!);
  switch (dice.below(8)) {
    case 5:
      return words.remainder(
        plain,
        dice.chance(0.5) ? someNumber(setting, shown) : words.literal(dice.pick([7, -2.5, 0])),
      );
    case 6:
      return words.rooted(plain);
    case 7:
      return words.datePart(dice.pick(['quarter', 'week', 'isoDayOfWeek', 'dayOfYear']), seen);
    case 0:
      return words.divided(plain, words.literal(dice.pick([2, 4, -5])), true);
    case 1:
      return words.divided(plain, someNumber(setting, shown), false);
    case 2:
      return words.absolute(plain);
    case 3:
      return words.roundedTo(plain, dice.pick([0, 1]));
    default:
      return words.datePart(dice.pick(['year', 'month', 'day', 'dayOfWeek']), seen);
  }
}

export function condition(setting: Setting, shown: Shown, depth: number): words.Truth {
  const { dice } = setting;
  const column = <Kind extends Value>(name: string) => words.column<Kind>(name, shown.get(name)!);
  const operator = dice.pick(COMPARISONS);
  if (depth > 0 && dice.chance(0.4))
    return words.both(
      dice.pick(['and', 'or']),
      condition(setting, shown, depth - 1),
      condition(setting, shown, depth - 1),
    );
  switch (dice.below(11)) {
    case 9:
      return words.compared(
        'equal',
        words.spelledOut(column(dice.pick(['town', 'ward'])), 'x-', dice.pick([1, 2])),
        words.said('text', dice.pick(['x-U', 'x-UL', 'x-A', 'x-ZÜ', 'x-Zü'])),
      );
    case 10:
      return words.compared(
        operator,
        dice.chance(0.5) ? words.daysLater(column('seen'), dice.pick([7, -30])) : words.startOf('week', column('seen')),
        words.said('date', dice.pick(DAYS)),
      );
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
      return words.compared(operator, column('seen'), words.said('date', dice.pick(DAYS)));
  }
}

const DAYS = ['2024-01-20', '2024-02-29', '2023-11-20', '2024-03-05'];
