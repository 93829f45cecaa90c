/** `sortition init DATA`: a draft policy from the schema alone, and the list of what the custodian has to decide. */
import { writeFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { draftPolicy, formatOf, type PolicyDraft, stemOf } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Talk } from './reply.ts';

export function addInit(program: Command, { say }: Talk): void {
  program
    .command('init')
    .description('a draft policy from the schema of the data: bounds are asked for, never read from it')
    .argument('<data>', 'a file: CSV, Parquet, JSON or DuckDB')
    .option('--out <file>', 'where the policy is written', 'policy.json')
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
    return refuse(
      'file_unreadable',
      `${data} must end in .csv, .tsv, .parquet, .json, .ndjson, .jsonl or .duckdb: so its format is known.`,
    );
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
        ? `${out} exists, and its decisions would be lost; give another name with --out.`
        : `${out} cannot be written; check the folder and its rights.`,
    ),
  );

function describeDraft(out: string, { undecided, leftOut }: PolicyDraft): string {
  const parts = [
    `Drafted ${out} from names and types alone. No bound was read from the data.`,
    [`To be decided, each a null in the file (${undecided.length}):`, ...undecided.map(place => `  ${place}`)].join(
      '\n',
    ),
    [
      'unit is the column that names the person, rowsPerUnit the most rows of one person that an answer counts;',
      'where each row is a person of its own, delete both. Bounds are what is possible, not what occurs.',
    ].join('\n'),
  ];
  if (leftOut.length > 0)
    parts.push(
      [
        'Left out, for no question can use their types:',
        ...leftOut.map(({ table, column, type }) => `  ${table}.${column} (${type})`),
      ].join('\n'),
    );
  return parts.join('\n\n');
}
