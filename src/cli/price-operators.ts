/** The operators that `sortition price` knows: the flags each needs, and the request they make. */
import type { Sample, Split } from '../accounting/index.ts';
import { type Cost, refuse } from '../vocabulary/index.ts';
import { number, numbers, pairs } from './flags.ts';

/** Every flag that describes an operator, and how its word is read. */
export const flags = {
  rate: { word: '<share>', about: 'chance of a unit to be kept, or share of the units, 0 to 1', read: number },
  rates: { word: '<shares>', about: 'rate of each stratum, comma between', read: numbers },
  size: { word: '<units>', about: 'number of units drawn, taken or skipped', read: number },
  of: { word: '<units>', about: 'public total: neighbours then replace one unit', read: number },
  members: { word: '<units>', about: 'most units in one cluster', read: number },
  parts: { word: '<rate:epsilon,...>', about: 'rate of each part and what is spent on it', read: pairs },
  epsilons: { word: '<epsilons>', about: 'what is spent on each part, comma between', read: numbers },
  replaces: { word: '<epsilons>', about: 'the same for a replaced unit (default: twice)', read: numbers },
} as const;

export type FlagName = keyof typeof flags;

/** What the flags say. The parser sees to it that those an operator needs are there. */
export interface Values {
  readonly rate: number;
  readonly rates: number[];
  readonly size: number;
  readonly of?: number;
  readonly members: number;
  readonly parts: [rate: number, epsilon: number][];
  readonly epsilons: number[];
  readonly replaces?: number[];
}

interface Operator<Request> {
  readonly about: string;
  readonly needs: readonly FlagName[];
  readonly takes?: readonly FlagName[];
  readonly request: (values: Values) => Request;
}

export const samples: Readonly<Record<string, Operator<Sample>>> = {
  bernoulli: {
    about: 'every unit is kept by its own coin',
    needs: ['rate'],
    request: ({ rate }) => ({ operator: 'bernoulli', rate }),
  },
  'fixed-size': {
    about: 'so many units, none of them twice',
    needs: ['size'],
    takes: ['of'],
    request: ({ size, of }) => ({ operator: 'fixed-size', size, of }),
  },
  fraction: {
    about: 'exactly this share of the units',
    needs: ['rate'],
    takes: ['of'],
    request: ({ rate, of }) => ({ operator: 'fraction', rate, of }),
  },
  'with-replacement': {
    about: 'so many draws, each from all units',
    needs: ['size'],
    takes: ['of'],
    request: ({ size, of }) => ({ operator: 'with-replacement', size, of }),
  },
  take: {
    about: 'the first units in a fixed order',
    needs: ['size'],
    request: ({ size }) => ({ operator: 'take', size }),
  },
  skip: {
    about: 'all but the first units',
    needs: ['size'],
    request: ({ size }) => ({ operator: 'skip', size }),
  },
  cluster: {
    about: 'one coin for a whole household, ward or school',
    needs: ['rate', 'members'],
    request: ({ rate, members }) => ({ operator: 'cluster', rate, members }),
  },
  stratified: {
    about: 'a coin per unit, with a rate of its own in each public stratum',
    needs: ['rates'],
    request: ({ rates }) => ({ operator: 'stratified', rates }),
  },
};

export const splits: Readonly<Record<string, Operator<Split>>> = {
  split: {
    about: 'every unit draws its part; what the rates leave over is not asked',
    needs: ['parts'],
    request: ({ parts }) => ({
      operator: 'split',
      parts: parts.map(([rate, epsilon]) => ({ rate, cost: { epsilon, replace: 2 * epsilon } })),
    }),
  },
  partition: {
    about: 'parts by a public key',
    needs: ['epsilons'],
    takes: ['replaces'],
    request: values => ({ operator: 'partition', costs: costsOf(values) }),
  },
  'fixed-size-split': {
    about: 'so many units to part one, the rest to part two',
    needs: ['size', 'epsilons'],
    takes: ['replaces', 'of'],
    request: values => ({ operator: 'fixed-size-split', size: values.size, of: values.of, costs: twoCostsOf(values) }),
  },
  'fraction-split': {
    about: 'a share of the units to part one, the rest to part two',
    needs: ['rate', 'epsilons'],
    takes: ['replaces'],
    request: values => ({ operator: 'fraction-split', rate: values.rate, costs: twoCostsOf(values) }),
  },
  'take-skip-split': {
    about: 'the first units to part one, the others to part two',
    needs: ['size', 'epsilons'],
    takes: ['replaces'],
    request: values => ({ operator: 'take-skip-split', size: values.size, costs: twoCostsOf(values) }),
  },
};

function costsOf({ epsilons, replaces = epsilons.map(epsilon => 2 * epsilon) }: Values): Cost[] {
  if (replaces.length === epsilons.length)
    return epsilons.map((epsilon, index) => ({ epsilon, replace: replaces[index] }));
  return refuse(
    'value_out_of_range',
    `--epsilons speaks of ${epsilons.length} parts and --replaces of ${replaces.length}; give both for every part.`,
  );
}

function twoCostsOf(values: Values): [Cost, Cost] {
  const [first, second, ...more] = costsOf(values);
  if (second !== undefined && more.length === 0) return [first, second];
  return refuse('value_out_of_range', 'This split makes two parts: give --epsilons E1,E2.');
}
