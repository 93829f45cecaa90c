/** Everything that is known of a question before any row is read: a forecast of its charge, its error and its SQL. */
import type { FittingSum } from '../accounting/concentrated/index.ts';
import { type CountedLoss, counts } from '../amounts/index.ts';
import { leftFor, type State, sideOf, unspentState } from '../ledger/index.ts';
import { samplingOf, withComputedErrors } from '../plan/estimates/index.ts';
import { type CheckedPlan, drawsOf, type PlanTable } from '../plan/index.ts';
import { schemeOf } from '../plan/operators/index.ts';
import { type Policy, statesNow } from '../source/index.ts';
import { lower, presumedCatalogue, shown } from '../sql/index.ts';
import { invariant, type PrintedLoss, Refusal, refuse } from '../vocabulary/index.ts';
import { type Decided, decided, recordedSize } from './decision.ts';
import { type DerivationStep, derivationSteps } from './derivation.ts';
import { type Present, resolvedDraws } from './draws.ts';
import { expectedErrors } from './noise-errors.ts';
import { type BoughtNoise, boughtNoises } from './noises.ts';
import type { AskOptions, Question } from './question.ts';
import { expectedSamplingErrors, likelySamplingErrors } from './sampling-errors.ts';
import { type CheckedWorkload, checkQuestion, sharesTogether } from './workload.ts';

/** The cost and expected error of a question; nothing was read or charged. */
export interface Explained {
  readonly charged: PrintedLoss;
  readonly inner: PrintedLoss;
  /** What is left to the caller under all limits; null if there is no ledger yet. */
  readonly remaining: PrintedLoss | null;
  /** For a concentrated budget: which of its two sums would still fit; null if neither would. */
  readonly sum?: FittingSum | null;
  readonly steps: readonly DerivationStep[];
  /** Every noise that is bought, once: values that are computed from the same numbers share it. */
  readonly noises: readonly BoughtNoise[];
  readonly error: ExpectedError;
  /**
   * What the same charge would buy from samples drawn anew at other rates: those asked for, or a few where a sample is
   * drawn by rate.
   */
  readonly otherRates: readonly OtherRate[];
  /** Null where this version does not speak the engine's dialect. */
  readonly sql: string;
}

/** The same of questions asked together. */
export interface ExplainedTogether extends Explained {
  /** Of each question, in their order: two may give the same name to different values. */
  readonly errors: readonly ExpectedError[];
}

/** Standard errors by name. */
export interface ExpectedError {
  readonly noise: Readonly<Record<string, number>>;
  /** At most, by public bounds; null where nothing is drawn. What nobody can bound beforehand is not in it. */
  readonly sampling: Readonly<Record<string, number>> | null;
  /** What sampling will add, where public numbers tell it. */
  readonly likely: Readonly<Record<string, number>>;
}

export interface OtherRate {
  readonly rate: number;
  readonly inner: PrintedLoss;
  readonly error: ExpectedError;
}

export type ExplanationState = Pick<State, 'head' | 'nodes' | 'sizes' | 'samples'>;

/** Where nothing was spent yet. */
export const unspent: ExplanationState = { head: '', nodes: new Map(), sizes: new Map(), samples: new Map() };

/** How to explain a question: as it would be asked, and at which other sampling rates. */
export interface ExplainOptions extends AskOptions {
  /** For a curve of the error: a question on the whole table is then also evaluated on Bernoulli samples. */
  readonly rates?: readonly number[];
}

export function explained(
  question: Question,
  policy: Policy,
  accounts: ExplanationState | State,
  rates?: ExplainOptions['rates'],
): Explained {
  const { errors: _, ...explanation } = explainedTogether(question, policy, accounts, rates);
  return explanation;
}

export function explainedTogether(
  question: Question,
  policy: Policy,
  accounts: ExplanationState | State,
  rates?: ExplainOptions['rates'],
): ExplainedTogether {
  const present = { states: statesNow(policy), version: policy.source.version ?? null };
  const { workload, decision, mechanisms, errors } = forecast(question, policy, accounts, present);
  return {
    charged: counts.number(decision.payment.charge, 'up'),
    inner: counts.number(decision.inner, 'up'),
    remaining: remainingFor(question, workload, accounts),
    ...(workload.concentrated && { sum: sumFor(decision.payment.charge, policy, accounts) }),
    steps: derivationSteps(workload, decision.increments, mechanisms),
    noises: boughtNoises(workload.plans, mechanisms),
    error: mergedError(errors),
    errors,
    otherRates: question.inner === null ? otherRates(question, policy, { accounts, present }, rates) : [],
    sql: sqlOf(workload, decision, policy),
  };
}

function remainingFor(
  { analyst }: Question,
  { whole }: CheckedWorkload,
  accounts: ExplanationState | State,
): PrintedLoss | null {
  if (!('budget' in accounts)) return null;
  return counts.number(leftFor(accounts, { analyst, tables: whole.tables }), 'down');
}

/** Where there is no ledger yet, of one that is made now. */
const sumFor = (charge: CountedLoss, policy: Policy, accounts: ExplanationState | State): FittingSum | null =>
  sideOf('budget' in accounts ? accounts : unspentState(policy), charge) ?? null;

function sqlOf({ plans }: CheckedWorkload, { draws }: Decided, { source: { engine } }: Policy): string {
  const key = '0'.repeat(64);
  const drawKeys = draws.map(() => key);
  return plans
    .flatMap(checked => lower(checked, { dialect: engine, catalogue: presumedCatalogue(checked), key, drawKeys }))
    .map(shown)
    .join(';\n');
}

interface Forecast {
  readonly workload: CheckedWorkload;
  readonly decision: Decided;
  readonly mechanisms: ReturnType<typeof sharesTogether>;
  readonly errors: readonly ExpectedError[];
}

function forecast(question: Question, policy: Policy, accounts: ExplanationState, present: Present): Forecast {
  const workload = checkQuestion(question, policy);
  const decision = forecastDecision(question, workload, present, accounts);
  const mechanisms = sharesTogether(workload, decision.inner);
  const size = recordedSize(workload.whole, accounts, present.states);
  return { workload, decision, mechanisms, errors: expectedErrorsOf(workload, mechanisms, policy, size) };
}

/** Of each question, by the names of its values. */
function expectedErrorsOf(
  { plans, whole }: CheckedWorkload,
  mechanisms: Forecast['mechanisms'],
  policy: Policy,
  size: number | undefined,
): readonly ExpectedError[] {
  const table = policy.tables[whole.table];
  invariant(!table.public, 'a question asks a protected table');
  const { approximateUnits: guess, sizeIsPublic } = table;
  return plans.map((checked, i) => {
    const sampling = samplingOf(checked, size ?? (sizeIsPublic ? (guess ?? refuseUnread(checked)) : undefined));
    const drawn = expectedSamplingErrors(checked, sampling, guess);
    return {
      noise: withComputedErrors(checked, expectedErrors(checked, mechanisms[i], sampling), 'independent'),
      sampling: drawn && withComputedErrors(checked, drawn, 'alike'),
      likely: likelySamplingErrors(checked, sampling, guess),
    };
  });
}

/** Where two values have one name, the later one is shown. */
function mergedError(errors: readonly ExpectedError[]): ExpectedError {
  const sampled = errors.flatMap(({ sampling }) => (sampling === null ? [] : [sampling]));
  return {
    noise: Object.assign({}, ...errors.map(({ noise }) => noise)),
    sampling: sampled.length === 0 ? null : Object.assign({}, ...sampled),
    likely: Object.assign({}, ...errors.map(({ likely }) => likely)),
  };
}

/** Nobody looks at the data for a forecast. */
function refuseUnread(checked: CheckedPlan): undefined {
  if (drawsOf(checked).some(draw => schemeOf(draw).ofAll))
    refuse(
      'size_unknown',
      `The number of units of ${checked.table} is public, but no question has read it yet. Give the table approximateUnits in the policy, or ask the question.`,
    );
}

/** New names are drawn in thought: nothing depends on which key they get. */
function forecastDecision(
  question: Question,
  workload: CheckedWorkload,
  present: Present,
  accounts: ExplanationState,
): Decided {
  const draws = resolvedDraws(workload.draws, present);
  draws.prepare(accounts, place => `${place}`.padEnd(64, '0'));
  return decided(question, workload, draws.placed(accounts), accounts, present.states);
}

const RATES = [0.01, 0.05, 0.1, 0.25, 0.5, 1];

/** The question on a sample of its own at each rate. */
function otherRates(
  question: Question,
  policy: Policy,
  { accounts, present }: { readonly accounts: ExplanationState; readonly present: Present },
  asked: ExplainOptions['rates'],
): readonly OtherRate[] {
  return (asked ?? RATES).map(checkRate).flatMap(rate => {
    // of everybody no interval is bought
    if (rate === 1 && question.plans.some(({ interval }) => interval !== undefined)) return [];
    const plans = question.plans.flatMap(plan => {
      const input = atRate(plan.input, String(rate), asked !== undefined);
      return input === undefined ? [] : [{ ...plan, input }];
    });
    if (plans.length < question.plans.length) return [];
    return possible(() => {
      const { decision, errors } = forecast({ ...question, plans }, policy, accounts, present);
      return { rate, inner: counts.number(decision.inner, 'up'), error: mergedError(errors) };
    });
  });
}

function checkRate(rate: number): number {
  if (rate > 0 && rate <= 1) return rate;
  return refuse('value_out_of_range', `A sampling rate must be above 0 and at most 1; it is ${rate}.`);
}

/** A sample that would be refused, such as one of a table without a key, says nothing against the question itself. */
function possible<Found>(find: () => Found): readonly Found[] {
  try {
    return [find()];
  } catch (thrown) {
    if (thrown instanceof Refusal) return [];
    throw thrown;
  }
}

/** The table with its last sample by rate drawn at another one, for one question alone; `drawn` also where none is. */
function atRate(table: PlanTable, rate: string, drawn: boolean): PlanTable | undefined {
  if (table.kind === 'scan')
    return drawn ? { kind: 'sample', input: table, scheme: { kind: 'bernoulli', rate }, name: null } : undefined;
  if (table.kind === 'sample' && 'rate' in table.scheme)
    return { ...table, scheme: { ...table.scheme, rate }, name: null };
  // what is drawn from it would be drawn anew as well
  if (table.kind === 'sample' || table.kind === 'part') return undefined;
  const input = atRate(table.input, rate, drawn);
  return input && { ...table, input };
}
