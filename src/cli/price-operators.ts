/** The operators that `sortition price` knows: the flags each needs, and the request they make. */
import { type Sample, type Split, sampleOperators } from '../accounting/index.ts';
import { type Cost, refuse } from '../vocabulary/index.ts';
import { number, numbers, pairs, rate, rates } from './flags.ts';

/** Every flag that describes an operator, and how its word is read. */
export const flags = {
  rate: { word: '<share>', about: 'sampling rate of a unit, or share of the units, 0 to 1', read: rate },
  rates: { word: '<shares>', about: 'rate of each stratum, separated by commas', read: rates },
  size: { word: '<units>', about: 'number of units drawn, taken or skipped', read: number },
  of: { word: '<units>', about: 'public number of units; neighbours are then replace-one', read: number },
  members: { word: '<units>', about: 'largest number of units in one cluster', read: number },
  parts: { word: '<rate:epsilon,...>', about: 'rate and epsilon of each part', read: pairs },
  epsilons: { word: '<epsilons>', about: 'epsilon of each part, separated by commas', read: numbers },
  replaces: { word: '<epsilons>', about: 'replace-one epsilon of each part (default: twice epsilon)', read: numbers },
} as const;

export type FlagName = keyof typeof flags;

/** What the flags say. The parser sees to it that those an operator needs are there. */
export interface OperatorFlags {
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
  readonly request: (values: OperatorFlags) => Request;
}

/** A cluster of publicly many is priced by the library and the service alone. */
const { 'fixed-size-cluster': _, ...offered } = sampleOperators;

const isFlag = (name: string): name is FlagName => Object.hasOwn(flags, name);

export const samples: Readonly<Record<string, Operator<Sample>>> = Object.fromEntries(
  Object.entries(offered).map(([operator, { about, takes }]) => {
    const named = (how: 'needed' | 'optional'): FlagName[] =>
      Object.entries(takes).flatMap(([name, is]) => (is === how && isFlag(name) ? [name] : []));
    const [needs, optional] = [named('needed'), named('optional')];
    const request = (values: OperatorFlags): Sample =>
      ({ operator, ...Object.fromEntries([...needs, ...optional].map(name => [name, values[name]])) }) as Sample;
    return [operator, { about, needs, takes: optional, request }];
  }),
);

export const splits: Readonly<Record<string, Operator<Split>>> = {
  split: {
    about: 'each unit falls into one part at random; units left over are not used',
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
    about: 'a fixed number of units in part one, the rest in part two',
    needs: ['size', 'epsilons'],
    takes: ['replaces', 'of'],
    request: values => ({ operator: 'fixed-size-split', size: values.size, of: values.of, costs: twoCostsOf(values) }),
  },
  'fraction-split': {
    about: 'a share of the units in part one, the rest in part two',
    needs: ['rate', 'epsilons'],
    takes: ['replaces'],
    request: values => ({ operator: 'fraction-split', rate: values.rate, costs: twoCostsOf(values) }),
  },
  'take-skip-split': {
    about: 'the first units in part one, the rest in part two',
    needs: ['size', 'epsilons'],
    takes: ['replaces'],
    request: values => ({ operator: 'take-skip-split', size: values.size, costs: twoCostsOf(values) }),
  },
};

function costsOf({ epsilons, replaces = epsilons.map(epsilon => 2 * epsilon) }: OperatorFlags): Cost[] {
  if (replaces.length === epsilons.length)
    return epsilons.map((epsilon, index) => ({ epsilon, replace: replaces[index] }));
  return refuse(
    'value_out_of_range',
    `--epsilons has ${epsilons.length} parts and --replaces has ${replaces.length}. Give one number of each for every part.`,
  );
}

function twoCostsOf(values: OperatorFlags): [Cost, Cost] {
  const [first, second, ...more] = costsOf(values);
  if (second !== undefined && more.length === 0) return [first, second];
  return refuse('value_out_of_range', 'This split has two parts: give --epsilons E1,E2.');
}
