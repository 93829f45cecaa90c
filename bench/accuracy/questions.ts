/** The questions, each asked of every library at the same epsilon, bounds and contribution bound, and their true answers. */
import { DRAWS, HIGH, type Row, type TableName, tables } from './tables.ts';

export interface Question {
  readonly name: string;
  readonly table: TableName;
  readonly aggregate: 'count' | 'people' | 'sum' | 'mean' | 'variance' | 'deviation' | 'quantile' | 'histogram';
  readonly column?: 'score' | 'cost';
  /** Of a quantile, from 0 to 1. */
  readonly rank?: number;
  /** Only rows with at least this score. */
  readonly scoreFrom?: number;
  readonly by?: 'ward' | 'district' | 'parish' | 'town';
  /** Rows of one person that count; everyone has one row without it. */
  readonly bound?: number;
  /** The error follows from the noise law alone, and runs only confirm it. */
  readonly law: boolean;
}

export const EPSILONS = [0.1, 1];
/** For groups that are not listed in advance. */
export const DELTA = 1e-6;
export const EDGES = Array.from({ length: 11 }, (_, bin) => (bin * HIGH) / 10);

type Short = Omit<Question, 'table' | 'law'>;

const ofRows: readonly Short[] = [
  { name: 'count', aggregate: 'count' },
  { name: 'count where score >= 650', aggregate: 'count', scoreFrom: 650 },
  { name: 'sum of score', aggregate: 'sum', column: 'score' },
  { name: 'sum of cost', aggregate: 'sum', column: 'cost' },
  { name: 'mean of score', aggregate: 'mean', column: 'score' },
  { name: 'mean of cost', aggregate: 'mean', column: 'cost' },
  { name: 'variance of score', aggregate: 'variance', column: 'score' },
  { name: 'variance of cost', aggregate: 'variance', column: 'cost' },
  { name: 'standard deviation of score', aggregate: 'deviation', column: 'score' },
  { name: 'median of score', aggregate: 'quantile', column: 'score', rank: 0.5 },
  { name: 'median of cost', aggregate: 'quantile', column: 'cost', rank: 0.5 },
  { name: '0.25 quantile of score', aggregate: 'quantile', column: 'score', rank: 0.25 },
  { name: '0.9 quantile of cost', aggregate: 'quantile', column: 'cost', rank: 0.9 },
  { name: 'histogram of score, 10 bins', aggregate: 'histogram', column: 'score' },
  { name: 'count by 5 groups', aggregate: 'count', by: 'ward' },
  { name: 'count by 100 groups', aggregate: 'count', by: 'district' },
  { name: 'count by 1,000 groups', aggregate: 'count', by: 'parish' },
  { name: 'sum of cost by 5 groups', aggregate: 'sum', column: 'cost', by: 'ward' },
  { name: 'mean of score by 5 groups', aggregate: 'mean', column: 'score', by: 'ward' },
  { name: 'median of cost by 5 groups', aggregate: 'quantile', column: 'cost', rank: 0.5, by: 'ward' },
  { name: 'count by groups not listed in advance', aggregate: 'count', by: 'town' },
];

const ofPeople: readonly Short[] = [
  { name: 'distinct people', aggregate: 'people', bound: 4 },
  { name: 'distinct people by 5 groups', aggregate: 'people', by: 'ward', bound: 4 },
  { name: 'count', aggregate: 'count', bound: 4 },
  { name: 'sum of cost', aggregate: 'sum', column: 'cost', bound: 4 },
  { name: 'mean of score', aggregate: 'mean', column: 'score', bound: 4 },
  { name: 'mean of cost', aggregate: 'mean', column: 'cost', bound: 4 },
  { name: 'variance of score', aggregate: 'variance', column: 'score', bound: 4 },
  { name: 'median of cost', aggregate: 'quantile', column: 'cost', rank: 0.5, bound: 4 },
  { name: 'count by 5 groups', aggregate: 'count', by: 'ward', bound: 4 },
  { name: 'sum of cost by 5 groups', aggregate: 'sum', column: 'cost', by: 'ward', bound: 4 },
  { name: 'count by 100 groups', aggregate: 'count', by: 'district', bound: 4 },
  { name: 'count by groups not listed in advance', aggregate: 'count', by: 'town', bound: 4 },
  { name: 'mean of score', aggregate: 'mean', column: 'score', bound: 2 },
  { name: 'median of cost', aggregate: 'quantile', column: 'cost', rank: 0.5, bound: 2 },
];

/** Noise alone, added to an exact number. */
const byLaw = ({ aggregate, by }: Short): boolean =>
  ['count', 'people', 'sum', 'histogram'].includes(aggregate) && by !== 'town';

export const questions: readonly Question[] = [
  ...ofRows.map(each => ({ ...each, table: 'people' as const, law: byLaw(each) })),
  ...ofPeople.map(each => ({
    ...each,
    name: `${each.name}, ${each.bound} rows a person`,
    table: 'visits' as const,
    law: byLaw(each),
  })),
];

/** Many groups are draws enough: such a question is about the first table only. */
export const isAlone = ({ by }: Question): boolean => by === 'district' || by === 'parish';

/** Plain answers without any bound, by table and then by group; the only group of a question without groups is named `all`. */
export function truthOf(question: Question): Record<string, number>[] {
  const draws = Array.from({ length: isAlone(question) ? 1 : DRAWS }, (): Map<string, Row[]> => new Map());
  for (const row of tables[question.table]) {
    if (row.draw >= draws.length || row.score < (question.scoreFrom ?? 0)) continue;
    const key = keyOf(question, row);
    const rows = draws[row.draw].get(key);
    if (rows === undefined) draws[row.draw].set(key, [row]);
    else rows.push(row);
  }
  return draws.map(groups => Object.fromEntries([...groups].map(([key, rows]) => [key, plainly(question, rows)])));
}

function keyOf({ aggregate, by }: Question, row: Row): string {
  if (aggregate === 'histogram') return String(EDGES.findLastIndex(edge => edge <= Math.min(row.score, HIGH - 1)));
  return by === undefined ? 'all' : String(row[by]);
}

function plainly({ aggregate, column = 'score', rank = 0.5 }: Question, rows: readonly Row[]): number {
  const values = rows.map(row => row[column]);
  const total = values.reduce((sum, value) => sum + value, 0);
  const variance = (): number =>
    values.reduce((sum, value) => sum + (value - total / rows.length) ** 2, 0) / (rows.length - 1);
  switch (aggregate) {
    case 'count':
    case 'histogram':
      return rows.length;
    case 'people':
      return new Set(rows.map(({ person }) => person)).size;
    case 'sum':
      return total;
    case 'mean':
      return total / rows.length;
    case 'variance':
      return variance();
    case 'deviation':
      return Math.sqrt(variance());
    case 'quantile':
      return values.toSorted((a, b) => a - b)[Math.ceil(rank * rows.length) - 1];
  }
}
