/**
 * States of the world. Tables change: new versions, rewritten files, changed public tables, accepted policies. What is promised
 * about a table holds within one state, and costs of states add up, so that every state needs a name: the version that the
 * source announces, when its files were written, and what the policy makes of it. Never its content: one person may be the
 * only change, and a name that tells of it would tell of that person.
 */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sha256 } from '../text/index.ts';
import { invariant } from '../vocabulary/index.ts';
import { shapeOf } from './fingerprint.ts';
import type { Policy } from './policy.ts';

/** The data at one moment. */
export interface States {
  /** Of these tables together. Where two moments have one name, what they read is the same. */
  nameOf(tables: readonly string[]): string;
  /** Nothing tells one state from another: every look at the data is of a state of its own. */
  readonly live: boolean;
  /** What the owner says of a database, whose states have no other name; null where there is one. */
  readonly announced: Announced | null;
}

/** A version, and where the data are that it is said of. */
export interface Announced {
  readonly place: string;
  readonly version: string;
}

/** As they are now. */
export function statesNow({ source, tables }: Pick<Policy, 'source' | 'tables'>): States {
  const live = source.engine !== 'duckdb' && source.version === undefined;
  // of live data every look has a name that no other one has
  const version = live ? randomUUID() : (source.version ?? null);
  // looked at once, here: a name that is asked for later is of this moment too
  const states = new Map(
    Object.entries(tables).map(([name, table]) => {
      const written = source.engine === 'duckdb' ? writtenAt(table.file?.path ?? source.path) : placeOf(source);
      return [name, [name, written, shapeOf(table)]];
    }),
  );
  return {
    live,
    announced:
      source.engine === 'duckdb' || source.version === undefined
        ? null
        : { place: hashOf(placeOf(source)), version: source.version },
    nameOf: names => {
      const named = [...new Set(names)].sort().map(name => states.get(name));
      invariant(!named.includes(undefined), 'a state is of tables of the policy');
      return hashOf([version, ...named]).slice(0, 32);
    },
  };
}

const hashOf = (value: unknown): string => sha256(JSON.stringify(value));

/** Times of files have a grain: two states that are written within one tick could not be told apart. */
const TICK_MILLISECONDS = 20;

/** The same, once whatever was written this very moment is of the past. */
export async function statesOnceWritten(policy: Pick<Policy, 'source' | 'tables'>, clock: () => Date): Promise<States> {
  const { source, tables } = policy;
  if (source.engine === 'duckdb') {
    const files = [
      source.path,
      ...Object.values(tables).flatMap(({ file }) => (file === undefined ? [] : [file.path])),
    ];
    const newest = Math.max(...files.map(path => statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0));
    await pause(millisecondsUntilPast(newest, clock()));
  }
  return statesNow(policy);
}

/** None where the time of writing is long past, or of a clock that is not ours. */
export function millisecondsUntilPast(written: number, now: Date): number {
  const age = now.getTime() - written;
  return Math.abs(age) < TICK_MILLISECONDS ? TICK_MILLISECONDS - age : 0;
}

/** When a file was put in its place, and last written; its size would be content. A database may hold its latest rows beside it. */
const writtenAt = (path: string): readonly (string | null)[] => [path, `${path}.wal`].map(timesOf);

function timesOf(path: string): string | null {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? null : [status.ino, status.mtimeNs, status.ctimeNs].join(' ');
}

/** Where a database is, as far as the policy says: its rows are known by their version alone. */
const placeOf = (source: Exclude<Policy['source'], { readonly engine: 'duckdb' }>): unknown => [
  source.engine,
  source.url,
  'catalog' in source ? source.catalog : null,
  source.schema ?? null,
];
