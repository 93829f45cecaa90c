/** The service, as the console sees it: typed by its contract, refusals as errors with their code. */
import type { AnsweredJson, ExplainedJson, PastQuestionJson } from '../../src/service/contract/answers.ts';
import type { BudgetReportJson, CallerJson, TableList, VerificationJson } from '../../src/service/contract/budget.ts';
import type {
  CampaignPublication,
  CampaignState,
  Campaigns,
  CollectionPlanJson,
} from '../../src/service/contract/collecting.ts';
import type { PricedRates, ReleaseChances } from '../../src/service/contract/curves.ts';
import type { Forecasted } from '../../src/service/contract/forecasts.ts';
import type { Job } from '../../src/service/contract/jobs.ts';
import type { ErrorsByRate } from '../../src/service/contract/learning.ts';
import type { ProblemJson } from '../../src/service/contract/problem.ts';
import type { CertificateJson, Draws } from '../../src/service/contract/releases.ts';
import type { CountPrivacy } from '../../src/service/contract/statistical.ts';
import { readEvents } from './event-stream.ts';

/** By epsilon and perhaps a delta, or by rho. */
export interface QuestionBody {
  readonly sql: string;
  readonly epsilon?: string;
  readonly delta?: string;
  readonly rho?: string;
  readonly fresh?: boolean;
}

export interface AuditBody {
  readonly table: string;
  readonly columns: readonly string[];
  readonly epsilon: string;
  readonly delta: number;
  readonly rates: readonly number[];
  readonly coarsen?: string;
}

export interface DrawBody extends Omit<AuditBody, 'rates'> {
  readonly rate: string;
  readonly threshold?: number | 'auto';
  readonly reason?: string;
  readonly format: 'csv' | 'parquet';
  readonly name: string;
}

/** A refusal, or a connection that was lost (`offline`). */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Api {
  /** The same, of which every call ends with the signal. */
  until(signal: AbortSignal): Api;
  me(): Promise<CallerJson>;
  budget(): Promise<BudgetReportJson>;
  verify(): Promise<VerificationJson>;
  tables(): Promise<TableList>;
  questions(): Promise<{ readonly questions: readonly PastQuestionJson[] }>;
  explain(question: QuestionBody & { readonly rates?: readonly number[] }): Promise<ExplainedJson>;
  ask(question: QuestionBody, idempotencyKey: string): Promise<AnsweredJson>;
  account(workload: object): Promise<unknown>;
  /** Jobs are started once for each key, however often they are sent. */
  audit(order: AuditBody, idempotencyKey: string): Promise<Job>;
  checkPolicy(order: object, idempotencyKey: string): Promise<Job>;
  draw(order: DrawBody, idempotencyKey: string): Promise<Job>;
  draws(): Promise<Draws>;
  certificate(file: string): Promise<CertificateJson>;
  file(path: string): Promise<Blob>;
  simulateQuantile(order: object, idempotencyKey: string): Promise<Job>;
  jobs(): Promise<{ readonly jobs: readonly Job[] }>;
  /** Sends a job now and whenever it changes, until it is over, or the signal or the service ends it. */
  watchJob(id: string, onJob: (job: Job) => void, signal: AbortSignal): Promise<void>;
  cancelJob(id: string): Promise<Job>;
  priceRates(question: object): Promise<PricedRates>;
  releaseChances(table: object): Promise<ReleaseChances>;
  countPrivacy(count: object): Promise<CountPrivacy>;
  errorsByRate(): Promise<ErrorsByRate>;
  forecast(design: object): Promise<Forecasted>;
  planCollection(plan: object): Promise<CollectionPlanJson>;
  campaigns(): Promise<Campaigns>;
  /** Sends a campaign now and whenever it changes, until the signal or the service ends it. */
  watchCampaign(campaign: string, onState: (state: CampaignState) => void, signal: AbortSignal): Promise<void>;
  orderRound(campaign: string, order: 'open' | 'close', round: number): Promise<CampaignState>;
  publishCampaign(campaign: string): Promise<CampaignPublication>;
}

export interface PageProps {
  readonly api: Api;
}

/** What every page is given. */
export interface OpenPageProps extends PageProps {
  readonly me: CallerJson;
  /** Something was charged: what is left is asked for anew. */
  readonly onSpent: () => void;
  /** What the address says after the name of the page. */
  readonly within: string;
}

/** `onLost` hears why a token is no longer good, wherever that was noticed. */
export function apiFor(token: string, onLost: (why: string) => void, until: AbortSignal | null = null): Api {
  const send = async (path: string, request: RequestInit): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, ...request.headers };
    const reply = await fetch(path, { signal: until, ...request, headers }).catch(() => {
      throw new Refused(
        'offline',
        'The service cannot be reached. Any charge is recorded; asking the same question again is free.',
      );
    });
    if (reply.ok) return reply;
    const { code, detail } = (await reply.json().catch(() => NO_PROBLEM)) as Pick<ProblemJson, 'code' | 'detail'>;
    if (SIGN_IN_AGAIN.includes(code)) onLost(detail);
    throw new Refused(code, detail);
  };
  const call = async <Answer>(method: 'GET' | 'POST', path: string, body?: object, more: HeadersInit = {}) => {
    const sent = body && { headers: { 'content-type': 'application/json', ...more }, body: JSON.stringify(body) };
    return (await (await send(path, { method, ...sent })).json()) as Answer;
  };
  const watch = async <Event>(path: string, onEvent: (event: Event) => void, signal: AbortSignal): Promise<void> => {
    const { body } = await send(path, { signal });
    if (body !== null) await readEvents(body, onEvent);
  };
  return {
    until: signal => apiFor(token, onLost, signal),
    me: () => call('GET', '/v1/me'),
    budget: () => call('GET', '/v1/budget'),
    verify: () => call('POST', '/v1/budget/verify', {}),
    tables: () => call('GET', '/v1/tables'),
    questions: () => call('GET', '/v1/questions'),
    explain: question => call('POST', '/v1/explain', question),
    ask: (question, key) => call('POST', '/v1/ask', question, { 'idempotency-key': key }),
    account: workload => call('POST', '/v1/account', workload),
    audit: (order, key) => call('POST', '/v1/release/audits', order, { 'idempotency-key': key }),
    checkPolicy: (order, key) => call('POST', '/v1/policy/check', order, { 'idempotency-key': key }),
    draw: (order, key) => call('POST', '/v1/release/draw', order, { 'idempotency-key': key }),
    draws: () => call('GET', '/v1/release/draws'),
    certificate: file => call('GET', `/v1/release/files/${file}/certificate`),
    file: async path => (await send(path, {})).blob(),
    simulateQuantile: (order, key) => call('POST', '/v1/forecast/quantile', order, { 'idempotency-key': key }),
    jobs: () => call('GET', '/v1/jobs'),
    watchJob: (id, onJob, signal) => watch(`/v1/jobs/${id}/events`, onJob, signal),
    cancelJob: id => call('POST', `/v1/jobs/${id}/cancel`),
    planCollection: plan => call('POST', '/v1/collect/plan', plan),
    campaigns: () => call('GET', '/v1/collect'),
    watchCampaign: (campaign, onState, signal) => watch(`/v1/collect/${campaign}/events`, onState, signal),
    orderRound: (campaign, order, round) => call('POST', `/v1/collect/${campaign}/rounds/${round}/${order}`),
    publishCampaign: campaign => call('POST', `/v1/collect/${campaign}/publish`),
    priceRates: question => call('POST', '/v1/price/rates', question),
    releaseChances: table => call('POST', '/v1/release/chance', table),
    countPrivacy: count => call('POST', '/v1/statistical/property', count),
    errorsByRate: () => call('GET', '/v1/learn/rates'),
    forecast: design => call('POST', '/v1/forecast', design),
  };
}

const SIGN_IN_AGAIN = ['token_invalid', 'token_expired', 'token_missing'];

const NO_PROBLEM = { code: 'internal_fault', detail: 'The service sent an answer that this page cannot read.' };
