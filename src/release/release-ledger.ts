/** The ledger that a draw is recorded in: the policy's, one that is named, or one beside the data. */
import { lstatSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { losses } from '../amounts/index.ts';
import { type Ledger, type LedgerOpening, openingOf, openLedger } from '../ledger/index.ts';
import { ledgerPlace } from '../ledger/places/index.ts';
import { loadPolicy, type Policy, type ProtectedTable } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { unitIn } from './person.ts';
import type { ReleaseData } from './release-data.ts';
import type { DrawOrder } from './release-order.ts';

export interface ReleaseLedger {
  readonly opening: LedgerOpening;
  readonly budget?: PayingTable;
}

/** Which of the policy's tables the data is, and whom it protects. */
interface PayingTable extends Pick<ProtectedTable, 'neighbours'> {
  readonly table: string;
  readonly unit: string | undefined;
}

export type LedgerOrder = Pick<DrawOrder, 'data' | 'policy' | 'ledger'>;

/** One of the three. */
export type RecordedOrder = Pick<DrawOrder, 'policy' | 'ledger'> & { readonly data?: string | undefined };

/** The ledger of draws that were made, for whoever wants to read it. */
export async function recordedLedger({ policy, ledger, data }: RecordedOrder): Promise<LedgerOpening> {
  checkOne(policy, ledger, data);
  if (policy !== undefined) return openingOf(await loadPolicy(policy));
  if (ledger === undefined && data === undefined)
    return refuse('usage', 'Name the data, --policy or --ledger, so that the ledger of the draws can be found.');
  return withoutPolicy({ data: data ?? '', ledger });
}

/** Where the draws of opened data are recorded, and who pays. Nothing is opened yet. */
export async function ledgerOfData(
  order: LedgerOrder,
  data: Pick<ReleaseData, 'policy' | 'table' | 'origin'>,
): Promise<ReleaseLedger> {
  checkOne(order.policy, order.ledger, data.policy);
  const policy = data.policy ?? (order.policy === undefined ? undefined : await loadPolicy(order.policy));
  return policy === undefined
    ? { opening: withoutPolicy(order) }
    : { opening: openingOf(policy), budget: budgetOf(policy, data) };
}

export async function openReleaseLedger(opening: LedgerOpening): Promise<Ledger> {
  const ledger = await openLedger(opening);
  const hasPolicy = opening.policy !== NO_POLICY;
  if (hasPolicy || ledger.state().policy.fingerprint === NO_POLICY.fingerprint) return ledger;
  await ledger.close();
  return refuse(
    'policy_changed',
    'This ledger belongs to a policy. Name the policy instead, so that its budget is charged.',
  );
}

function checkOne(...places: readonly unknown[]): void {
  if (places.filter(place => place !== undefined).length <= 1) return;
  refuse('flags_conflict', 'Give either --policy or --ledger, not both.');
}

/** Nobody set a budget here: what a draw costs is written down and limited by nothing. */
const NO_POLICY: LedgerOpening['policy'] = Object.freeze({
  fingerprint: 'no policy',
  budget: losses.none,
  analysts: new Map(),
  tables: new Map(),
});

const withoutPolicy = ({ data, ledger = `sqlite:${linkedTo(data)}.sortition` }: LedgerOrder): LedgerOpening => ({
  place: ledgerPlace(ledger, process.cwd()),
  policy: NO_POLICY,
  clock: () => new Date(),
});

/** What a link leads to: a table has one ledger beside it, by whatever name it is reached. */
const linkedTo = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? realPath(path) : path;

/** Of a file that is not there, its own. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The data must be a table of the policy that holds people, or somebody else's budget would pay. */
function budgetOf(policy: Policy, data: Pick<ReleaseData, 'policy' | 'origin' | 'table'>): PayingTable {
  const [found, second] = tablesOf(policy, data);
  if (found === undefined)
    return refuse(
      'source_mismatch',
      'The policy protects no table that is read from these data. Name the right policy or data.',
    );
  // each may protect other people, and the file does not say whom
  if (second !== undefined)
    return refuse(
      'source_mismatch',
      `The policy reads both ${found.table} and ${second.table} from these data. Name the policy in place of the data, and choose the table with --table.`,
    );
  return found;
}

function tablesOf(
  policy: Policy,
  { policy: own, origin, table }: Pick<ReleaseData, 'policy' | 'origin' | 'table'>,
): readonly PayingTable[] {
  const isMeant = (name: string): boolean =>
    own === undefined ? placeOf(policy, name) === placeOf(origin, table) : name === table;
  return Object.entries(policy.tables).flatMap(([name, definition]) =>
    !definition.public && isMeant(name)
      ? [{ table: name, unit: unitIn(definition), neighbours: definition.neighbours }]
      : [],
  );
}

/** Where a table lies, without any secret. */
export function placeOf({ source, tables }: ReleaseData['origin'], table: string): string {
  const { file } = tables[table];
  if (file !== undefined) return realPath(file.path);
  if (source.engine === 'duckdb') return `${realPath(source.path)}#${table}`;
  const at = source.url.from === 'env' ? source.url.name : source.url.path;
  return `${source.engine}:${at}/${source.schema ?? ''}.${table}`;
}
