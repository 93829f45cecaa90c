/** A report from its file to its numbers: all questions in one reservation, answered all or not at all, charged and recorded once. */

import { amounts } from '../../amounts/index.ts';
import type { AnsweredTogether, AnswerRow, Data, Explained, ExplainedTogether } from '../../answer.ts';
import { rational } from '../../numerics/index.ts';
import type { Policy, PolicyInput } from '../../source/index.ts';
import { invariant, type PrintedLoss, Refusal } from '../../vocabulary/index.ts';
import { type AnswerColumns, columnsOf } from '../answer-columns.ts';
import type { ReportFile, ReportLimit } from './report-file.ts';

export interface AskedReport {
  readonly report: ReportFile;
  readonly policy: Policy;
  /** The table that all questions are about. */
  readonly table: string;
  readonly questions: readonly AnsweredQuestion[];
  /** The columns that the questions read. */
  readonly columns: ReadonlySet<string>;
  /** Of all answers together, with what was granted. */
  readonly budget: PrintedLoss;
  readonly charged: PrintedLoss;
  readonly remaining: PrintedLoss;
  readonly recorded: boolean;
  /** Whether a random sample of the table was asked, so that intervals cover that too. */
  readonly sample: AnsweredTogether['sample'];
  readonly entry: number;
  readonly head: string;
  /** How many more reports like this one the budget holds. */
  readonly runsLeft: number;
}

export interface AnsweredQuestion extends AnswerColumns {
  readonly title: string;
  readonly rows: readonly AnswerRow[];
}

export interface ExplainedReport extends Omit<ExplainedTogether, 'error' | 'errors' | 'otherRates'> {
  readonly questions: readonly ({
    readonly title: string;
    /** The names of its values: what none of the errors names depends on the data. */
    readonly values: readonly string[];
  } & ExplainedTogether['errors'][number])[];
  readonly runsLeft: number | null;
}

type Asked = ReturnType<Data<PolicyInput>['together']>;

/** Nothing is charged and no data is read. */
export async function explainReport(report: ReportFile, data: Data<PolicyInput>): Promise<ExplainedReport> {
  const { together, columns } = await questionsOf(report, data);
  const { error: _, errors, otherRates: __, ...explained } = together.explain(report.limit);
  return {
    ...explained,
    questions: report.questions.map(({ title }, i) => ({
      title,
      values: columns[i].values.map(({ name }) => name),
      ...errors[i],
    })),
    runsLeft: runsLeft(explained),
  };
}

export async function askReport(
  report: ReportFile,
  data: Data<PolicyInput>,
  signal: AbortSignal,
): Promise<AskedReport> {
  const { together, columns } = await questionsOf(report, data);
  const { answers, derivation, ...paid } = await together.ask({ ...report.limit, signal });
  const after = together.explain(report.limit);
  const { table } = derivation.steps[0].parameters;
  invariant(typeof table === 'string', 'the first step of a charge is the table itself');
  const left = runsLeft(after);
  invariant(left !== null, 'a ledger that was charged knows what is left');
  return {
    report,
    policy: data.deployment.policy,
    table,
    questions: report.questions.map(({ title }, i) => ({ title, rows: answers[i].rows, ...columns[i] })),
    columns: columnsIn(derivation.plans),
    budget: (await data.deployment.ledger.budget()).budget,
    charged: paid.charged,
    remaining: paid.remaining,
    recorded: paid.recorded,
    sample: paid.sample,
    entry: paid.entry,
    head: paid.head,
    runsLeft: left,
  };
}

/** Wherever a plan names one. */
function columnsIn(plan: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof plan !== 'object' || plan === null) return found;
  if ('kind' in plan && plan.kind === 'column' && 'name' in plan) found.add(String(plan.name));
  for (const part of Object.values(plan)) columnsIn(part, found);
  return found;
}

interface Declared {
  readonly together: Asked;
  readonly columns: readonly AnswerColumns[];
}

/** Each is checked on its own first, so that a refusal says which one. */
async function questionsOf({ questions, limit, placeOf }: ReportFile, data: Data<PolicyInput>): Promise<Declared> {
  const asked: Awaited<ReturnType<typeof data.sql>>[] = [];
  for (const [place, { sql }] of questions.entries())
    try {
      const question = await data.sql(sql);
      question.explain(limit);
      asked.push(question);
    } catch (caught) {
      throw located(caught, `${placeOf(place)}: question ${place + 1}`, limit);
    }
  return { together: data.together(asked), columns: asked.map(({ plan }) => columnsOf(plan)) };
}

/** The rule stays as it is; what to change is in the file of the report. */
function located(caught: unknown, place: string, { delta }: ReportLimit): unknown {
  if (!(caught instanceof Refusal)) return caught;
  const wayOut = caught.code === 'delta_needed' && delta !== undefined ? ' In a report, that is its "delta".' : '';
  return new Refusal(caught.code, `${place}: ${caught.message}${wayOut}`);
}

/**
 * How often the same can still be charged: within delta, and within epsilon or, where the budget counts it, rho. Null where nobody
 * knows what is left. More than the last of these numbers nobody plans for.
 */
export function runsLeft({ charged, remaining }: Pick<Explained, 'charged' | 'remaining'>): number | null {
  if (remaining === null) return null;
  const times = (component: keyof PrintedLoss): number => {
    const [cost, left] = [charged[component] ?? null, remaining[component] ?? null];
    if (cost === null || left === null) return 0;
    if (cost === 0) return RUNS_MAX;
    const { numerator, denominator } = rational.div(exactly(left), exactly(cost));
    return Math.min(RUNS_MAX, Number(numerator / denominator));
  };
  return Math.min(times('delta'), Math.max(times('epsilon'), times('rho')));
}

export const RUNS_MAX = 1000;

/** A charge was printed rounded up and what is left down, so that the number of runs is never too large. */
const exactly = (printed: number) => amounts.written(String(printed));
