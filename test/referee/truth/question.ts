/** A question with three faces: SQL, the typed API and plain data; null where a door has no words for it. */
import * as sortition from '../../../src/index.ts';
import * as beside from './beside.ts';
import { inPlan, inTypedApi, type PerPerson } from './per-person.ts';
import type { Num, Term, Truth, Word } from './words.ts';
import type { TableName } from './world.ts';

export type Step =
  | { readonly kind: 'where'; readonly condition: Truth }
  | { readonly kind: 'derive'; readonly name: string; readonly of: Num }
  | { readonly kind: 'join'; readonly keep: 'matched' | 'all' }
  | { readonly kind: 'bernoulli' | 'fraction'; readonly rate: number; readonly name: string }
  | { readonly kind: 'fixed-size'; readonly size: number; readonly name: string }
  | {
      readonly kind: 'stratified';
      readonly by: string;
      readonly rates: Readonly<Record<string, number>>;
      readonly name: string;
    }
  | {
      readonly kind: 'split';
      readonly rates: Readonly<Record<string, number>>;
      readonly part: string;
      readonly name: string;
    }
  | PerPerson
  | beside.Beside
  | { readonly kind: 'part'; readonly by: string; readonly value: string | null }
  | { readonly kind: 'take' | 'skip'; readonly by: string; readonly descending: boolean; readonly size: number };

export const isDraw = ({ kind }: Step): boolean =>
  !['where', 'derive', 'join', 'beside', 'part', 'perUnit'].includes(kind);

export interface Aggregate {
  readonly kind:
    | 'count'
    | 'units'
    | 'countValues'
    | 'countDistinct'
    | 'sum'
    | 'mean'
    | 'variance'
    | 'standardDeviation'
    | 'covariance'
    | 'histogram'
    | 'bounds'
    | 'quantile';
  readonly name: string;
  /** Columns, by their name where the typed API is to say it. */
  readonly of?: Num & { readonly name?: string };
  readonly with?: Num & { readonly name?: string };
  readonly edges?: readonly number[];
  /** Of the column that bounds are asked of. */
  readonly step?: number;
  readonly rank?: number;
}

/** Null: division by zero, a root of a negative number, or a part that is null. */
type Meaning = (read: (name: string) => number | null) => number | null;

export interface Computed {
  readonly name: string;
  /** `sqlOf` says an aggregate. */
  readonly sql: (sqlOf: (name: string) => string) => string;
  readonly json: unknown;
  readonly term: (answer: Term) => Term;
  readonly value: Meaning;
  /** The aggregates in it, by name. */
  readonly parts: readonly string[];
}

export interface Key {
  readonly name: string;
  readonly of: Word;
  /** The key is a column of its own name. */
  readonly plain: boolean;
}

export interface Question {
  readonly table: TableName;
  readonly steps: readonly Step[];
  readonly grouping: 'none' | 'public' | 'private';
  readonly keys: readonly Key[];
  readonly aggregates: readonly Aggregate[];
  /** From the aggregates. */
  readonly computed?: readonly Computed[];
  /** Of the first aggregate, which is then a count. */
  readonly having?: number;
  readonly descending?: boolean;
  readonly limit?: number;
}

// ---- plain data

export function planOf(question: Question): unknown | null {
  const { steps, grouping, keys, aggregates, computed = [], having, descending, limit } = question;
  const words: readonly Word[] = [
    ...steps.flatMap(wordsOf),
    ...keys.map(({ of }) => of),
    ...aggregates.flatMap(({ of, with: other }) => [of, other].flatMap(word => word ?? [])),
  ];
  if (words.some(({ json }) => !isWhole(json))) return null;
  const [{ name }] = aggregates;
  return {
    version: 1,
    input: steps.reduce<unknown>(planStep, { kind: 'scan', table: question.table }),
    grouping:
      grouping === 'none'
        ? { kind: 'none' }
        : { kind: grouping, keys: keys.map(key => ({ name: key.name, expression: key.of.json })) },
    aggregates: aggregates.map(planAggregate),
    afterwards: {
      ...(having !== undefined && {
        having: {
          kind: 'comparison',
          operator: 'greater',
          left: { kind: 'column', name },
          right: { kind: 'literal', type: 'number', value: String(having) },
        },
      }),
      ...(descending !== undefined && { order: [{ name, descending }] }),
      ...(limit !== undefined && { limit }),
      ...(computed.length > 0 && {
        computed: computed.map(({ name, json }) => ({ name, expression: json })),
        show: [...aggregates, ...computed].map(({ name }) => name),
      }),
    },
  };
}

function wordsOf(step: Step): readonly Word[] {
  if (step.kind === 'derive') return [step.of];
  return (step.kind === 'where' || step.kind === 'beside') && step.condition !== null ? [step.condition] : [];
}

/** No part of it is unspeakable. */
const isWhole = (json: unknown): boolean =>
  json !== null &&
  Object.entries(json as object).every(
    ([key, value]) => typeof value !== 'object' || key === 'value' || isWhole(value),
  );

function planStep(input: unknown, step: Step): unknown {
  switch (step.kind) {
    case 'where':
      return { kind: 'where', input, condition: step.condition.json };
    case 'derive':
      return { kind: 'derive', input, columns: [{ name: step.name, expression: step.of.json }] };
    case 'join':
      return { kind: 'join', input, table: 'wards', on: 'ward', keep: step.keep };
    case 'beside':
      return beside.inPlan(input, step);
    case 'perUnit':
      return inPlan(input, step);
    case 'bernoulli':
    case 'fraction':
      return { kind: 'sample', input, scheme: { kind: step.kind, rate: String(step.rate) }, name: step.name };
    case 'fixed-size':
      return { kind: 'sample', input, scheme: { kind: 'fixed-size', size: step.size }, name: step.name };
    case 'stratified': {
      const rates = Object.entries(step.rates).map(([stratum, rate]) => ({ stratum, rate: String(rate) }));
      return {
        kind: 'sample',
        input,
        scheme: { kind: 'stratified', by: step.by, rates: inOrder(rates, 'stratum') },
        name: step.name,
      };
    }
    case 'split': {
      const parts = Object.entries(step.rates).map(([name, rate]) => ({ name, rate: String(rate) }));
      return {
        kind: 'part',
        input,
        split: { kind: 'random', parts: inOrder(parts, 'name') },
        part: step.part,
        name: step.name,
      };
    }
    case 'part':
      return { kind: 'part', input, split: { kind: 'key', by: step.by }, part: step.value, name: null };
    case 'take':
    case 'skip': {
      const { kind, by, descending, size } = step;
      return { kind: 'sample', input, scheme: { kind, by, descending, size }, name: null };
    }
  }
}

const inOrder = <Entry extends object>(entries: readonly Entry[], by: keyof Entry): readonly Entry[] =>
  entries.toSorted((one, other) => (one[by] < other[by] ? -1 : 1));

function planAggregate({ kind, name, of, with: other, edges, rank }: Aggregate): unknown {
  return {
    kind,
    name,
    ...(of && { of: of.json }),
    ...(other && { with: other.json }),
    ...(edges && { edges: edges.map(String) }),
    ...(rank !== undefined && { rank: String(rank) }),
  };
}

// ---- the typed API

export function typedOf(question: Question, data: { table(name: string): Term }): Term | null {
  const { table, steps, grouping, keys, aggregates, computed = [], having, descending, limit } = question;
  const [{ name }] = aggregates;
  if (aggregates.some(({ of, with: other }) => [of, other].some(word => word !== undefined && word.name === undefined)))
    return null;
  if (keys.some(({ of }) => of.term === null)) return null;
  if (steps.flatMap(wordsOf).some(({ term }) => term === null)) return null;
  let asked = steps
    .reduce<Term>((before, step) => typedStep(before, step, data), data.table(table))
    .aggregate(Object.fromEntries(aggregates.map(aggregate => [aggregate.name, requestOf(aggregate)])));
  const by = grouping === 'private' ? 'byPrivate' : 'by';
  for (const key of grouping === 'none' ? [] : keys)
    asked = key.plain ? asked[by](key.name) : asked[by]((row: Term) => ({ [key.name]: key.of.term!(row) }));
  if (computed.length > 0)
    asked = asked
      .compute((answer: Term) => Object.fromEntries(computed.map(each => [each.name, each.term(answer)])))
      .show(...[...aggregates, ...computed].map(each => each.name));
  if (having !== undefined) asked = asked.having((answer: Term) => answer[name].above(having));
  if (descending !== undefined) asked = asked.orderBy(name, descending ? 'descending' : 'ascending');
  return limit === undefined ? asked : asked.limit(limit);
}

function typedStep(table: Term, step: Step, data: { table(name: string): Term }): Term {
  switch (step.kind) {
    case 'where':
      return table.where((row: Term) => step.condition.term!(row));
    case 'derive':
      return table.derive((row: Term) => ({ [step.name]: step.of.term!(row) }));
    case 'join':
      return table.join('wards', { on: 'ward', keep: step.keep });
    case 'beside':
      return beside.inTypedApi(table, step, data);
    case 'perUnit':
      return inTypedApi(table, step);
    case 'bernoulli':
      return table.sample(sortition.bernoulli(step.rate), { name: step.name });
    case 'fraction':
      return table.sample(sortition.fraction(step.rate), { name: step.name });
    case 'fixed-size':
      return table.sample(sortition.fixedSize(step.size), { name: step.name });
    case 'stratified':
      return table.sample(sortition.stratified(step.by, step.rates), { name: step.name });
    case 'split':
      return table.split(step.rates, { name: step.name })[step.part];
    case 'part':
      return table.part(step.by, step.value);
    case 'take':
      return table.take(step.size, { by: step.by, descending: step.descending });
    case 'skip':
      return table.skip(step.size, { by: step.by, descending: step.descending });
  }
}

function requestOf({ kind, of, with: other, edges, rank }: Aggregate): unknown {
  switch (kind) {
    case 'count':
      return sortition.count();
    case 'units':
      return sortition.units();
    case 'countValues':
      return sortition.count(of!.name!);
    case 'countDistinct':
      return sortition.countDistinct(of!.name!);
    case 'covariance':
      return sortition.covariance(of!.name!, other!.name!);
    case 'histogram':
      return sortition.histogram(of!.name!, edges!);
    case 'bounds':
      return sortition.bounds(of!.name!);
    case 'quantile':
      return sortition.quantile(of!.name!, rank!);
    case 'sum':
      return sortition.sum(of!.name!);
    case 'mean':
      return sortition.mean(of!.name!);
    case 'variance':
      return sortition.variance(of!.name!);
    case 'standardDeviation':
      return sortition.standardDeviation(of!.name!);
  }
}
