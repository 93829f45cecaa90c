/** Aggregates by their SQL names. */
import type { FuncCall, Node } from 'libpg-query';
import type { Unnamed } from '../aggregate.ts';
import type { Typed } from '../typed.ts';
import { bodyOf, namesIn } from './node.ts';
import { unsupported } from './place.ts';

export interface AggregateReading {
  readonly text: string;
  /** How an argument is read: as an expression over single rows. */
  readonly read: (node: Node) => Typed;
  /** Whether a column names the unit, whose distinct values are people. */
  readonly isUnit: (node: Node) => boolean;
}

type Simple = 'sum' | 'mean' | 'variance' | 'standardDeviation';

const OF_ONE: ReadonlyMap<string, Simple> = new Map<string, Simple>([
  ['sum', 'sum'],
  ['avg', 'mean'],
  ['variance', 'variance'],
  ['var_samp', 'variance'],
  ['stddev', 'standardDeviation'],
  ['stddev_samp', 'standardDeviation'],
]);

const RANKS: ReadonlyMap<string, string> = new Map([
  ['min', '0'],
  ['median', '0.5'],
  ['max', '1'],
]);

/** Known in order to say what is nearest. */
const NEAREST: ReadonlyMap<string, string> = new Map([
  ['var_pop', 'write var_samp(x)'],
  ['stddev_pop', 'write stddev_samp(x)'],
  ['covar_pop', 'write covar_samp(x, y)'],
  ['corr', 'ask covar_samp(x, y) and both standard deviations'],
  ['percentile_disc', 'write percentile_cont(0.9) WITHIN GROUP (ORDER BY x)'],
  ['mode', 'group by the column and count'],
]);

const FORMS =
  'there are count(*), count(DISTINCT unit), sum(x), avg(x), var_samp(x), stddev_samp(x), covar_samp(x, y), median(x), min(x), max(x) and percentile_cont(0.9) WITHIN GROUP (ORDER BY x)';

export const isAggregateName = (name: string): boolean =>
  OF_ONE.has(name) ||
  RANKS.has(name) ||
  NEAREST.has(name) ||
  name === 'count' ||
  name === 'covar_samp' ||
  name === 'percentile_cont';

/** The name of the aggregate that a node is, or undefined where it is none. */
export function aggregateNameOf(node: Node): string | undefined {
  const name = namesIn(bodyOf(node, 'FuncCall')?.funcname)?.join('.');
  return name !== undefined && isAggregateName(name) ? name : undefined;
}

export function aggregateOf(reading: AggregateReading, node: Node, call: FuncCall): Unnamed {
  const name = namesIn(call.funcname)?.join('.') ?? '';
  const { text } = reading;
  if (call.over !== undefined) return unsupported(text, node, `the window function ${name} OVER`, FORMS);
  if (call.agg_filter !== undefined)
    return unsupported(
      text,
      node,
      'FILTER',
      'ask a second question with WHERE, or sum(CASE WHEN ... THEN 1 ELSE 0 END)',
    );
  const made =
    name === 'count'
      ? countOf(reading, call)
      : name === 'percentile_cont'
        ? percentileOf(reading, call)
        : plainOf(reading, name, call);
  return made ?? unsupported(text, node, `this form of ${name}`, NEAREST.get(name) ?? FORMS);
}

/** `count(1)` counts rows; `count(x)` would count values, which is another question. */
function countOf({ isUnit }: AggregateReading, { args = [], ...call }: FuncCall): Unnamed | undefined {
  if (call.agg_star === true) return { kind: 'count' };
  const [arg] = args;
  if (args.length !== 1 || call.agg_order !== undefined || call.func_variadic === true) return undefined;
  if (call.agg_distinct === true) return isUnit(arg) ? { kind: 'units' } : undefined;
  const written = bodyOf(arg, 'A_Const');
  return written === undefined || written.isnull === true ? undefined : { kind: 'count' };
}

function percentileOf({ read }: AggregateReading, call: FuncCall): Unnamed | undefined {
  const { args = [], agg_order: order = [] } = call;
  const sort = order.length === 1 ? bodyOf(order[0], 'SortBy') : undefined;
  const rising =
    sort?.sortby_dir !== 'SORTBY_DESC' && sort?.useOp === undefined && sort?.sortby_nulls === 'SORTBY_NULLS_DEFAULT';
  if (call.agg_within_group !== true || sort?.node === undefined || !rising || args.length !== 1) return undefined;
  const { expression: rank } = read(args[0]);
  const isNumber = rank.kind === 'literal' && (rank.type === 'integer' || rank.type === 'number');
  if (!isNumber || typeof rank.value !== 'string') return undefined;
  return { kind: 'quantile', of: read(sort.node).expression, rank: rank.value };
}

function plainOf({ read }: AggregateReading, name: string, call: FuncCall): Unnamed | undefined {
  const { args = [], agg_distinct, agg_order, agg_star, func_variadic } = call;
  if (agg_distinct === true || agg_star === true || func_variadic === true || agg_order !== undefined) return undefined;
  const [simple, rank] = [OF_ONE.get(name), RANKS.get(name)];
  if (args.length === 1 && simple !== undefined) return { kind: simple, of: read(args[0]).expression };
  if (args.length === 1 && rank !== undefined) return { kind: 'quantile', of: read(args[0]).expression, rank };
  if (args.length !== 2 || name !== 'covar_samp') return undefined;
  return { kind: 'covariance', of: read(args[0]).expression, with: read(args[1]).expression };
}
