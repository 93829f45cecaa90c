/** Random samples and splits of a place, at rates and sizes that leave little to hide. */
import type { SampleScheme, SplitScheme } from '../../../src/plan/operators/index.ts';
import type { Dice } from './dice.ts';
import { after, type Column, named, type Place } from './place.ts';

const RATES = ['0.25', '0.25', '0.5', '0.75'];

function orderOf(dice: Dice, columns: readonly Column[]) {
  const constant = columns.filter(({ perUnit }) => perUnit);
  if (constant.length === 0) return undefined;
  return { by: dice.pick(constant).name, descending: dice.chance(0.5), size: 1 + dice.below(2) };
}

function stratifiedBy(dice: Dice, columns: readonly Column[]): SampleScheme | undefined {
  const by = columns.find(({ perUnit, type }) => perUnit && (type === 'category' || type === 'boolean'));
  if (by === undefined) return undefined;
  const strata = by.type === 'boolean' ? ['true', 'false'] : by.values;
  return {
    kind: 'stratified',
    by: by.name,
    rates: dice.some(strata, 1).map(stratum => ({ stratum, rate: dice.pick(RATES) })),
  };
}

function schemeOf(dice: Dice, { columns, counted }: Place): SampleScheme | undefined {
  const kind = dice.weighted<SampleScheme['kind']>([
    [counted ? 1 : 4, 'bernoulli'],
    [counted ? 5 : 2, 'fixed-size'],
    [counted ? 5 : 2, 'fraction'],
    [counted ? 1 : 2, 'stratified'],
    [counted ? 4 : 2, 'take'],
    [counted ? 2 : 1, 'skip'],
  ]);
  switch (kind) {
    case 'bernoulli':
    case 'fraction':
      return { kind, rate: dice.pick(RATES) };
    case 'fixed-size':
      return { kind, size: 1 + dice.below(2) };
    case 'stratified':
      return stratifiedBy(dice, columns);
    default: {
      const order = orderOf(dice, columns);
      return order && { kind, ...order };
    }
  }
}

const isRandom = ({ kind }: SampleScheme | SplitScheme): boolean =>
  kind !== 'take' && kind !== 'skip' && kind !== 'take-skip' && kind !== 'key';

/** Most samples that chance draws have names: only they meet again. */
const nameOf = (dice: Dice, scheme: SampleScheme | SplitScheme, number: number, often: number): string | null =>
  isRandom(scheme) && dice.chance(often) ? `draw${number}` : null;

export function sampled(dice: Dice, from: Place, number: number): Place | undefined {
  const scheme = schemeOf(dice, from);
  if (scheme === undefined) return undefined;
  const name = nameOf(dice, scheme, number, 0.75);
  const place = after(from, scheme.kind, input => ({ kind: 'sample', input, scheme, name }));
  const base = from.make(dice);
  return name !== null && base.kind === 'scan' ? { ...place, kept: { name, table: base.table, scheme } } : place;
}

export function split(dice: Dice, from: Place, number: number): Place | undefined {
  const found = splitOf(dice, from);
  if (found === undefined) return undefined;
  const { scheme, parts } = found;
  const name = nameOf(dice, scheme, number, 0.5);
  return after(from, `${scheme.kind} split`, (input, later) => ({
    kind: 'part',
    input,
    split: scheme,
    part: later.pick(parts),
    name,
  }));
}

function splitOf(
  dice: Dice,
  { columns, counted }: Place,
): { scheme: SplitScheme; parts: readonly (string | null)[] } | undefined {
  const two = ['first', 'rest'];
  // a size that is public is what fractions are of
  switch (dice.pick(counted ? [0, 1, 2, 3, 3, 4] : [0, 1, 1, 2, 3, 4])) {
    case 0: {
      const parts = dice
        .pick([
          [
            ['train', '0.5'],
            ['test', '0.5'],
          ],
          [
            ['train', '0.75'],
            ['test', '0.25'],
          ],
          [
            ['train', '0.25'],
            ['test', '0.25'],
          ],
        ] as const)
        .map(([name, rate]) => ({ name, rate }));
      return { scheme: { kind: 'random', parts }, parts: parts.map(({ name }) => name) };
    }
    case 1: {
      const by = named(dice, columns, ['category', 'boolean']);
      if (by === undefined) return undefined;
      const values = by.type === 'boolean' ? ['true', 'false'] : by.values;
      return { scheme: { kind: 'key', by: by.name }, parts: [...values, ...values, null] };
    }
    case 2:
      return { scheme: { kind: 'fixed-size', size: 1 + dice.below(2) }, parts: two };
    case 3:
      return { scheme: { kind: 'fraction', rate: dice.pick(RATES) }, parts: two };
    default: {
      const order = orderOf(dice, columns);
      return order && { scheme: { kind: 'take-skip', ...order }, parts: two };
    }
  }
}
