/** All dialects by name. */
import type { Dialect } from './dialect.ts';
import { duckdb } from './duckdb.ts';
import { postgres } from './postgres.ts';

export const dialects = { duckdb, postgres } as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof dialects;

export const isSpoken = (engine: string): engine is DialectName => Object.hasOwn(dialects, engine);
