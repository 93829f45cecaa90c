/**
 * Brings reports to an aggregator. Sending again is safe: an aggregator counts equal reports of one ticket once.
 * What might succeed later is tried again; what is refused is not.
 */
import { Refusal, type RefusalCode, refusals, refuse } from '../../vocabulary/index.ts';
import { boundedJson, type StreamedResponse } from '../reports/index.ts';

/** The part of `fetch` that is used. */
export type Send = (address: string, request: Request) => Promise<Response>;

interface Request {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
}

interface Response extends Partial<StreamedResponse> {
  readonly status: number;
  json(): Promise<unknown>;
}

export interface Effort {
  readonly send: Send;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
  /** Milliseconds that an attempt may take. */
  readonly patience: number;
}

/** What an aggregator says of a batch, or of a request that it does not take. */
interface DeliveryReply {
  readonly accepted?: number;
  readonly refused?: readonly { readonly code: string; readonly message: string }[];
  readonly code?: string;
  readonly detail?: string;
}

export async function deliver(address: string, body: Uint8Array<ArrayBuffer>, effort: Effort): Promise<void> {
  for (const pause of [...effort.pauses, undefined]) {
    if (await attempted(address, body, effort)) return;
    if (pause !== undefined) await new Promise(resume => setTimeout(resume, pause));
  }
  refuse('aggregator_unreachable', 'An aggregator could not be reached. The report is kept; try again later.');
}

/** Whether the aggregator has the report now. */
async function attempted(address: string, body: Uint8Array<ArrayBuffer>, { send, patience }: Effort): Promise<boolean> {
  const headers = { 'content-type': 'application/octet-stream' };
  try {
    const response = await send(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(patience) });
    if (response.status >= 500 || response.status === 429) return false;
    const reply = (await saidIn(response)) as DeliveryReply | undefined;
    if (reply === undefined) return false;
    if (response.status !== 200) passOn(reply.code, reply.detail);
    for (const { code, message } of reply.refused ?? []) passOn(code, message);
    // words of somebody in between are no receipt, and the report would be forgotten here
    return reply.accepted === 1;
  } catch (caught) {
    // a broken wire, or an answer that was cut off: nobody knows whether the report arrived
    if (caught instanceof Refusal) throw caught;
    return false;
  }
}

/** Of a browser's own answer no more is read than it may be long; one that somebody made up has what it has. */
const saidIn = (response: Response): Promise<unknown> =>
  response.body == null ? response.json() : boundedJson({ body: response.body });

/** What an aggregator says is data from outside: of endless words, or none, nothing is passed on. */
function passOn(code: unknown, message: unknown): never {
  const known = typeof code === 'string' && Object.hasOwn(refusals, code);
  const said = typeof message === 'string' && message !== '' && message.length <= WORDS_MOST;
  return refuse(
    known ? (code as RefusalCode) : 'report_malformed',
    said ? message : 'The aggregator did not accept this report.',
  );
}

const WORDS_MOST = 500;
