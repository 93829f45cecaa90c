/** Aggregates by their SQL names. */
import type { FuncCall, Node } from 'libpg-query';
import { aggregates } from '../../plan/operators/index.ts';
import type { Unnamed } from '../aggregate.ts';
import { literalOf, nothing } from '../literal.ts';
import type { Typed } from '../typed.ts';
import * as make from '../typed.ts';
import { asNumber } from './constant.ts';
import { bodyOf, namesIn } from './node.ts';
import { unsupported } from './place.ts';

export interface AggregateReading {
  readonly text: string;
  /** How an argument is read: as an expression over single rows. */
  readonly read: (node: Node) => Typed;
  /** How an argument is read that must be a constant. */
  readonly readConstant: (node: Node) => Typed;
  /** Whether a column names the unit, whose distinct values are people. */
  readonly isUnit: (node: Node) => boolean;
}

type AnyAggregate = (typeof aggregates)[keyof typeof aggregates];

interface Form {
  readonly kind: Unnamed['kind'];
  readonly columns: readonly ('of' | 'with')[];
  /** What the function's name says of the arguments that are no columns. */
  readonly fixed: object;
}

/** Functions of columns by name. */
const PLAIN: ReadonlyMap<string, Form> = new Map(
  Object.entries<AnyAggregate>(aggregates).flatMap(([kind, { shape, functions }]) =>
    Object.entries(functions).map(([name, fixed]) => {
      const columns = (['of', 'with'] as const).filter(column => column in shape);
      return [name, { kind: kind as Form['kind'], columns, fixed }] as const;
    }),
  ),
);

/** Functions of a number and of a column WITHIN GROUP. */
const WITHIN_GROUP: ReadonlyMap<string, { readonly kind: string; readonly argument: string }> = new Map(
  Object.entries<AnyAggregate>(aggregates).flatMap(([kind, { withinGroup }]) =>
    withinGroup === undefined ? [] : [[withinGroup[0], { kind, argument: withinGroup[1] }] as const],
  ),
);

/** Known in order to say what is nearest. */
const NEAREST: ReadonlyMap<string, string> = new Map([
  ['covar_pop', 'write covar_samp(x, y)'],
  ['corr', 'ask covar_samp(x, y) and both standard deviations'],
  ['percentile_disc', 'write percentile_cont(0.9) WITHIN GROUP (ORDER BY x)'],
  ['mode', 'group by the column and count'],
]);

const FORMS =
  'use count(*), count(x), count(DISTINCT x), sum(x), avg(x), var_samp(x), var_pop(x), stddev_samp(x), stddev_pop(x), covar_samp(x, y), median(x), min(x), max(x) and percentile_cont(0.9) WITHIN GROUP (ORDER BY x)';

/** Of all rows instead of a sample of them: computed from the sample's variance and the number of values, each by its SQL name. */
const POPULATION: ReadonlyMap<string, readonly [of: string, exponent: string]> = new Map([
  ['var_pop', ['var_samp', '1']],
  ['stddev_pop', ['var_samp', '0.5']],
]);

export const isPopulation = (name: string | undefined): boolean => name !== undefined && POPULATION.has(name);

/** `var_samp(x) * (1 - 1 / count(x))`, or its root; `ask` says what an aggregate stands for. */
export function populationOf(call: FuncCall, ask: (call: FuncCall) => Typed): Typed {
  const [of, exponent] = POPULATION.get(namesIn(call.funcname)?.join('.') ?? '')!;
  const named = (name: string): FuncCall => ({ ...call, funcname: [{ String: { sval: name } }] });
  const one = literalOf('number', '1')!;
  const missing = make.arithmetic('divide', one, ask(named('count')));
  const variance = make.arithmetic('multiply', ask(named(of)), make.arithmetic('subtract', one, missing));
  return exponent === '1' ? variance : make.power(variance, exponent);
}

export const isAggregateName = (name: string): boolean =>
  name === 'count' || POPULATION.has(name) || PLAIN.has(name) || WITHIN_GROUP.has(name) || NEAREST.has(name);

/** The name of the aggregate that a node is, or undefined where it is none. */
export function aggregateNameOf(node: Node): string | undefined {
  const name = namesIn(bodyOf(node, 'FuncCall')?.funcname)?.join('.');
  return name !== undefined && isAggregateName(name) ? name : undefined;
}

/** Whether an aggregate stands anywhere in an expression. */
export function hasAggregate(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if (Array.isArray(part)) return part.some(hasAggregate);
  // what is asked inside a subquery is another question
  if ('SubLink' in part) return false;
  return aggregateNameOf(part as Node) !== undefined || Object.values(part).some(hasAggregate);
}

export function aggregateOf(reading: AggregateReading, node: Node, call: FuncCall): Unnamed {
  const name = namesIn(call.funcname)?.join('.') ?? '';
  const { text } = reading;
  if (call.over !== undefined) return unsupported(text, node, `the window function ${name} OVER`, FORMS);
  if (call.agg_filter !== undefined) return filtered(reading, node, call);
  const made =
    name === 'count'
      ? countOf(reading, call)
      : WITHIN_GROUP.has(name)
        ? withinGroupOf(reading, name, call)
        : plainOf(reading, name, call);
  return made ?? unsupported(text, node, `this form of ${name}`, NEAREST.get(name) ?? FORMS);
}

/** `avg(x) FILTER (WHERE c)` is `avg(CASE WHEN c THEN x END)`: what is left out is null, and no aggregate counts that. */
function filtered(reading: AggregateReading, node: Node, { agg_filter: condition, ...call }: FuncCall): Unnamed {
  const { text } = reading;
  const when = reading.read(condition!);
  const where = (result: Typed): Typed => make.choose([{ when, result }], nothing(result.type));
  if (call.agg_distinct === true)
    return unsupported(text, node, 'FILTER with DISTINCT', 'ask a second question with WHERE');
  const asked = aggregateOf({ ...reading, read: child => where(reading.read(child)) }, node, call);
  return asked.kind === 'count' ? { kind: 'countValues', of: where(literalOf('number', '1')!).expression } : asked;
}

/** `count(1)` counts rows, `count(x)` those that have a value. */
function countOf({ read, isUnit }: AggregateReading, { args = [], ...call }: FuncCall): Unnamed | undefined {
  if (call.agg_star === true) return { kind: 'count' };
  const [arg] = args;
  if (args.length !== 1 || call.agg_order !== undefined || call.func_variadic === true) return undefined;
  if (call.agg_distinct === true)
    return isUnit(arg) ? { kind: 'units' } : { kind: 'countDistinct', of: read(arg).expression };
  const written = bodyOf(arg, 'A_Const');
  if (written === undefined) return isUnit(arg) ? undefined : { kind: 'countValues', of: read(arg).expression };
  return written.isnull === true ? undefined : { kind: 'count' };
}

function withinGroupOf({ read, readConstant }: AggregateReading, name: string, call: FuncCall): Unnamed | undefined {
  const { args = [], agg_order: order = [] } = call;
  const sort = order.length === 1 ? bodyOf(order[0], 'SortBy') : undefined;
  const rising =
    sort?.sortby_dir !== 'SORTBY_DESC' && sort?.useOp === undefined && sort?.sortby_nulls === 'SORTBY_NULLS_DEFAULT';
  if (call.agg_within_group !== true || sort?.node === undefined || !rising || args.length !== 1) return undefined;
  const { expression: number } = readConstant(args[0]);
  const isNumber = number.kind === 'literal' && (number.type === 'integer' || number.type === 'number');
  if (!isNumber || typeof number.value !== 'string') return undefined;
  const { kind, argument } = WITHIN_GROUP.get(name)!;
  return { kind, of: read(sort.node).expression, [argument]: number.value } as unknown as Unnamed;
}

function plainOf({ read }: AggregateReading, name: string, call: FuncCall): Unnamed | undefined {
  const { args = [], agg_distinct, agg_order, agg_star, func_variadic } = call;
  if (agg_distinct === true || agg_star === true || func_variadic === true || agg_order !== undefined) return undefined;
  const form = PLAIN.get(name);
  if (form === undefined || args.length !== form.columns.length) return undefined;
  const of = form.columns.map((column, i) => [column, measured(name, read(args[i])).expression] as const);
  return { kind: form.kind, ...Object.fromEntries(of), ...form.fixed } as Unnamed;
}

/** The mean of a condition is the share of rows where it is true, among those where it is known. */
function measured(name: string, argument: Typed): Typed {
  if (name !== 'avg' || argument.type !== 'boolean') return argument;
  return asNumber(argument);
}
