/** Whether what was told is the truth, up to noise that is next to nothing. */
import type { AnswerRow } from '../../../src/index.ts';
import { toNumber } from '../../../src/numerics/index.ts';
import { type Group, nameOf, type Truth, type Weighed } from './oracle.ts';
import type { Aggregate, Computed, Question } from './question.ts';
import type { Value } from './reading.ts';
import type { Word } from './words.ts';

/** How the people of a group were drawn. */
export interface Scale {
  /** Everybody's chance; null where nobody of the group was drawn, undefined where it is secret. */
  readonly rate: (key: readonly Value[]) => number | null | undefined;
  /** A part of secretly many: rounding leaves the last unit open. */
  readonly rounded: boolean;
  readonly drawn: boolean;
}

export interface Judged {
  readonly question: Question;
  readonly groups: readonly Group[];
  readonly rows: readonly AnswerRow[];
  readonly rowsPerUnit: number;
  readonly scale: Scale;
}

/** Complaints; none where all is true. */
export function judge(judged: Judged): readonly string[] {
  const { question, groups, rows } = judged;
  const truths = new Map(groups.map(group => [nameOf(group.key), group]));
  const released = rows.map(row => ({ row, name: nameOf(question.keys.map(({ name }) => row.key[name] as Value)) }));
  const names = released.map(({ name }) => (question.grouping === 'none' ? '[]' : name));
  const twice = names.filter((name, i) => names.indexOf(name) !== i).map(name => `group ${name} is told twice`);
  const all = isCut(question) ? [] : missingGroups(judged, new Set(names));
  const wrong = released.flatMap(({ row }, i) => wrongIn(judged, row, names[i], truths.get(names[i])));
  return [...twice, ...all, ...orderOf(judged, truths), ...wrong];
}

const isCut = ({ having, limit }: Question): boolean => having !== undefined || limit !== undefined;

/** Public keys answer every combination; private ones at least those of a few people. */
function missingGroups({ question, groups }: Judged, names: ReadonlySet<string>): string[] {
  const there = groups.filter(({ sure }) => question.grouping !== 'private' || sure).map(({ key }) => nameOf(key));
  const listed = question.grouping === 'public' && question.keys.every(({ of }) => of.values !== undefined);
  const combinations = listed ? combined(question.keys.map(({ of }) => of)).map(nameOf) : [];
  return [...new Set([...there, ...combinations])]
    .filter(name => !names.has(name))
    .map(name => `group ${name} is missing`);
}

const combined = (words: readonly Word[]): readonly (readonly Value[])[] =>
  words.reduce<readonly (readonly Value[])[]>(
    (keys, { values }) => keys.flatMap(key => [...values!, null].map(value => [...key, value])),
    [[]],
  );

function wrongIn(judged: Judged, row: AnswerRow, name: string, group: Group | undefined): string[] {
  const { question } = judged;
  if (group === undefined && question.grouping === 'private') return [`group ${name} is told and nobody is in it`];
  return question.aggregates
    .flatMap((aggregate, i) => {
      const truth = group?.truths[i] ?? nothing(aggregate);
      const key = question.keys.map(({ name }) => row.key[name] as Value);
      const complaint = wrong(judged, aggregate, truth, row.values[aggregate.name] as ReleasedNumber, key);
      return complaint === null ? [] : [`${aggregate.kind} ${aggregate.name} of group ${name}: ${complaint}`];
    })
    .concat(
      (question.computed ?? []).flatMap(computed => {
        const complaint = wrongComputed(judged, computed, row, group);
        return complaint === null ? [] : [`computed ${computed.name} of group ${name}: ${complaint}`];
      }),
    );
}

/** It is computed from what was told; of everybody it is the truth, as near as its parts are, and its interval holds it. */
function wrongComputed(
  { question, rowsPerUnit, scale }: Judged,
  { name, value, parts }: Computed,
  { key, values }: AnswerRow,
  group: Group | undefined,
): string | null {
  const told = values[name] as ReleasedNumber;
  if (told.reason === 'not_drawn')
    return scale.rate(question.keys.map(each => key[each.name] as Value)) === null ? null : 'it is told as not drawn';
  const estimate = value(part => (values[part] as ReleasedNumber).estimate as number | null);
  const isSame =
    estimate === null
      ? told.estimate === null
      : Math.abs(Number(told.estimate) - estimate) <= 1e-9 * (1 + Math.abs(estimate));
  if (!isSame) return `of what was told it is ${estimate}, told ${told.estimate}`;
  const truths = question.aggregates.map((aggregate, i) => ({
    aggregate,
    truth: group?.truths[i] ?? nothing(aggregate),
  }));
  const inside = truths.filter(({ aggregate }) => parts.includes(aggregate.name));
  if (scale.drawn || inside.some(({ truth }) => truth.kind !== 'number' || truth.truth === null || truth.within))
    return null;
  // what it is where every part is as far off as it may be
  const corners = inside.reduce<readonly ReadonlyMap<string, number>[]>(
    (before, { aggregate, truth }) => {
      const { truth: exact, base } = truth as { readonly truth: number; readonly base: number };
      const slack = (1e-6 * reachOf(aggregate, rowsPerUnit)) / Math.min(1, base);
      return before.flatMap(known => [-slack, 0, slack].map(off => new Map([...known, [aggregate.name, exact + off]])));
    },
    [new Map()],
  );
  const possible = corners.map(corner => value(part => corner.get(part) ?? null));
  if (possible.includes(null) || told.estimate === null) return null;
  const [least, most] = [Math.min(...(possible as number[])), Math.max(...(possible as number[]))];
  const room = 1e-6 * (1 + Math.abs(least) + Math.abs(most));
  const truth = possible[(possible.length - 1) / 2]!;
  if (!(least - room <= Number(told.estimate) && Number(told.estimate) <= most + room))
    return `the truth is ${truth}, told ${told.estimate}`;
  if (told.interval95 === null || told.interval95 === undefined)
    return told.reason === 'unbounded' ? null : 'it has no interval';
  const [low, high] = told.interval95;
  return low - room <= most && least <= high + room ? null : `the interval ${low} to ${high} does not hold ${truth}`;
}

function nothing({ kind, edges, rank }: Aggregate): Truth {
  if (kind === 'histogram') return { kind: 'bins', truth: edges!.slice(1).map(() => 0) };
  if (kind === 'bounds') return { kind: 'bounds', truth: null };
  if (kind === 'quantile') return { kind: 'quantile', rank: rank!, values: [] };
  const total = ['count', 'units', 'countValues', 'countDistinct', 'sum'].includes(kind);
  return { kind: 'number', truth: total ? 0 : null, base: total ? Infinity : -1 };
}

interface ReleasedNumber {
  readonly estimate?: number | string | null;
  readonly interval95?: readonly [number, number] | null;
  readonly reason?: string;
  readonly rankError95?: number | null;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly bins?: readonly { readonly estimate: number; readonly from: number; readonly to: number }[];
}

/** What one person may add to it, at most: noise is far below a millionth of that. */
function reachOf({ kind, of, with: other }: Aggregate, rowsPerUnit: number): number {
  const ends = ({ range }: NonNullable<Aggregate['of']>): number =>
    range === undefined ? 1e6 : Math.max(1, ...range.map(end => Math.abs(toNumber(end, 'nearest'))));
  switch (kind) {
    case 'sum':
      return rowsPerUnit * ends(of!);
    case 'mean':
      return ends(of!);
    case 'variance':
    case 'standardDeviation':
      return ends(of!) ** 2;
    case 'covariance':
      return ends(of!) * ends(other!);
    default:
      return rowsPerUnit;
  }
}

const TOTALS = ['count', 'units', 'countValues', 'countDistinct', 'sum', 'histogram'];

function wrong(
  { rowsPerUnit, scale }: Judged,
  aggregate: Aggregate,
  truth: Truth,
  released: ReleasedNumber,
  key: readonly Value[],
): string | null {
  const rate = scale.rate(key);
  if (rate === null)
    return released.reason === 'not_drawn' ? null : `nobody of it was drawn, and it is ${JSON.stringify(released)}`;
  const total = TOTALS.includes(aggregate.kind);
  if (total && rate === undefined) return `it is a total of an unknown part, and it is ${JSON.stringify(released)}`;
  const factor = total ? 1 / rate! : 1;
  const open = scale.rounded && total && aggregate.kind !== 'sum' ? factor : 0;
  const slack = 1e-6 * reachOf(aggregate, rowsPerUnit) * factor + open;
  switch (truth.kind) {
    case 'bins': {
      const off = truth.truth.findIndex((rows, i) => !(Math.abs(rows * factor - released.bins![i].estimate) <= slack));
      return off < 0 ? null : `bin ${off} has ${truth.truth[off] * factor}, told ${released.bins![off].estimate}`;
    }
    case 'bounds': {
      const told = [released.min ?? null, released.max ?? null];
      const right = told.every((bound, i) =>
        truth.truth === null ? bound === null : bound !== null && Math.abs(bound - truth.truth[i]) <= 1e-9,
      );
      return right ? null : `values lie in ${truth.truth}, told ${told}`;
    }
    case 'quantile':
      return wrongRank(truth.rank, truth.values, released);
    case 'number':
      return wrongNumber(aggregate, truth, released, { factor, slack, drawn: scale.drawn });
  }
}

interface Margin {
  readonly factor: number;
  readonly slack: number;
  readonly drawn: boolean;
}

function wrongNumber(
  { kind }: Aggregate,
  { truth, base, within }: Extract<Truth, { kind: 'number' }>,
  released: ReleasedNumber,
  margin: Margin,
): string | null {
  const { factor, drawn } = margin;
  if (released.estimate === null || released.estimate === undefined)
    return released.reason === 'too_few' && base < 1e-6
      ? null
      : `the truth is ${truth}, told ${JSON.stringify(released)}`;
  if (truth === null) return base > -1e-6 ? null : `there is nothing to average, told ${released.estimate}`;
  if (within !== undefined) return wrongChoice(within, released, margin);
  const scaled = truth * factor;
  const plain = margin.slack / Math.min(1, base);
  // near zero a root is off by the root of what its square is off
  const slack = kind === 'standardDeviation' ? plain / Math.max(Math.sqrt(plain), scaled) : plain;
  const estimate = Number(released.estimate);
  if (!(Math.abs(estimate - scaled) <= slack)) return `the truth is ${scaled}, told ${estimate}`;
  const [low, high] = released.interval95!;
  const holds = drawn ? low <= estimate && estimate <= high : low - slack <= scaled && scaled <= high + slack;
  return holds ? null : `the interval ${low} to ${high} does not hold ${scaled}`;
}

/** Whole ones were chosen: so many, or any number between. */
function wrongChoice(
  [least, most]: readonly [number, number],
  { estimate, interval95 }: ReleasedNumber,
  { factor, slack, drawn }: Margin,
): string | null {
  const told = Number(estimate);
  if (!(least * factor - slack <= told && told <= most * factor + slack))
    return `the truth is from ${least * factor} to ${most * factor}, told ${told}`;
  if (!drawn && !Number.isInteger(told)) return `whole ones are counted, told ${told}`;
  const [low, high] = interval95!;
  return low <= told && told <= high ? null : `the interval ${low} to ${high} does not hold ${told}`;
}

/** By how many rows a value misses the rank. */
export function missedRows(rank: number, values: Weighed, x: number): number {
  const rows = (inside: (value: number) => boolean) =>
    values.reduce((sum, each) => sum + (inside(each.value) ? each.weight : 0), 0);
  const all = rows(() => true);
  return Math.max(0, rows(y => y < x) - rank * all, rows(y => y > x) - (1 - rank) * all);
}

/** None of the data may be nearer to the rank. */
function wrongRank(rank: number, values: Weighed, released: ReleasedNumber): string | null {
  if (released.reason === 'too_few' || values.length === 0) return null;
  const value = Number(released.estimate);
  const miss = (x: number): number => missedRows(rank, values, x);
  const least = Math.min(...values.map(each => miss(each.value)));
  return miss(value) <= least + 1e-6 * values.length
    ? null
    : `${value} misses rank ${rank} by ${miss(value)} rows, and ${least} can be had`;
}

/** What is done to answers: they are told in their order, and none that belongs to them is left out. */
function orderOf({ question, rows, groups, scale }: Judged, truths: ReadonlyMap<string, Group>): string[] {
  const { having, descending, limit, aggregates } = question;
  const [{ name }] = aggregates;
  const estimates = rows.map(({ values }) => (values[name] as ReleasedNumber).estimate as number | null);
  // what is not known comes last, whatever the order
  const shown = estimates.map(estimate => estimate ?? (descending === false ? Infinity : -Infinity));
  const complaints: string[] = [];
  if (having !== undefined && shown.some(count => count <= having)) complaints.push(`a count is not above ${having}`);
  const sorted = shown.toSorted((one, other) => (descending ? other - one : one - other));
  if (descending !== undefined && sorted.some((count, i) => count !== shown[i])) complaints.push('the order is wrong');
  if (limit !== undefined && rows.length > limit) complaints.push(`more than ${limit} rows`);
  if (having !== undefined && limit === undefined && !scale.drawn) {
    const expected = groups.filter(
      ({ truths: [first] }) => first.kind === 'number' && (first.truth ?? 0) > having + 1e-6,
    );
    if (rows.length < expected.length)
      complaints.push(`${rows.length} groups of ${expected.length} have more than ${having}`);
  }
  if (truths.size > 0 && rows.length === 0 && !isCut(question) && question.grouping !== 'private')
    complaints.push('there is no answer');
  return complaints;
}
