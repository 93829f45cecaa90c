/**
 * What a policy makes of its data: rows that a bound cuts off, values that are moved or not read, ids that look alike. Exact numbers
 * about people: for the owner of the data, before anybody asks, and never to be published.
 */
import type { Engine, EngineLimits, Snapshot } from '../engine/index.ts';
import { schemaOf } from '../plan/operators/index.ts';
import type { DeclaredTable } from '../source/index.ts';
import { fit, type LoweringTarget, type SqlQuery } from '../sql/index.ts';
import type { Deployment } from './deployment.ts';
import {
  budgetWarnings,
  columnWarnings,
  type FitWarning,
  NAMES_SOMEBODY,
  type Numbers,
  ownersWarnings,
  repeatedOwners,
  type TablePlace,
} from './fit-warnings.ts';

export interface PolicyFit<Place = FitWarning['place']> {
  /** Of the policy as a whole. */
  readonly warnings: readonly FitWarning<Place>[];
  /** In the policy's order; what concerns most rows comes first. */
  readonly tables: readonly {
    readonly table: string;
    readonly rows: number;
    readonly warnings: readonly FitWarning<Place>[];
  }[];
}

export async function policyFit(deployment: Deployment, limits: EngineLimits = {}): Promise<PolicyFit> {
  const { policy } = deployment;
  const { engine, snapshot, end } = await deployment.begin(await deployment.present());
  try {
    const target = { dialect: engine.dialect, catalogue: engine.catalogue, key: '' };
    const reading: Reading = { snapshot, target, limits };
    const tables: (PolicyFit['tables'][number] & { readonly units: number })[] = [];
    for (const [table, declared] of Object.entries(policy.tables))
      tables.push(await tableFit(table, declared, reading));
    const protectedUnits = tables.filter(({ table }) => !policy.tables[table].public).map(({ units }) => units);
    return {
      warnings: [
        ...budgetWarnings(policy, Math.max(0, ...protectedUnits)),
        ...(await serverWarnings(reading)),
        ...(await observerWarnings(engine)),
      ],
      tables: tables.map(({ units: _, ...table }) => table),
    };
  } finally {
    await end();
  }
}

interface Reading {
  readonly snapshot: Snapshot;
  readonly target: LoweringTarget;
  readonly limits: EngineLimits;
}

async function tableFit(table: string, declared: DeclaredTable, reading: Reading) {
  const { target } = reading;
  const schema = schemaOf(declared.columns);
  const values = await numbersOf(reading, fit.values(table, schema, target));
  const rows = values('rows');
  const at: TablePlace = (...place) => ['tables', table, ...place];
  const ownersBy = (column: string, rowsMost: number) =>
    numbersOf(reading, fit.owners(table, { column, rowsMost }, target));
  const warnings = schema.flatMap(column => columnWarnings(column, values, at));
  let units = rows;
  const unit = declared.public ? undefined : declared.unit;
  const column = unit ?? declared.key;
  if (column !== undefined) {
    const rowsMost = unit === undefined || declared.public ? 1 : declared.rowsPerUnit;
    const owners = await ownersBy(column, rowsMost);
    units = owners('units');
    warnings.push(
      ...ownersWarnings(owners, { rows, column, rowsMost, isUnit: unit !== undefined, isPublic: declared.public, at }),
    );
  } else
    for (const { name } of schema) {
      if (!NAMES_SOMEBODY.test(name) || !fit.canNameUnits(table, name, target)) continue;
      const repeated = (await ownersBy(name, 1))('rows above');
      warnings.push(...repeatedOwners(repeated, { rows, column: name, at }));
    }
  return { table, rows, units, warnings: warnings.toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0)) };
}

async function serverWarnings(reading: Reading): Promise<FitWarning[]> {
  const query = fit.witnesses(reading.target);
  if (query === undefined) return [];
  const found = await numbersOf(reading, query);
  return query.names
    .filter(name => found(name) > 0)
    .map(name => ({
      ...{ code: 'statements_visible', place: ['source'], share: null },
      message: `The server has ${found(name)} ${name}: whoever reads statements learns the secrets of samples while they run. Turn it off for this role.`,
    }));
}

async function observerWarnings({ isObserved }: Engine): Promise<FitWarning[]> {
  if (isObserved === undefined) return [];
  const isSeen = await isObserved();
  if (isSeen === false) return [];
  const message = isSeen
    ? 'The user named as observer sees our statements, and with them the secrets of samples while they are drawn. Restrict who may view queries in the access control of Trino.'
    : 'Nobody tried whether other users see our statements, which hold the secrets of samples while they are drawn. Name another user as source.observer, and check again.';
  return [{ code: isSeen ? 'statements_visible' : 'statements_unchecked', place: ['source'], share: null, message }];
}

async function numbersOf<Name extends string>(
  { snapshot, limits }: Reading,
  query: SqlQuery & { readonly names: readonly Name[] },
): Promise<Numbers<Name>> {
  const found = new Map<Name, number>();
  for await (const { cells } of snapshot.run([query], limits))
    for (const [i, name] of query.names.entries()) found.set(name, Number(cells[i]));
  return name => found.get(name) ?? 0;
}
