/**
 * Samples that are kept: each a database of its own with all rows of its units. It is made by a second instance, which may
 * write that one file, and read by a third, which sees nothing of the source but its public tables.
 */
import { chmod } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckdbSource } from '../../source/engines/index.ts';
import type { Policy } from '../../source/index.ts';
import { type Catalogue, copying, quoteName, quoteText, type Statement } from '../../sql/index.ts';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { copyFolder } from '../copy-file.ts';
import { type Copy, type Engine, NO_COPIES } from '../engine.ts';
import { opaqueFailure, type Report } from '../failure.ts';
import { unitColumn } from '../needed-columns.ts';
import { lockedInstance } from './instance.ts';
import { rowsOfDuckdb } from './rows.ts';
import type { DuckdbLimits } from './settings.ts';
import { filesOf, makeViews, reachFiles } from './tables.ts';
import { boundForDuckdb } from './values.ts';

export interface CopySource {
  readonly source: DuckdbSource;
  readonly tables: Policy['tables'];
  readonly catalogue: Catalogue;
  readonly limits: DuckdbLimits;
  readonly spillInto: string | undefined;
  readonly copiesInto: string | undefined;
  readonly report: Report;
}

type DuckdbCopies = Pick<Engine, 'copy' | 'forget' | 'close'>;

export function openCopies(from: CopySource): DuckdbCopies {
  if (from.copiesInto === undefined) return { ...NO_COPIES, close: async () => {} };
  const folder = copyFolder(from.copiesInto);
  const engines = new Map<string, Promise<Engine>>();
  const opened = async (wanted: Copy): Promise<Engine> => {
    const name = JSON.stringify([wanted.name, wanted.state, wanted.readState]);
    const engine =
      engines.get(name) ??
      folder
        .fileOf(wanted.name, wanted.state, path => makeCopy(path, wanted, from))
        .then(path => openCopy(path, wanted, from));
    engines.set(name, engine);
    // what could not be made or opened may be tried again
    engine.catch(() => engines.delete(name));
    return engine;
  };
  const closeAll = async (isMeant: (name: string) => boolean): Promise<void> => {
    for (const [name, engine] of [...engines].filter(([each]) => isMeant(each))) {
      engines.delete(name);
      await (await engine.catch(() => undefined))?.close();
    }
  };
  return {
    async copy(wanted) {
      try {
        return { ...(await opened(wanted)), close: async () => {} };
      } catch (thrown) {
        // that a file was written is no secret, and trying again will not be the same question
        if (thrown instanceof Refusal && thrown.code === 'source_changed') throw thrown;
        throw opaqueFailure(thrown, from.report);
      }
    },
    async forget(name) {
      await closeAll(each => JSON.parse(each)[0] === name);
      await folder.remove(name);
    },
    close: () => closeAll(() => true),
  };
}

/** What is read beside a copy: public tables and those that are joined to it, and for making it the table itself. */
const offeredWith = ({ table, beside }: Copy, tables: Policy['tables']): Policy['tables'] =>
  Object.fromEntries(
    Object.entries(tables).filter(([name, each]) => name === table || each.public || beside.includes(name)),
  );

const ATTACHED = quoteName('copy');
const ROWS = 'rows';

async function makeCopy(path: string, wanted: Copy, from: CopySource): Promise<void> {
  const { table, units, holds } = wanted;
  const { source, tables, limits, spillInto } = from;
  const offered = offeredWith(wanted, tables);
  const confines = { limits, spillInto, files: filesOf(source, offered) };
  const { instance, close } = await lockedInstance(confines, async connection => {
    await makeViews(connection, source, offered);
    await connection.run(`ATTACH ${quoteText(path)} AS ${ATTACHED}`);
    await chmod(path, 0o600);
    await connection.run(`CREATE TABLE ${ATTACHED}.${ROWS} AS SELECT * FROM ${quoteName(table)} LIMIT 0`);
  });
  try {
    const connection = await instance.connect();
    await fill(connection, units, { catalogue: from.catalogue, table, unit: unitColumn(tables[table]) });
    connection.closeSync();
    if (!holds()) refuse('source_changed', 'The data changed while a sample was being copied.');
  } finally {
    await close();
  }
}

async function fill(
  connection: DuckDBConnection,
  units: Statement,
  where: { readonly catalogue: Catalogue; readonly table: string; readonly unit: string },
): Promise<void> {
  const statement = copying(units, { ...where, into: ['copy', ROWS] });
  await connection.run(statement.text, ...boundForDuckdb(statement));
  await connection.run(`CHECKPOINT ${ATTACHED}`);
}

async function openCopy(path: string, wanted: Copy, from: CopySource): Promise<Engine> {
  const { table } = wanted;
  const { source, tables, catalogue, limits, spillInto, report } = from;
  const { [table]: _, ...others } = offeredWith(wanted, tables);
  const files = [path, ...filesOf(source, others)];
  const { instance, prepared, close } = await lockedInstance({ limits, files, spillInto }, async connection => {
    await connection.run(`ATTACH ${quoteText(path)} AS ${ATTACHED} (READ_ONLY)`);
    await connection.run(`CREATE VIEW ${quoteName(table)} AS SELECT * FROM ${ATTACHED}.${ROWS}`);
    return makeViews(connection, source, others);
  });
  const run: Engine['run'] = (queries, within = {}) => rowsOfDuckdb(instance, queries, within, report);
  return {
    dialect: 'duckdb',
    // columns mean what they mean in the source, whatever they are stored as
    catalogue: new Map([...prepared, [table, catalogue.get(table)!]]),
    reach: () => reachFiles(files),
    snapshot: async () => ({ run, end: async () => {} }),
    run,
    ...NO_COPIES,
    close,
  };
}
