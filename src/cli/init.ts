/** `sortition init DATA`: a draft policy from the schema alone, and the list of what the custodian has to decide. */
import { writeFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { formatOf, stemOf } from '../source/engines/index.ts';
import { draftPolicy, type PolicyDraft } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Talk } from './reply.ts';

export function addInit(program: Command, { say }: Talk): void {
  program
    .command('init')
    .description('draft a policy from the schema of the data; bounds are left to you, never read from the data')
    .argument('<data>', 'a file: CSV, Parquet, JSON or DuckDB')
    .option('--out <file>', 'where to write the policy', 'policy.json')
    .option('--json', 'one JSON object on standard output')
    .action(async (data: string, { out }: { out: string }) => {
      const draft = await draftOf(data, out);
      await writeDraft(out, draft.text);
      const { undecided, leftOut } = draft;
      await say({ json: { out, undecided, leftOut }, text: describeDraft(out, draft) });
    });
}

async function draftOf(data: string, out: string): Promise<PolicyDraft> {
  const format = formatOf(data);
  if (format === undefined)
    return refuse('file_unreadable', `${data} must end in .csv, .tsv, .parquet, .json, .ndjson, .jsonl or .duckdb.`);
  // Engines take longer to load than other commands to run.
  const { readSchema } = await import('../engine/index.ts');
  const name = stemOf(data);
  const tables = await readSchema(data, { format, name });
  return draftPolicy(tables, { path: pathFrom(out, data), ledger: `${name}.ledger` });
}

/** Policies name paths relative to themselves, with slashes on every system. */
const pathFrom = (out: string, data: string): string =>
  relative(dirname(resolve(out)), resolve(data))
    .split(sep)
    .join('/');

/** A policy that is there already holds decisions: it is never overwritten. */
const writeDraft = (out: string, text: string): Promise<void> =>
  writeFile(out, text, { flag: 'wx' }).catch(({ code }: NodeJS.ErrnoException) =>
    refuse(
      'file_unwritable',
      code === 'EEXIST'
        ? `${out} already exists and is not overwritten. Give another name with --out.`
        : `${out} cannot be written. Check the folder and its permissions.`,
    ),
  );

function describeDraft(out: string, { undecided, leftOut }: PolicyDraft): string {
  const parts = [
    `Drafted ${out} from column names and types. No bounds were read from the data.`,
    [
      `For you to decide; each is null in the file (${undecided.length}):`,
      ...undecided.map(place => `  ${place}`),
    ].join('\n'),
    [
      'unit is the column that identifies the person; rowsPerUnit bounds the rows of one person that an answer counts.',
      'If each row is a different person, delete both. Bounds say what is possible, not what occurs in the data.',
      'To group by a text column, give it the values that everyone knows: { "type": "category", "values": ["A", "B"] }.',
    ].join('\n'),
  ];
  if (leftOut.length > 0)
    parts.push(
      [
        'Left out, because questions cannot use their types:',
        ...leftOut.map(({ table, column, type }) => `  ${table}.${column} (${type})`),
      ].join('\n'),
    );
  parts.push(`Next, when all is decided: sortition policy check --policy ${out}`);
  return parts.join('\n\n');
}
