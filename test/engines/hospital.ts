/** A hospital made to be misread: every kind of value that engines are known to disagree on, and who owns which row. */
import fc from 'fast-check';
import type { Data, RawRow } from '../../src/plan/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';

const COLUMNS = {
  age: { type: 'integer', min: 0, max: 120 },
  born: { type: 'integer' },
  cost: { type: 'number', min: -10, max: 1000, step: 0.01 },
  dose: { type: 'number', min: -100, max: 100, step: 2.5 },
  size: { type: 'integer', min: -1e15, max: 1e15, step: 10 },
  ward: { type: 'category', values: ['A', 'b', 'é', `'; --`] },
  town: { type: 'text' },
  urgent: { type: 'boolean' },
  seen: { type: 'date', min: '1969-12-30', max: '2024-02-29' },
  arrived: { type: 'timestamp' },
} as const;

export const tables = {
  visits: {
    unit: 'patient',
    rowsPerUnit: 2,
    columns: { ...COLUMNS, born: { type: 'integer', perUnit: true }, urgent: { type: 'boolean', perUnit: true } },
  },
  people: { columns: COLUMNS },
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
  wards: 'name TEXT, floor INTEGER, quiet BOOLEAN, label TEXT',
};

function visits(unit: string): string {
  return `${unit}age INTEGER, born BIGINT, cost DOUBLE PRECISION, dose REAL, size BIGINT, ward TEXT, town TEXT, urgent BOOLEAN, seen DATE, arrived TIMESTAMP`;
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
/** Infinite dates are numbers of days to the meaning, and words to engines. */
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
  urgent: orNull(fc.boolean()),
  seen: orNull(day),
  arrived: orNull(instant),
};

const patient = fc.option(fc.constantFrom('1', '01', ' 1', 'é', 'e\u0301', 'Ann', 'ann', `o'Brien`, '🤦', ''), {
  freq: 12,
});

export const hospital: fc.Arbitrary<Data> = fc.record({
  visits: fc.array(fc.record<RawRow>({ patient, ...visit }), { minLength: 60, maxLength: 90 }),
  people: fc.array(fc.record<RawRow>(visit), { minLength: 40, maxLength: 60 }),
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
