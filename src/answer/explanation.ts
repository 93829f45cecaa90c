/** Everything that is known of a question before any row is read: a forecast of its charge, its error and its SQL. */
import { amounts, type State } from '../ledger/index.ts';
import { type CheckedPlan, check, drawsOf, samplingOf, sharesOf, type Table } from '../plan/index.ts';
import type { Policy } from '../source/index.ts';
import { lower, presumedCatalogue, shown } from '../sql/index.ts';
import { type Decided, decided } from './decision.ts';
import { type DerivationStep, derivationSteps } from './derivation.ts';
import { placedDraws } from './draws.ts';
import type { Question } from './question.ts';
import { type Amounts, toldLoss } from './receipt.ts';
import { expectedErrors } from './telling.ts';
import { expectedSamplingErrors } from './telling-forecast.ts';

export interface Explained {
  readonly charged: Amounts;
  readonly inner: Amounts;
  readonly steps: readonly DerivationStep[];
  readonly error: ExpectedError;
  /** What the same charge would buy from samples drawn anew at other rates; empty where nothing is sampled by a rate. */
  readonly otherRates: readonly OtherRate[];
  readonly sql: string;
}

/** Standard errors by name; sampling is null where nothing is drawn, or nobody guesses how many units there are. */
interface ExpectedError {
  readonly noise: Readonly<Record<string, number>>;
  readonly sampling: Readonly<Record<string, number>> | null;
}

export interface OtherRate {
  readonly rate: number;
  readonly inner: Amounts;
  readonly error: ExpectedError;
}

export type Accounts = Pick<State, 'nodes' | 'sizes' | 'samples'>;

/** Where nothing was spent yet. */
export const unspent: Accounts = { nodes: new Map(), sizes: new Map(), samples: new Map() };

export function explained(question: Question, policy: Policy, accounts: Accounts): Explained {
  const { checked, decision, mechanisms, error } = forecast(question, policy, accounts);
  const dialect = policy.source.engine === 'postgres' ? 'postgres' : 'duckdb';
  const key = '0'.repeat(64);
  const target = {
    dialect,
    catalogue: presumedCatalogue(checked),
    key,
    drawKeys: decision.draws.map(() => key),
  } as const;
  return {
    charged: toldLoss(decision.charge, 'up'),
    inner: toldLoss(decision.inner, 'up'),
    steps: derivationSteps(checked, decision.increments, mechanisms),
    error,
    otherRates: question.inner === null ? otherRates(question, policy, accounts) : [],
    sql: lower(checked, target).map(shown).join(';\n'),
  };
}

interface Forecast {
  readonly checked: CheckedPlan;
  readonly decision: Decided;
  readonly mechanisms: ReturnType<typeof sharesOf>;
  readonly error: ExpectedError;
}

function forecast(question: Question, policy: Policy, accounts: Accounts): Forecast {
  const checked = check(question.plan, policy);
  const version = policy.source.version ?? null;
  const sampling = samplingOf(checked, accounts.sizes.get(checked.table)?.get(version));
  const decision = forecastDecision(question, checked, version, accounts);
  const { inner } = decision;
  const mechanisms = sharesOf(checked, { epsilon: inner.epsilon, delta: amounts.number(inner.delta, 'down') });
  const table = policy.tables[checked.table];
  const guess = table.public ? undefined : table.approximateUnits;
  return {
    checked,
    decision,
    mechanisms,
    error: {
      noise: expectedErrors(checked, mechanisms, sampling),
      sampling: expectedSamplingErrors(checked, sampling, guess),
    },
  };
}

/** New names are drawn in thought: nothing depends on which key they get. */
function forecastDecision(
  question: Question,
  checked: CheckedPlan,
  version: string | null,
  accounts: Accounts,
): Decided {
  const draws = drawsOf(checked);
  const candidates = new Map(draws.map(({ place }) => [place, `${place}`.padEnd(64, '0')]));
  return decided(question, checked, placedDraws(draws, accounts, candidates, version), accounts, version);
}

const RATES = [0.01, 0.05, 0.1, 0.25, 0.5, 1];

/** The question on a sample of its own at each rate. */
function otherRates(question: Question, policy: Policy, accounts: Accounts): readonly OtherRate[] {
  const { plan } = question;
  return RATES.flatMap(rate => {
    const input = atRate(plan.input, String(rate));
    if (input === undefined) return [];
    const { decision, error } = forecast({ ...question, plan: { ...plan, input } }, policy, accounts);
    return [{ rate, inner: toldLoss(decision.inner, 'up'), error }];
  });
}

/** The table with its last sample by rate drawn at another one, for one question alone. */
function atRate(table: Table, rate: string): Table | undefined {
  if (table.kind === 'scan') return undefined;
  if (table.kind === 'sample' && 'rate' in table.scheme)
    return { ...table, scheme: { ...table.scheme, rate }, name: null };
  // what is drawn from it would be drawn anew as well
  if (table.kind === 'sample' || table.kind === 'part') return undefined;
  const input = atRate(table.input, rate);
  return input && { ...table, input };
}
