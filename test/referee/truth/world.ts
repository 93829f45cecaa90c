/** Realistic tables, as the text that stands in their files: crowded people, skew, gaps, and everything that people mistype. */
import type { Dice } from './dice.ts';

export type ColumnRule =
  | {
      readonly type: 'integer' | 'number';
      readonly min: number;
      readonly max: number;
      readonly step: number;
      readonly perUnit?: true;
    }
  | { readonly type: 'category'; readonly values: readonly string[]; readonly perUnit?: true }
  | { readonly type: 'date'; readonly min: string; readonly max: string; readonly perUnit?: true }
  | { readonly type: 'boolean' | 'text'; readonly perUnit?: true };

/** The fields of one line; null is an empty one. */
export type Cells = Readonly<Record<string, string | null>>;

export type Columns = Readonly<Record<string, ColumnRule>>;

export type TableName = 'visits' | 'cards' | 'people';

/** Visits have a unit, cards a key, and rows of people are their own units. All of them have the same columns. */
export interface World {
  readonly rowsPerUnit: number;
  /** At most so many of them in one group. */
  readonly rowsPerGroup?: number;
  /** The number of patients may be read and told. */
  readonly sizeIsPublic: boolean;
  /** Its budget counts rho too. */
  readonly concentrated?: true;
  /** What everybody knows of the number of patients. */
  readonly approximateUnits?: number;
  readonly columns: Columns;
  readonly rows: Readonly<Record<TableName, readonly Cells[]>>;
  readonly wards: readonly Cells[];
  readonly oddities: readonly Oddity[];
}

export const WARD_COLUMNS: Columns = {
  ward: { type: 'text' },
  floor: { type: 'integer', min: 0, max: 5, step: 1 },
  quiet: { type: 'boolean' },
};

const ODDITIES = [
  'crowded',
  'skewed',
  'nulls',
  'outside',
  'halves',
  'unparsable',
  'infinite',
  'unlisted',
  'contradicting',
  'nobody',
  'twins',
  'tiny',
  'spaced',
  'one value',
  'duplicate public key',
] as const;

export type Oddity = (typeof ODDITIES)[number];

const LIKELY: Partial<Record<Oddity, number>> = {
  crowded: 0.8,
  tiny: 0.12,
  'one value': 0.08,
  'duplicate public key': 0.2,
};

const RANGES = [
  { min: 0, max: 1000, step: 0.01 },
  { min: -50, max: 50, step: 0.5 },
  { min: 10, max: 20, step: 0.25 },
  { min: 0, max: 1e6, step: 1 },
  { min: 0, max: 100, step: 0.1 },
  { min: -30, max: -10, step: 2.5 },
  { min: 0, max: 7, step: 7 },
] as const;

const WARDS = ['A', 'B', 'C', 'D'] as const;
const BLOODS = ['0', 'A', 'B', 'AB'] as const;
const TOWNS = ['Ulm', 'ulm', 'Bonn', 'Zürich', "L'Aquila"] as const;

/** The columns that a policy may have, with narrow and wide bounds. */
function columnsOf(dice: Dice, units: number): Columns {
  return {
    who: { type: 'integer', min: 0, max: Math.max(0, units - 1), step: 1, perUnit: true },
    age: {
      type: 'integer',
      ...dice.pick([
        { min: 0, max: 120 },
        { min: 18, max: 65 },
      ]),
      step: 1,
      perUnit: true,
    },
    blood: { type: 'category', values: BLOODS, perUnit: true },
    ward: { type: 'category', values: WARDS },
    cost: { type: 'number', ...dice.pick(RANGES) },
    change: { type: 'number', ...dice.pick(RANGES) },
    seen: { type: 'date', min: '2023-11-20', max: '2024-03-05' },
    urgent: { type: 'boolean' },
    town: { type: 'text' },
  };
}

/** Of every third world groups are bounded too. */
function boundsOf(dice: Dice): Pick<World, 'rowsPerUnit' | 'rowsPerGroup'> {
  const rowsPerUnit = dice.pick([1, 2, 3, 5]);
  return { rowsPerUnit, ...(dice.chance(1 / 3) && { rowsPerGroup: dice.between(1, rowsPerUnit) }) };
}

export function randomWorld(dice: Dice): World {
  const oddities = ODDITIES.filter(name => dice.chance(LIKELY[name] ?? 0.5));
  const units = oddities.includes('tiny') ? dice.below(4) : dice.pick([8, 20, 45, 90]);
  const columns = columnsOf(dice, units);
  const setting: Setting = { dice, oddities, columns };
  const patients = Array.from({ length: units }, (_, i) => ({ id: idOf(i, oddities), who: String(i) }));
  const rowsOf = (rows: () => number): Cells[] =>
    patients.flatMap(patient => Array.from({ length: rows() }, () => row(patient, setting)));
  const nobody = oddities.includes('nobody') ? [0, 1, 2].map(() => row({ id: null, who: '0' }, setting)) : [];
  return {
    ...boundsOf(dice),
    sizeIsPublic: dice.chance(0.4),
    columns,
    rows: {
      visits: shuffled(dice, [...rowsOf(() => visitsOf(setting)), ...nobody]),
      cards: shuffled(dice, [...rowsOf(() => (oddities.includes('twins') && dice.chance(0.2) ? 3 : 1)), ...nobody]),
      people: rowsOf(() => 1),
    },
    wards: wardsOf(setting),
    oddities,
  };
}

interface Setting {
  readonly dice: Dice;
  readonly oddities: readonly Oddity[];
  readonly columns: Columns;
}

/** `a7`, `A7` and `a7 ` are three people. */
const idOf = (i: number, oddities: readonly Oddity[]): string =>
  oddities.includes('spaced') ? [`a${i}`, `A${i - 1}`, `a${i - 2} `][i % 3] : `p${i}`;

const visitsOf = ({ dice, oddities }: Setting): number =>
  oddities.includes('crowded') && dice.chance(0.3) ? dice.between(4, 18) : dice.between(1, 3);

function shuffled<T>(dice: Dice, list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(dice.below(left.length), 1)[0]);
}

function row(patient: { readonly id: string | null; readonly who: string }, setting: Setting): Cells {
  const { dice, oddities, columns } = setting;
  const number = Number(patient.who);
  const own = (name: string, value: () => string | null): string | null =>
    oddities.includes('contradicting') && dice.chance(0.2) ? cell(name, setting) : value();
  const others = Object.keys(columns).filter(name => !['who', 'age', 'blood'].includes(name));
  return {
    patient: patient.id,
    who: patient.who,
    age: own('age', () => (number % 11 === 3 && oddities.includes('nulls') ? null : String(15 + ((number * 7) % 70)))),
    blood: own('blood', () => BLOODS[(number * number) % 3]),
    ...Object.fromEntries(others.map(name => [name, cell(name, setting)])),
  };
}

function cell(name: string, setting: Setting): string | null {
  const { dice, oddities, columns } = setting;
  if (oddities.includes('nulls') && dice.chance(0.15)) return null;
  const rule = columns[name];
  switch (rule.type) {
    case 'integer':
    case 'number':
      return numberCell(rule, setting);
    case 'category': {
      if (oddities.includes('unlisted') && dice.chance(0.15)) return dice.pick(['Z', 'a', ' A', 'A ']);
      return oddities.includes('one value') ? rule.values[1] : rule.values[dice.below(rule.values.length - 1)];
    }
    case 'boolean':
      if (oddities.includes('unparsable') && dice.chance(0.1)) return dice.pick(['maybe', '2', 'jein']);
      return dice.pick(['true', 'false', 'yes', 'No', 'T', 'f', 'on', 'OFF', '1', '0', ' y ']);
    case 'date':
      if (oddities.includes('unparsable') && dice.chance(0.1)) return dice.pick(['01/02/2024', '2024-02-30', 'soon']);
      if (oddities.includes('outside') && dice.chance(0.1)) return dice.pick(['1999-12-31', '2031-01-01']);
      return `2024-0${dice.between(1, 2)}-${dice.between(10, 29)}`;
    case 'text':
      return dice.pick(TOWNS);
  }
}

type NumberRule = Extract<ColumnRule, { readonly step: number }>;

function numberCell({ min, max, step, type }: NumberRule, { dice, oddities }: Setting): string {
  const has = (oddity: Oddity, often: number): boolean => oddities.includes(oddity) && dice.chance(often);
  if (has('unparsable', 0.08)) return dice.pick(['n/a', '1,234', '12 34', '1_000', '--', 'NaN']);
  if (has('infinite', 0.05)) return dice.pick(['inf', '-Infinity', '1e300', '-1e300']);
  if (has('outside', 0.15)) return decimal(dice.pick([min - 1 - dice.below(50), max + 1 + dice.below(5000)]));
  if (has('one value', 1)) return decimal(min);
  const steps = Math.round((max - min) / step);
  const part = oddities.includes('skewed') ? dice.part() ** 6 : dice.part();
  const value = min + Math.floor(part * steps) * step;
  if (has('halves', 0.3) && type === 'number') return decimal(value + step / 2);
  if (has('spaced', 0.2))
    return dice.pick([` ${decimal(value)}`, `${decimal(value)}\t`, `+${decimal(Math.abs(value))}`]);
  return decimal(type === 'integer' ? value : value + dice.pick([0, 0, step / 3, -step / 4]));
}

/** As somebody would type it: no digits that only doubles have. */
const decimal = (value: number): string => String(Number(value.toFixed(6)));

function wardsOf({ dice, oddities }: Setting): Cells[] {
  const listed = ['A', 'B', 'C', 'Z'].map(ward => ({
    ward,
    floor: dice.chance(0.2) ? null : String(dice.between(-1, 6)),
    quiet: dice.chance(0.2) ? null : dice.pick(['true', 'false']),
  }));
  return oddities.includes('duplicate public key') ? [...listed, { ward: 'A', floor: '3', quiet: null }] : listed;
}
