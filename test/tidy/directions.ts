/** Who may import whom. A station is a folder of src, or a file directly in it; all that is not listed is refused. */
import { isTest, type Rule } from './sources.ts';

const EVERY_JOB = ['answer', 'release', 'statistical', 'collect', 'forecast'];

/** Stations of the whole design: those that are not built yet have their place already. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  vocabulary: [],
  json: ['vocabulary'],
  text: ['json'],
  numerics: ['vocabulary'],
  random: ['vocabulary'],
  figure: ['text'],
  thread: ['vocabulary'],
  sqlite: [],
  http: ['vocabulary', 'text'],
  amounts: ['vocabulary', 'numerics'],
  accounting: ['vocabulary', 'json', 'numerics', 'amounts'],
  source: ['vocabulary', 'json', 'text', 'numerics'],
  plan: ['vocabulary', 'json', 'text', 'numerics', 'amounts', 'source', 'accounting'],
  query: ['vocabulary', 'json', 'source', 'plan'],
  sql: ['vocabulary', 'numerics', 'source', 'plan'],
  engine: ['vocabulary', 'text', 'source', 'sql'],
  noise: ['vocabulary', 'random', 'numerics', 'amounts', 'accounting'],
  ledger: ['vocabulary', 'json', 'text', 'numerics', 'amounts', 'sqlite', 'accounting', 'source'],
  answer: [
    'vocabulary',
    'json',
    'text',
    'numerics',
    'amounts',
    'source',
    'query',
    'plan',
    'accounting',
    'sql',
    'engine',
    'noise',
    'ledger',
    'random',
  ],
  verify: ['vocabulary', 'json', 'text', 'numerics', 'source', 'ledger'],
  release: ['vocabulary', 'json', 'text', 'numerics', 'amounts', 'random', 'accounting', 'source', 'engine', 'ledger'],
  statistical: ['vocabulary', 'numerics', 'accounting'],
  collect: ['vocabulary', 'numerics', 'random', 'accounting', 'ledger', 'release'],
  'collect/protocol': ['vocabulary', 'json', 'random'],
  'collect/verified': ['vocabulary', 'random', 'collect/protocol'],
  'collect/client': ['vocabulary', 'random', 'collect/protocol', 'collect/verified'],
  'collect/tickets': ['vocabulary'],
  'collect/organiser': ['vocabulary', 'text', 'collect/protocol'],
  'collect/aggregator': [
    'vocabulary',
    'json',
    'text',
    'random',
    'sqlite',
    'http',
    'collect/protocol',
    'collect/tickets',
    'collect/verified',
  ],
  'collect/collector': ['vocabulary', 'json', 'random', 'amounts', 'ledger', 'collect', 'collect/protocol'],
  forecast: ['vocabulary', 'numerics', 'random', 'thread', 'accounting', 'plan'],
  reproduce: ['vocabulary', 'text', 'numerics', 'random', 'figure', 'accounting', ...EVERY_JOB],
  service: [
    'vocabulary',
    'json',
    'text',
    'amounts',
    'accounting',
    'source',
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
    'text',
    'numerics',
    'random',
    'amounts',
    'accounting',
    'source',
    'query',
    'engine',
    'ledger',
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
  index: ['vocabulary', 'random', 'accounting', 'source', 'query', 'ledger', 'verify', ...EVERY_JOB],
};

/** ARCHITECTURE.md with its column of what stations may import written anew: this table is the only one that is kept by hand. */
export const withImportColumn = (page: string): string =>
  page.replace(/^\| `([a-z/]+)` \|(.*)\|([^|]*)\|$/gm, (line, station: string, between: string) =>
    station in MAY_IMPORT ? `| \`${station}\` |${between}| ${MAY_IMPORT[station].join(', ') || 'nothing'} |` : line,
  );

/** The longest listed name that the path lies under. */
function stationOf(path: string): string | undefined {
  if (!path.startsWith('src/')) return undefined;
  const inside = path.slice('src/'.length).replace(/\.ts$/, '');
  const names = Object.keys(MAY_IMPORT).filter(name => inside === name || inside.startsWith(`${name}/`));
  return names.sort((a, b) => b.length - a.length)[0];
}

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
  readonly to: string;
  readonly target: string;
}

const eachCrossing = (files: Parameters<Rule>[0], judge: (crossing: Crossing) => string[]): string[] =>
  files.flatMap(({ path, imports }) =>
    imports.flatMap(target => {
      const [from, to] = [stationOf(path), stationOf(target)];
      return from === undefined || to === undefined || from === to ? [] : judge({ path, from, to, target });
    }),
  );
