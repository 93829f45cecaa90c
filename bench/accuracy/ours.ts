/** Sortition by its whole road: a policy, a ledger, a question in SQL (a histogram by the typed API), an answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AnswerRow, type Data, open, type ReleasedValue, type Verbs } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { parquet } from '../parquet.ts';
import { DELTA, EDGES, isAlone, type Question } from './questions.ts';
import type { Asked, Measured } from './results.ts';
import { DRAWS, folder, HIGH, WARDS } from './tables.ts';

const AGGREGATES = {
  count: () => 'count(*)',
  people: () => 'count(DISTINCT person)',
  sum: column => `sum(${column})`,
  mean: column => `avg(${column})`,
  variance: column => `variance(${column})`,
  deviation: column => `stddev(${column})`,
  quantile: (column, rank) => `percentile_cont(${rank}) WITHIN GROUP (ORDER BY ${column})`,
} satisfies Record<string, (column: string, rank: number) => string>;

const policyOf = ({ table, bound }: Question, path: string, own: string): PolicyInput => ({
  source: { engine: 'duckdb', path },
  tables: {
    [table]: {
      ...(bound !== undefined && { unit: 'person', rowsPerUnit: bound }),
      columns: {
        draw: { type: 'integer', min: 0, max: DRAWS - 1, ...(bound !== undefined && { perUnit: true }) },
        ward: { type: 'category', values: WARDS },
        district: { type: 'integer', min: 0, max: 99 },
        parish: { type: 'integer', min: 0, max: 999 },
        town: { type: 'text' },
        score: { type: 'integer', min: 0, max: HIGH },
        cost: { type: 'integer', min: 0, max: HIGH },
      },
    },
  },
  budget: { epsilon: 1_000_000, delta: 0.1 },
  ledger: `sqlite:${join(own, 'ledger')}`,
});

/** Errors of each epsilon. All tables are answered at once, as public groups, each with the noise of a question of its own. */
export async function byUs(question: Question, asked: Asked): Promise<Measured[]> {
  const own = mkdtempSync(join(folder, 'run-'));
  // the same rows, which are read sooner
  const path = await parquet(`accuracy-${question.table}`, `SELECT * FROM read_csv('${asked.paths[question.table]}')`);
  const data = (await open(policyOf(question, path, own))) as Data<PolicyInput>;
  try {
    const found: Measured[] = [];
    for (const epsilon of asked.epsilons) found.push(await atEpsilon(data, question, epsilon, asked));
    return found;
  } finally {
    await data.close();
    rmSync(own, { recursive: true });
  }
}

async function atEpsilon(
  data: Data<PolicyInput>,
  question: Question,
  epsilon: number,
  asked: Asked,
): Promise<Measured> {
  const truth = asked.truth(question);
  const wanted = question.law ? asked.confirming : asked.runs;
  const errors: number[] = [];
  const ask = async (alone: boolean) =>
    answersOf(await (await asking(data, question, alone)).ask(spending(question, epsilon)));
  const start = performance.now();
  while (errors.length < wanted && (errors.length === 0 || performance.now() - start < asked.seconds * 1000)) {
    const { answers } = await ask(isAlone(question));
    for (const [draw, groups] of truth.entries()) errors.push(meanSquare(groups, answers.get(draw) ?? {}));
  }
  // what a question about one table alone says of itself
  return { question: question.name, epsilon, errors, ...(question.law && { law: (await ask(true)).standardError }) };
}

const spending = ({ by }: Question, epsilon: number) => ({
  epsilon: String(epsilon),
  ...(by === 'town' && { delta: String(DELTA) }),
  fresh: true,
});

async function asking(data: Data<PolicyInput>, question: Question, alone: boolean): Promise<Verbs> {
  const { aggregate, table, by, column = 'score', rank = 0.5, scoreFrom = 0 } = question;
  if (aggregate === 'histogram') {
    const bars = data.table(table).histogram(column, EDGES);
    return alone ? bars : bars.by('draw');
  }
  const keys = [...(alone ? [] : ['draw']), ...(by === undefined ? [] : [by])];
  const conditions = [...(alone ? ['draw = 0'] : []), ...(scoreFrom > 0 ? [`score >= ${scoreFrom}`] : [])];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const grouped = keys.length === 0 ? '' : ` GROUP BY ${keys.join(', ')}`;
  const selected = [...keys, `${AGGREGATES[aggregate](column, rank)} AS answer`].join(', ');
  return data.sql(`SELECT ${selected} FROM ${table}${where}${grouped}`);
}

interface Answers {
  /** By table, then by group. */
  readonly answers: Map<number, Record<string, number>>;
  readonly standardError: number;
}

/** Groups without a key are empty, and not counted: they do not exist in these tables. */
function answersOf({ rows }: { readonly rows: readonly AnswerRow[] }): Answers {
  const answers = new Map<number, Record<string, number>>();
  let standardError = Number.NaN;
  for (const { key, values } of rows) {
    if (Object.values(key).includes(null)) continue;
    const { draw = 0, ...others } = key;
    const groups = answers.get(Number(draw)) ?? {};
    answers.set(Number(draw), groups);
    const [value] = Object.values(values);
    const [name = 'all'] = Object.values(others);
    const told = 'bins' in value ? value.bins.entries() : [[name, value] as const];
    for (const [of, one] of told) {
      groups[String(of)] = estimateOf(one);
      standardError = 'standardError' in one ? Number(one.standardError) : Number.NaN;
    }
  }
  return { answers, standardError };
}

/** A mean of too few rows is withheld with an interval, and counts as its middle. */
function estimateOf(value: ReleasedValue): number {
  if (!('estimate' in value)) return Number.NaN;
  const { estimate, interval95 } = value;
  return estimate === null && interval95 !== null ? (interval95[0] + interval95[1]) / 2 : Number(estimate);
}

/** Over the groups there are: one that is not released counts as 0. */
function meanSquare(truth: Readonly<Record<string, number>>, answer: Readonly<Record<string, number>>): number {
  const squares = Object.entries(truth).map(([key, value]) => ((answer[key] ?? 0) - value) ** 2);
  return squares.reduce((sum, square) => sum + square, 0) / squares.length;
}
