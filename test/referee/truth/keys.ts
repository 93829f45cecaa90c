/** By what random questions group. */
import { condition, type Setting, type Shown } from './expressions.ts';
import type { Key, Question, Step } from './question.ts';
import { exact, type Value } from './reading.ts';
import * as words from './words.ts';

const BOOLEANS = [true, false];

export function keysOf(
  { dice, world }: Setting,
  shown: Shown,
  steps: readonly Step[],
  grouping: Question['grouping'],
): Key[] {
  if (grouping === 'none') return [];
  const plain = (name: string, values?: readonly Value[]): Key => ({
    name,
    of: words.column(name, shown.get(name)!, values),
    plain: true,
  });
  if (grouping === 'private') return [plain('town')];
  const wards = world.columns.ward as { readonly values: readonly string[] };
  const bloods = world.columns.blood as { readonly values: readonly string[] };
  if (!shown.has('ward')) return [plain('blood', bloods.values)];
  const choices: Key[] = [
    plain('ward', wards.values),
    plain('blood', bloods.values),
    plain('urgent', BOOLEANS),
    ...(shown.has('quiet') ? [plain('quiet', BOOLEANS), plain('floor', [0, 1, 2, 3, 4, 5].map(exact))] : []),
    ...(['week', 'month', 'quarter'] as const).map(unit => ({
      name: 'k',
      of: words.startOf(unit, words.column('seen', shown.get('seen')!)),
      plain: false,
    })),
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
