/**
 * What a question means, by the documentation alone and over the raw rows: docs/guide/policy.md and reading-an-answer.md
 * say how rows of crowded people count, docs/reference/sql.md what operators do. Knows nothing of plans or engines. Long because it is one reading of the documentation. */
import { type Rational, toNumber } from '../../../src/numerics/index.ts';
import { besideOthers } from './beside.ts';
import { boundsOf } from './bounds-oracle.ts';
import { asOneRow, rowsPerUnitIn } from './per-person.ts';
import type { Aggregate, Question, Step } from './question.ts';
import { compareValues, type Person, peopleIn, type Row, type Value, wardRows } from './reading.ts';
import type { World } from './world.ts';

/** Values, each with the part of a row that it counts for. */
export type Weighed = readonly { readonly value: number; readonly weight: number }[];

export type Truth =
  /** Null where there are too few to tell. */
  | { readonly kind: 'number'; readonly truth: number | null; readonly base: number; readonly within?: Range }
  | { readonly kind: 'bins'; readonly truth: readonly number[] }
  /** Null where there is nothing to bound. */
  | { readonly kind: 'bounds'; readonly truth: readonly [number, number] | null }
  | { readonly kind: 'quantile'; readonly rank: number; readonly values: Weighed };

/** Where whole rows or people are chosen by chance: anything from the one to the other. */
type Range = readonly [least: number, most: number];

export interface Group {
  readonly key: readonly Value[];
  readonly truths: readonly Truth[];
  /** Enough is surely counted in it to be shown, where groups are not listed in advance. */
  readonly sure: boolean;
}

/** The most rows of one person that count, in all and in one group. */
interface Most {
  readonly rows: number;
  readonly inGroup: number;
}

/** Who is in the sample, by id, where chance decided; it was found out by asking. */
export type Drawn = ReadonlySet<string> | undefined;

export function truthOf(world: World, question: Question, drawn: Drawn): readonly Group[] {
  const people = after(world, question, drawn);
  const rows = rowsPerUnitIn(world, question);
  // the bound of a group is one of its own table
  const isBeside = question.steps.some(({ kind }) => kind === 'beside');
  const most = { rows, inGroup: (isBeside ? undefined : world.rowsPerGroup) ?? Infinity };
  const shares = people.map(({ rows }) => sharesOf(question, rows));
  // without groups there is one, be anybody in it or not
  const groups = new Map<string, Shares[]>(question.grouping === 'none' ? [['[]', []]] : []);
  for (const own of shares)
    for (const name of own.keys()) {
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name)!.push(own);
    }
  const counting = countingOf(question);
  return [...groups].map(([name, inside]) => ({
    key: inside[0]?.get(name)?.key ?? [],
    truths: question.aggregates.map(aggregate => {
      const truth = aggregated(aggregate, name, inside, most);
      return aggregate.kind === counting ? { ...truth, within: chosenIn(counting, name, inside, most) } : truth;
    }),
    // the threshold is above the most of one person, however little noise there is
    sure: chosenIn(counting ?? 'units', name, inside, most)[0] >= 5 + (counting === 'count' ? most.rows : 0),
  }));
}

/** What groups that are not listed are shown by: people where they are asked for, else rows where these are. */
function countingOf({ grouping, aggregates }: Question): 'count' | 'units' | undefined {
  const isAsked = (wanted: string): boolean => aggregates.some(({ kind }) => kind === wanted);
  if (grouping !== 'private') return undefined;
  return !isAsked('units') && isAsked('count') ? 'count' : 'units';
}

/** Of people above their bounds whole rows, or whole groups, are chosen. */
function chosenIn(counting: 'count' | 'units', group: string, shares: readonly Shares[], most: Most): Range {
  const each = shares.map((own): Range => {
    const all = counting === 'count' ? keptRows(own, most) : own.size;
    const here = counting === 'count' ? keptRows(own, most, group) : Number(own.has(group));
    return [Math.max(0, Math.min(here, most.rows - (all - here))), Math.min(here, most.rows)];
  });
  return [sum(each.map(([least]) => least)), sum(each.map(([, greatest]) => greatest))];
}

/** Everybody that is left once all steps are taken. */
export function after(
  world: World,
  { table, steps }: Pick<Question, 'table' | 'steps'>,
  drawn: Drawn,
): readonly Person[] {
  const last = steps.findLastIndex(step => byChance(step));
  let people = peopleIn(world, table);
  for (const [i, step] of steps.entries()) {
    people = taken(world, people, step);
    if (i === last) people = people.filter(({ id }) => drawn?.has(id));
  }
  return people;
}

export const byChance = ({ kind }: Step): boolean =>
  ['bernoulli', 'fraction', 'fixed-size', 'stratified', 'split'].includes(kind);

/** One step, but for what chance decides. */
function taken(world: World, people: readonly Person[], step: Step): readonly Person[] {
  const each = (rowsOf: (row: Row) => readonly Row[]): readonly Person[] =>
    people.map(({ id, rows }) => ({ id, rows: rows.flatMap(rowsOf) })).filter(({ rows }) => rows.length > 0);
  switch (step.kind) {
    case 'where':
      return each(row => (step.condition.value(row) === true ? [row] : []));
    case 'derive':
      return each(row => [{ ...row, [step.name]: step.of.value(row) }]);
    case 'part':
      return each(row => (row[step.by] === step.value ? [row] : []));
    case 'join': {
      const wards = wardRows(world);
      return each(row => {
        const found = row.ward === null ? undefined : wards.find(({ ward }) => ward === row.ward);
        if (found === undefined) return step.keep === 'all' ? [{ ...row, floor: null, quiet: null }] : [];
        return [{ ...row, floor: found.floor, quiet: found.quiet }];
      });
    }
    case 'beside':
      return besideOthers(world, people, step);
    case 'perUnit':
      return asOneRow(people, step);
    case 'take':
    case 'skip': {
      const ordered = people.toSorted((one, other) => inOrder(one, other, step));
      return step.kind === 'take' ? ordered.slice(0, step.size) : ordered.slice(step.size);
    }
    default:
      return people;
  }
}

/** Those without a value come last either way; ties are settled by the id. */
function inOrder(
  one: Person,
  other: Person,
  { by, descending }: { readonly by: string; readonly descending: boolean },
): number {
  const [a, b] = [one.rows[0][by], other.rows[0][by]];
  if (a === null || b === null) return a === b ? compareValues(one.id, other.id) : a === null ? 1 : -1;
  const order = compareValues(a, b) * (descending ? -1 : 1);
  return order === 0 ? compareValues(one.id, other.id) : order;
}

interface Share {
  readonly key: readonly Value[];
  readonly rows: readonly Row[];
}

type Shares = ReadonlyMap<string, Share>;

export const nameOf = (key: readonly Value[]): string =>
  JSON.stringify(key.map(value => (typeof value === 'object' && value !== null ? toNumber(value, 'nearest') : value)));

/** The rows of one person, by group. */
function sharesOf({ grouping, keys }: Question, rows: readonly Row[]): Shares {
  const shares = new Map<string, { readonly key: readonly Value[]; readonly rows: Row[] }>();
  for (const row of rows) {
    const key = grouping === 'none' ? [] : keys.map(({ of }) => of.value(row));
    const name = nameOf(key);
    if (!shares.has(name)) shares.set(name, { key, rows: [] });
    shares.get(name)!.rows.push(row);
  }
  return shares;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const part = (most: number, of: number): number => (of > most ? most / of : 1);

function aggregated(aggregate: Aggregate, group: string, shares: readonly Shares[], most: Most): Truth {
  switch (aggregate.kind) {
    case 'count':
      return number(sum(shares.map(own => keptRows(own, most, group) * part(most.rows, keptRows(own, most)))));
    case 'units':
      return number(sum(shares.map(own => (own.has(group) ? part(most.rows, own.size) : 0))));
    case 'countValues':
      return number(sum(weighed(row => isThere(aggregate.of!, row), group, shares, most).map(({ weight }) => weight)));
    case 'countDistinct':
      return differentIn(aggregate.of!, group, shares, most);
    case 'sum':
      return number(sum(shares.map(own => addedTo(aggregate.of!, own, group, most))));
    case 'covariance':
      return spread(pairsIn(aggregate, group, shares, most), [aggregate.of!, aggregate.with!]);
    case 'variance':
    case 'standardDeviation': {
      const pairs = pairsIn({ ...aggregate, with: aggregate.of! }, group, shares, most);
      const found = spread(pairs, [aggregate.of!, aggregate.of!]);
      return aggregate.kind === 'variance' || found.truth === null
        ? found
        : { ...found, truth: Math.sqrt(found.truth) };
    }
    case 'mean': {
      const values = weighedIn(aggregate.of!, group, shares, most);
      const base = sum(values.map(({ weight }) => weight));
      return {
        kind: 'number',
        base,
        truth: base > 0 ? sum(values.map(each => each.weight * each.value)) / base : null,
      };
    }
    case 'quantile':
      return { kind: 'quantile', rank: aggregate.rank!, values: weighedIn(aggregate.of!, group, shares, most) };
    case 'bounds':
      return {
        kind: 'bounds',
        truth: boundsOf(
          aggregate,
          weighedIn(aggregate.of!, group, shares, most).map(({ value }) => value),
        ),
      };
    case 'histogram': {
      const edges = aggregate.edges!;
      const bin = (row: Row): number | null => binOf(edges, numberIn(aggregate.of!, row));
      const values = weighed(row => bin(row), group, shares, most);
      const rows = (i: number) => sum(values.filter(({ value }) => value === i).map(({ weight }) => weight));
      return { kind: 'bins', truth: edges.slice(1).map((_, i) => rows(i)) };
    }
  }
}

/** Surely those of people who have no more values than count; of others, somebody's choice. */
function differentIn(of: Of, group: string, shares: readonly Shares[], most: Most): Truth {
  const valuesIn = (rows: readonly Row[]): ReadonlySet<string> =>
    new Set(rows.flatMap(row => (isThere(of, row) ? [nameOf([of.value(row) as Value])] : [])));
  const [sure, possible] = [new Set<string>(), new Set<string>()];
  for (const own of shares) {
    const all = sum([...own.values()].map(({ rows }) => valuesIn(rows).size));
    for (const value of valuesIn(own.get(group)?.rows ?? [])) {
      possible.add(value);
      if (all <= most.rows) sure.add(value);
    }
  }
  const truth = possible.size;
  return { kind: 'number', truth, base: Infinity, within: [sure.size, possible.size] };
}

const isThere = (of: Of, row: Row): true | null => ((of.value(row) ?? null) === null ? null : true);

const number = (truth: number) => ({ kind: 'number', truth, base: Infinity }) as const;

/** Rows of a group that count, or of all groups together, before there are too many in all. */
const keptRows = (own: Shares, { inGroup }: Most, group?: string): number =>
  sum([...own].map(([name, { rows }]) => (group === undefined || name === group ? Math.min(rows.length, inGroup) : 0)));

const numberIn = (of: Of, row: Row): number | null => {
  const value: Rational | null = of.value(row);
  return value === null || value === undefined ? null : toNumber(value, 'nearest');
};

/** All that a person's rows add, up to what as many of them as count could add. */
function addedTo(of: Of, own: Shares, group: string, most: Most): number {
  const rows = own.get(group)?.rows ?? [];
  const worth = keptRows(own, most, group) * part(most.rows, keptRows(own, most));
  const [low, high] = of.range!.map(end => toNumber(end, 'nearest'));
  const total = sum(rows.map(row => numberIn(of, row) ?? 0));
  return Math.min(worth * Math.max(0, high), Math.max(worth * Math.min(0, low), total));
}

const weighedIn = (of: Of, group: string, shares: readonly Shares[], most: Most): Weighed =>
  weighed(row => numberIn(of, row), group, shares, most);

/** Of somebody with more values than rows may count, each weighs less, whatever group it is in. */
function weighed<Found>(
  found: (row: Row) => Found | null,
  group: string,
  shares: readonly Shares[],
  { rows: most, inGroup }: Most,
): readonly { readonly value: Found; readonly weight: number }[] {
  return shares.flatMap(own => {
    const values = (rows: readonly Row[]) => rows.flatMap(row => found(row) ?? []) as Found[];
    const all = sum([...own.values()].map(({ rows }) => Math.min(inGroup, values(rows).length)));
    const here = values(own.get(group)?.rows ?? []);
    return here.map(value => ({ value, weight: part(inGroup, here.length) * part(most, all) }));
  });
}

type Pair = readonly [number, number];

function pairsIn({ of, with: other }: Aggregate, group: string, shares: readonly Shares[], most: Most) {
  return weighed<{ readonly pair: Pair }>(
    row => {
      const [x, y] = [numberIn(of!, row), numberIn(other!, row)];
      return x === null || y === null ? null : { pair: [x, y] };
    },
    group,
    shares,
    most,
  );
}

type Of = NonNullable<Aggregate['of']>;

/** With n - 1, where n is the rows that count; never more than two rows of the public ranges could have. */
function spread(
  values: readonly { readonly value: { readonly pair: Pair }; readonly weight: number }[],
  of: readonly [Of, Of],
) {
  const base = sum(values.map(({ weight }) => weight));
  const mean = (i: 0 | 1) => sum(values.map(({ value, weight }) => weight * value.pair[i])) / base;
  const [x, y] = [mean(0), mean(1)];
  const product = sum(values.map(({ value: { pair }, weight }) => weight * (pair[0] - x) * (pair[1] - y)));
  const most = (widthOf(of[0]) * widthOf(of[1])) / 2;
  const truth = base > 1 ? Math.min(most, Math.max(-most, product / (base - 1))) : null;
  return { kind: 'number', base: base - 1, truth } as const;
}

const widthOf = ({ range }: Of): number =>
  range === undefined ? Infinity : toNumber(range[1], 'nearest') - toNumber(range[0], 'nearest');

/** Each bin has its lower edge, and the last one both. */
function binOf(edges: readonly number[], value: number | null): number | null {
  if (value === null || value < edges[0] || value > edges[edges.length - 1]) return null;
  const bin = edges.findIndex((edge, i) => i > 0 && value < edge) - 1;
  return bin < 0 ? edges.length - 2 : bin;
}
