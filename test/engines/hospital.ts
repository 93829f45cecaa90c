/** A hospital made to be misread: every kind of value that engines are known to disagree on, and who owns which row. */
import fc from 'fast-check';
import type { RawData, RawRow } from '../../src/plan/operators/operator.ts';
import type { PolicyInput } from '../../src/source/index.ts';

const COLUMNS = {
  age: { type: 'integer', min: 0, max: 120 },
  born: { type: 'integer' },
  cost: { type: 'number', min: -10, max: 1000, step: 0.01 },
  dose: { type: 'number', min: -100, max: 100, step: 2.5 },
  size: { type: 'integer', min: -1e15, max: 1e15, step: 10 },
  ward: { type: 'category', values: ['A', 'b', 'é', `'; --`] },
  town: { type: 'text' },
  blood: { type: 'category', values: ['b', 'A', 'é', 'B', 'a'] },
  urgent: { type: 'boolean' },
  smoker: { type: 'boolean' },
  insured: { type: 'boolean' },
  seen: { type: 'date', min: '1969-12-30', max: '2024-02-29' },
  arrived: { type: 'timestamp' },
  called: { type: 'timestamp', min: '1970-01-01T00:00:00Z', max: '2024-12-31T23:59:59.999999Z' },
  weight: { type: 'integer' },
  debt: { type: 'integer', min: -9e15, max: 9e15 },
  price: { type: 'number', min: -5, max: 500, step: 0.5 },
} as const;

export const tables = {
  visits: {
    unit: 'patient',
    rowsPerUnit: 2,
    columns: {
      ...COLUMNS,
      born: { type: 'integer', perUnit: true },
      blood: { ...COLUMNS.blood, perUnit: true },
      urgent: { type: 'boolean', perUnit: true },
    },
  },
  people: { columns: COLUMNS },
  /** Whose key is a promise that nobody keeps. */
  cards: { key: 'patient', columns: COLUMNS },
  wards: {
    public: true,
    key: 'name',
    columns: {
      name: { type: 'category', values: ['A', 'b', 'é'] },
      floor: { type: 'integer', min: -2, max: 9 },
      quiet: { type: 'boolean' },
      label: { type: 'text' },
    },
  },
} as const satisfies PolicyInput['tables'];

/** The columns as an engine declares them; the words are both DuckDB's and PostgreSQL's. */
export const DECLARATIONS: Readonly<Record<string, string>> = {
  visits: visits('patient TEXT, '),
  people: visits(''),
  cards: visits('patient TEXT, '),
  wards: 'name TEXT, floor INTEGER, quiet BOOLEAN, label TEXT',
};

function visits(unit: string): string {
  return `${unit}age INTEGER, born BIGINT, cost DOUBLE PRECISION, dose REAL, size BIGINT, ward TEXT, town TEXT, blood TEXT, urgent BOOLEAN, smoker SMALLINT, insured NUMERIC(20,0), seen DATE, arrived TIMESTAMP, called TIMESTAMPTZ, weight DOUBLE PRECISION, debt NUMERIC(38,0), price NUMERIC(12,3)`;
}

const LARGEST = 2n ** 63n - 1n;
const TEXTS = [
  '',
  'a',
  'B',
  'Zürich',
  'zürich',
  'e\u0301',
  'é',
  '🤦🏼‍♂️',
  'ﬁ',
  `'; DROP TABLE visits; --`,
  '$1',
  'aA',
  'Ⅷ',
  'ß',
  '\\',
  '%',
];
const DOUBLES = [
  0,
  -0,
  0.005,
  0.015,
  2.675,
  1000,
  1000.004,
  999.995,
  -10,
  1e308,
  -1e308,
  5e-324,
  -5e-324,
  0.1 + 0.2,
  1.25,
  3.75,
];
const NOT_NUMBERS = [Number.NaN, Infinity, -Infinity];
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(arbitrary, { freq: 6 });

const town = fc.constantFrom(...TEXTS);
const day = fc.constantFrom(
  '1969-12-29',
  '1969-12-31',
  '1970-01-01',
  '2000-02-29',
  '2024-02-29',
  '2024-03-01',
  '0001-01-01',
  '9999-12-31',
);
/** Infinite dates are numbers of days to the meaning, and words to engines. */
export const INFINITE = 10n ** 9n;
const infiniteDay = fc.constantFrom(INFINITE, -INFINITE);
const instant = fc.constantFrom(
  '1969-12-31 23:59:59.999999',
  '1970-01-01 00:00:00',
  '2024-02-29 12:34:56.789012',
  '0001-01-01 00:00:00',
  '9999-12-31 23:59:59.999999',
);

const visit = {
  age: orNull(fc.constantFrom(-1n, 0n, 17n, 18n, 120n, 121n, 2n ** 31n - 1n, -(2n ** 31n))),
  born: orNull(fc.constantFrom(1n, 2n, 2n ** 53n + 1n, LARGEST, -LARGEST, -LARGEST - 1n)),
  cost: orNull(fc.oneof(fc.constantFrom(...DOUBLES, ...NOT_NUMBERS), fc.double({ min: -20, max: 1010, noNaN: true }))),
  dose: orNull(fc.oneof(fc.constantFrom(...NOT_NUMBERS, 0, 1.25, -1.25, 3.75, 1e-40, 99), fc.float({ noNaN: true }))),
  size: orNull(fc.constantFrom(0n, 4n, 5n, -5n, -6n, 2n ** 53n + 1n, LARGEST, -LARGEST - 1n, 10n ** 15n + 7n)),
  ward: orNull(fc.constantFrom('A', 'b', 'é', `'; --`, 'B', 'a', 'A ', 'e\u0301')),
  town: orNull(town),
  blood: orNull(fc.constantFrom('b', 'A', 'é', 'B', 'a', 'c')),
  urgent: orNull(fc.boolean()),
  smoker: orNull(fc.constantFrom(0n, 0n, 1n, 1n, 2n, -1n)),
  insured: orNull(fc.constantFrom(0n, 0n, 1n, 1n, 10n ** 19n, -1n)),
  seen: orNull(fc.oneof(day, infiniteDay)),
  arrived: orNull(instant),
  called: orNull(instant.map(text => `${text}Z`)),
  weight: orNull(
    fc.constantFrom(...NOT_NUMBERS, 0.5, -0.5, 1e300, -1e300, 2 ** 53, -(2 ** 63), 2 ** 63, 9.2e18, 5e-324),
  ),
  debt: orNull(fc.constantFrom(0n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 10n ** 17n, 10n ** 37n, -(10n ** 37n))),
  price: orNull(fc.constantFrom(0, 0.25, 0.249, -0.25, 0.75, 499.75, 123456789.125, -5.25)),
};

const patient = fc.option(fc.constantFrom('1', '01', ' 1', 'é', 'e\u0301', 'Ann', 'ann', `o'Brien`, '🤦', ''), {
  freq: 12,
});

export const hospital: fc.Arbitrary<RawData> = fc.record({
  visits: fc.array(fc.record<RawRow>({ patient, ...visit }), { minLength: 60, maxLength: 90 }),
  people: fc.array(fc.record<RawRow>(visit), { minLength: 40, maxLength: 60 }),
  cards: fc.array(fc.record<RawRow>({ patient, ...visit }), { minLength: 10, maxLength: 20 }),
  wards: fc.uniqueArray(
    fc.record<RawRow>({
      name: fc.constantFrom('A', 'b', 'é', 'z'),
      floor: orNull(fc.constantFrom(-3n, 0n, 4n, 99n)),
      quiet: orNull(fc.boolean()),
      label: orNull(town),
    }),
    { selector: row => row.name, minLength: 2, maxLength: 4 },
  ),
});
