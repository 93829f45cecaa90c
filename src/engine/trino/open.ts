/**
 * Trino, where the data are spread over many machines. There are no transactions to read in: all statements of a question read the
 * snapshots that its tables had when it began, by their numbers, or data that their owner says do not change under a version.
 */
import { readUrl, type TrinoSource } from '../../source/engines/index.ts';
import type { Policy } from '../../source/index.ts';
import type { Catalogue, SqlQuery } from '../../sql/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { checkSameSchema } from '../catalogue-check.ts';
import { deadline } from '../deadline.ts';
import { type Engine, type EngineLimits, type EngineRow, NO_COPIES, type Snapshot } from '../engine.ts';
import { opaqueFailure, type Report } from '../failure.ts';
import { addressOf, rowsOfStatement, type TrinoAddress } from './client.ts';
import { checkScratch, copyTable, dropCopies } from './copies.ts';
import { hasSnapshots, readCatalogue, seesStatements, snapshotsNow } from './tables.ts';
import { cellOfTrino, statementForTrino } from './values.ts';

export interface TrinoOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly report?: Report;
}

type Pinned = ReadonlyMap<string, string>;

const NOTHING_PINNED: Pinned = new Map();

export async function openTrino(
  { url: reference, catalog, schema, scratch, version, queriesHidden, observer }: TrinoSource,
  tables: Policy['tables'],
  { environment = process.env, report = () => {} }: TrinoOptions = {},
): Promise<Engine> {
  const address = addressOf(await readUrl(reference, environment, 'trino'));
  const place = { catalog, schema };
  const pins = await hasSnapshots(address, catalog);
  if (!pins && version === undefined)
    refuse(
      'version_needed',
      `Tables of catalog ${catalog} have no snapshots that can be asked for, so that statements of one question could read different rows. Name the state of the data as source.version, and change it with every change of the rows.`,
    );
  if (scratch !== undefined) await checkScratch(address, { catalog, schema: scratch });
  const look = (): Promise<Catalogue> => readCatalogue(address, place, tables);
  const pinnedNow = (catalogue: Catalogue): Promise<Pinned> =>
    pins ? snapshotsNow(address, catalogue) : Promise.resolve(NOTHING_PINNED);
  const engineOn = (
    catalogue: Catalogue,
    pinned: () => Promise<Pinned>,
    { copy, forget }: Pick<Engine, 'copy' | 'forget'>,
  ): Engine => ({
    dialect: 'trino',
    catalogue,
    ...(!queriesHidden && { statementsSeen: true }),
    isObserved: async () =>
      observer && seesStatements(addressOf(await readUrl(observer, environment, 'trino')), address),
    reach: async () => checkSameSchema(opened, await look()),
    snapshot: async () => snapshotOf(address, await pinned(), report),
    run: async function* run(queries, limits = {}) {
      limits.signal?.throwIfAborted();
      yield* snapshotOf(address, await pinned(), report).run(queries, limits);
    },
    copy,
    forget,
    close: async () => {},
  });
  const opened = await look();
  const here = (): Promise<Pinned> => pinnedNow(opened);
  if (scratch === undefined) return engineOn(opened, here, NO_COPIES);
  return engineOn(opened, here, {
    async copy(wanted) {
      try {
        const pinned = await here();
        const path = await copyTable(address, wanted, tables[wanted.table], {
          place: { catalog, schema: scratch },
          catalogue: opened,
          pinned,
        });
        const others = [...opened].filter(
          ([name]) => name !== wanted.table && (tables[name].public || wanted.beside.includes(name)),
        );
        const offered: Catalogue = new Map([
          ...others,
          [wanted.table, { path, columns: opened.get(wanted.table)!.columns }],
        ]);
        // a copy is never written again; what is beside it is of this moment
        return engineOn(offered, () => pinnedNow(new Map(others)), NO_COPIES);
      } catch (thrown) {
        throw opaqueFailure(thrown, report);
      }
    },
    forget: name => dropCopies(address, name, { catalog, schema: scratch }),
  });
}

const snapshotOf = (address: TrinoAddress, pinned: Pinned, report: Report): Snapshot => ({
  run: (queries, limits = {}) => rowsOf(address, pinned, queries, limits, report),
  end: async () => {},
});

async function* rowsOf(
  address: TrinoAddress,
  pinned: Pinned,
  queries: readonly SqlQuery[],
  limits: EngineLimits,
  report: Report,
): AsyncGenerator<EngineRow> {
  const given = new AbortController();
  const work = deadline(limits, () => given.abort());
  try {
    for (const [place, query] of queries.entries()) {
      work.check();
      const text = statementForTrino(query, pinned);
      for await (const row of rowsOfStatement(address, text, { signal: given.signal }))
        yield { query: place, cells: row.map((value, column) => cellOfTrino(value, query.columns[column])) };
    }
  } catch (thrown) {
    throw work.refusalFor(thrown, report);
  } finally {
    work.end();
  }
}
