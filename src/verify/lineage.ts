/**
 * How a recorded plan's table came from the base: each operator as the accountant must see it, and which node each draw is. A
 * draw is known by what it is made of and of which state of the data, never by what the entry claims.
 */
import { fingerprintOf } from '../text/index.ts';
import type { DrawStep, TablePathStep } from './accounts.ts';
import { operatorOf, unitsLeft } from './draw-operators.ts';
import { unknown, wrong } from './objection.ts';
import { WHOLE } from './prices.ts';
import { columnKnown, type KnownColumns, known } from './ranges.ts';
import type {
  PolicyTable,
  RecordedPart,
  RecordedPolicy,
  RecordedSample,
  RecordedScheme,
  RecordedTable,
} from './recorded.ts';
import { unitColumns } from './unit-columns.ts';

/** A kept draw as its own entry made it. */
export interface KnownDraw {
  readonly node: string;
  readonly definition: string;
  readonly state: string | null;
}

/** What an entry says of one of its draws; `state` since schema version 4. */
export interface ClaimedDraw {
  readonly node: string;
  readonly fresh: boolean;
  readonly state?: string | null;
}

export interface LineageContext {
  readonly policy: RecordedPolicy;
  /** Kept draws that are not retired, by name. */
  readonly draws: ReadonlyMap<string, KnownDraw>;
  /** The public number of units of the base in the state that is asked, where it was recorded. */
  readonly units: (table: string) => bigint | null;
  /** What the entry says; undefined for draws that are only now being made. */
  readonly claimed: readonly ClaimedDraw[] | undefined;
  /** Else it only matters what the draws are, and not what was spent on them. */
  readonly isPriced: boolean;
  /** Of the data that are asked, and of which tables it speaks. */
  readonly state: string | null;
  readonly stateOf: readonly string[];
  /** Of the protected table alone, where the entry says it. */
  readonly baseState: string | undefined;
  /** Objects to a name that stands for another state. */
  readonly named: (state: string, tables: readonly string[]) => void;
}

/** From the base to a table. */
export interface TablePath {
  readonly steps: readonly TablePathStep[];
  readonly columns: KnownColumns;
  readonly base: PolicyTable;
  readonly baseName: string;
  /** How many units there are, where that is public. */
  readonly units: bigint | null;
  readonly reads: readonly string[];
  /** The protected ones among them: the base, and what is joined to it on the unit. */
  readonly protects: readonly string[];
  /** How many rows of one unit count. */
  readonly rowsMost: number;
  /** What the draws are, whatever the state. */
  readonly identities: readonly string[];
  /** Every unit is treated by itself so far, and by nothing that may tell two of them apart. */
  readonly byUnit: boolean;
  readonly keepsTogether: boolean;
  readonly isFresh: boolean;
  /** Every unit has one row at most. */
  readonly hasOneRowEach: boolean;
}

export function wayTo(table: RecordedTable, around: LineageContext): TablePath {
  if (table.kind === 'scan') return scanned(table.table, around);
  const below = wayTo(table.input, around);
  switch (table.kind) {
    case 'where':
      return dropping(below);
    case 'derive': {
      const added = table.columns.map(({ name, expression }) => [name, known(expression, below.columns)] as const);
      return { ...mapped(below), columns: new Map([...below.columns, ...added]) };
    }
    case 'project':
      return {
        ...mapped(below),
        columns: new Map([...below.columns].filter(([name]) => table.columns.includes(name))),
      };
    case 'join':
      return joined(table, below, around);
    case 'unitJoin':
      return unitJoined(below, wayTo(table.with, around), table.rowsPerUnit);
    case 'perUnit':
      return {
        ...mapped(below),
        columns: unitColumns(table, below.columns, below.rowsMost),
        ...{ hasOneRowEach: true, rowsMost: 1 },
      };
    default:
      return drawn(table, below, around);
  }
}

/** Nobody is dropped here, but a state is chosen; with public sizes two units that are exchanged are in the same states. */
function scanned(table: string, { policy, units: unitsOf }: LineageContext): TablePath {
  const base = policy.tables.get(table);
  if (base === undefined || base.public) return wrong(`The policy protects no table ${table}.`);
  const units = base.neighbours === 'replace-one' && base.sizeIsPublic ? unitsOf(table) : null;
  return {
    steps: [{ kind: units === null ? 'filter' : 'map' }],
    columns: new Map([...base.columns].map(([name, column]) => [name, columnKnown(column)])),
    ...{ base, baseName: table, units, reads: [table], identities: [] },
    ...{ byUnit: true, keepsTogether: true, isFresh: false, hasOneRowEach: (base.unit ?? null) === null },
    ...{ protects: [table], rowsMost: (base.unit ?? null) === null ? 1 : base.rowsPerUnit },
  };
}

const mapped = (below: TablePath): TablePath => ({ ...below, steps: [...below.steps, { kind: 'map' }] });

const dropping = (below: TablePath): TablePath => ({
  ...below,
  steps: [...below.steps, { kind: 'filter' }],
  units: null,
  keepsTogether: false,
});

/** Every row finds at most one match in a public table, by its unique key. */
function joined(
  { table, on, keep }: Extract<RecordedTable, { kind: 'join' }>,
  below: TablePath,
  { policy }: LineageContext,
): TablePath {
  const found = policy.tables.get(table);
  if (found === undefined || !found.public) return wrong(`${table} is not a public table of the policy.`);
  const perUnit = below.columns.get(on)?.perUnit ?? false;
  const added = [...found.columns]
    .filter(([name]) => name !== found.key)
    .map(([name, column]) => [name, { ...columnKnown(column), perUnit }] as const);
  const way = keep === 'matched' ? dropping(below) : mapped(below);
  return { ...way, columns: new Map([...below.columns, ...added]), reads: [...below.reads, table] };
}

/** Every row of a unit beside every row of the same unit in the other table, in which nothing is drawn. */
function unitJoined(below: TablePath, beside: TablePath, rowsPerUnit: number | null): TablePath {
  if (beside.steps.some(({ kind }) => kind === 'draw')) return wrong('Both sides of a join were drawn.');
  if (beside.base.neighbours !== below.base.neighbours) return wrong('Tables of different neighbours were joined.');
  if (beside.protects.some(table => below.protects.includes(table)))
    return wrong('A protected table was joined with itself.');
  if ([...beside.columns.keys()].some(name => below.columns.has(name)))
    return wrong('One name stands for columns of both sides of a join.');
  return {
    ...dropping(below),
    columns: new Map([...below.columns, ...beside.columns]),
    reads: [...below.reads, ...beside.reads],
    protects: [...below.protects, ...beside.protects],
    rowsMost: rowsPerUnit ?? below.rowsMost * beside.rowsMost,
    hasOneRowEach: below.hasOneRowEach && beside.hasOneRowEach,
  };
}

type RecordedDraw = RecordedSample | RecordedPart;

const BY_UNIT = ['bernoulli', 'stratified', 'random'];
const BY_ORDER = ['take', 'skip', 'take-skip', 'key'];
export const isByChance = ({ kind }: RecordedScheme): boolean => !BY_ORDER.includes(kind);

function drawn(table: RecordedDraw, below: TablePath, around: LineageContext): TablePath {
  const scheme = table.kind === 'sample' ? table.scheme : table.split;
  const byUnit = below.byUnit && BY_UNIT.includes(scheme.kind);
  const place = below.identities.length;
  const { node, identity, fresh } = identified(table, scheme, below, byUnit, place, around);
  const claim = around.claimed?.[place];
  if (claim !== undefined && (claim.node !== node || claim.fresh !== fresh))
    wrong(
      `Draw ${place + 1} is ${fresh ? 'for this question alone' : node}; the entry says ${claim.fresh ? 'fresh' : claim.node}.`,
    );
  const together = below.keepsTogether && scheme.kind !== 'stratified' && scheme.kind !== 'key';
  const step: DrawStep = {
    kind: 'draw',
    operator: operatorOf(table, scheme, below),
    ...{ node, fresh },
    part: table.kind === 'part' ? JSON.stringify(table.part) : WHOLE,
    follows: byUnit && (below.units === null || !together),
  };
  return {
    ...below,
    steps: [...below.steps, step],
    units: unitsLeft(table, scheme, below.units),
    identities: [...below.identities, identity],
    ...{ byUnit, keepsTogether: together, isFresh: below.isFresh || fresh },
  };
}

/** What a draw is: for one question alone; a named one that an entry made; or a rule that needs no chance, in one state. */
function identified(
  table: RecordedDraw,
  scheme: RecordedScheme,
  below: TablePath,
  byUnit: boolean,
  place: number,
  around: LineageContext,
): { readonly node: string; readonly identity: string; readonly fresh: boolean } {
  const kind = table.kind === 'sample' ? 'sample' : 'split';
  const alone = { node: `fresh@${place}`, identity: `fresh@${place}`, fresh: true };
  if (below.isFresh) return table.name === null ? alone : wrong('A named draw was drawn from one without a name.');
  const definition = definitionOf(kind, table.input, scheme, below.identities);
  const isRandom = isByChance(scheme);
  if (table.name === null && isRandom && kind === 'sample') return alone;
  const state = byUnit ? null : stateOf(below, place, around);
  if (table.name === null && !isRandom) {
    const identity = `${scheme.kind}@${definition}`;
    const claimed = around.claimed?.[place]?.node ?? (around.isPriced ? undefined : identity);
    const node = state === undefined ? claimed : `${scheme.kind}@${fingerprintOf({ definition, state })}`;
    return node === undefined
      ? unknown('The entry does not say which state of the data its parts belong to.')
      : { node, identity, fresh: false };
  }
  const name =
    table.name ?? (state === undefined ? latestSplit(definition, around.draws) : splitName(definition, state));
  const found = around.draws.get(name) ?? wrong(`No entry created ${name}, or it was retired.`);
  if (found.definition !== definition) wrong(`${name} was drawn from other rows, or by another scheme.`);
  if (state !== undefined && found.state !== state)
    wrong(`${name} belongs to another state of the data than the question.`);
  return { node: found.node, identity: found.node, fresh: false };
}

/** Of a split that nobody named. */
const splitName = (definition: string, state: string | null): string =>
  `split-${(state === null ? definition : fingerprintOf({ definition, state })).slice(0, 12)}`;

/** What is drawn from a split where other tables are read too does not say in which state the split's own tables are: the last one. */
function latestSplit(definition: string, draws: LineageContext['draws']): string {
  const found = [...draws].findLast(
    ([name, draw]) => draw.definition === definition && name === splitName(definition, draw.state),
  );
  return found?.[0] ?? wrong('No entry created the split that a draw was made of, or it was retired.');
}

/** Of what is drawn from what: the scheme, the table below, and the draws that this came from. */
export const definitionOf = (
  kind: 'sample' | 'split',
  input: RecordedTable,
  scheme: RecordedScheme,
  below: readonly string[],
): string => fingerprintOf({ definition: { kind, input, scheme }, below });

/** As the entry says, which must be the question's where both read the same tables; undefined where an older entry does not say. */
function stateOf(
  below: TablePath,
  place: number,
  { claimed, state, stateOf: tables, baseState, named }: LineageContext,
): string | null | undefined {
  const said = claimed?.[place]?.state;
  const isOf = (others: readonly string[]): boolean =>
    [...new Set(below.reads)].sort().join('\n') === [...new Set(others)].sort().join('\n');
  const is = isOf(tables) ? state : isOf([below.baseName]) ? baseState : said;
  if (is === undefined) return said;
  if (said !== undefined && said !== is) wrong('A draw and its question name different states of the same tables.');
  if (is !== null) named(is, below.reads);
  return is;
}
