/** What is mutated, and the tests that should notice: those of the station, and those of the whole that rest on it. */

export interface Station {
  readonly name: string;
  /** A folder of src; everything in it but tests. */
  readonly folder: string;
  /** Patterns of test files. */
  readonly tests: readonly string[];
}

export const stations: readonly Station[] = [
  { name: 'noise', folder: 'src/noise', tests: ['src/noise/**/*.test.ts'] },
  { name: 'accounting', folder: 'src/accounting', tests: ['src/accounting/**/*.test.ts'] },
  { name: 'ledger', folder: 'src/ledger', tests: ['src/ledger/**/*.test.ts', 'test/faults/ledger-*.test.ts'] },
  {
    name: 'plan',
    folder: 'src/plan',
    tests: ['src/plan/**/*.test.ts', 'src/query/**/*.test.ts', 'test/engines/meaning.test.ts'],
  },
  { name: 'collect', folder: 'src/collect', tests: ['src/collect/**/*.test.ts', 'test/collect/*.test.ts'] },
];
