/** The rules of the house, kept by a machine. Each rule is also shown a file that breaks it: a rule that cannot fail is none. */
import { describe, expect, test } from 'vitest';
import { refusals } from '../src/vocabulary/index.ts';
import {
  consoleSeesOnlyTheContract,
  importsKeepDirection,
  stationsAreEnteredByTheirIndex,
  stationsAreKnown,
  withImportColumn,
} from './tidy/directions.ts';
import { noCycles, noDeadFiles } from './tidy/graph.ts';
import {
  filesSayTheirPurpose,
  namesSayWhatIsInside,
  noBannedWords,
  noLongFiles,
  noLongFunctions,
} from './tidy/habits.ts';
import { indexesAreShort } from './tidy/index-names.ts';
import {
  linksLeadSomewhere,
  lockIsComplete,
  noDownloadAddresses,
  partsFollowTheWhole,
  refusalsAreDocumented,
} from './tidy/papers.ts';
import { type Rule, readProject, type Source, source, sourcesOf, type TextFile } from './tidy/sources.ts';
import { sourcesAreListed, theoremPage, theoremsAreTested, theoremsAreWhole } from './tidy/theorems.ts';
import { exportedTypesAreUnique } from './tidy/type-names.ts';

const project = readProject();
const sources = sourcesOf(project);
const read = (path: string): TextFile => project.find(file => file.path === path) ?? { path, text: '' };

const theorem = (...lines: string[]) =>
  `/**\n${lines.map(line => ` *   ${line}  x`).join('\n')}\n */\nexport function f() {}`;
const exporting = (names: number) =>
  `export { ${Array.from({ length: names }, (_, i) => `a${i}`).join(', ')} } from './a.ts';`;
const WHOLE = ['Says', 'Assumes', 'Rounds', 'Source'];

interface Kept<File extends TextFile> {
  readonly rule: Rule<File>;
  /** Files that break the rule, and words of the complaint. */
  readonly broken: readonly (readonly [files: File[], complaint: string])[];
}

const CODE: readonly Kept<Source>[] = [
  {
    rule: stationsAreKnown,
    broken: [[[source('src/basement/cat.ts', '')], 'lies in no station']],
  },
  {
    rule: importsKeepDirection,
    broken: [
      [
        [source('src/numerics/a.ts', `import type { A } from '../accounting/index.ts';`)],
        'numerics may import vocabulary',
      ],
      [[source('src/collect/client/a.ts', `import '../../ledger/index.ts';`)], 'collect/client may import'],
      [[source('src/sql/a.ts', `import '../plan/estimates/index.ts';`)], 'sql may import vocabulary'],
    ],
  },
  {
    rule: stationsAreEnteredByTheirIndex,
    broken: [
      [[source('src/cli/a.ts', `export * from '../accounting/price.ts';`)], 'enter accounting by'],
      [[source('src/sql/a.ts', `export * from '../plan/operators/scan.ts';`)], 'by src/plan/operators/index.ts'],
    ],
  },
  {
    rule: indexesAreShort,
    broken: [
      [[source('src/cli/index.ts', exporting(26))], 'exports 26 names, more than 25'],
      [[source('src/cli/index.ts', `export * from './a.ts';`)], 'exports Infinity names'],
    ],
  },
  {
    rule: consoleSeesOnlyTheContract,
    broken: [[[source('console/src/a.tsx', `import '../../src/ledger/index.ts';`)], 'src/service/contract alone']],
  },
  {
    rule: noCycles,
    broken: [
      [
        [source('src/cli/a.ts', `import type { B } from './b.ts';`), source('src/cli/b.ts', `await import('./a.ts');`)],
        'src/cli/a.ts -> src/cli/b.ts -> src/cli/a.ts',
      ],
    ],
  },
  {
    rule: noDeadFiles,
    broken: [
      [
        [source('src/cli/a.ts', ''), source('src/cli/a.test.ts', `import './a.ts';`)],
        'src/cli/a.ts is reached from no',
      ],
      [[source('test/support/a.ts', '')], 'test/support/a.ts is reached from no'],
    ],
  },
  {
    rule: noBannedWords,
    broken: [
      [[source('src/cli/a.ts', 'const x = Math.random();')], 'src/cli/a.ts:1 has Math.random'],
      [[source('src/cli/a.ts', '\nconst x = Date.now();')], 'src/cli/a.ts:2 has Date.now'],
      [[source('src/cli/a.ts', `throw new Error('no');`)], 'a bare Error'],
      [[source('test/a.ts', 'const x = y as any;')], 'as any'],
    ],
  },
  {
    rule: noLongFunctions,
    broken: [[[source('src/cli/a.ts', `function f() {${'\n'.repeat(80)}}`)], 'over 70 lines']],
  },
  {
    rule: namesSayWhatIsInside,
    broken: [
      [[source('src/cli/utils.ts', '')], 'rename it'],
      [[source('src/cli/longName.ts', '')], 'rename it'],
    ],
  },
  {
    rule: exportedTypesAreUnique,
    broken: [
      [
        [
          source('src/plan/a.ts', 'export interface Row {}'),
          source('console/src/b.ts', 'type Row = string;\nexport type { Row };'),
        ],
        'type Row is exported from src/plan/a.ts, console/src/b.ts',
      ],
      [
        [source('src/plan/a.ts', 'export class Row {}'), source('src/sql/b.ts', 'export enum Row {}')],
        'type Row is exported from src/plan/a.ts, src/sql/b.ts',
      ],
    ],
  },
  {
    rule: filesSayTheirPurpose,
    broken: [[[source('src/cli/a.ts', 'export const a = 1;')], 'does not say its purpose']],
  },
  {
    rule: theoremsAreWhole,
    broken: [[[source('src/cli/a.ts', theorem('Says', 'Assumes', 'Rounds'))], 'f has no line "Source"']],
  },
  {
    rule: theoremsAreTested,
    broken: [
      [[source('src/cli/a.ts', theorem(...WHOLE))], 'no test beside it names'],
      [[source('src/cli/a.ts', theorem(...WHOLE)), source('src/cli/a.test.ts', 'g();')], 'no test beside it names'],
    ],
  },
  {
    rule: noLongFiles,
    broken: [[[source('src/a.ts', 'a;\n'.repeat(301))], 'has 301 lines']],
  },
];

const TEXT: readonly Kept<TextFile>[] = [
  {
    rule: linksLeadSomewhere,
    broken: [
      [[{ path: 'README.md', text: '[there](docs/nowhere.md)' }], 'docs/nowhere.md, which is not there'],
      [[{ path: 'a.md', text: '# Here\n[there](#nowhere) [here](#here)' }], 'links to #nowhere of a.md'],
      [
        [
          { path: 'a.md', text: '[b](b.md#c)' },
          { path: 'b.md', text: '```\n# c\n```' },
        ],
        'links to #c of b.md',
      ],
    ],
  },
  {
    rule: noDownloadAddresses,
    broken: [
      [[{ path: 'package-lock.json', text: ['{ "resolved"', '"x" }'].join(': ') }], 'remove it'],
      [[{ path: 'a.md', text: `from ${['registry', 'example', 'org'].join('.')}` }], 'remove it'],
    ],
  },
];

function keep<File extends TextFile>(files: readonly File[], { rule, broken }: Kept<File>): void {
  describe(rule.name, () => {
    test('holds in the project', () => expect(rule(files)).toEqual([]));
    test.each(broken)('can fail: $1', (bad, complaint) => expect(rule(bad).join('\n')).toContain(complaint));
  });
}

for (const kept of CODE) keep(sources, kept);
for (const kept of TEXT) keep(project, kept);

test('the lock file names the packages of every platform', () => {
  expect(lockIsComplete(read('package-lock.json'))).toEqual([]);
  const lacking = { packages: { a: { optionalDependencies: { b: '1' } } } };
  expect(lockIsComplete({ path: 'lock', text: JSON.stringify(lacking) })).toEqual(['lock lacks b: run npm run lock']);
});

test('the small packages have the version and the engines of the whole', () => {
  const parts = project.filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path));
  expect(parts.length).toBeGreaterThan(0);
  expect(partsFollowTheWhole(read('package.json'), parts)).toEqual([]);
  const older = { path: 'part', text: JSON.stringify({ version: '0' }) };
  expect(partsFollowTheWhole(read('package.json'), [older])).toHaveLength(1);
});

test('refusals and their reference agree', () => {
  const codes = Object.keys(refusals);
  expect(refusalsAreDocumented(codes, read('docs/reference/errors.md'))).toEqual([]);
  expect(refusalsAreDocumented(['a'], { path: 'page', text: '### `b`' })).toHaveLength(2);
});

test('theorems cite the one bibliography, and it lists what they cite', () => {
  expect(sourcesAreListed(sources, read('docs/bibliography.md'))).toEqual([]);
  const citing = source('src/a.ts', '// [AB12]');
  expect(sourcesAreListed([citing], { path: 'page', text: '- [CD34] C, D.' })).toHaveLength(2);
});

test('the map of the stations says what each may import: write it by npm run docs', () => {
  const page = read('ARCHITECTURE.md').text;
  expect(page).toBe(withImportColumn(page));
  expect(withImportColumn('| `json` | plain data | [a](b) | everything |')).toBe(
    '| `json` | plain data | [a](b) | vocabulary |',
  );
});

test('the page of theorems is that of the code: npm run docs writes it', () => {
  expect(read('docs/reference/theorems.md').text).toBe(theoremPage(sources));
  expect(theoremPage([source('src/cli/a.ts', theorem(...WHOLE))])).toContain('## f');
});
