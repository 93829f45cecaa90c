/** Where questions are answered: one policy, its data, its ledger, and secret randomness. */
import { dirname } from 'node:path';
import { counts } from '../amounts/index.ts';
import { type Engine, type EngineLimits, type EngineOptions, openEngine } from '../engine/index.ts';
import { type Ledger, openingOf, openLedger, openLedgerLate, recoverLedger } from '../ledger/index.ts';
import { homeOf } from '../ledger/places/index.ts';
import { type Below, systemEntropy, uniform } from '../random/index.ts';
import { loadPolicy, type Policy, type PolicyInput, statesOnceWritten } from '../source/index.ts';
import { machinePlace } from '../source/places/index.ts';
import { type PrintedLoss, refuse } from '../vocabulary/index.ts';
import { forgetRetired } from './copies.ts';
import type { Present } from './draws.ts';
import { type ExplanationState, unspent } from './explanation.ts';
import { type Moment, openedData } from './opened-data.ts';
import type { Question } from './question.ts';

/** Set by whoever opens the data, never by the data. */
export interface QuestionLimits {
  /** Stops all questions. */
  readonly signal?: AbortSignal | undefined;
  /** For one question on the engine. A question that takes longer stays charged, and can be resumed. */
  readonly timeoutMilliseconds?: number | undefined;
  /** Most memory for DuckDB; beyond it questions spill beside the ledger. */
  readonly memoryMegabytes?: number | undefined;
  /** The policy is a draft, whose columns may be undecided: what needs their bounds is refused, and bounds can be asked for. */
  readonly draft?: boolean | undefined;
  /** Most numbers of one answer; a question for more is refused before it is charged. */
  readonly valuesMost?: number | undefined;
  /** Writes the ledger in a thread of its own: for servers, which must not stand still while a disk is busy. */
  readonly writesApart?: boolean | undefined;
}

export interface Deployment {
  readonly policy: Policy;
  readonly limits: QuestionLimits;
  readonly ledger: Ledger;
  readonly below: Below;
  /** Refuses once the data are closed. */
  checkOpen(): void;
  /** Which data these are now. Nothing of them is read. */
  present(): Promise<Present>;
  /** Opens the data on first use: what is refused before needs no data. */
  engine(): Promise<Engine>;
  /** The data at one moment: end it. */
  begin(present: Present): Promise<Moment>;
  /** May be called again, and then waits for the first time. */
  close(): Promise<void>;
}

/** Opens policy and ledger, if there is one; the data, and a ledger that is not there, wait for the first question. */
export async function deploy(policy: string | PolicyInput, limits: QuestionLimits = {}): Promise<Deployment> {
  limits.signal?.throwIfAborted();
  const loaded = await loadPolicy(policy, limits);
  const ledger = await openLedgerLate({ ...openingOf(loaded), apart: limits.writesApart });
  const data = openedData(loaded, async () => {
    const engine = await openEngine(loaded, { ...beside(loaded), ...memoryOf(limits) });
    await forgetRetired(ledger.state(), engine);
    return engine;
  });
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await ledger.close();
    await data.close();
  };
  const checkOpen = (): void => {
    if (closed !== undefined) refuse('source_unreadable', 'The data were closed. Open them again to ask.');
  };
  const present = async (): Promise<Present> => ({
    states: await statesOnceWritten(loaded, () => new Date()),
    version: loaded.source.version ?? null,
  });
  return {
    policy: loaded,
    limits,
    ledger,
    below: uniform(systemEntropy()),
    checkOpen,
    present,
    async engine() {
      checkOpen();
      return data.engine(await present());
    },
    async begin(present) {
      checkOpen();
      return data.begin(present);
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}

const memoryOf = ({ memoryMegabytes }: QuestionLimits): EngineOptions =>
  memoryMegabytes === undefined ? {} : { memoryMegabytes };

/** What stops one question: its own signal, that of the data, or its time. */
export function limitsOf({ signal }: Pick<Question, 'signal'>, { limits }: Deployment): EngineLimits {
  const signals = [signal, limits.signal].flatMap(each => each ?? []);
  const { timeoutMilliseconds } = limits;
  return {
    ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
  };
}

/** What spills from memory, and copies of samples, are as personal as the ledger: beside it, for its owner alone. */
function beside(policy: Policy): EngineOptions {
  const place = machinePlace(policy);
  return place === undefined ? {} : { spillInto: dirname(place), copiesInto: dirname(place) };
}

/** What was spent so far, for forecasts: a ledger that is not there is not made for them. */
export async function accountsOf(policy: Policy): Promise<ExplanationState> {
  const opening = openingOf(policy);
  const home = homeOf(opening.place, opening.keyFile);
  if (!(await home.isThere().finally(home.close))) return unspent;
  const ledger = await openLedger(opening);
  try {
    return ledger.state();
  } finally {
    await ledger.close();
  }
}

/** After `ledger_rolled_back`: takes the ledger into use again, with all that its anchor saw and it lost counted as spent. */
export async function recover(policy: PolicyInput | string, reason: string): Promise<Recovered> {
  const { found, lost, retired, entry, head } = await recoverLedger(openingOf(await loadPolicy(policy)), reason);
  return { found, lost: counts.number(lost, 'up'), retired: retired.map(({ name }) => name), entry, head };
}

export interface Recovered {
  readonly found: 'whole' | 'anchored' | 'gap';
  readonly lost: PrintedLoss;
  /** Names of samples that nobody can ask any more. */
  readonly retired: readonly string[];
  readonly entry: number;
  readonly head: string;
}
