/** The first units in the order of a column that is constant in a unit, ties by the unit's id, null last; or all but those. */
import type { Sample } from '../../../accounting/index.ts';
import type { SplitRule } from '../../../accounting/tree/index.ts';
import type { Schema } from '../../expressions/columns.ts';
import { constantColumn } from '../../expressions/key-value.ts';
import { text, truth, whole } from '../../parsing/node-bricks.ts';
import { unitSize } from '../../rate.ts';
import { isRest, type Membership, type Scheme } from './scheme.ts';

export interface UnitOrder {
  readonly by: string;
  readonly descending: boolean;
  readonly size: number;
}

export interface Take extends UnitOrder {
  readonly kind: 'take';
}

export interface Skip extends UnitOrder {
  readonly kind: 'skip';
}

export interface TakeSkip extends UnitOrder {
  readonly kind: 'take-skip';
}

const all = {
  shape: { by: text, descending: truth, size: whole },
  random: false,
  byUnit: false,
  ofAll: false,
  rate: () => undefined,
} as const;

const first = ({ size }: UnitOrder, units: number): number => Math.min(size, units);
const rest = ({ size }: UnitOrder, units: number): number => Math.max(units - size, 0);

export const take: Scheme<Take, Sample> = {
  ...all,
  membership: (scheme, schema) => membershipOf(scheme, schema, false),
  rule: ({ size }) => ({ operator: 'take', size }),
  size: first,
  most: ({ size }) => ({ units: size }),
  words: scheme => `take ${orderText(scheme)}`,
};

export const skip: Scheme<Skip, Sample> = {
  ...all,
  membership: (scheme, schema) => membershipOf(scheme, schema, true),
  rule: ({ size }) => ({ operator: 'skip', size }),
  size: rest,
  most: () => undefined,
  words: scheme => `skip ${orderText(scheme)}`,
};

/** The first units are the part `first`, all others the part `rest`. */
export const takeSkip: Scheme<TakeSkip, SplitRule> = {
  ...all,
  membership: (split, schema, part) => membershipOf(split, schema, isRest(part)),
  rule: ({ size }) => ({ operator: 'take-skip-split', size }),
  size: (split, units, part) => (isRest(part) ? rest : first)(split, units),
  most: ({ size }, part) => (isRest(part) ? undefined : { units: size }),
  words: split => `a split of ${orderText(split)}`,
};

function membershipOf({ by, descending, size }: UnitOrder, schema: Schema, others: boolean): Membership {
  constantColumn(schema, by, 'An order of units');
  return Object.freeze({ kind: 'first', by, descending, size: unitSize(size), others });
}

const orderText = ({ size, by, descending }: UnitOrder): string =>
  `the first ${size} units by ${by}${descending ? ' descending' : ''}`;
