/** Who may import whom. A station is a folder of src, or a file directly in it; all that is not listed is refused. */
import { isTest, type Rule } from './sources.ts';

const EVERY_JOB = [
  'answer',
  'release',
  'release/rates',
  'statistical',
  'collect',
  'collect/views',
  'forecast',
  'forecast/populations',
  'forecast/smooth',
];

/**
 * Parts of a station with an index of their own: others name the part they want, so that no one index promises everything. Files of
 * one station import each other directly, whichever part they lie in.
 */
const PARTS = [
  'accounting/concentrated',
  'accounting/tree',
  'collect/views',
  'forecast/populations',
  'forecast/smooth',
  'ledger/places',
  'ledger/reading',
  'plan/costs',
  'plan/estimates',
  'plan/expressions',
  'plan/operators',
  'release/rates',
  'source/engines',
  'source/places',
  'source/values',
];

/** Stations of the whole design: those that are not built yet have their place already. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  vocabulary: [],
  json: ['vocabulary'],
  text: ['json'],
  numerics: ['vocabulary'],
  'numerics/fft': ['vocabulary'],
  random: ['vocabulary'],
  figure: ['text'],
  thread: ['vocabulary'],
  sqlite: [],
  postgres: ['vocabulary'],
  http: ['vocabulary', 'text'],
  amounts: ['vocabulary', 'numerics'],
  accounting: ['vocabulary', 'json', 'numerics', 'numerics/fft', 'amounts'],
  source: ['vocabulary', 'json', 'text', 'numerics'],
  plan: [
    'vocabulary',
    'json',
    'text',
    'numerics',
    'amounts',
    'source',
    'source/values',
    'accounting',
    'accounting/concentrated',
    'accounting/tree',
  ],
  query: ['vocabulary', 'json', 'source', 'source/values', 'plan', 'plan/expressions', 'plan/operators'],
  sql: ['vocabulary', 'numerics', 'source', 'plan', 'plan/expressions', 'plan/operators'],
  engine: ['vocabulary', 'text', 'postgres', 'source', 'source/engines', 'sql'],
  noise: ['vocabulary', 'random', 'numerics', 'amounts', 'accounting', 'accounting/concentrated'],
  ledger: [
    'vocabulary',
    'json',
    'text',
    'numerics',
    'amounts',
    'sqlite',
    'postgres',
    'thread',
    'accounting',
    'accounting/concentrated',
    'accounting/tree',
    'source',
    'source/engines',
    'source/places',
  ],
  answer: [
    'vocabulary',
    'json',
    'text',
    'numerics',
    'amounts',
    'source',
    'source/places',
    'query',
    'plan',
    'plan/costs',
    'plan/estimates',
    'plan/expressions',
    'plan/operators',
    'accounting',
    'accounting/concentrated',
    'accounting/tree',
    'sql',
    'engine',
    'noise',
    'ledger',
    'ledger/places',
    'random',
  ],
  verify: ['vocabulary', 'json', 'text', 'numerics', 'source', 'ledger/reading', 'ledger/places'],
  release: [
    'vocabulary',
    'json',
    'text',
    'numerics',
    'amounts',
    'random',
    'accounting',
    'source',
    'source/engines',
    'source/places',
    'engine',
    'ledger',
    'ledger/places',
  ],
  statistical: ['vocabulary', 'numerics', 'numerics/fft', 'accounting'],
  collect: ['vocabulary', 'numerics', 'random', 'accounting', 'ledger', 'release', 'release/rates'],
  'collect/protocol': ['vocabulary', 'json', 'random'],
  'collect/reports': ['vocabulary', 'random', 'collect/protocol'],
  'collect/verified': ['vocabulary', 'random', 'collect/protocol', 'collect/reports'],
  'collect/client': ['vocabulary', 'random', 'collect/protocol', 'collect/reports', 'collect/verified'],
  'collect/tickets': ['vocabulary'],
  'collect/organiser': ['vocabulary', 'text', 'collect/protocol'],
  'collect/aggregator': [
    'vocabulary',
    'json',
    'text',
    'random',
    'sqlite',
    'postgres',
    'http',
    'collect/protocol',
    'collect/reports',
    'collect/tickets',
    'collect/verified',
  ],
  'collect/collector': [
    'vocabulary',
    'json',
    'random',
    'amounts',
    'ledger',
    'ledger/places',
    'collect',
    'collect/views',
    'collect/protocol',
    'collect/reports',
  ],
  forecast: ['vocabulary', 'numerics', 'random', 'thread', 'accounting', 'plan'],
  reproduce: ['vocabulary', 'text', 'numerics', 'random', 'figure', 'accounting', ...EVERY_JOB],
  service: [
    'vocabulary',
    'json',
    'text',
    'amounts',
    'accounting',
    'source',
    'source/places',
    'query',
    'plan',
    'ledger',
    'thread',
    'sqlite',
    'http',
    ...EVERY_JOB,
    'collect/protocol',
    'collect/organiser',
    'collect/collector',
  ],
  cli: [
    'vocabulary',
    'json',
    'text',
    'numerics',
    'random',
    'amounts',
    'accounting',
    'source',
    'source/engines',
    'source/places',
    'source/values',
    'query',
    'engine',
    'ledger',
    'ledger/places',
    'figure',
    'service',
    'reproduce',
    'verify',
    ...EVERY_JOB,
    'collect/protocol',
    'collect/tickets',
    'collect/organiser',
    'collect/aggregator',
    'collect/collector',
  ],
  entry: ['amounts', 'accounting', 'accounting/concentrated', 'accounting/tree'],
  index: ['vocabulary', 'random', 'accounting', 'source', 'query', 'plan/operators', 'ledger', 'verify', ...EVERY_JOB],
};

/** ARCHITECTURE.md with its column of what stations may import written anew: this table is the only one that is kept by hand. */
export const withImportColumn = (page: string): string =>
  page.replace(/^\| `([a-z/]+)` \|(.*)\|([^|]*)\|$/gm, (line, station: string, between: string) =>
    station in MAY_IMPORT || PARTS.includes(station) ? `| \`${station}\` |${between}| ${importsOf(station)} |` : line,
  );

const importsOf = (station: string): string =>
  PARTS.includes(station)
    ? `as \`${stationOf(`src/${station}`)}\`, whose part it is`
    : MAY_IMPORT[station].join(', ') || 'nothing';

/** The longest of these names that the path lies under. */
function longest(names: readonly string[], path: string): string | undefined {
  if (!path.startsWith('src/')) return undefined;
  const inside = path.slice('src/'.length).replace(/\.ts$/, '');
  const above = names.filter(name => inside === name || inside.startsWith(`${name}/`));
  return above.sort((a, b) => b.length - a.length)[0];
}

const stationOf = (path: string) => longest(Object.keys(MAY_IMPORT), path);

/** What others must name to import this file: its station, or the part of it. */
const entranceOf = (path: string) => longest([...Object.keys(MAY_IMPORT), ...PARTS], path);

export const stationsAreKnown: Rule = files =>
  files
    .filter(({ path }) => path.startsWith('src/') && stationOf(path) === undefined)
    .map(({ path }) => `${path} lies in no station: give it a place, or its folder a line in test/tidy/directions.ts`);

export const importsKeepDirection: Rule = files =>
  eachCrossing(files, ({ path, from, to, target }) =>
    MAY_IMPORT[from].includes(to)
      ? []
      : [
          `${path} imports ${target}: ${from} may import ${MAY_IMPORT[from].join(', ') || 'nothing'}; move the code, or pass it in`,
        ],
  );

/** Tests look inside; everybody else sees what a station promises. */
export const stationsAreEnteredByTheirIndex: Rule = files =>
  eachCrossing(
    files.filter(file => !isTest(file)),
    ({ path, to, target }) =>
      target === `src/${to}/index.ts` || target === `src/${to}.ts`
        ? []
        : [`${path} imports ${target}: enter ${to} by src/${to}/index.ts`],
  );

/** The console is a client like any other. */
export const consoleSeesOnlyTheContract: Rule = files =>
  files
    .filter(({ path }) => path.startsWith('console/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(target => target.startsWith('src/') && !target.startsWith('src/service/contract/'))
        .map(target => `${path} imports ${target}: the console sees src/service/contract alone`),
    );

interface Crossing {
  readonly path: string;
  readonly from: string;
  /** The entrance: a station, or a part of one. */
  readonly to: string;
  readonly target: string;
}

const eachCrossing = (files: Parameters<Rule>[0], judge: (crossing: Crossing) => string[]): string[] =>
  files.flatMap(({ path, imports }) =>
    imports.flatMap(target => {
      const [from, to] = [stationOf(path), entranceOf(target)];
      return from === undefined || to === undefined || from === stationOf(target)
        ? []
        : judge({ path, from, to, target });
    }),
  );
