/** The steps of a publication by the product, each from opening to closing; and the same work by DuckDB alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { audit } from '../../src/release/audit.ts';
import { coarsenedColumns } from '../../src/release/coarsening-rules.ts';
import { checkRelease, drawRelease } from '../../src/release/index.ts';
import { guarantee } from '../../src/release/rates/index.ts';
import { openReleaseData } from '../../src/release/release-data.ts';
import { folder } from '../parquet.ts';
import { COLUMNS } from './people.ts';

const RATE = '0.01';
const PROMISE = { epsilon: 1, delta: 0.001 };

export async function audited(data: string): Promise<unknown> {
  const opened = await openReleaseData(data, undefined);
  const columns = await coarsenedColumns(COLUMNS);
  const { verdict, exactRate } = await audit(opened.engine, {
    ...opened,
    columns,
    promised: guarantee(PROMISE),
    rate: RATE,
  });
  await opened.engine.close();
  return { verdict, exactRate };
}

export async function drawn(data: string, out: string): Promise<unknown> {
  const { verdict } = await drawRelease({
    ...{ data, columns: COLUMNS, ...PROMISE, rate: RATE, out },
    ledger: `sqlite:${out}.ledger`,
  });
  return verdict;
}

export async function checked(sample: string, data: string): Promise<unknown> {
  const { verdict, sampleRows } = await checkRelease({ sample, data, epsilon: PROMISE.epsilon });
  return { verdict, sampleRows };
}

/** Opened once; counted to the end, and a sample drawn that nothing is promised of. */
export function byHand(path: () => Promise<string>): () => Promise<unknown> {
  let connected: Promise<DuckDBConnection> | undefined;
  return async () => {
    connected ??= DuckDBInstance.create(':memory:', { preserve_insertion_order: 'false' }).then(each => each.connect());
    const connection = await connected;
    const [from, own] = [`read_parquet('${await path()}')`, runFolder()];
    const columns = COLUMNS.join(', ');
    const groups = await connection.runAndReadAll(`SELECT ${columns}, count(*) FROM ${from} GROUP BY ALL`);
    await connection.run(
      `COPY (SELECT ${columns} FROM ${from} TABLESAMPLE BERNOULLI (1%)) TO '${join(own, 'sample.parquet')}' (FORMAT parquet)`,
    );
    rmSync(own, { recursive: true });
    return groups.currentRowCount;
  };
}

export const runFolder = (): string => mkdtempSync(join(folder, 'run-'));
