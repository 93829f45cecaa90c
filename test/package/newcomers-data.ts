/** What newcomers bring: tables made by arithmetic, none of them a hospital, and the policies that they decide on. */

const lines = (head: string, rows: readonly (readonly (string | number)[])[]): string =>
  [head, ...rows.map(row => row.join(',')), ''].join('\n');

/** 20,000 events of 3,000 users. */
export const eventsFile = (): string =>
  lines(
    'user_id,happened,kind,milliseconds,country',
    Array.from({ length: 20_000 }, (_, i) => [
      `u${(i * 7919) % 3000}`,
      new Date(Date.UTC(2026, 0, 1) + i * 977_000).toISOString(),
      ['view', 'click', 'buy'][((i * 31) % 7) % 3],
      ((i * 613) % 5000) / 10,
      ['DE', 'FR', 'PT'][i % 3],
    ]),
  );

export const EVENTS = {
  source: { engine: 'duckdb', path: 'events.csv' },
  tables: {
    events: {
      unit: 'user_id',
      rowsPerUnit: 10,
      columns: {
        happened: { type: 'timestamp', min: '2026-01-01T00:00:00Z', max: '2026-12-31T23:59:59Z' },
        kind: { type: 'category', values: ['view', 'click', 'buy'] },
        milliseconds: { type: 'number', min: 0, max: 1000, step: 0.1 },
        country: { type: 'category', values: ['DE', 'FR', 'PT'] },
      },
    },
  },
  budget: { epsilon: 1 },
  ledger: 'sqlite:events.ledger',
};

/** 5,000 employees, one row each; some earn more than the policy thinks possible. */
export const payrollFile = (): string =>
  lines(
    'employee,grade,salary,joined',
    Array.from({ length: 5000 }, (_, i) => [
      `e${i}`,
      ['junior', 'senior', 'lead'][((i * 17) % 11) % 3],
      28_000 + ((i * 7919) % 60_000) + (i % 997 === 0 ? 100_000 : 0),
      `20${10 + (i % 15)}-0${1 + (i % 9)}-01`,
    ]),
  );

export const PAYROLL = {
  source: { engine: 'duckdb', path: 'payroll.csv' },
  tables: {
    payroll: {
      unit: 'employee',
      rowsPerUnit: 1,
      columns: {
        grade: { type: 'category', values: ['junior', 'senior', 'lead'] },
        salary: { type: 'integer', min: 0, max: 120_000 },
        joined: { type: 'date', min: '2000-01-01', max: '2026-12-31' },
      },
    },
  },
  budget: { epsilon: 1 },
  ledger: 'sqlite:payroll.ledger',
};

export const CENSUS = { columns: 'age,income,district,household' };

/** 30,000 people whose ages, incomes and districts make most of them unique together. */
export const censusFile = (): string =>
  lines(
    'age,income,district,household',
    Array.from({ length: 30_000 }, (_, i) => {
      const mixed = (i * 7919) % 100_003;
      return [
        18 + (mixed % 73),
        900 + ((i * 613) % 5000) + (i % 701 === 0 ? 40_000 : 0),
        10_000 + (mixed % 40) * 100 + (mixed % 7),
        1 + (((i * 31) % 11) % 5),
      ];
    }),
  );
