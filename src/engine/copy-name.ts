/** What copies are called where they are kept. People name samples; files and tables do not have to bear those names. */
import { createHash } from 'node:crypto';
import type { Table } from '../source/index.ts';
import { neededColumns, unitColumn } from './needed-columns.ts';

/** What a copy is of: a state of the data, which the policy may name, and what the policy wants of them. */
export interface DataState {
  readonly version?: string | undefined;
  readonly fingerprint: string;
  readonly table: Table;
}

/** All copies of a sample begin with it. */
export const copyStem = (name: string): string => sha256(name).slice(0, 32);

/** One for each state of the data. */
export function copyName(name: string, { version, fingerprint, table }: DataState): string {
  const state = [version ?? null, fingerprint, unitColumn(table), neededColumns(table)];
  return `${copyStem(name)}_${sha256(JSON.stringify(state)).slice(0, 16)}`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
