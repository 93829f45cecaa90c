/**
 * Which file holds which table, where the source is a file for DuckDB. By name alone: nothing is looked up on disk.
 * A table without a `path` is the source's file if that bears its name or no other table of people can claim it;
 * otherwise it is the file of its own name beside the source's.
 */

import type { Complaint } from '../policy-path.ts';
import type { ShapedPolicy } from '../policy-schema.ts';
import { type FileFormat, FORMATS, formatOf } from './duckdb.ts';

export interface TableFile {
  readonly path: string;
  readonly format: Exclude<FileFormat, 'database'>;
}

export interface TableFiles {
  readonly files: ReadonlyMap<string, TableFile>;
  readonly complaints: readonly Complaint[];
}

const FORMAT_RULE = 'must end in .csv, .tsv, .parquet, .json, .ndjson, .jsonl or .duckdb';

/** A file's name without its folder and the ending that tells its format. */
export const stemOf = (path: string): string => split(path)[1];

function split(path: string): [folder: string, stem: string, ending: string] {
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  const name = path.slice(start);
  const ending = FORMATS.map(([, pattern]) => pattern.exec(name)?.[0]).find(found => found !== undefined) ?? '';
  return [path.slice(0, start), name.slice(0, name.length - ending.length), ending];
}

export function tableFiles({ source, tables }: ShapedPolicy): TableFiles {
  const own = Object.entries(tables).flatMap(([name, { path }]) => (path === undefined ? [] : [[name, path] as const]));
  if (source.engine !== 'duckdb')
    return complaining(
      own.map(([name]) => ({
        path: ['tables', name, 'path'],
        rule: `is only for files; on ${source.engine} a table is found by its name, so delete it`,
      })),
    );
  const format = formatOf(source.path);
  if (format === undefined) return complaining([{ path: ['source', 'path'], rule: FORMAT_RULE }]);
  const files = new Map(own);
  if (format !== 'database')
    for (const name of Object.keys(tables)) if (!files.has(name)) files.set(name, fileFor(name, source.path, tables));
  return withFormats(files);
}

function fileFor(name: string, sourcePath: string, tables: ShapedPolicy['tables']): string {
  const [folder, stem, ending] = split(sourcePath);
  const people = Object.entries(tables).filter(([, table]) => table.public !== true && table.path === undefined);
  const onlyClaim = people.length === 1 && people[0][0] === name && !Object.hasOwn(tables, stem);
  return name === stem || onlyClaim ? sourcePath : `${folder}${name}${ending}`;
}

function withFormats(paths: ReadonlyMap<string, string>): TableFiles {
  const files = new Map<string, TableFile>();
  const complaints: Complaint[] = [];
  for (const [name, path] of paths) {
    const format = formatOf(path);
    if (format === undefined || format === 'database')
      complaints.push({ path: ['tables', name, 'path'], rule: FORMAT_RULE.replace(' or .duckdb', '') });
    else files.set(name, { path, format });
  }
  return { files, complaints };
}

const complaining = (complaints: readonly Complaint[]): TableFiles => ({ files: new Map(), complaints });
